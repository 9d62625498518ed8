/* The report formats, most of them for other tools: editors, continuous integration, review. */
#pragma once

#include "validators/report/report.h"

struct tool_report {
    const char *name;
    void (*begin)(struct buffer *out); /* writes what comes before all records; or NULL */
    void (*record)(struct buffer *out,
                   const struct report *report); /* writes its findings of the level; */
    report_finding *finding;                     /* or writes one of them */
    const char *end;                             /* after all records; or NULL */
    bool list;    /* items begin with a comma; the first comma is omitted */
    bool notes;   /* notes are shown unless a level is given */
    bool repairs; /* reports include their `repair` */
};

/* SARIF. */
void zi_sarif_begin(struct buffer *out);
void zi_sarif_record(struct buffer *out, const struct report *report);

/* All formats. The first three are for people, for programs, and for no output; zi_report_text
 * writes the text. */
enum { REPORT_TEXT, REPORT_JSON, REPORT_NONE };
extern const struct tool_report zi_tool_reports[];
extern const size_t zi_tool_report_count;
