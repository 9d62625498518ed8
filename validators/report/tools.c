#include "validators/report/tools.h"

#include "notation/base/json_out.h"
#include "notation/base/safe_text.h"
#include "notation/drawing/characters.h"
#include "validators/report/suggest.h"
#include "validators/zet.h"

enum { FIXES_MAX = 3 };

static struct text code_of(const struct finding *f) { return text_of(zet_findings[f->code].code); }

static void write_code(struct buffer *out, const struct finding *f) {
    buffer_text(out, code_of(f));
    buffer_string(out, f->reason ? "/" : "");
    buffer_string(out, f->reason ? f->reason->code : "");
}

/* Calls `write` for each finding of the level. */
static void each(struct buffer *out, const struct report *report,
                 void (*write)(struct buffer *out, const struct report *report,
                               const struct finding *f)) {
    const struct findings *findings = &report->record->findings;
    for (size_t i = 0; i < findings->count; i++) {
        size_t from = out->len;
        if (findings->at[i].severity < report->level)
            continue;
        write(out, report, &findings->at[i]);
        if (report->pieces)
            report_piece_add(report->pieces, from, out->len);
    }
}

/* The message with its detail, unescaped; to be freed. */
static struct buffer message_of(struct buffer *out, const struct finding *f) {
    struct buffer message = {0};
    zet_finding_message(&message, f);
    out->failed |= message.failed;
    return message;
}

/* As compilers write it. */

static void gcc_finding(struct buffer *out, const struct report *report, const struct finding *f) {
    struct buffer message = message_of(out, f);
    zet_safe_text(out, report->file, SAFE_TEXT);
    buffer_char(out, ':');
    zet_buffer_number(out, f->line);
    buffer_char(out, ':');
    zet_buffer_number(out, f->column);
    buffer_string(out, ": ");
    buffer_string(out, zet_severities[f->severity]);
    buffer_string(out, ": ");
    zet_safe_text(out, buffered(&message), SAFE_TEXT);
    buffer_string(out, " [");
    write_code(out, f);
    buffer_string(out, "]\n");
    zet_buffer_free(&message);
}

static void gcc_record(struct buffer *out, const struct report *report) {
    each(out, report, gcc_finding);
}

/* A byte as `%2F`. */
static void write_percent(struct buffer *out, unsigned char byte) {
    static const char digits[] = "0123456789ABCDEF";
    buffer_char(out, '%');
    buffer_char(out, digits[byte >> 4]);
    buffer_char(out, digits[byte & 15]);
}

/* Commands of GitHub's runners: `%` and line ends are escaped, in properties `:` and `,` too. */

static void github_text(struct buffer *out, struct text t, bool property) {
    for (size_t i = 0; i < t.len; i++) {
        unsigned char c = (unsigned char)t.at[i];
        if (c >= 0x20 && c != '%' && !(property && (c == ':' || c == ',')))
            buffer_char(out, t.at[i]);
        else
            write_percent(out, c);
    }
}

static void github_finding(struct buffer *out, const struct report *report,
                           const struct finding *f) {
    static const char *const commands[] = {"::notice", "::warning", "::error"};
    struct buffer message = message_of(out, f);
    buffer_string(out, commands[f->severity]);
    buffer_string(out, " file=");
    github_text(out, report->file, true);
    buffer_string(out, ",line=");
    zet_buffer_number(out, f->line);
    buffer_string(out, ",col=");
    zet_buffer_number(out, f->column);
    buffer_string(out, ",title=");
    write_code(out, f);
    buffer_string(out, "::");
    github_text(out, buffered(&message), false);
    buffer_char(out, '\n');
    zet_buffer_free(&message);
}

static void github_record(struct buffer *out, const struct report *report) {
    each(out, report, github_finding);
}

/* XML. */

static void xml_attribute(struct buffer *out, const char *name, struct text value) {
    buffer_char(out, ' ');
    buffer_string(out, name);
    buffer_string(out, "=\"");
    zet_markup(out, value);
    buffer_char(out, '"');
}

static void xml_number(struct buffer *out, const char *name, uint64_t value) {
    buffer_char(out, ' ');
    buffer_string(out, name);
    buffer_string(out, "=\"");
    zet_buffer_number(out, value);
    buffer_char(out, '"');
}

