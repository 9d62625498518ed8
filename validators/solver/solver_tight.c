#include "validators/solver/solver_board.h"

/* Whether a line may be as short as the men's costs in the relaxed game together. On such a line
   each move brings its man one move closer, and men who are home stay. So the cells that men may
   stand on are few, and others' hops need them there: cells are added until nobody comes any
   further. */

enum { STANDING = 1 << 15 }; /* of `by`: a pawn that stays where it is */
enum { NOBODY = SOLO_MEN };

struct tight {
    const struct solo_ground *ground;
    const struct solo_board *board;
    unsigned out_count;
    uint8_t out[SOLO_MEN]; /* the men who are not home, by their places in men */
    unsigned far_count;
    uint8_t far[SOLO_MEN]; /* of them those who need more than a move; also the last of `out` */
    uint16_t blocked[LINE_KINDS][LINES_MAX]; /* cells of men who stay */
    uint16_t hurdle[LINE_KINDS][LINES_MAX];  /* a pawn may be there */
    uint16_t by[HOPS_CELLS];                 /* which pawns: a bit a man */
    unsigned version;                        /* grows with `hurdle` and `by` */
    unsigned waster;                         /* the man who may make a move more; or NOBODY */

    /* By man, the last two as of `swept`. */
    unsigned swept[SOLO_MEN];
    struct solo_cells before[SOLO_MEN]; /* where he may stand before his last move */
    uint16_t goals[SOLO_MEN];           /* goal cells that he may reach */
};

static const int8_t step[8] = {-17, -16, -15, -1, 1, 15, 16, 17};

/* A list without duplicates. */
struct cell_list {
    struct solo_cells set;
    unsigned count;
    uint8_t at[HOPS_CELLS];
};

static inline void list_clear(struct cell_list *l) {
    l->set = (struct solo_cells){0};
    l->count = 0;
}

static inline void list_add(struct cell_list *l, unsigned at) {
    if (solo_cells_has(&l->set, at))
        return;
    solo_cells_add(&l->set, at);
    l->at[l->count++] = (uint8_t)at;
}

static inline bool is_blocked(const struct tight *t, unsigned at) {
    return t->blocked[LINE_RANK][at / 16] >> at % 16 & 1;
}

static inline unsigned least_of(const struct tight *t, unsigned man) {
    return solo_least(t->ground, man >= t->ground->pawns, t->board->men.cell[man]);
}

/* The places on the line that a hop from the cell may go over. */
static inline unsigned hops_over(const struct tight *t, unsigned from, unsigned kind) {
    unsigned line = solo_line_of(from, kind);
    unsigned blocked = t->blocked[kind][line] & ((1U << SOLO_LINE) - 1);
    return t->hurdle[kind][line] & t->ground->hurdles[solo_place_of(from, kind)][blocked];
}

/* Puts a pawn that stays on the cell, or takes it away. */
static void flip_standing(struct tight *t, unsigned at) {
    t->by[at] ^= STANDING;
    solo_lines_flip(t->hurdle, at);
}

/* Sorts the men, and blocks the cells of those who are home. */
static void begin(struct tight *t, const struct solo_ground *g, const struct solo_board *b) {
    t->ground = g;
    t->board = b;
    t->out_count = t->far_count = 0;
    t->waster = NOBODY;
    memcpy(t->blocked, g->fixed, sizeof t->blocked);
    memcpy(t->hurdle, g->hoppable, sizeof t->hurdle);
    memcpy(t->by, g->by_winner, sizeof t->by);
    for (unsigned man = 0; man < g->men; man++) {
        unsigned at = b->men.cell[man];
        if (g->goal[at])
            solo_lines_flip(t->blocked, at);
        else if (least_of(t, man) > 1)
            t->far[t->far_count++] = (uint8_t)man;
        else
            t->out[t->out_count++] = (uint8_t)man;
        if (man < g->pawns) {
            t->by[at] = (uint16_t)(g->goal[at] ? STANDING : 1U << man);
            solo_lines_flip(t->hurdle, at);
        }
    }
    for (unsigned i = 0; i < t->far_count; i++)
        t->out[t->out_count++] = t->far[i];
}

/* Whether somebody can be the last to come home. */
static bool has_last(const struct solo_ground *g, const struct solo_board *b) {
    if (g->men != g->goals)
        return true;
    struct solo_cells from = {0};
    for (unsigned i = 0; i < g->goals; i++)
        for (unsigned k = 0; k < HOPS_CELLS / 64 && !b->at[g->goal_cell[i]]; k++)
            from.word[k] |= g->last[i].word[k];
    for (unsigned man = 0; man < g->men; man++)
        if (!g->goal[b->men.cell[man]] && solo_cells_has(&from, b->men.cell[man]))
            return true;
    return false;
}

