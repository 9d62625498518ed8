#include "validators/solver/solver_board.h"

/* What a line can do that has no move, one or two more than the men's costs in the relaxed game
   together. There almost every move brings its man one move closer, and men who are home stay. So
   the cells that men may be on are few, and others' hops need them there: cells are added until
   nobody comes any further. All that is found is more than is true, never less. */

enum { STAYING = 1 << 15 }; /* of `by`: a pawn that stays where it is */
enum { NOBODY = SOLO_MEN };

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

struct tight {
    const struct solo_ground *ground;
    const struct solo_board *board;

    /* The men by their places in `men`: those who are a move from home, and those further off. */
    unsigned near_count, far_count;
    uint8_t near[SOLO_MEN], far[SOLO_MEN];
    bool deep; /* some are more than two moves off */

    uint16_t blocked[LINE_KINDS][LINES_MAX]; /* cells of men who stay */
    uint16_t hurdle[LINE_KINDS][LINES_MAX];  /* a pawn may be there */
    uint16_t by[HOPS_CELLS];                 /* which pawns: a bit a man */
    unsigned version;                        /* grows with `hurdle` and `by` */
    /* See find_home; as of home_version, 0: not yet. */
    struct solo_cells home, home_steps;
    struct cell_list home_hops;
    unsigned home_version;
    uint16_t fresh[LINE_KINDS][LINES_MAX]; /* of `hurdle`, what is new since then */
    uint8_t spare[SOLO_MEN];               /* by man, moves that he may make more than he needs */

    /* By man, the last two as of `swept`. */
    unsigned swept[SOLO_MEN];
    struct solo_cells before[SOLO_MEN]; /* where he may be before his last move */
    uint16_t goals[SOLO_MEN];           /* goal cells that he may reach */
};

static inline bool is_blocked(const struct tight *t, unsigned at) {
    return t->blocked[LINE_RANK][at / 16] >> at % 16 & 1;
}

static inline unsigned cell_of(const struct tight *t, unsigned man) {
    return t->board->men.cell[man];
}

static inline unsigned least_of(const struct tight *t, unsigned man) {
    return solo_least(t->ground, man >= t->ground->pawns, cell_of(t, man));
}

/* Sorts the men, and blocks the cells of those who are home. */
static void begin(struct tight *t, const struct solo_ground *g, const struct solo_board *b) {
    t->ground = g;
    t->board = b;
    t->near_count = t->far_count = 0;
    t->deep = false;
    t->version = 1;
    t->home_version = 0;
    memset(t->spare, 0, sizeof t->spare);
    memcpy(t->blocked, g->fixed, sizeof t->blocked);
    memcpy(t->hurdle, g->hoppable, sizeof t->hurdle);
    memset(t->fresh, 0, sizeof t->fresh);
    memset(t->by, 0, sizeof t->by);
    for (unsigned i = 0; i < g->winner_pawns; i++)
        t->by[g->winner_pawn[i]] = STAYING;
    for (unsigned man = 0; man < g->men; man++) {
        unsigned at = cell_of(t, man), least = least_of(t, man);
        if (g->goal[at])
            solo_lines_flip(t->blocked, at);
        else if (least > 1)
            t->far[t->far_count++] = (uint8_t)man;
        else
            t->near[t->near_count++] = (uint8_t)man;
        t->deep |= least > 2;
        if (man < g->pawns) {
            t->by[at] = (uint16_t)(g->goal[at] ? STAYING : 1U << man);
            solo_lines_flip(t->hurdle, at);
        }
    }
}

/* Puts pawns on all free goal cells: they are there whenever they are wanted. */
static void fill_goal(struct tight *t) {
    for (unsigned i = 0; i < t->ground->goals; i++) {
        unsigned at = t->ground->goal_cell[i];
        if (!t->board->at[at]) {
            t->by[at] = STAYING;
            solo_lines_flip(t->hurdle, at);
        }
    }
}

/* Lets the man, who is home, leave his cell, for others to take; among them pawns, even if he is a
   Hogga. */
