/* Hogga's playout as a puzzle of one player (H13): after a win by H11 the loser plays on alone, the
   winner's men stand still. How few moves bring the loser home? No clock, no I/O: the caller says
   when to stop. */
#pragma once

#include "validators/solver/solution.h"

/* The memory of one thread's searches; it serves one position after the other. */
struct solver;

/* A solver that takes about `memory` bytes, but not less than 4 MiB. NULL when memory runs out. */
struct solver *zi_solver_new(size_t memory);
void zi_solver_free(struct solver *s);

/* Looks for the shortest line that ends with solo_done. `position` is hogga's, as rules->solo
   leaves it. The answer depends only on the position, the memory, the seed and the number of nodes
   looked at; a longer search continues from where a shorter one stops, so its bounds are never
   worse, and once they meet the line stays the same. */
void zi_solve(struct solver *s, const void *position, const struct solver_limits *limits,
              struct solution *out);
