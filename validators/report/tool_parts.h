/* What the reports for other tools share. */
#pragma once

#include "validators/report/report.h"

/* The code of a finding, `illegal-move/occupied`, and its message, each part written as `how` does:
   values for buffer_add. */
#define FINDING_CODE(f)                                                                            \
    zi_findings[(f)->code].code, (f)->reason ? "/" : "", (f)->reason ? (f)->reason->code : NULL
#define FINDING_MESSAGE(f, how)                                                                    \
    how(text_of((f)->sentence)), (f)->detail.len ? " (" : "", how((f)->detail),                    \
        (f)->detail.len ? ")" : ""

/* The message with its detail, unescaped; to be freed. out->failed is set when out of memory. */
struct buffer zi_tool_message(struct buffer *out, const struct finding *f);
