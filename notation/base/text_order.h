/* The order of texts that people number things with. */
#pragma once

#include "notation/base/text.h"

/* Numbers by their value and before other texts, these by their bytes; the empty text comes last.
   Negative, 0 or positive. */
int zet_text_order(struct text a, struct text b);
