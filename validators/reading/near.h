/* The likelihood that a written move means a legal one. */
#pragma once

#include "validators/reading/atoms.h"

enum {
    COST_VISIBLE = 100, /* the word cannot be a move */
    COST_ANY = 100,     /* an illegible move is any legal one */
    COST_NEAR_MOST = 520
};

enum { NEAR_BYTES = 48, NEAR_SHORT_MAX = 16, NEAR_CHARACTERS = 29 };

/* A written text that is compared with moves in succession. */
struct near_word {
    bool ready;
    size_t len, rows; /* rows of the edit distance that are known beyond the first */
    char c[NEAR_BYTES], small[NEAR_BYTES], meant[NEAR_SHORT_MAX];
    uint16_t extra[NEAR_BYTES], replace[NEAR_BYTES][NEAR_CHARACTERS], least[NEAR_SHORT_MAX + 1];
    uint16_t row[NEAR_SHORT_MAX + 1][NEAR_BYTES + 1];
};

/* Comparisons of an atom, with `next` if it is not NULL, with moves. */
struct near {
    const struct atom *a, *next;
    bool visible;
    struct near_word word[2]; /* for moves of one cell, and of two or more */
};
void zi_near_begin(struct near *n, const struct atom *a, const struct atom *next);

/* The characters that look like a character of a cell; empty: none. */
const char *zi_near_alike(char c);

/* Whether the move may be near, by its cells. */
bool zi_near_may(const struct atom *a, const struct move *m);

/* The cost of reading the atom as the move; above COST_NEAR_MOST if it is not near. `short_text`:
   the move without inner cells and annotations. Moves with the same beginning in succession are
   faster. */
uint32_t zi_near(struct near *n, const struct move *m, struct text short_text);