static void checkstyle_begin(struct buffer *out) {
    buffer_string(out,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n");
}

static void checkstyle_finding(struct buffer *out, const struct report *report,
                               const struct finding *f) {
    static const char *const severities[] = {"info", "warning", "error"};
    struct buffer message = message_of(out, f);
    (void)report;
    buffer_string(out, "    <error");
    xml_number(out, "line", f->line);
    xml_number(out, "column", f->column);
    xml_attribute(out, "severity", text_of(severities[f->severity]));
    xml_attribute(out, "message", buffered(&message));
    buffer_string(out, " source=\"zet.");
    write_code(out, f);
    buffer_string(out, "\"/>\n");
    zet_buffer_free(&message);
}

static void checkstyle_record(struct buffer *out, const struct report *report) {
    buffer_string(out, "  <file");
    xml_attribute(out, "name", report->file);
    buffer_string(out, ">\n");
    each(out, report, checkstyle_finding);
    buffer_string(out, "  </file>\n");
}

static void junit_begin(struct buffer *out) {
    buffer_string(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                       "<testsuite name=\"zet\">\n");
}

/* Errors fail a test; what is less severe is not said. */
static void junit_finding(struct buffer *out, const struct report *report,
                          const struct finding *f) {
    struct buffer message = message_of(out, f);
    if (f->severity == SEVERITY_ERROR) {
        buffer_string(out, "    <failure type=\"");
        write_code(out, f);
        buffer_char(out, '"');
        xml_attribute(out, "message", buffered(&message));
        buffer_char(out, '>');
        zet_markup(out, report->file);
        buffer_char(out, ':');
        zet_buffer_number(out, f->line);
        buffer_char(out, ':');
        zet_buffer_number(out, f->column);
        buffer_string(out, "</failure>\n");
    }
    zet_buffer_free(&message);
}

static void junit_record(struct buffer *out, const struct report *report) {
    buffer_string(out, "  <testcase");
    xml_attribute(out, "classname", report->file);
    buffer_string(out, " name=\"record ");
    zet_buffer_number(out, report->number);
    buffer_string(out, " (line ");
    zet_buffer_number(out, report->record->start_line);
    buffer_string(out, ")\">\n");
    each(out, report, junit_finding);
    buffer_string(out, "  </testcase>\n");
}

/* SARIF 2.1.0. */

static void sarif_rule(struct json_out *j, const char *code, const char *reason,
                       const char *sentence) {
    zet_json_line(j);
    zet_json_open(j, '{');
    zet_json_key(j, "id");
    zet_json_value(j);
    buffer_char(j->to, '"');
    buffer_string(j->to, code);
    buffer_string(j->to, reason ? "/" : "");
    buffer_string(j->to, reason ? reason : "");
    buffer_char(j->to, '"');
    zet_json_key(j, "shortDescription");
    zet_json_open(j, '{');
    zet_json_member_text(j, "text", text_of(sentence));
    zet_json_close(j, '}');
    zet_json_close(j, '}');
}

static void sarif_begin(struct buffer *out) {
    struct json_out j = {.to = out};
    buffer_string(out, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
                       "\"version\":\"2.1.0\",\"runs\":[{\"columnKind\":\"unicodeCodePoints\","
                       "\"tool\":{\"driver\":{\"name\":\"zet\",\"version\":\"" ZET_VERSION
                       "\",\"rules\":[");
    for (size_t i = 0; i < FINDING_CODES; i++)
        sarif_rule(&j, zet_findings[i].code, NULL, zet_findings[i].sentence);
    for (size_t i = 0; i < REASONS; i++)
        sarif_rule(&j, zet_findings[FINDING_ILLEGAL_MOVE].code, zet_reasons[i].code,
                   zet_reasons[i].sentence);
    buffer_string(out, "]}},\"results\":[");
}

/* A relative path or a name as a URI reference. */
static void sarif_uri(struct buffer *out, struct text file) {
    for (size_t i = 0; i < file.len; i++) {
        unsigned char c = (unsigned char)file.at[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     (c && strchr("/-._~", c));
        if (plain)
            buffer_char(out, (char)c);
        else
            write_percent(out, c);
    }
}

static void sarif_artifact(struct json_out *j, struct text file) {
    zet_json_key(j, "artifactLocation");
    zet_json_open(j, '{');
    zet_json_key(j, "uri");
    zet_json_value(j);
    buffer_char(j->to, '"');
    sarif_uri(j->to, file);
    buffer_char(j->to, '"');
    zet_json_close(j, '}');
}

/* The place of the finding and of its move, which stands on one line. */
static void sarif_region(struct json_out *j, const char *key, const struct finding *f) {
    size_t characters = 0;
    for (size_t i = 0; i < f->move.len; i++)
        characters += (f->move.at[i] & 0xC0) != 0x80;
    bool one_line = f->move.len && !memchr(f->move.at, '\n', f->move.len);
    zet_json_key(j, key);
    zet_json_open(j, '{');
    zet_json_member_number(j, "startLine", f->line);
    zet_json_member_number(j, "startColumn", f->column);
    if (one_line)
        zet_json_member_number(j, "endColumn", f->column + characters);
    zet_json_close(j, '}');
}

static void sarif_fix(struct json_out *j, const struct report *report, const struct finding *f,
                      const char *move) {
    zet_json_open(j, '{');
    zet_json_key(j, "artifactChanges");
    zet_json_open(j, '[');
    zet_json_open(j, '{');
    sarif_artifact(j, report->file);
    zet_json_key(j, "replacements");
    zet_json_open(j, '[');
    zet_json_open(j, '{');
    sarif_region(j, "deletedRegion", f);
    zet_json_key(j, "insertedContent");
    zet_json_open(j, '{');
    zet_json_member_text(j, "text", text_of(move));
    zet_json_close(j, '}');
    zet_json_close(j, '}');
    zet_json_close(j, ']');
    zet_json_close(j, '}');
    zet_json_close(j, ']');
    zet_json_close(j, '}');
}

/* The legal moves that an illegal one may have been meant for. */
static void sarif_fixes(struct json_out *j, const struct report *report, const struct finding *f) {
    const struct verdict *v = report->verdict;
    if (!v->has_fault || v->fault_offset != f->offset || f->code != FINDING_ILLEGAL_MOVE)
        return;
    struct move_list list = zet_move_list(&v->ruleset, &v->fault_position);
    size_t count = zet_suggest(&list, v->rules->notation, &v->fault_move, f->move);
    if (count) {
        zet_json_key(j, "fixes");
        zet_json_open(j, '[');
        for (size_t i = 0; i < count && i < FIXES_MAX; i++)
            sarif_fix(j, report, f, list.text[i]);
        zet_json_close(j, ']');
    }
    j->to->failed |= list.failed;
    zet_move_list_free(&list);
}

static void sarif_finding(struct buffer *out, const struct report *report,
                          const struct finding *f) {
    static const char *const levels[] = {"note", "warning", "error"};
    struct json_out j = {.to = out, .comma = true};
    struct buffer message = message_of(out, f);
    zet_json_line(&j);
    zet_json_open(&j, '{');
    zet_json_key(&j, "ruleId");
    zet_json_value(&j);
    buffer_char(out, '"');
    write_code(out, f);
    buffer_char(out, '"');
    zet_json_member_text(&j, "level", text_of(levels[f->severity]));
    zet_json_key(&j, "message");
    zet_json_open(&j, '{');
    zet_json_member_text(&j, "text", buffered(&message));
    zet_json_close(&j, '}');
    zet_json_key(&j, "locations");
    zet_json_open(&j, '[');
    zet_json_open(&j, '{');
    zet_json_key(&j, "physicalLocation");
    zet_json_open(&j, '{');
    sarif_artifact(&j, report->file);
    sarif_region(&j, "region", f);
    zet_json_close(&j, '}');
    zet_json_close(&j, '}');
    zet_json_close(&j, ']');
    sarif_fixes(&j, report, f);
    zet_json_close(&j, '}');
    zet_buffer_free(&message);
}

static void sarif_record(struct buffer *out, const struct report *report) {
    each(out, report, sarif_finding);
}

const struct tool_report zet_tool_reports[] = {
    {"gcc", "a line each, as compilers write it", NULL, gcc_record, NULL, false},
    {"github", "commands that GitHub shows in a review", NULL, github_record, NULL, false},
    {"checkstyle", "Checkstyle's XML", checkstyle_begin, checkstyle_record, "</checkstyle>\n",
     false},
    {"junit", "JUnit's XML, a test a record", junit_begin, junit_record,
     "</testsuite>\n</testsuites>\n", false},
    {"sarif", "SARIF 2.1.0", sarif_begin, sarif_record, "\n]}]}\n", true},
};
const size_t zet_tool_report_count = sizeof zet_tool_reports / sizeof *zet_tool_reports;
