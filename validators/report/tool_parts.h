/* What the reports for other tools share. */
#pragma once

#include "validators/report/report.h"

/* The code of a finding: `illegal-move/occupied`. */
void zet_tool_code(struct buffer *out, const struct finding *f);

/* The message with its detail, unescaped; to be freed. out->failed is set when out of memory. */
struct buffer zet_tool_message(struct buffer *out, const struct finding *f);

/* A byte as `%2F`. */
void zet_tool_percent(struct buffer *out, unsigned char byte);