static void vacate(struct tight *t, unsigned man) {
    unsigned at = cell_of(t, man);
    solo_lines_flip(t->blocked, at);
    if (!t->by[at])
        solo_lines_flip(t->hurdle, at);
    t->by[at] = STAYING;
    t->version++;
    t->home_version = 0;
}

/* A pawn may be on the cell. */
static void add_hurdle(struct tight *t, unsigned at, unsigned pawn) {
    if (t->by[at] & pawn)
        return;
    if (!t->by[at]) {
        solo_lines_flip(t->hurdle, at);
        solo_lines_flip(t->fresh, at);
    }
    t->by[at] |= (uint16_t)pawn;
    t->version++;
}

/* Adds where a hop over these pawns leads from the cell; the hurdles are t->hurdle, or some of
   them. */
static inline void add_hops_over(const struct tight *t, const uint16_t hurdle[][LINES_MAX],
                                 unsigned from, unsigned pawns, struct cell_list *l) {
    for (unsigned kind = 0; kind < LINE_KINDS; kind++) {
        unsigned line = solo_line_of(from, kind), place = solo_place_of(from, kind);
        unsigned over = hurdle[kind][line];
        if (!over)
            continue;
        over &= t->ground->hurdles[t->blocked[kind][line] & ((1U << SOLO_LINE) - 1)][place];
        for (; over; over &= over - 1) {
            int by = __builtin_ctz(over) - (int)place;
            if (t->by[solo_along(from, kind, by)] & pawns)
                list_add(l, solo_along(from, kind, 2 * by));
        }
    }
}

static inline void add_hops(const struct tight *t, unsigned from, unsigned pawns,
                            struct cell_list *l) {
    add_hops_over(t, t->hurdle, from, pawns, l);
}

/* Adds where chains over these pawns lead from the cells of the list. */
static void add_chains(const struct tight *t, unsigned pawns, struct cell_list *l) {
    for (unsigned i = 0; i < l->count; i++)
        add_hops(t, l->at[i], pawns, l);
}

/* Any number of moves. */

