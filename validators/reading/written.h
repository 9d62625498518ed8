/* Moves as people write them: some cells, and what is written beside them. */
#pragma once

#include "notation/games/notation.h"

struct written_move {
    uint8_t word; /* of a move without cells: which one, from 1 */
    bool route;   /* `..` joins the cells */
    bool slash;   /* a `/` between blanks joins them */
    bool looted;  /* `loot` is given */
    char direction;
    uint16_t cells, falls;
    cell *cell; /* the falls follow the cells */
    uint32_t loot, cut;
    const struct move *gift; /* stones given before a turn; or NULL */
};

/* How a game's moves are made of cells. */
enum written_kind { WRITTEN_WALK, WRITTEN_PLACE, WRITTEN_SOW };
enum written_kind zi_written_kind(const struct notation *notation);

/* The number from 1 of a move without cells with which the text begins, and its length; 0: none. A
   gift has a blank behind it, and *gift is set. */
unsigned zi_written_word(struct text t, const struct notation *notation, size_t *length,
                         bool *gift);

/* A way to read what was written as a move; its cost in hundredths. */
struct way {
    struct move move;
    uint32_t cost;
};

/* The ways to read a written move, and with `next` the cells of both together. At most WAYS_MAX;
   the first one is as it is written. */
enum { WAYS_MAX = 2 };
size_t zi_written_ways(const struct written_move *w, const struct written_move *next,
                       const struct notation *notation, const struct board *board,
                       struct way out[WAYS_MAX]);

/* Makes a pass. */
void zi_written_pass(struct move *m);
