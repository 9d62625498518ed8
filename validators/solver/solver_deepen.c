#include <stdlib.h>

#include "validators/solver/solver_search.h"

/* A position that had no line of `moves` moves. */
struct failure {
    struct solo_men men;
    uint16_t start; /* of the playout that it belongs to; another: the place is free */
    uint8_t moves;
};

enum { WAYS = 4, CHOICES_MAX = SOLO_MEN * SOLO_DESTINATIONS, BOUND_BUCKETS = 4 };

struct choice {
    uint8_t from, to, bucket;
};

struct deepening {
    struct failure (*table)[WAYS];
    size_t mask;
    uint16_t start;
    uint64_t end;                     /* stop when so many nodes have been counted */
    bool cut;                         /* by `end` */
    uint8_t hint;                     /* of zet_solo_may_be_tight */
    struct choice found[CHOICES_MAX]; /* unsorted */
    struct choice choice[DEEPEN_MOVES_MAX][CHOICES_MAX];
};

struct deepening *zet_deepening_new(size_t memory) {
    size_t sets = 1;
    while (sets * 2 * sizeof(struct failure[WAYS]) <= memory)
        sets *= 2;
    struct deepening *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->table = calloc(sets, sizeof *d->table);
    d->mask = sets - 1;
    if (d->table)
        return d;
    free(d);
    return NULL;
}

void zet_deepening_free(struct deepening *d) {
    if (!d)
        return;
    free(d->table);
    free(d);
}

void zet_deepening_begin(struct deepening *d) {
    if (++d->start)
        return;
    memset(d->table, 0, (d->mask + 1) * sizeof *d->table);
    d->start = 1;
}

static bool same_men(const struct failure *f, const struct solo_board *b) {
    return memcmp(&f->men, &b->men, sizeof f->men) == 0;
}

static bool has_failed(const struct deepening *d, const struct solo_board *b, unsigned moves) {
    const struct failure *f = d->table[b->hash & d->mask];
    for (unsigned i = 0; i < WAYS; i++)
        if (f[i].start == d->start && f[i].moves >= moves && same_men(&f[i], b))
            return true;
    return false;
}

/* Takes the place of the same position, else of none, else of the one that says least. */
static void note_failure(struct deepening *d, const struct solo_board *b, unsigned moves) {
    struct failure *f = d->table[b->hash & d->mask], *least = f;
    unsigned value = UINT32_MAX;
    for (unsigned i = 0; i < WAYS; i++) {
        if (f[i].start == d->start && same_men(&f[i], b)) {
            least = &f[i];
            break;
        }
        unsigned v = f[i].start == d->start ? 1U + f[i].moves : 0;
        if (v < value) {
            value = v;
            least = &f[i];
        }
    }
    *least = (struct failure){b->men, d->start, (uint8_t)moves};
}

/* Men far from home go first. */
static unsigned bucket_of(unsigned least, unsigned bound, unsigned distance) {
    unsigned more = bound > least ? bound - least : 0;
    return (more < BOUND_BUCKETS ? more : BOUND_BUCKETS - 1) * RANKS_MAX + RANKS_MAX - 1 - distance;
}

/* All moves after which a line of `moves` - 1 moves is not excluded, the most promising first. */
static unsigned list_choices(struct deepening *d, struct solo_search *s, unsigned moves,
                             const struct solo_cells *detours, struct choice *out) {
    const struct solo_ground *g = &s->ground;
    struct solo_board *b = &s->board;
    unsigned now = zet_solo_bound(g, b->tally), count = 0;
    bool only_home = now == moves && !zet_solo_is_crowded(g, b->tally);
    uint16_t start[BOUND_BUCKETS * RANKS_MAX + 1] = {0};
    for (unsigned i = 0; i < g->men; i++) {
        uint8_t to[SOLO_DESTINATIONS];
        unsigned from = b->men.cell[i];
        if (only_home && g->goal[from])
            continue;
        unsigned n = zet_solo_destinations(g, b, from, to);
        for (unsigned k = 0; k < n; k++) {
            uint64_t tally = solo_tally(g, b, from, to[k]);
            unsigned bound = zet_solo_bound(g, tally);
            if (bound >= moves || (detours && solo_costs(tally) >= solo_costs(b->tally) &&
                                   !solo_cells_has(&detours[i], to[k])))
                continue;
            unsigned bucket = bucket_of(now - 1, bound, g->distance[from]);
            d->found[count++] = (struct choice){(uint8_t)from, to[k], (uint8_t)bucket};
            start[bucket + 1]++;
        }
    }
    for (unsigned i = 1; i < BOUND_BUCKETS * RANKS_MAX; i++)
        start[i] = (uint16_t)(start[i] + start[i - 1]);
    for (unsigned i = 0; i < count; i++)
        out[start[d->found[i].bucket]++] = d->found[i];
    return count;
}