/* Adds the cells where the man may be a move later, if he may be `moves` moves from home there. */
static void add_stops(const struct tight *t, unsigned man, unsigned moves,
                      const struct cell_list *now, struct cell_list *next) {
    const struct solo_ground *g = t->ground;
    struct cell_list reached = *now;
    list_clear(next);
    add_chains(t, ~(1U << man), &reached);
    for (unsigned i = 0; i < now->count; i++)
        solo_cells_join(&reached.set, &g->beside[now->at[i]]);
    for (unsigned k = 0; k < HOPS_CELLS / 64; k++)
        for (uint64_t left = reached.set.word[k] & g->stop.word[k]; left; left &= left - 1) {
            unsigned to = 64 * k + (unsigned)__builtin_ctzll(left);
            if (solo_least(g, man >= g->pawns, to) <= moves && !is_blocked(t, to))
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
    list_add(&list[now], cell_of(t, man));
    t->goals[man] = 0;
    for (unsigned moves = least_of(t, man) + t->spare[man]; moves--; now = !now) {
        t->before[man] = list[now].set;
        note_goals(t, man, &list[now]);
        add_stops(t, man, moves, &list[now], &list[!now]);
        for (unsigned i = 0; i < list[!now].count && man < t->ground->pawns; i++)
            add_hurdle(t, list[!now].at[i], 1U << man);
    }
    note_goals(t, man, &list[now]);
    t->swept[man] = t->version; /* what he has added is no help to himself */
}

/* Finds out where these men may come, and so others with their help; what is known of those who
   have been swept stays. False: not all come home. */
static bool sweep_on(struct tight *t, const uint8_t *men, unsigned count) {
    unsigned fresh = 0; /* men in a row for whom nothing has changed */
    for (unsigned i = 0; fresh < count; i = i + 1 < count ? i + 1 : 0) {
        if (t->swept[men[i]] == t->version) {
            fresh++;
            continue;
        }
        sweep(t, men[i]);
        fresh = 1;
    }
    for (unsigned i = 0; i < count; i++)
        if (!t->goals[men[i]])
            return false;
    return true;
}

static bool sweep_all(struct tight *t, const uint8_t *men, unsigned count) {
    memset(t->swept, 0, sizeof t->swept);
    return sweep_on(t, men, count);
}

/* One move, or two: weaker, but faster. Pawns are on all free goal cells. */

/* The goal cells of the set that nobody stays on, a bit each. */
static uint16_t goal_bits(const struct tight *t, const struct solo_cells *set) {
    const struct solo_ground *g = t->ground;
    struct solo_cells goals = *set;
    unsigned bits = 0;
    solo_cells_cut(&goals, &g->free_goals);
    for (unsigned k = 0; k < HOPS_CELLS / 64; k++)
        for (uint64_t left = goals.word[k]; left; left &= left - 1) {
            unsigned at = 64 * k + (unsigned)__builtin_ctzll(left);
            bits |= (unsigned)!is_blocked(t, at) << g->goal_index[at];
        }
    return (uint16_t)bits;
}

/* Finds the goal cells that a step or a chain leads each near man to. A chain may go back, so that
   all cells that it leads to share their goal cells; that no man hops over himself is left out. */
static void find_goals(struct tight *t) {
    const struct solo_ground *g = t->ground;
    struct solo_cells chain[SOLO_MEN];
    uint16_t goals[SOLO_MEN];
    unsigned chains = 0;
    for (unsigned i = 0; i < t->near_count; i++) {
        unsigned man = t->near[i], at = cell_of(t, man), k = 0;
        while (k < chains && !solo_cells_has(&chain[k], at))
            k++;
        if (k == chains) {
            struct cell_list l;
            list_clear(&l);
            list_add(&l, at);
            add_chains(t, ~0U, &l);
            chain[k] = l.set;
            goals[k] = goal_bits(t, &l.set);
            chains++;
        }
        t->before[man] = (struct solo_cells){0};
        solo_cells_add(&t->before[man], at);
        t->goals[man] = goals[k] | goal_bits(t, &g->beside[at]);
    }
}

/* Whether there is one. */
static bool comes_home(const struct tight *t, unsigned man) {
    const struct solo_ground *g = t->ground;
    struct solo_cells free = g->free_goals;
    struct cell_list l;
    for (unsigned i = 0; i < g->goals; i++)
        if (is_blocked(t, g->goal_cell[i]))
            solo_cells_remove(&free, g->goal_cell[i]);
    if (solo_cells_meet(&g->beside[cell_of(t, man)], &free))
        return true;
    list_clear(&l);
    list_add(&l, cell_of(t, man));
    for (unsigned i = 0; i < l.count; i++) {
        unsigned before = l.count;
        add_hops(t, l.at[i], ~(1U << man), &l);
        if (l.count != before && solo_cells_meet(&l.set, &free))
            return true;
    }
    return false;
}

/* All these; *hint: the cell of the man to begin with, which only saves time. */
static bool are_a_move_away(const struct tight *t, const uint8_t *men, unsigned count,
                            uint8_t *hint) {
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < count; i++)
            if ((cell_of(t, men[i]) == *hint) == (pass == 0) && !comes_home(t, men[i])) {
                *hint = (uint8_t)cell_of(t, men[i]);
                return false;
            }
    return true;
}

static void begin_home(struct tight *t) {
    const struct solo_ground *g = t->ground;
    list_clear(&t->home_hops);
    t->home_steps = (struct solo_cells){0};
    for (unsigned i = 0; i < g->goals; i++)
        if (!is_blocked(t, g->goal_cell[i])) {
            list_add(&t->home_hops, g->goal_cell[i]);
            solo_cells_join(&t->home_steps, &g->beside[g->goal_cell[i]]);
        }
    add_chains(t, ~0U, &t->home_hops);
}

/* Adds what the fresh hurdles make possible. */
static void go_on_home(const struct tight *t, struct cell_list *l) {
    unsigned before = l->count;
    for (unsigned i = 0; i < before; i++)
        add_hops_over(t, t->fresh, l->at[i], ~0U, l);
    for (unsigned i = before; i < l->count; i++)
        add_hops(t, l->at[i], ~0U, l);
}

