#include <stdlib.h>

#include "validators/games/key.h"
#include "validators/solver/solver_search.h"

/* A position of the next layer. Lower orders are better. */
struct candidate {
    uint64_t order, hash;
    uint32_t parent; /* in the current layer */
    uint8_t from, to;
};

/* The move that led to a position of a layer. */
struct trace {
    uint32_t parent; /* in the previous layer */
    uint8_t from, to;
};

/* A position seen in a pass. */
struct met {
    uint64_t hash;
    uint32_t layer;
    bool kept; /* it was among the best of that layer */
};

enum { MET_PER_WIDTH = 8, WIDTH_MIN = 16 };

struct beam {
    size_t bytes;
    unsigned char *memory;

    /* For one pass, all in that memory. */
    size_t width, met_mask;
    struct candidate *heap; /* the worst first */
    struct met *met;
    struct solo_men *men, *next;
    struct trace *trace; /* width per layer */
    size_t count;
    uint64_t salt;
    uint32_t layer; /* from 1 */
};

struct beam *zi_beam_new(size_t memory) {
    struct beam *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->bytes = memory;
    b->memory = malloc(memory);
    if (b->memory)
        return b;
    free(b);
    return NULL;
}

void zi_beam_free(struct beam *b) {
    if (!b)
        return;
    free(b->memory);
    free(b);
}

/* Divides the memory for lines with fewer than `high` moves; the most strictly aligned first. */
static void divide(struct beam *b, size_t width, uint32_t high) {
    size_t layers = high <= SOLO_MOVES_MAX ? high : SOLO_MOVES_MAX + 1;
    size_t each = sizeof *b->heap + MET_PER_WIDTH * sizeof *b->met + 2 * sizeof *b->men +
                  layers * sizeof *b->trace;
    b->width = WIDTH_MIN;
    while (b->width * 2 <= width && b->width * 2 * each <= b->bytes)
        b->width *= 2;
    unsigned char *p = b->memory;
    b->heap = (void *)p;
    p += b->width * sizeof *b->heap;
    b->met = (void *)p;
    p += b->width * MET_PER_WIDTH * sizeof *b->met;
    b->trace = (void *)p;
    p += b->width * layers * sizeof *b->trace;
    b->men = (void *)p;
    b->next = b->men + b->width;
    b->met_mask = b->width * MET_PER_WIDTH - 1;
    memset(b->met, 0, b->width * MET_PER_WIDTH * sizeof *b->met);
}

static void filter_down(struct candidate *heap, size_t count, size_t i) {
    struct candidate c = heap[i];
    for (size_t child; (child = 2 * i + 1) < count; i = child) {
        child += child + 1 < count && heap[child + 1].order > heap[child].order;
        if (heap[child].order <= c.order)
            break;
        heap[i] = heap[child];
    }
    heap[i] = c;
}

static void filter_up(struct candidate *heap, size_t i) {
    struct candidate c = heap[i];
    for (size_t above; i && heap[above = (i - 1) / 2].order < c.order; i = above)
        heap[i] = heap[above];
    heap[i] = c;
}

/* Whether the pass has seen the position in this layer, or kept it in an earlier one. */
static bool is_met(struct beam *b, uint64_t hash) {
    struct met *m = &b->met[hash & b->met_mask];
    if (m->hash == hash && (m->kept || m->layer == b->layer))
        return true;
    *m = (struct met){hash, b->layer, false};
    return false;
}

static void offer(struct beam *b, const struct candidate *c) {
    if (b->count == b->width && c->order >= b->heap[0].order)
        return;
    if (is_met(b, c->hash))
        return;
    if (b->count < b->width) {
        b->heap[b->count] = *c;
        filter_up(b->heap, b->count++);
        return;
    }
    b->heap[0] = *c;
    filter_down(b->heap, b->count, 0);
}

/* The penalty for a man far from home: quadratic, so that nobody is left behind. */
static unsigned lag(const struct solo_ground *g, unsigned at) {
    return g->distance[at] * g->distance[at] / 4U;
}

static unsigned lag_sum(const struct solo_ground *g, const struct solo_board *b) {
    unsigned sum = 0;
    for (unsigned i = 0; i < g->men; i++)
        sum += lag(g, b->men.cell[i]);
    return sum;
}

/* Adds the positions after the board's from which a line shorter than the best may lead home. True
 * if one of them is the goal, which is then the only candidate. */
static bool expand(struct beam *b, struct solo_search *s, uint32_t parent) {
    const struct solo_ground *g = &s->ground;
    unsigned sum = lag_sum(g, &s->board);
    for (unsigned i = 0; i < g->men; i++) {
        uint8_t to[SOLO_DESTINATIONS];
        unsigned from = s->board.men.cell[i];
        unsigned n = zi_solo_destinations(g, &s->board, from, to);
        for (unsigned k = 0; k < n; k++) {
            unsigned bound = zi_solo_bound(g, solo_tally(g, &s->board, from, to[k]));
            if (b->layer + bound >= s->out->high || b->layer + bound > SOLO_MOVES_MAX)
                continue;
            uint64_t hash = solo_hash(g, &s->board, from, to[k]);
            uint64_t score = 4 * bound + sum - lag(g, from) + lag(g, to[k]);
            struct candidate c = {score << 48 | key_mix(hash ^ b->salt) >> 16, hash, parent,
                                  (uint8_t)from, to[k]};
            if (!bound) {
                b->heap[0] = c;
                b->count = 1;
                return true;
            }
            offer(b, &c);
        }
    }
    return false;
}

/* Makes the candidates the current layer. */
static void advance(struct beam *b, const struct solo_search *s) {
    struct trace *trace = b->trace + b->layer * b->width;
    for (size_t i = 0; i < b->count; i++) {
        const struct candidate *c = &b->heap[i];
        struct met *m = &b->met[c->hash & b->met_mask];
        trace[i] = (struct trace){c->parent, c->from, c->to};
        struct solo_men *men = &b->next[i];
        *men = b->men[c->parent];
        zi_solo_move_men(&s->ground, men, c->from, c->to);
        if (m->hash == c->hash)
            m->kept = true;
    }
    struct solo_men *swap = b->men;
    b->men = b->next;
    b->next = swap;
}

/* Stores the line to the goal, which is first in the current layer. */
static void keep_line(const struct beam *b, struct solution *out) {
    uint32_t i = 0;
    out->high = b->layer;
    for (uint32_t layer = b->layer; layer; layer--) {
        const struct trace *t = &b->trace[layer * b->width + i];
        out->line[layer - 1] = (struct solo_move){t->from, t->to};
        i = t->parent;
    }
}

bool zi_beam_search(struct beam *b, struct solo_search *s, size_t width, uint64_t pass) {
    divide(b, width, s->out->high);
    b->salt = key_mix(s->limits->seed + key_mix(pass));
    b->men[0] = s->start.men;
    s->board = s->start;
    size_t layer_count = 1; /* 0 at the latest when all bounds are too high */
    for (b->layer = 1; layer_count; b->layer++) {
        bool found = false;
        b->count = 0;
        for (size_t i = 0; i < layer_count && !found; i++) {
            if (!solo_count(s))
                return true;
            zi_solo_place(&s->ground, &s->board, &b->men[i]);
            found = expand(b, s, (uint32_t)i);
        }
        advance(b, s);
        if (found) {
            keep_line(b, s->out);
            break;
        }
        layer_count = b->count;
    }
    return b->width >= width;
}
