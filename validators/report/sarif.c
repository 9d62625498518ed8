#include "validators/report/tools.h"

#include "notation/base/json_out.h"
#include "notation/base/map.h"
#include "notation/base/safe_text.h"
#include "notation/base/value.h"
#include "validators/report/explain.h"
#include "validators/report/fixes.h"
#include "validators/zet.h"

#define MESSAGE(words) value_object("text", words)
#define REGION(of)                                                                                 \
    value_object("startLine", (of)->line, "startColumn", (of)->column, "endLine", (of)->end_line,  \
                 "endColumn", (of)->end_column)

static void write_rule(struct json_out *j, const char *code, const char *reason,
                       const char *sentence) {
    const struct explanation *e =
        zi_explanation_of(text_of(code), reason ? text_of(reason) : NO_TEXT);
    struct buffer id = {0}, address = {0};
    buffer_add(&id, code, reason ? "/" : "", reason);
    zi_explanation_address(&address, code, reason);
    zi_json_line(j);
    zi_json_open(j, '{');
    json_members(j, "id", buffered(&id), "shortDescription", MESSAGE(sentence));
    if (address.len)
        json_members(j, "helpUri", buffered(&address));
    if (e)
        json_members(j, "fullDescription", MESSAGE(e->meaning), "help", MESSAGE(e->remedy));
    zi_json_close(j, '}');
    j->to->failed |= id.failed || address.failed;
    zi_buffer_free(&address);
    zi_buffer_free(&id);
}

void zi_sarif_begin(struct buffer *out) {
    struct json_out j = {.to = out};
    buffer_string(out, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
                       "\"version\":\"2.1.0\",\"runs\":[{\"columnKind\":\"unicodeCodePoints\","
                       "\"tool\":{\"driver\":{\"name\":\"zet\",\"version\":\"" ZET_VERSION
                       "\",\"rules\":[");
    for (size_t i = 0; i < FINDING_CODES; i++)
        write_rule(&j, zi_findings[i].code, NULL, zi_findings[i].sentence);
    for (size_t i = 0; i < REASONS; i++)
        write_rule(&j, zi_findings[FINDING_ILLEGAL_MOVE].code, zi_reasons[i].code,
                   zi_reasons[i].sentence);
    buffer_string(out, "]}},\"results\":[");
}

/* The state for writing the results of a record. */
struct writing {
    struct json_out json;
    struct fixes fixes;
    struct buffer uri;
    bool any; /* whether this result has a fix */
};

static void write_fix(void *context, const struct fix *fix) {
    struct writing *w = context;
    struct json_out *j = &w->json;
    if (!w->any) {
        zi_json_key(j, "fixes");
        zi_json_open(j, '[');
    }
    w->any = true;
    zi_json_open(j, '{');
    json_members(j, "description", MESSAGE(fix->message));
    zi_json_key(j, "artifactChanges");
    zi_json_open(j, '[');
    zi_json_open(j, '{');
    json_members(j, "artifactLocation", value_object("uri", buffered(&w->uri)));
    zi_json_key(j, "replacements");
    zi_json_open(j, '[');
    for (size_t i = 0; i < fix->count; i++)
        zi_json_put(j, &value_object("deletedRegion", REGION(&fix->edits[i]), "insertedContent",
                                     MESSAGE(fix->edits[i].with)));
    buffer_string(j->to, "]}]");
    zi_json_close(j, '}');
}

/* Writes a fingerprint that does not change when lines move: it combines the code, the names of the
 * game, the ply and the text. GitHub requires its key. */
static void write_fingerprint(struct json_out *j, const struct report *report,
                              const struct finding *f) {
    const struct identity id = zi_identity(report->record, report->verdict);
    struct text t = report->record->text;
    struct buffer key = {0};
    buffer_add(&key, FINDING_CODE(f), "\n", id.event, "\n", id.round, "\n", id.table, "\n",
               id.player[0].name, "\n", id.player[1].name, "\n", f->ply, "\n");
    if (f->offset < f->end && f->end <= t.len)
        buffer_text(&key, (struct text){t.at + f->offset, f->end - f->offset});
    uint64_t hash = zi_hash(buffered(&key));
    key.len = 0;
    buffer_add(&key, hash);
    json_members(j, "partialFingerprints", value_object("primaryLocationLineHash", buffered(&key)));
    j->to->failed |= key.failed;
    zi_buffer_free(&key);
}

static void write_result(void *context, struct buffer *out, const struct report *report,
                         const struct finding *f) {
    static const char *const levels[] = {"note", "warning", "error"};
    struct writing *w = context;
    struct json_out *j = &w->json;
    struct buffer message = zi_report_message(out, f), code = {0};
    w->any = false;
    buffer_add(&code, FINDING_CODE(f));
    j->comma = true;
    zi_json_line(j);
    zi_json_open(j, '{');
    json_members(j, "ruleId", buffered(&code), "level", levels[f->severity], "message",
                 MESSAGE(buffered(&message)), "locations",
                 value_list(value_object("physicalLocation",
                                         value_object("artifactLocation",
                                                      value_object("uri", buffered(&w->uri)),
                                                      "region", REGION(f)))));
    write_fingerprint(j, report, f);
    zi_fixes_visit(&w->fixes, f, write_fix, w);
    if (w->any)
        zi_json_close(j, ']');
    zi_json_close(j, '}');
    out->failed |= code.failed;
    zi_buffer_free(&code);
    zi_buffer_free(&message);
}

void zi_sarif_record(struct buffer *out, const struct report *report) {
    struct writing w = {.json = {.to = out}};
    zi_fixes_begin(&w.fixes, report);
    zi_percent_encode(&w.uri, report->file, "/-._~"); /* a path or a name, as a URI reference */
    zi_report_each(out, report, write_result, &w);
    out->failed |= w.fixes.failed || w.uri.failed;
    zi_buffer_free(&w.uri);
    zi_fixes_end(&w.fixes);
}
