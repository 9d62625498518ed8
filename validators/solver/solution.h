/* What the solver finds, and when it stops. */
#pragma once

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
