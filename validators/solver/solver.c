#include "validators/solver/solver.h"

#include <stdlib.h>

#include "validators/solver/solver_search.h"

struct solver {
    struct deepening *deepening;
    struct beam *beam;
    struct solo_search search;
};

enum { MEMORY_MIN = 4 << 20, NODES_FIRST = 512, WIDTH_FIRST = 16 };

struct solver *zi_solver_new(size_t memory) {
    if (memory < MEMORY_MIN)
        memory = MEMORY_MIN;
    struct solver *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->deepening = zi_deepening_new(memory / 2);
    s->beam = zi_beam_new(memory / 2);
    if (s->deepening && s->beam) {
        zi_solo_prepare(&s->search.ground);
        return s;
    }
    zi_solver_free(s);
    return NULL;
}

void zi_solver_free(struct solver *s) {
    if (!s)
        return;
    zi_deepening_free(s->deepening);
    zi_beam_free(s->beam);
    free(s);
}

static unsigned not_home(const struct solo_search *s) {
    unsigned count = 0;
    for (unsigned i = 0; i < s->ground.men; i++)
        count += !s->ground.goal[s->start.men.cell[i]];
    return count;
}

static bool can_move(struct solo_search *s) {
    uint8_t to[SOLO_DESTINATIONS];
    for (unsigned i = 0; i < s->ground.men; i++)
        if (zi_solo_destinations(&s->ground, &s->start, s->start.men.cell[i], to))
            return true;
    return false;
}

/* Sets the bounds that need no search. */
static void begin(struct solo_search *s) {
    struct solution *out = s->out;
    out->low = not_home(s);
    out->high = out->low ? UINT32_MAX : 0;
    /* A loser without a move passes forever (C2), because nobody else moves. */
    out->never = out->low && (!zi_solo_feasible(&s->ground, &s->start) || !can_move(s));
    if (!out->never)
        out->low = zi_solo_bound(&s->ground, s->start.tally);
}

/* Raises the lower bound until it meets the upper one, or `nodes` positions have been searched. */
static void deepen(struct solver *s, uint64_t nodes) {
    struct solo_search *search = &s->search;
    struct solution *out = search->out;
    uint64_t end = search->nodes + nodes;
    while (out->low < out->high && out->low <= DEEPEN_MOVES_MAX &&
           zi_deepen(s->deepening, search, end - search->nodes) == DEEPEN_NONE)
        out->low++;
}

/* Alternates both searches with growing budgets. Their work depends on nodes only, so a clock can
 * stop it early but not change it. If the bounds differ by one, most of the remaining work is the
 * proof. */
static void search_both(struct solver *s) {
    struct solo_search *search = &s->search;
    struct solution *out = search->out;
    size_t width = WIDTH_FIRST;
    uint64_t nodes = NODES_FIRST;
    for (uint64_t round = 0; out->low < out->high && !search->stopped; round++) {
        deepen(s, nodes);
        if (out->low == out->high || search->stopped)
            break;
        uint32_t high = out->high;
        if (zi_beam_search(s->beam, search, width, round))
            width *= 2;
        if (out->high != high)
            zi_shorten(s->deepening, search, nodes / 8);
        nodes *= out->high - out->low == 1 ? 4 : 2;
    }
}

void zi_solve(struct solver *s, const void *position, const struct solver_limits *limits,
              struct solution *out) {
    struct solo_search *search = &s->search;
    memset(out, 0, sizeof *out);
    search->limits = limits;
    search->out = out;
    search->nodes = search->ask = 0;
    search->stopped = false;
    zi_solo_begin(&search->ground, &search->start, position);
    zi_deepening_begin(s->deepening);
    begin(search);
    if (!out->never)
        search_both(s);
    out->nodes = search->nodes;
    out->exact = out->low == out->high;
}
