/* The two searches of the solver: one proves, one finds. Both count the positions they visit and
 * stop at the limits. */
#pragma once

#include "validators/solver/solution.h"
#include "validators/solver/solver_board.h"

/* Shared by both. */
struct solo_search {
    struct solo_ground ground;
    struct solo_board start, board;
    const struct solver_limits *limits;
    uint64_t nodes, ask; /* ask: check the clock at this many nodes */
    bool stopped;
    struct solution *out;
};

enum { SOLO_ASK_NODES = 256 };

/* Counts a position. False: stop. */
static inline bool solo_count(struct solo_search *s) {
    const struct solver_limits *limits = s->limits;
    if (limits->nodes && s->nodes >= limits->nodes)
        s->stopped = true;
    if (s->nodes >= s->ask) {
        s->ask = s->nodes + SOLO_ASK_NODES;
        if (limits->expired && limits->expired(limits->context))
            s->stopped = true;
    }
    s->nodes += !s->stopped;
    return !s->stopped;
}

/* Depth-first search with a bound and a table of failures. */

enum { DEEPEN_MOVES_MAX = 64 }; /* the depth limit */

enum deepened { DEEPEN_FOUND, DEEPEN_NONE, DEEPEN_UNKNOWN };

struct deepening;

/* Uses about `memory` bytes. */
struct deepening *zi_deepening_new(size_t memory);
void zi_deepening_free(struct deepening *d);

/* Discards the results for another start. */
void zi_deepening_begin(struct deepening *d);

/* Searches for a line of exactly s->out->low moves, at most DEEPEN_MOVES_MAX, with at most `nodes`
 * positions. FOUND: it is in s->out. NONE: proved. UNKNOWN: out of nodes, or s is stopped. A
 * repeated call is faster because it reuses what was proved. */
enum deepened zi_deepen(struct deepening *d, struct solo_search *s, uint64_t nodes);

/* For each position of the line in s->out, from the last one back, tries to come home one move
 * sooner, with at most `nodes` positions each. Requires a line. */
void zi_shorten(struct deepening *d, struct solo_search *s, uint64_t nodes);

/* Searches layer by layer and keeps only the best positions of each. */

struct beam;

/* Uses about `memory` bytes. */
struct beam *zi_beam_new(size_t memory);
void zi_beam_free(struct beam *b);

/* Searches for a line shorter than s->out->high, with `width` positions per layer or as many as fit
 * in memory; stores it in s->out. `pass` and the seed decide among equals. False: memory limited
 * the width. */
bool zi_beam_search(struct beam *b, struct solo_search *s, size_t width, uint64_t pass);
