/* The two searches of the solver: one that proves, one that finds. Both count the positions that
   they look at, and stop where they are told to. */
#pragma once

#include "validators/solver/solution.h"
#include "validators/solver/solver_board.h"

/* What both share. */
struct solo_search {
    struct solo_ground ground;
    struct solo_board start, board;
    const struct solver_limits *limits;
    uint64_t nodes, ask; /* ask: look at the clock when there are so many */
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

/* Depth first with a bound and a table of what has failed. */

enum { DEEPEN_MOVES_MAX = 64 }; /* deeper it does not look */

enum deepened { DEEPEN_FOUND, DEEPEN_NONE, DEEPEN_UNKNOWN };

struct deepening;

/* Takes about `memory` bytes. */
struct deepening *zi_deepening_new(size_t memory);
void zi_deepening_free(struct deepening *d);

/* Forgets what was true of another start. */
void zi_deepening_begin(struct deepening *d);

/* Looks for a line of exactly s->out->low moves, at most DEEPEN_MOVES_MAX, at no more than `nodes`
   positions. FOUND: it is in s->out. NONE: proved. UNKNOWN: the nodes were not enough, or s is
   stopped. Called again it is faster by what it has proved. */
enum deepened zi_deepen(struct deepening *d, struct solo_search *s, uint64_t nodes);

/* Tries, for each position of the line in s->out from the last on, to come home from there a move
   sooner; at no more than `nodes` positions each. Requires a line. */
void zi_shorten(struct deepening *d, struct solo_search *s, uint64_t nodes);

/* Layer by layer, of each the best only. */

struct beam;

/* Takes about `memory` bytes. */
struct beam *zi_beam_new(size_t memory);
void zi_beam_free(struct beam *b);

/* Looks for a line shorter than s->out->high, at `width` positions a layer, or as many as the
   memory has room for; puts it into s->out. `pass` and the seed decide among equals. False: the
   memory has narrowed it. */
bool zi_beam_search(struct beam *b, struct solo_search *s, size_t width, uint64_t pass);
