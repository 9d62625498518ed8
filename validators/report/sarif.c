#include "validators/report/sarif.h"

#include "notation/base/json_out.h"
#include "notation/base/value.h"
#include "validators/report/explain.h"
#include "validators/report/fixes.h"
#include "validators/report/tool_parts.h"
#include "validators/zet.h"

/* {"text":...} */
static void write_message(struct json_out *j, const char *key, struct text message) {
    json_members(j, key, value_object("text", message));
}

static void write_rule(struct json_out *j, const char *code, const char *reason,
                       const char *sentence) {
    const struct explanation *e =
        zet_explanation_of(text_of(code), reason ? text_of(reason) : NO_TEXT);
    zet_json_line(j);
    zet_json_open(j, '{');
    zet_json_key(j, "id");
    zet_json_value(j);
    buffer_add(j->to, "\"", code, reason ? "/" : "", reason, "\"");
    write_message(j, "shortDescription", text_of(sentence));
    if (e) {
        write_message(j, "fullDescription", text_of(e->meaning));
        write_message(j, "help", text_of(e->remedy));
    }
    zet_json_close(j, '}');
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

/* A relative path or a name as a URI reference. */
static void write_uri(struct buffer *out, struct text file) {
    for (size_t i = 0; i < file.len; i++) {
        unsigned char c = (unsigned char)file.at[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     (c && strchr("/-._~", c));
        if (plain)
            buffer_char(out, (char)c);
        else
            zet_tool_percent(out, c);
    }
}

static void write_artifact(struct json_out *j, struct text file) {
    zet_json_key(j, "artifactLocation");
    zet_json_open(j, '{');
    zet_json_key(j, "uri");
    zet_json_value(j);
    buffer_char(j->to, '"');
    write_uri(j->to, file);
    buffer_char(j->to, '"');
    zet_json_close(j, '}');
}

static void write_region(struct json_out *j, const char *key, size_t line, size_t column,
                         size_t end_line, size_t end_column) {
    json_members(j, key,
                 value_object("startLine", line, "startColumn", column, "endLine", end_line,
                              "endColumn", end_column));
}

static void write_replacement(struct json_out *j, const struct fix_edit *e) {
    zet_json_open(j, '{');
    write_region(j, "deletedRegion", e->line, e->column, e->end_line, e->end_column);
    write_message(j, "insertedContent", e->with);
    zet_json_close(j, '}');
}

/* The fixes of a result, of which there may be none. */
struct fix_writer {
    struct json_out *json;
    struct text file;
    bool any;
};

static void write_fix(void *context, const struct fix *fix) {
    struct fix_writer *w = context;
    struct json_out *j = w->json;
    if (!w->any) {
        zet_json_key(j, "fixes");
        zet_json_open(j, '[');
    }
    w->any = true;
    zet_json_open(j, '{');
    write_message(j, "description", text_of(fix->message));
    zet_json_key(j, "artifactChanges");
    zet_json_open(j, '[');
    zet_json_open(j, '{');
    write_artifact(j, w->file);
    zet_json_key(j, "replacements");
    zet_json_open(j, '[');
    for (size_t i = 0; i < fix->count; i++)
        write_replacement(j, &fix->edits[i]);
    zet_json_close(j, ']');
    zet_json_close(j, '}');
    zet_json_close(j, ']');
    zet_json_close(j, '}');
}

/* `context` is the struct fixes of the record. */
static void write_result(void *context, struct buffer *out, const struct report *report,
                         const struct finding *f) {
    static const char *const levels[] = {"note", "warning", "error"};
    struct json_out j = {.to = out, .comma = true};
    struct fix_writer w = {&j, report->file, false};
    struct buffer message = zet_tool_message(out, f);
    zet_json_line(&j);
    zet_json_open(&j, '{');
    zet_json_key(&j, "ruleId");
    zet_json_value(&j);
    buffer_char(out, '"');
    zet_tool_code(out, f);
    buffer_char(out, '"');
    zet_json_member_text(&j, "level", text_of(levels[f->severity]));
    write_message(&j, "message", buffered(&message));
    zet_json_key(&j, "locations");
    zet_json_open(&j, '[');
    zet_json_open(&j, '{');
    zet_json_key(&j, "physicalLocation");
    zet_json_open(&j, '{');
    write_artifact(&j, report->file);
    write_region(&j, "region", f->line, f->column, f->end_line, f->end_column);
    zet_json_close(&j, '}');
    zet_json_close(&j, '}');
    zet_json_close(&j, ']');
    zet_fixes_visit(context, f, write_fix, &w);
    if (w.any)
        zet_json_close(&j, ']');
    zet_json_close(&j, '}');
    zet_buffer_free(&message);
}

void zet_sarif_record(struct buffer *out, const struct report *report) {
    struct fixes fixes;
    zet_fixes_begin(&fixes, report);
    zet_report_each(out, report, write_result, &fixes);
    out->failed |= fixes.failed;
    zet_fixes_end(&fixes);
}
