/* The solver's limits and results. */
#pragma once

#include "validators/games/rules.h"

/* Moves of the longest line searched for. */
enum { SOLO_MOVES_MAX = 255 };

/* A move of the loser. rules->complete finds its way from a route. */
struct solo_move {
    cell from, to;
};

/* When to stop. Set at least one limit: a position without a line may not be recognized as such,
 * and is then searched until the limit. */
struct solver_limits {
    bool (*expired)(void *context); /* called every few hundred nodes; NULL: never */
    void *context;
    uint64_t nodes; /* positions to search; 0: no limit */
    uint64_t seed;  /* for the beam's choice among equal positions */
};

struct solution {
    uint32_t low;  /* no line is shorter: proved */
    uint32_t high; /* moves of `line`; UINT32_MAX: not found */
    bool exact;    /* low == high: the line is the shortest */
    bool never;    /* proved: no line exists */
    uint64_t nodes;
    struct solo_move line[SOLO_MOVES_MAX];
};
