#include "validators/report/sarif.h"

#include "notation/base/characters.h"
#include "notation/base/json_out.h"
#include "notation/base/value.h"
#include "validators/report/explain.h"
#include "validators/report/fixes.h"
#include "validators/report/tool_parts.h"
#include "validators/zet.h"

#define MESSAGE(words) value_object("text", words)
#define REGION(of)                                                                                 \
    value_object("startLine", (of)->line, "startColumn", (of)->column, "endLine", (of)->end_line,  \
                 "endColumn", (of)->end_column)

static void write_rule(struct json_out *j, const char *code, const char *reason,
                       const char *sentence) {
    const struct explanation *e =
        zet_explanation_of(text_of(code), reason ? text_of(reason) : NO_TEXT);
    struct buffer id = {0};
    buffer_add(&id, code, reason ? "/" : "", reason);
    zet_json_line(j);
    zet_json_open(j, '{');
    json_members(j, "id", buffered(&id), "shortDescription", MESSAGE(sentence));
    if (e)
        json_members(j, "fullDescription", MESSAGE(e->meaning), "help", MESSAGE(e->remedy));
    zet_json_close(j, '}');
    j->to->failed |= id.failed;
    zet_buffer_free(&id);
}

void zet_sarif_begin(struct buffer *out) {
    struct json_out j = {.to = out};
    buffer_string(out, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
                       "\"version\":\"2.1.0\",\"runs\":[{\"columnKind\":\"unicodeCodePoints\","
                       "\"tool\":{\"driver\":{\"name\":\"zet\",\"version\":\"" ZET_VERSION
                       "\",\"rules\":[");
    for (size_t i = 0; i < FINDING_CODES; i++)
        write_rule(&j, zet_findings[i].code, NULL, zet_findings[i].sentence);
    for (size_t i = 0; i < REASONS; i++)
        write_rule(&j, zet_findings[FINDING_ILLEGAL_MOVE].code, zet_reasons[i].code,
                   zet_reasons[i].sentence);
    buffer_string(out, "]}},\"results\":[");
}

/* What the results of a record are written with. */
struct writing {
    struct json_out json;
    struct fixes fixes;
    struct buffer uri;
    bool any; /* fix of this result */
};

static void write_fix(void *context, const struct fix *fix) {
    struct writing *w = context;
    struct json_out *j = &w->json;
    if (!w->any) {
        zet_json_key(j, "fixes");
        zet_json_open(j, '[');
    }
    w->any = true;
    zet_json_open(j, '{');
    json_members(j, "description", MESSAGE(fix->message));
    zet_json_key(j, "artifactChanges");
    zet_json_open(j, '[');
    zet_json_open(j, '{');
    json_members(j, "artifactLocation", value_object("uri", buffered(&w->uri)));
    zet_json_key(j, "replacements");
    zet_json_open(j, '[');
    for (size_t i = 0; i < fix->count; i++)
        zet_json_put(j, &value_object("deletedRegion", REGION(&fix->edits[i]), "insertedContent",
                                      MESSAGE(fix->edits[i].with)));
    buffer_string(j->to, "]}]");
    zet_json_close(j, '}');
}

static void write_result(void *context, struct buffer *out, const struct report *report,
                         const struct finding *f) {
    static const char *const levels[] = {"note", "warning", "error"};
    struct writing *w = context;
    struct json_out *j = &w->json;
    struct buffer message = zet_tool_message(out, f), code = {0};
    (void)report;
    w->any = false;
    buffer_add(&code, FINDING_CODE(f));
    j->comma = true;
    zet_json_line(j);
    zet_json_open(j, '{');
    json_members(j, "ruleId", buffered(&code), "level", levels[f->severity], "message",
                 MESSAGE(buffered(&message)), "locations",
                 value_list(value_object("physicalLocation",
                                         value_object("artifactLocation",
                                                      value_object("uri", buffered(&w->uri)),
                                                      "region", REGION(f)))));
    zet_fixes_visit(&w->fixes, f, write_fix, w);
    if (w->any)
        zet_json_close(j, ']');
    zet_json_close(j, '}');
    out->failed |= code.failed;
    zet_buffer_free(&code);
    zet_buffer_free(&message);
}

void zet_sarif_record(struct buffer *out, const struct report *report) {
    struct writing w = {.json = {.to = out}};
    zet_fixes_begin(&w.fixes, report);
    zet_percent_encode(&w.uri, report->file, "/-._~"); /* a path or a name as a URI reference */
    zet_report_each(out, report, write_result, &w);
    out->failed |= w.fixes.failed || w.uri.failed;
    zet_buffer_free(&w.uri);
    zet_fixes_end(&w.fixes);
}
