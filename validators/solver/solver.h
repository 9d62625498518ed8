/* Hogga's playout as a puzzle of one player (H13): after a win by H11 the loser plays on alone, the
   winner's men stand still. How few moves bring the loser home? No clock, no I/O: the caller says
   when to stop. */
#ifndef ZET_VALIDATORS_SOLVER_SOLVER_H
#define ZET_VALIDATORS_SOLVER_SOLVER_H

#include "validators/games/rules.h"

/* Moves of the longest line that is looked for. */
enum { SOLO_MOVES_MAX = 255 };

/* A move of the loser; the way there is for rules->complete to find, from a route. */
struct solo_move {
    cell from, to;
};

/* When to stop. At least one of the two should be given: a position that has no line need not be
   recognised as such, and is then searched until the limit. */
struct solver_limits {
    bool (*expired)(void *context); /* asked every some hundred nodes; NULL: never */
    void *context;
    uint64_t nodes; /* positions looked at; 0: no limit */
    uint64_t seed;  /* of the beam's choice among equals */
};

struct solution {
    uint32_t low;  /* no line is shorter: proved */
    uint32_t high; /* moves of `line`; UINT32_MAX: no line was found */
    bool exact;    /* low == high: the line is as short as can be */
    bool never;    /* proved: there is no line at all */
    uint64_t nodes;
    struct solo_move line[SOLO_MOVES_MAX];
};

/* The memory of one thread's searches; it serves one position after the other. */
struct solver;

/* A solver that takes about `memory` bytes, but not less than 4 MiB. NULL when memory runs out. */
struct solver *zet_solver_new(size_t memory);
void zet_solver_free(struct solver *s);

/* Looks for the shortest line that ends with solo_done. `position` is hogga's, as rules->solo
   leaves it. The answer depends only on the position, the memory, the seed and the number of nodes
   looked at; a longer search goes on from where a shorter one stops, so its bounds are never worse,
   and once they meet the line stays the same. */
void zet_solve(struct solver *s, const void *position, const struct solver_limits *limits,
               struct solution *out);

#endif