/* Finds the cells that a move leads home from, but for those where somebody stays. A hop back is a
   hop. */
static void find_home(struct tight *t) {
    if (t->home_version == t->version)
        return;
    if (t->home_version)
        go_on_home(t, &t->home_hops);
    else
        begin_home(t);
    memset(t->fresh, 0, sizeof t->fresh);
    t->home = t->home_hops.set;
    solo_cells_join(&t->home, &t->home_steps);
    t->home_version = t->version;
}

/* Finds out where the man may be between his two moves. */
static void sweep_pair(struct tight *t, unsigned man) {
    const struct solo_ground *g = t->ground;
    struct cell_list l;
    list_clear(&l);
    list_add(&l, cell_of(t, man));
    add_chains(t, ~(1U << man), &l);
    solo_cells_join(&l.set, &g->beside[cell_of(t, man)]);
    solo_cells_cut(&l.set, &t->home);
    solo_cells_cut(&l.set, &g->one_move[man >= g->pawns]);
    t->before[man] = (struct solo_cells){0};
    for (unsigned k = 0; k < HOPS_CELLS / 64; k++)
        for (uint64_t left = l.set.word[k]; left; left &= left - 1) {
            unsigned at = 64 * k + (unsigned)__builtin_ctzll(left);
            if (is_blocked(t, at))
                continue;
            solo_cells_add(&t->before[man], at);
            if (man < g->pawns)
                add_hurdle(t, at, 1U << man);
        }
    t->goals[man] = solo_cells_any(&t->before[man]) ? (1U << SOLO_MEN) - 1 : 0;
}

/* The same for all these men. False: not all come home. */
static bool sweep_pairs(struct tight *t, const uint8_t *men, unsigned count) {
    bool all = true;
    for (unsigned before = 0; before != t->version;) {
        find_home(t);
        before = t->version;
        all = true;
        for (unsigned i = 0; i < count; i++) {
            sweep_pair(t, men[i]);
            all &= t->goals[men[i]] != 0;
        }
        if (count < 2)
            break;
    }
    return all;
}

/* The far men. */
static bool sweep_far(struct tight *t) {
    return !t->far_count || (t->deep ? sweep_all : sweep_pairs)(t, t->far, t->far_count);
}

/* Where the last man who is not home may come from. */
static struct solo_cells last_cells(const struct tight *t) {
    const struct solo_ground *g = t->ground;
    struct solo_cells from = {0};
    if (g->men != g->goals)
        memset(&from, 255, sizeof from);
    for (unsigned i = 0; i < g->goals; i++)
        if (!t->board->at[g->goal_cell[i]])
            solo_cells_join(&from, &g->last[i]);
    return from;
}

/* Whether somebody can be the last who makes no detour. */
static bool has_last(const struct tight *t, const struct solo_cells *last) {
    bool found = t->far_count;
    for (unsigned i = 0; i < t->near_count && !found; i++)
        found = solo_cells_has(last, cell_of(t, t->near[i]));
    return found;
}

/* Gives the man a goal cell of his own, others elsewhere if need be. */
static bool match(const struct tight *t, unsigned man, uint8_t owner[SOLO_MEN], unsigned *tried) {
    for (unsigned left; (left = t->goals[man] & ~*tried);) {
        unsigned goal = (unsigned)__builtin_ctz(left);
        *tried |= 1U << goal;
        if (owner[goal] == NOBODY || match(t, owner[goal], owner, tried)) {
            owner[goal] = (uint8_t)man;
            return true;
        }
    }
    return false;
}

