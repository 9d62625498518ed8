/* The text of a position that a game goes through: what a move leaves as it was is not written
   again. */
#pragma once

#include "notation/games/notation.h"

/* The ranks of all levels; no position text is longer. */
enum {
    SETUP_RANKS_MAX = RANKS_MAX * (LEVELS_MAX + 1) / 2,
    SETUP_TEXT_MAX = SETUP_RANKS_MAX * (FILES_MAX + 1),
    RANK_ROOM = 48
};
_Static_assert((int)RANK_ROOM > (int)RANK_BYTES_MAX, "a rank and what is behind it have room");

/* Starts zeroed, with all of its ranks changed. For positions on one board. */
struct setup_text {
    struct setup setup;
    uint16_t changed[LEVELS_MAX]; /* a bit for each rank that is not yet written as it is */

    unsigned levels; /* that are written */

    /* The text of each rank, in their order, with the sign behind it, and its length. */
    char rank[SETUP_RANKS_MAX][RANK_ROOM];
    uint8_t length[SETUP_RANKS_MAX];
    char text[SETUP_TEXT_MAX + RANK_ROOM];
};

/* The text, valid until the next call. Then nothing is changed. Requires n->write_rank. */
struct text zet_setup_text(struct setup_text *t, const struct notation *n,
                           const struct board *board);

/* Behind the text at `p`, if it is the same; else NULL. */
const char *zet_setup_text_meet(struct setup_text *t, const struct notation *n,
                                const struct board *board, const char *p, const char *end);
