/* SARIF 2.1.0, which programs for code review and code scanning read. */
#pragma once

#include "validators/report/report.h"

/* What is before all results: the program and the rules. */
void zi_sarif_begin(struct buffer *out);

/* A result for each finding of the level, each after a comma. */
void zi_sarif_record(struct buffer *out, const struct report *report);
