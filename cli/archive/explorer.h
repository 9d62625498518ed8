/* What was played from a position, and how it ended. */
#pragma once

#include "cli/archive/archive.h"
#include "cli/archive/posting.h"

enum { EXAMPLES = 3 };

/* The games that continued with a move after they first came to the position; an empty move: that
   ended there. */
struct explored_move {
    char *move;
    uint64_t results[4], games; /* by zet_result; all */
    int64_t example[EXAMPLES];  /* games; 0: none */
};

/* Starts zeroed. */
struct explored {
    struct explored_move *at; /* the most played first */
    size_t count, cap;
    uint64_t results[4], games;
};

/* `symmetric`: its images count too, with their moves as those of the position, and their results.
 */
bool explore(const struct archive *a, const zet_position *position, bool symmetric,
             struct explored *out);
void explored_free(struct explored *e);
