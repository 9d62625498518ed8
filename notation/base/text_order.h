/* The order of texts that people number things with. */
#pragma once

#include "notation/base/text.h"

/* Numbers by their value and before other texts, these by their bytes; the empty text comes last.
   Negative, 0 or positive. */
int zi_text_order(struct text a, struct text b);

/* The same, but 0 for two spellings of a number, `3` and `03`. */
int zi_text_order_loose(struct text a, struct text b);
