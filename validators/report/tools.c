#include "validators/report/tools.h"

#include "notation/base/characters.h"
#include "notation/base/unicode.h"
#include "notation/base/value.h"

/* In the style of compilers. */

static void gcc_finding(void *context, struct buffer *out, const struct report *report,
                        const struct finding *f) {
    (void)context;
    zi_report_line(out, report, f, false);
    buffer_char(out, '\n');
}

/* Commands of GitHub's runners. Escapes `%` and line ends, also `:` and `,` in properties, and
 * anything unsafe for a terminal. */

static void github_text(struct buffer *out, struct text t, bool property) {
    uint32_t before = 0;
    while (t.len) {
        uint32_t c;
        struct text character = zi_character_next(&t, &c);
        bool broken = character.len == 1 && c == REPLACEMENT_CHARACTER;
        bool escaped = c == '%' || (property && (c == ':' || c == ',')) || broken ||
                       zi_character_is_deceptive(c, before);
        if (escaped)
            zi_percent_encode(out, character, "");
        else
            buffer_text(out, character);
        before = c;
    }
}

static void github_finding(void *context, struct buffer *out, const struct report *report,
                           const struct finding *f) {
    (void)context;
    static const char *const commands[] = {"::notice", "::warning", "::error"};
    struct buffer message = zi_report_message(out, f);
    buffer_add(out, commands[f->severity], " file=");
    github_text(out, report->file, true);
    buffer_add(out, ",line=", f->line, ",col=", f->column);
    if (f->end_line == f->line)
        buffer_add(out, ",endColumn=", f->end_column);
    buffer_add(out, ",title=", FINDING_CODE(f), "::");
    github_text(out, buffered(&message), false);
    buffer_char(out, '\n');
    zi_buffer_free(&message);
}

/* XML. */

#define XML "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

static void checkstyle_finding(void *context, struct buffer *out, const struct report *report,
                               const struct finding *f) {
    (void)context;
    static const char *const severities[] = {"info", "warning", "error"};
    (void)report;
    buffer_add(out, "    <error line=\"", f->line, "\" column=\"", f->column, "\" severity=\"",
               severities[f->severity], "\" message=\"", FINDING_MESSAGE(f, value_markup),
               "\" source=\"zet.", FINDING_CODE(f), "\"/>\n");
}

static void checkstyle_record(struct buffer *out, const struct report *report) {
    buffer_add(out, "  <file name=\"", value_markup(report->file), "\">\n");
    zi_report_each(out, report, checkstyle_finding, NULL);
    buffer_string(out, "  </file>\n");
}

/* Errors fail a test; less severe findings are omitted. */
static void junit_finding(void *context, struct buffer *out, const struct report *report,
                          const struct finding *f) {
    (void)context;
    if (f->severity == SEVERITY_ERROR)
        buffer_add(out, "    <failure type=\"", FINDING_CODE(f), "\" message=\"",
                   FINDING_MESSAGE(f, value_markup), "\">", value_markup(report->file), ":",
                   f->line, ":", f->column, "</failure>\n");
}

static void junit_record(struct buffer *out, const struct report *report) {
    buffer_add(out, "  <testcase classname=\"", value_markup(report->file), "\" name=\"record ",
               report->number, " (line ", report->record->start_line, ")\">\n");
    zi_report_each(out, report, junit_finding, NULL);
    buffer_string(out, "  </testcase>\n");
}

const struct tool_report zi_tool_reports[] = {
    [REPORT_TEXT] = {.name = "text"},
    [REPORT_JSON] = {.name = "json", .record = zi_report_json, .notes = true},
    [REPORT_NONE] = {.name = "none", .notes = true},
    {.name = "gcc", .finding = gcc_finding},
    {.name = "github", .finding = github_finding},
    {.name = "checkstyle",
     .head = XML "<checkstyle version=\"4.3\">\n",
     .record = checkstyle_record,
     .end = "</checkstyle>\n"},
    {.name = "junit",
     .head = XML "<testsuites>\n<testsuite name=\"zet\">\n",
     .record = junit_record,
     .end = "</testsuite>\n</testsuites>\n"},
    {.name = "sarif",
     .begin = zi_sarif_begin,
     .record = zi_sarif_record,
     .end = "\n]}]}\n",
     .list = true,
     .notes = true,
     .repairs = true},
    {.name = "findings", .record = zi_report_findings, .notes = true, .repairs = true},
};
const size_t zi_tool_report_count = sizeof zi_tool_reports / sizeof *zi_tool_reports;
