#include "validators/report/tools.h"

#include "notation/base/value.h"

/* In the style of compilers. */

static void gcc_finding(void *context, struct buffer *out, const struct report *report,
                        const struct finding *f) {
    (void)context;
    zi_report_line(out, report, f, false);
    buffer_char(out, '\n');
}

const struct tool_report zi_tool_reports[] = {
    [REPORT_TEXT] = {.name = "text"},
    [REPORT_JSON] = {.name = "json", .record = zi_report_json, .notes = true},
    [REPORT_NONE] = {.name = "none", .notes = true},
    {.name = "gcc", .finding = gcc_finding},
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
