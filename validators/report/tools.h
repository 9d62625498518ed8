/* The formats of reports, most of them for other tools: editors, continuous integration, review. */
#pragma once

#include "validators/report/report.h"

struct tool_report {
    const char *name;
    void (*begin)(struct buffer *out); /* before all records; or NULL */
    void (*record)(struct buffer *out,
                   const struct report *report); /* its findings of the level; */
    report_finding *finding;                     /* or what writes each of them */
    const char *end;                             /* after all records; or NULL */
    bool list;    /* items begin with a comma, of which the first is to be omitted */
    bool notes;   /* it has notes, too, unless the level is given */
    bool repairs; /* it has them: reports come with their `repair` */
};

/* SARIF's. */
void zi_sarif_begin(struct buffer *out);
void zi_sarif_record(struct buffer *out, const struct report *report);

/* The list, the only one. The first ones are for people, for programs, and for nobody; the text
   comes of zi_report_text. */
enum { REPORT_TEXT, REPORT_JSON, REPORT_NONE };
extern const struct tool_report zi_tool_reports[];
extern const size_t zi_tool_report_count;
