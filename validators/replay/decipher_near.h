/* How near the text of a move is to others, for readings. */
#pragma once

#include "notation/base/text.h"

/* What departures cost, in tenths: the more, the less likely. */
enum {
    COST_SEPARATOR = 3,
    COST_CASE = 1,
    COST_CONFUSED = 10, /* characters that look alike */
    COST_NEIGHBOR = 24, /* the next file or rank */
    COST_REPLACED = 28, /* any other of its kind */
    COST_KIND = 32,     /* a digit for a letter */
    COST_INSERTED = 26, /* a character too many or too few, or two swapped */
    COST_HIDDEN = 8,    /* a sign for one that cannot be read */
    COST_OTHER = 50     /* another text altogether */
};

/* What it costs to have written `written` for `meant`; `most` + 1 where it is more than `most`. */
unsigned zi_near_cost(struct text written, struct text meant, unsigned most);
