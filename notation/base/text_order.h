/* The order of texts that people number things with. */
#ifndef ZET_NOTATION_BASE_TEXT_ORDER_H
#define ZET_NOTATION_BASE_TEXT_ORDER_H

#include "notation/base/text.h"

/* Numbers by their value and before other texts, these by their bytes; the empty text comes last.
   Negative, 0 or positive. */
int zet_text_order(struct text a, struct text b);

#endif