/* Whether a step or a chain leads home from the cell. */
static bool is_a_move_away(const struct tight *t, unsigned at) {
    const struct solo_ground *g = t->ground;
    struct cell_list l;
    for (unsigned d = 0; d < 8; d++) {
        unsigned to = at + (unsigned)(int)step[d];
        if (to < HOPS_CELLS && g->goal[to] && !is_blocked(t, to))
            return true;
    }
    list_clear(&l);
    list_add(&l, at);
    for (unsigned i = 0; i < l.count; i++)
        for (unsigned kind = 0; kind < LINE_KINDS; kind++) {
            unsigned from = l.at[i];
            for (unsigned over = hops_over(t, from, kind); over; over &= over - 1) {
                int by = __builtin_ctz(over) - (int)solo_place_of(from, kind);
                unsigned to = solo_along(from, kind, 2 * by);
                if (solo_along(from, kind, by) == at)
                    continue;
                if (g->goal[to])
                    return true;
                list_add(&l, to);
            }
        }
    return false;
}

/* A pawn may be on the cell. */
static void add_hurdle(struct tight *t, unsigned at, unsigned pawn) {
    if (t->by[at] & pawn)
        return;
    if (!t->by[at])
        solo_lines_flip(t->hurdle, at);
    t->by[at] |= (uint16_t)pawn;
    t->version++;
}

/* Adds where chains lead from the cells of the list. */
static void add_chains(const struct tight *t, unsigned man, struct cell_list *l) {
    for (unsigned i = 0; i < l->count; i++)
        for (unsigned kind = 0; kind < LINE_KINDS; kind++) {
            unsigned from = l->at[i];
            for (unsigned over = hops_over(t, from, kind); over; over &= over - 1) {
                int by = __builtin_ctz(over) - (int)solo_place_of(from, kind);
                if (t->by[solo_along(from, kind, by)] & ~(1U << man))
                    list_add(l, solo_along(from, kind, 2 * by));
            }
        }
}

/* Adds the cells where the man may be a move later, if he may be `moves` moves from home there. */
static void add_stops(const struct tight *t, unsigned man, unsigned moves,
                      const struct cell_list *now, struct cell_list *next) {
    const struct solo_ground *g = t->ground;
    struct cell_list reached = *now;
    unsigned kind = man >= g->pawns;
    list_clear(next);
    add_chains(t, man, &reached);
    for (unsigned i = 0; i < now->count; i++)
        for (unsigned d = 0; d < 8; d++) {
            unsigned to = now->at[i] + (unsigned)(int)step[d];
            if (to < HOPS_CELLS)
                list_add(&reached, to);
        }
    for (unsigned i = 0; i < reached.count; i++) {
        unsigned to = reached.at[i];
        if (g->end[to] && solo_least(g, kind, to) <= moves && !is_blocked(t, to))
            list_add(next, to);
    }
}

static void note_goals(struct tight *t, unsigned man, const struct cell_list *l) {
    for (unsigned i = 0; i < l->count; i++)
        if (t->ground->goal[l->at[i]])
            t->goals[man] |= (uint16_t)(1U << t->ground->goal_index[l->at[i]]);
}

/* Finds out where the man may come in his moves. */
static void sweep(struct tight *t, unsigned man) {
    struct cell_list list[2];
    unsigned now = 0;
    list_clear(&list[now]);
    list_add(&list[now], t->board->men.cell[man]);
    t->goals[man] = 0;
    for (unsigned moves = least_of(t, man) + (man == t->waster); moves--; now = !now) {
        t->before[man] = list[now].set;
        note_goals(t, man, &list[now]);
        add_stops(t, man, moves, &list[now], &list[!now]);
        for (unsigned i = 0; i < list[!now].count && man < t->ground->pawns; i++)
            add_hurdle(t, list[!now].at[i], 1U << man);
    }
    note_goals(t, man, &list[now]);
    t->swept[man] = t->version; /* what he has added is no help to himself */
}

/* Finds out where these men may come, and so others with their help. */
static void sweep_all(struct tight *t, const uint8_t *men, unsigned count) {
    memset(t->swept, 0, sizeof t->swept);
    t->version = 1;
    for (unsigned fresh = 0, i = 0; fresh < count; i = i + 1 < count ? i + 1 : 0) {
        if (t->swept[men[i]] == t->version) {
            fresh++;
            continue;
        }
        sweep(t, men[i]);
        fresh = 1;
    }
}

/* Puts pawns on all free goal cells. */
static void fill_goal(struct tight *t) {
    for (unsigned i = 0; i < t->ground->goals; i++)
        if (!t->board->at[t->ground->goal_cell[i]])
            flip_standing(t, t->ground->goal_cell[i]);
}

/* A weaker test, but a faster one: pawns are on all free goal cells whenever they are wanted there.
 *hint: the cell of the man to begin with. */
static bool all_come_near(struct tight *t, uint8_t *hint) {
    fill_goal(t);
    sweep_all(t, t->far, t->far_count);
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < t->out_count - t->far_count; i++) {
            unsigned at = t->board->men.cell[t->out[i]];
            if ((at == *hint) == (pass == 0) && !is_a_move_away(t, at)) {
                *hint = (uint8_t)at;
                return false;
            }
        }
    for (unsigned i = 0; i < t->far_count; i++)
        if (!t->goals[t->far[i]])
            return false;
    return true;
}