/* Whether these men, each of whom may come home, may do so together, and one of them last. */
static bool share_goal(const struct tight *t, const uint8_t *men, unsigned count) {
    uint8_t owner[SOLO_MEN];
    bool last = t->ground->men != t->ground->goals;
    memset(owner, NOBODY, sizeof owner);
    for (unsigned i = 0; i < count; i++) {
        unsigned tried = 0;
        if (!match(t, men[i], owner, &tried))
            return false;
        for (unsigned k = 0; k < t->ground->goals && !last; k++)
            last = t->goals[men[i]] >> k & 1 &&
                   solo_cells_meet(&t->before[men[i]], &t->ground->last[k]);
    }
    return last;
}

bool zet_solo_may_be_tight(const struct solo_ground *g, const struct solo_board *b, uint8_t *hint) {
    struct tight t;
    uint8_t men[SOLO_MEN];
    begin(&t, g, b);
    struct solo_cells last = last_cells(&t);
    if (!has_last(&t, &last))
        return false;
    fill_goal(&t);
    if (!sweep_far(&t) || !are_a_move_away(&t, t.near, t.near_count, hint))
        return false;
    find_goals(&t);
    unsigned count = t.near_count + t.far_count;
    memcpy(men, t.near, t.near_count);
    memcpy(men + t.near_count, t.far, t.far_count);
    return share_goal(&t, men, count);
}

/* A move to spare, or two. */

struct wasting {
    struct tight base;
    struct cell_list late;  /* near men who do not come home without a detour of somebody */
    bool last_found;        /* somebody can be the last who makes none */
    bool far_found;         /* the far men come home without a detour */
    struct solo_cells last; /* where the last may come from */
    uint8_t *hint;
};

/* What is true without a detour. */
static void begin_wasting(struct wasting *w, const struct solo_ground *g,
                          const struct solo_board *b, uint8_t *hint) {
    struct tight *t = &w->base;
    w->hint = hint;
    list_clear(&w->late);
    begin(t, g, b);
    memset(t->swept, 0, sizeof t->swept);
    w->last = last_cells(t);
    w->last_found = has_last(t, &w->last);
    fill_goal(t);
    w->far_found = sweep_far(t);
    find_home(t);
    for (unsigned i = 0; i < t->near_count; i++)
        if (!solo_cells_has(&t->home, cell_of(t, t->near[i])))
            list_add(&w->late, t->near[i]);
}

/* Whether the late men who waste nothing come home. */
static bool others_come_home(const struct wasting *w, const struct tight *t) {
    uint8_t others[SOLO_MEN];
    unsigned count = 0;
    for (unsigned i = 0; i < w->late.count; i++)
        if (!t->spare[w->late.at[i]])
            others[count++] = w->late.at[i];
    return are_a_move_away(t, others, count, w->hint);
}

/* Whether somebody can be the last, or may be. */
static bool may_be_last(const struct wasting *w, const struct tight *t) {
    bool found = w->last_found;
    for (unsigned man = 0; man < t->ground->men && !found; man++)
        found = t->spare[man] &&
                (t->ground->goal[cell_of(t, man)] || solo_cells_meet(&w->last, &t->before[man]));
    return found;
}

/* Gives the man a move to spare, or one more, and goes on. A man who is home may then leave his
   cell; with one move he goes to another goal cell, where a pawn may be anyway. False: some do not
   come home. */
static bool waste(const struct wasting *w, struct tight *t, unsigned man) {
    const struct solo_ground *g = t->ground;
    uint8_t men[SOLO_MEN];
    unsigned count = 0;
    t->swept[man] = 0;
    if (g->goal[cell_of(t, man)] && !t->spare[man])
        vacate(t, man);
    t->spare[man]++;
    t->deep |= least_of(t, man) + t->spare[man] > 2;
    for (unsigned i = 0; i < g->men; i++)
        if (least_of(t, i) + t->spare[i] > 1)
            men[count++] = (uint8_t)i;
    return (!count || (t->deep ? sweep_on : sweep_pairs)(t, men, count)) && may_be_last(w, t) &&
           others_come_home(w, t);
}

