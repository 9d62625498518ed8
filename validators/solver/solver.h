/* Hogga's playout as a puzzle for one player (H13): after a win by H11 the loser plays on alone,
 * and the winner's men do not move. How few moves bring the loser home? Uses no clock and no I/O:
 * the caller says when to stop. */
#pragma once

#include "validators/solver/solution.h"

/* The memory for one thread's searches; it serves one position after another. */
struct solver;

/* A solver that uses about `memory` bytes, but at least 4 MiB. NULL when memory runs out. */
struct solver *zi_solver_new(size_t memory);
void zi_solver_free(struct solver *s);

/* Searches for the shortest line that ends with solo_done. `position` is hogga's, set by
 * rules->solo. The answer depends only on the position, the memory, the seed and the number of
 * nodes searched. A longer search continues a shorter one, so its bounds are never worse; once they
 * meet, the line does not change. */
void zi_solve(struct solver *s, const void *position, const struct solver_limits *limits,
              struct solution *out);
