#include <stdlib.h>

#include "validators/solver/solver_paths.h"
#include "validators/solver/solver_search.h"

/* A position without a line of `moves` moves. */
struct failure {
    struct solo_men men;
    uint16_t start; /* number of its playout; another: the entry is free */
    uint8_t moves;
};

enum { WAYS = 4, CHOICES_MAX = SOLO_MEN * SOLO_DESTINATIONS, BOUND_BUCKETS = 4 };

struct choice {
    uint8_t from, to, bucket;
};

/* A position on the current line. */
struct level {
    struct solo_men men;
    /* By man: legal moves known to fail. Moves of two men who do not interfere lead to the same
     * position in either order, so a move that has failed here also fails after the other one. */
    struct solo_cells failed[SOLO_MEN];
    struct choice choice[CHOICES_MAX];
    uint8_t from, to; /* the current move */
    unsigned spare;   /* moves left beyond the men's costs */
    /* Who may make the spare moves: with one, the men of `who`, and where they may go; with two,
     * the pairs of `with`. This remains true after a move. */
    uint16_t who, with[SOLO_MEN];
    struct solo_cells detours[SOLO_MEN];
};

struct deepening {
    struct failure (*table)[WAYS];
    size_t mask;
    uint16_t start;
    uint64_t end; /* stop at this number of nodes */
    bool cut;     /* by `end` */
    struct solo_memo memo;
    unsigned root;                    /* the depth of the first position */
    struct choice found[CHOICES_MAX]; /* unsorted */
    struct level level[DEEPEN_MOVES_MAX];
};

struct deepening *zi_deepening_new(size_t memory) {
    size_t sets = 1;
    while (sets <= memory / 2 / sizeof(struct failure[WAYS]))
        sets *= 2;
    struct deepening *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->mask = sets - 1;
    d->table = calloc(sets, sizeof *d->table);
    if (d->table)
        return d;
    free(d);
    return NULL;
}

void zi_deepening_free(struct deepening *d) {
    if (!d)
        return;
    free(d->table);
    free(d);
}