/* Gives the man a goal cell of his own, others elsewhere if need be. */
static bool match(const struct tight *t, unsigned man, uint8_t owner[SOLO_MEN], unsigned *tried) {
    for (unsigned left; (left = t->goals[man] & ~*tried);) {
        unsigned goal = (unsigned)__builtin_ctz(left);
        *tried |= 1U << goal;
        if (owner[goal] == SOLO_MEN || match(t, owner[goal], owner, tried)) {
            owner[goal] = (uint8_t)man;
            return true;
        }
    }
    return false;
}

static bool all_matched(const struct tight *t) {
    uint8_t owner[SOLO_MEN];
    memset(owner, SOLO_MEN, sizeof owner);
    for (unsigned i = 0; i < t->out_count; i++) {
        unsigned tried = 0;
        if (!match(t, t->out[i], owner, &tried))
            return false;
    }
    return true;
}

/* Whether the man can be the last to come home. */
static bool comes_last(const struct tight *t, unsigned man) {
    for (unsigned left = t->goals[man]; left; left &= left - 1)
        if (solo_cells_meet(&t->before[man], &t->ground->last[__builtin_ctz(left)]))
            return true;
    return false;
}

/* Whether somebody can. */
static bool is_last_found(const struct tight *t) {
    bool found = t->ground->men != t->ground->goals;
    for (unsigned i = 0; i < t->out_count && !found; i++)
        found = comes_last(t, t->out[i]);
    return found;
}

bool zet_solo_may_be_tight(const struct solo_ground *g, const struct solo_board *b, uint8_t *hint) {
    struct tight t;
    begin(&t, g, b);
    if (!t.far_count && !has_last(g, b))
        return false;
    if (!all_come_near(&t, hint))
        return false;
    begin(&t, g, b);
    sweep_all(&t, t.out, t.out_count);
    return all_matched(&t) && is_last_found(&t);
}

/* Whether all these men come home: the near ones in a move, the far ones as swept. */
static bool is_near_or_swept(const struct tight *t, unsigned man) {
    if (least_of(t, man) > 1 || man == t->waster)
        return t->goals[man];
    return is_a_move_away(t, t->board->men.cell[man]);
}

/* Men who are home may waste a move by going to another goal cell; their cells then become free.
   Adds those who may, if that lets the others come home. */
static void add_home_wasters(struct tight *t, const uint8_t *late, unsigned late_count,
                             struct solo_cells *out) {
    const struct solo_ground *g = t->ground;
    struct solo_cells found = {0};
    for (unsigned man = 0; man < g->men; man++) {
        unsigned at = t->board->men.cell[man];
        if (!g->goal[at])
            continue;
        if (is_a_move_away(t, at))
            solo_cells_add(&found, at);
    }
    for (unsigned man = 0; man < g->men; man++)
        if (solo_cells_has(&found, t->board->men.cell[man]))
            solo_lines_flip(t->blocked, t->board->men.cell[man]);
    sweep_all(t, t->far, t->far_count);
    for (unsigned i = 0; i < late_count; i++)
        if (!is_near_or_swept(t, late[i]))
            return;
    for (unsigned k = 0; k < HOPS_CELLS / 64; k++)
        out->word[k] |= found.word[k];
}

/* Whether all men who are not home may come home, if this one makes a move more than he needs. */
static bool may_waste(struct tight *t, unsigned man, const uint8_t *late, unsigned late_count,
                      bool last_found) {
    uint8_t men[SOLO_MEN];
    unsigned count = 0;
    t->waster = man;
    men[count++] = (uint8_t)man;
    for (unsigned i = 0; i < t->far_count; i++)
        if (t->far[i] != man)
            men[count++] = t->far[i];
    sweep_all(t, men, count);
    for (unsigned i = 0; i < count; i++)
        if (!t->goals[men[i]])
            return false;
    if (!last_found && !comes_last(t, man))
        return false;
    for (unsigned i = 0; i < late_count; i++)
        if (late[i] != man && !is_near_or_swept(t, late[i]))
            return false;
    return true;
}

void zet_solo_wasters(const struct solo_ground *g, const struct solo_board *b,
                      struct solo_cells *out) {
    struct tight base, t;
    uint8_t late[SOLO_MEN];
    unsigned late_count = 0;
    begin(&base, g, b);
    bool last_found = base.far_count || has_last(g, b);
    fill_goal(&base);
    sweep_all(&base, base.far, base.far_count);
    for (unsigned i = 0; i < base.out_count; i++)
        if (!is_near_or_swept(&base, base.out[i]))
            late[late_count++] = base.out[i];
    *out = (struct solo_cells){0};
    for (unsigned i = 0; i < base.out_count; i++) {
        t = base;
        if (may_waste(&t, base.out[i], late, late_count, last_found))
            solo_cells_add(out, b->men.cell[base.out[i]]);
    }
    add_home_wasters(&base, late, late_count, out);
}