/* False: it is proved that there is no line of so many moves. Fills the detours where one is spare.
 */
static bool is_possible(struct deepening *d, const struct solo_search *s, unsigned moves,
                        struct solo_cells detours[SOLO_MEN]) {
    const struct solo_ground *g = &s->ground;
    const struct solo_board *b = &s->board;
    unsigned costs = solo_costs(b->tally);
    if (moves == costs)
        return zet_solo_may_be_tight(g, b, &d->hint);
    return moves != costs + 1 || zet_solo_detours(g, b, &d->hint, detours) ||
           zet_solo_may_be_tight(g, b, &d->hint);
}

/* Looks for at most `moves` moves from the board on, which is `depth` moves from the start. */
static bool descend(struct deepening *d, struct solo_search *s, unsigned depth, unsigned moves) {
    const struct solo_ground *g = &s->ground;
    unsigned bound = zet_solo_bound(g, s->board.tally);
    if (!bound) {
        s->out->high = depth;
        return true;
    }
    if (!moves || (moves > 1 && has_failed(d, &s->board, moves)))
        return false;
    if (s->nodes >= d->end || !solo_count(s)) {
        d->cut = true;
        return false;
    }
    struct solo_cells detours[SOLO_MEN];
    bool spare = moves == solo_costs(s->board.tally) + 1;
    if (!is_possible(d, s, moves, detours)) {
        note_failure(d, &s->board, moves);
        return false;
    }
    struct choice *choice = d->choice[depth];
    unsigned count = list_choices(d, s, moves, spare ? detours : NULL, choice);
    for (unsigned i = 0; i < count; i++) {
        unsigned from = choice[i].from, to = choice[i].to;
        zet_solo_move(g, &s->board, from, to);
        bool found = descend(d, s, depth + 1, moves - 1);
        zet_solo_move(g, &s->board, to, from);
        if (found) {
            s->out->line[depth] = (struct solo_move){(cell)from, (cell)to};
            return true;
        }
        if (d->cut)
            return false;
    }
    if (moves > 1)
        note_failure(d, &s->board, moves);
    return false;
}

/* Looks for a line of at most `moves` moves after the first `kept` ones of s->out's, and puts it
 * there. */
static enum deepened look(struct deepening *d, struct solo_search *s, unsigned kept, unsigned moves,
                          uint64_t nodes) {
    d->end = s->nodes + nodes;
    d->cut = false;
    s->board = s->start;
    for (unsigned i = 0; i < kept; i++)
        zet_solo_move(&s->ground, &s->board, s->out->line[i].from, s->out->line[i].to);
    if (descend(d, s, kept, moves))
        return DEEPEN_FOUND;
    return d->cut ? DEEPEN_UNKNOWN : DEEPEN_NONE;
}

enum deepened zet_deepen(struct deepening *d, struct solo_search *s, uint64_t nodes) {
    return look(d, s, 0, s->out->low, nodes);
}

void zet_shorten(struct deepening *d, struct solo_search *s, uint64_t nodes) {
    if (s->out->high > DEEPEN_MOVES_MAX)
        return;
    for (unsigned kept = s->out->high; kept-- && !s->stopped && s->out->low < s->out->high;) {
        unsigned moves = s->out->high - 1 - kept;
        if (look(d, s, kept, moves, nodes) == DEEPEN_FOUND)
            kept = s->out->high;
    }
}
