/* The edit distance between the texts of moves. */
#pragma once

#include "notation/base/text.h"

/* The costs of departures, in tenths: higher is less likely. */
enum {
    COST_SEPARATOR = 3,
    COST_CASE = 1,
    COST_CONFUSED = 10, /* characters that look alike */
    COST_NEIGHBOR = 24, /* the next file or rank */
    COST_REPLACED = 28, /* any other character of the same kind */
    COST_KIND = 32,     /* a digit for a letter */
    COST_INSERTED = 26, /* an extra or missing character, or two swapped */
    COST_HIDDEN = 8,    /* a sign for an illegible character */
    COST_OTHER = 50     /* a different text */
};

enum { NEAR_BYTES_MAX = 96 };

/* The cost of `written` for `meant`; `most` + 1 if it exceeds `most`, or if a text has more than
   NEAR_BYTES_MAX bytes. */
unsigned zi_near_cost(struct text written, struct text meant, unsigned most);
