/* Reports for other tools: editors, continuous integration, review. */
#pragma once

#include "validators/report/report.h"

struct tool_report {
    const char *name, *about;
    void (*begin)(struct buffer *out); /* before all records; or NULL */
    void (*record)(struct buffer *out,
                   const struct report *report); /* its findings of the level; */
    report_finding *finding;                     /* or what writes each of them */
    const char *end;                             /* after all records; or NULL */
    bool list;    /* items begin with a comma, of which the first is to be omitted */
    bool notes;   /* it has notes, too, unless the level is given */
    bool repairs; /* it has them: reports come with their `repair` */
};

/* The list, the only one. */
extern const struct tool_report zi_tool_reports[];
extern const size_t zi_tool_report_count;
