/* The moves played from a position, and the results. */
#pragma once

#include "cli/archive/archive.h"
#include "cli/archive/posting.h"

enum { EXAMPLES = 3 };

/* The games that played a move after they first reached the position. An empty move: they ended
   there. */
struct explored_move {
    char *move;
    uint64_t results[4], games; /* by zet_result; all */
    int64_t example[EXAMPLES];  /* ids of games, the lowest ones first; 0: none */
};

/* Starts zeroed. */
struct explored {
    struct explored_move *at; /* most played first */
    size_t count, cap;
    uint64_t results[4], games;
};

/* `symmetric`: includes the position's images, with their moves and results mapped to the
   position. `which`: SQL on game for the games to count; NULL: all. */
bool explore(const struct archive *a, const zet_position *position, bool symmetric,
             const char *which, struct explored *out);
void explored_free(struct explored *e);
