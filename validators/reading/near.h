/* The likelihood that a written move means a legal one. */
#pragma once

#include "validators/reading/atoms.h"

enum {
    COST_VISIBLE = 100, /* the word cannot be a move */
    COST_ANY = 100,     /* an illegible move is any legal one */
    COST_NEAR_MOST = 520
};

/* The characters that look like a character of a cell; empty: none. */
const char *zi_near_alike(char c);

/* Whether the move may be near, by its cells. */
bool zi_near_may(const struct atom *a, const struct move *m);

/* The cost of reading the atom, with `next` if it is not NULL, as the move; above COST_NEAR_MOST if
   it is not near. `short_text`: the move without inner cells and annotations. */
uint32_t zi_near(const struct atom *a, const struct atom *next, const struct move *m,
                 struct text short_text);
