/* Compares the texts that people use as numbers. */
#pragma once

#include "notation/base/text.h"

/* Numbers come by value, before other texts, which come by bytes; the empty text comes last.
   Negative, 0 or positive. */
int zi_text_order(struct text a, struct text b);

/* The same, but 0 for two spellings of one number, such as `3` and `03`. */
int zi_text_order_loose(struct text a, struct text b);