/* Finds where a man who is a move away may go if he makes two. */
static struct solo_cells near_detours(const struct wasting *w, unsigned man) {
    static const struct solo_cells nowhere;
    struct tight t = w->base;
    if (!waste(w, &t, man))
        return nowhere;
    struct solo_cells to = t.before[man];
    if (t.far_count || w->late.count <= (unsigned)solo_cells_has(&w->late.set, man))
        return to;
    for (unsigned k = 0; k < HOPS_CELLS / 64; k++)
        for (uint64_t left = to.word[k]; left; left &= left - 1) {
            t = w->base;
            t.spare[man] = 1;
            if (man < t.ground->pawns)
                add_hurdle(&t, 64 * k + (unsigned)__builtin_ctzll(left), 1U << man);
            if (!others_come_home(w, &t))
                to.word[k] &= ~(left & -left);
        }
    return to;
}

/* Whether a man who is home may go to another goal cell, or at least seems to. Hops back to a cell
   where somebody stays are not in t->home: the first one is tried. */
static bool has_goal_to_go(const struct tight *t, unsigned man) {
    struct cell_list l;
    list_clear(&l);
    add_hops(t, cell_of(t, man), ~(1U << man), &l);
    return solo_cells_has(&t->home, cell_of(t, man)) || solo_cells_meet(&t->home, &l.set);
}

/* Men who are home may waste a move by going to another goal cell; their cells then become free.
   Gives those of `who` that may the whole board, if that lets the others come home. */
static bool add_home_detours(struct wasting *w, unsigned who, struct solo_cells to[SOLO_MEN]) {
    const struct solo_ground *g = w->base.ground;
    struct tight *t = &w->base;
    bool found[SOLO_MEN] = {false}, any = false;
    find_home(t);
    for (unsigned man = 0; man < g->men; man++)
        found[man] = who >> man & 1 && g->goal[cell_of(t, man)] && has_goal_to_go(t, man);
    for (unsigned man = 0; man < g->men; man++)
        if (found[man]) {
            vacate(t, man);
            any = true;
        }
    if (!any || !sweep_far(t) || !others_come_home(w, t))
        return false;
    for (unsigned man = 0; man < g->men; man++)
        if (found[man])
            memset(&to[man], 255, sizeof to[man]);
    return true;
}

bool zet_solo_detours(const struct solo_ground *g, const struct solo_board *b, uint8_t *hint,
                      uint16_t *who, struct solo_cells to[SOLO_MEN]) {
    struct wasting w;
    bool any = false;
    memset(to, 0, SOLO_MEN * sizeof *to);
    begin_wasting(&w, g, b, hint);
    for (unsigned man = 0; man < g->men; man++) {
        if (!(*who >> man & 1) || g->goal[cell_of(&w.base, man)])
            continue;
        if (least_of(&w.base, man) == 1) {
            to[man] = near_detours(&w, man);
        } else {
            struct tight t = w.base;
            if (waste(&w, &t, man))
                memset(&to[man], 255, sizeof to[man]);
        }
        if (!solo_cells_any(&to[man]))
            *who &= (uint16_t) ~(1U << man);
        else
            any = true;
    }
    return add_home_detours(&w, *who, to) || any;
}

bool zet_solo_two_detours(const struct solo_ground *g, const struct solo_board *b, uint8_t *hint,
                          uint16_t with[SOLO_MEN]) {
    struct wasting w;
    struct tight one[SOLO_MEN];
    bool enough[SOLO_MEN] = {false}, any = false;
    begin_wasting(&w, g, b, hint);
    bool all = w.far_found && w.last_found && others_come_home(&w, &w.base);
    for (unsigned man = 0; man < g->men && !all; man++)
        if (with[man]) {
            one[man] = w.base;
            enough[man] = waste(&w, &one[man], man);
        }
    for (unsigned man = 0; man < g->men; man++)
        for (unsigned other = man; other < g->men; other++) {
            if (!(with[man] >> other & 1))
                continue;
            bool may = all || enough[man] || enough[other];
            if (!may) {
                struct tight t = one[man];
                may = waste(&w, &t, other);
            }
            any |= may;
            if (!may) {
                with[man] &= (uint16_t) ~(1U << other);
                with[other] &= (uint16_t) ~(1U << man);
            }
        }
    return any;
}