void zi_deepening_begin(struct deepening *d) {
    if (!++d->start) /* no position equals a free entry: all men on a1 */
        memset(d->table, 0, (d->mask + 1) * sizeof *d->table);
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

/* Replaces the entry of the same position, else a free one, else the least useful one. */
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

/* Men far from home go first, and moves that bring nobody closer last. But if only one such move is
 * spare, it goes first, so that it is not tried again after each of the others (struct level). */
static unsigned bucket_of(unsigned least, unsigned bound, unsigned moves, unsigned distance) {
    unsigned more = bound > least ? bound - least : 0;
    if (more >= BOUND_BUCKETS)
        more = BOUND_BUCKETS - 1;
    if (moves == least + 2)
        more = BOUND_BUCKETS - 1 - more;
    return more * RANKS_MAX + RANKS_MAX - 1 - distance;
}

static unsigned man_at(const struct solo_men *men, unsigned at) {
    unsigned man = 0;
    while (men->cell[man] != at)
        man++;
    return man;
}

/* Sets, by man, the moves that failed before the last move and also fail after it. */
static void take_failed(const struct deepening *d, struct solo_search *s, unsigned depth,
                        struct solo_cells failed[SOLO_MEN]) {
    memset(failed, 0, SOLO_MEN * sizeof *failed);
    if (depth == d->root)
        return;
    const struct level *before = &d->level[depth - 1];
    struct solo_way way;
    zi_solo_find_way(&s->ground, &s->board, before->to, before->from, &way);
    solo_cells_add(&way.clear, before->to);
    for (unsigned i = 0; i < s->ground.men; i++) {
        unsigned at = s->board.men.cell[i];
        if (at == before->to || solo_cells_has(&way.over, at))
            continue;
        failed[i] = before->failed[man_at(&before->men, at)];
        solo_cells_drop(&failed[i], &way.clear);
    }
}

/* Whether a move of the man to this cell is known to fail because it is a detour. */
static bool is_denied(const struct level *level, unsigned man, unsigned to, unsigned costs,
                      unsigned costs_after) {
    if (costs_after < costs)
        return false;
    switch (level->spare) {
    case 1: return !solo_cells_has(&level->detours[man], to);
    case 2: return !(costs_after == costs ? level->with[man] : level->with[man] >> man & 1);
    default: return false;
    }
}

/* Lists all moves after which a line of `moves` - 1 moves may exist, the most promising first. */
static unsigned list_choices(struct deepening *d, struct solo_search *s, unsigned depth,
                             unsigned moves) {
    struct level *level = &d->level[depth];
    const struct solo_ground *g = &s->ground;
    struct solo_board *b = &s->board;
    unsigned now = zi_solo_bound(g, b->tally), count = 0;
    bool only_home = now == moves && !zi_solo_is_crowded(g, b->tally);
    uint16_t start[BOUND_BUCKETS * RANKS_MAX + 1] = {0};
    level->men = b->men;
    take_failed(d, s, depth, level->failed);
    for (unsigned i = 0; i < g->men; i++) {
        uint8_t to[SOLO_DESTINATIONS];
        unsigned from = b->men.cell[i];
        if (only_home && g->goal[from])
            continue;
        struct solo_cells before = level->failed[i];
        unsigned n = zi_solo_destinations(g, b, from, to);
        for (unsigned k = 0; k < n; k++) {
            uint64_t tally = solo_tally(g, b, from, to[k]);
            unsigned bound = zi_solo_bound(g, tally);
            if (solo_cells_has(&before, to[k]))
                continue;
            solo_cells_add(&level->failed[i], to[k]);
            if (bound >= moves ||
                is_denied(level, i, to[k], solo_costs(b->tally), solo_costs(tally)))
                continue;
            unsigned bucket = bucket_of(now - 1, bound, moves, g->distance[from]);
            d->found[count++] = (struct choice){(uint8_t)from, to[k], (uint8_t)bucket};
            start[bucket + 1]++;
            solo_cells_remove(&level->failed[i], to[k]);
        }
    }
    for (unsigned i = 1; i < BOUND_BUCKETS * RANKS_MAX; i++)
        start[i] = (uint16_t)(start[i] + start[i - 1]);
    for (unsigned i = 0; i < count; i++)
        level->choice[start[d->found[i].bucket]++] = d->found[i];
    return count;
}

/* The same men after one of them has moved from one place in the list of men to another. */
static uint16_t men_after(unsigned men, unsigned was, unsigned is) {
    unsigned below = (1U << was) - 1, others = (men & below) | (men >> 1 & ~below);
    below = (1U << is) - 1;
    return (uint16_t)((others & below) | (men >> was & 1) << is | (others & ~below) << 1);
}

/* Inherits from the previous position who may waste moves. */
static void inherit(struct deepening *d, const struct solo_search *s, unsigned depth) {
    struct level *level = &d->level[depth];
    unsigned men = s->ground.men;
    level->who = (uint16_t)((1U << men) - 1);
    for (unsigned i = 0; i < men; i++)
        level->with[i] = level->who;
    if (depth == d->root || d->level[depth - 1].spare > 2)
        return;
    const struct level *before = &d->level[depth - 1];
    unsigned was = man_at(&before->men, before->from), is = man_at(&s->board.men, before->to);
    if (level->spare == 1)
        level->who = men_after(before->spare == 2 ? before->with[was] : before->who, was, is);
    for (unsigned i = 0; i < men && level->spare == 2; i++) {
        unsigned bit = men_after(1U << i, was, is);
        level->with[__builtin_ctz(bit)] = men_after(before->with[i], was, is);
    }
}

/* False: proved that the remaining moves bring nobody home. */
static bool is_possible(struct deepening *d, const struct solo_search *s, unsigned depth) {
    const struct solo_ground *g = &s->ground;
    const struct solo_board *b = &s->board;
    struct level *level = &d->level[depth];
    switch (level->spare) {
    case 0: return zi_solo_may_be_tight(g, b, &d->memo);
    case 1:
        return zi_solo_detours(g, b, &d->memo, &level->who, level->detours) ||
               zi_solo_may_be_tight(g, b, &d->memo);
    case 2: return zi_solo_two_detours(g, b, &d->memo, level->with);
    default: return true;
    }
}

/* Searches for at most `moves` moves from the board, which is `depth` moves from the start. */
static bool descend(struct deepening *d, struct solo_search *s, unsigned depth, unsigned moves) {
    const struct solo_ground *g = &s->ground;
    unsigned bound = zi_solo_bound(g, s->board.tally);
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
    struct level *level = &d->level[depth];
    level->spare = moves - solo_costs(s->board.tally);
    inherit(d, s, depth);
    if (!is_possible(d, s, depth)) {
        note_failure(d, &s->board, moves);
        return false;
    }
    unsigned count = list_choices(d, s, depth, moves);
    for (unsigned i = 0; i < count; i++) {
        unsigned from = level->choice[i].from, to = level->choice[i].to;
        level->from = (uint8_t)from;
        level->to = (uint8_t)to;
        zi_solo_move(g, &s->board, from, to);
        bool found = descend(d, s, depth + 1, moves - 1);
        zi_solo_move(g, &s->board, to, from);
        if (found) {
            s->out->line[depth] = (struct solo_move){(cell)from, (cell)to};
            return true;
        }
        if (d->cut)
            return false;
        solo_cells_add(&level->failed[man_at(&level->men, from)], to);
    }
    if (moves > 1)
        note_failure(d, &s->board, moves);
    return false;
}

/* Searches for a line of at most `moves` moves after the first `kept` ones of s->out, and stores it
 * there. */
static enum deepened look(struct deepening *d, struct solo_search *s, unsigned kept, unsigned moves,
                          uint64_t nodes) {
    d->end = s->nodes + nodes;
    d->cut = false;
    d->root = kept;
    s->board = s->start;
    for (unsigned i = 0; i < kept; i++)
        zi_solo_move(&s->ground, &s->board, s->out->line[i].from, s->out->line[i].to);
    if (descend(d, s, kept, moves))
        return DEEPEN_FOUND;
    return d->cut ? DEEPEN_UNKNOWN : DEEPEN_NONE;
}

enum deepened zi_deepen(struct deepening *d, struct solo_search *s, uint64_t nodes) {
    return look(d, s, 0, s->out->low, nodes);
}

void zi_shorten(struct deepening *d, struct solo_search *s, uint64_t nodes) {
    if (s->out->high > DEEPEN_MOVES_MAX)
        return;
    for (unsigned kept = s->out->high; kept-- && !s->stopped && s->out->low < s->out->high;) {
        unsigned moves = s->out->high - 1 - kept;
        if (look(d, s, kept, moves, nodes) == DEEPEN_FOUND)
            kept = s->out->high;
    }
}
