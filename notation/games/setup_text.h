/* The text of a position that a game goes through: what a move leaves as it was is not written
   again. */
#ifndef ZET_NOTATION_GAMES_SETUP_TEXT_H
#define ZET_NOTATION_GAMES_SETUP_TEXT_H

#include "notation/games/notation.h"

/* The ranks of all levels; no position text is longer. */
enum {
    SETUP_RANKS_MAX = RANKS_MAX * (LEVELS_MAX + 1) / 2,
    SETUP_TEXT_MAX = SETUP_RANKS_MAX * (FILES_MAX + 1)
};

/* Starts zeroed, with all of its ranks changed. For positions on one board. */
struct setup_text {
    struct setup setup;
    uint16_t changed[LEVELS_MAX]; /* a bit for each rank that is not yet written as it is */

    unsigned levels;                     /* that are written */
    uint16_t start[SETUP_RANKS_MAX + 8]; /* where each rank begins, in the order of the text */
    char text[SETUP_TEXT_MAX + RANK_BYTES_MAX];
    const char *elsewhere; /* where the same text is, if it is not in `text` */
};

/* The text, valid until the next call. Then nothing is changed. Requires n->write_rank. */
struct text zet_setup_text(struct setup_text *t, const struct notation *n,
                           const struct board *board);

/* Behind the text at `p`, if it is the same; else NULL, and then *t must start anew. It must stay
   until the next call, as the next text is compared with it, which comes behind it and ends before
   the same `end`. */
const char *zet_setup_text_meet(struct setup_text *t, const struct notation *n,
                                const struct board *board, const char *p, const char *end);

#endif
