#include "validators/solver/solver_paths.h"

/* Restricts lines with zero, one or two moves more than the sum of the men's costs in the relaxed
 * game. In them almost every move brings its man one move closer, and men who are home stay. So men
 * can be on few cells, and their hops need other men there: cells are added until no man gets any
 * further. The results may contain too much, but never too little. */

enum { NOBODY = SOLO_MEN };

struct tight {
    const struct solo_ground *ground;
    const struct solo_board *board;
    struct solo_memo *memo;

    /* Indexes in `men` of those who are one move from home, and of those farther away. */
    unsigned near_count, far_count;
    uint8_t near[SOLO_MEN], far[SOLO_MEN];
    bool deep; /* some are more than two moves away */

    struct solo_cells open;          /* without the cells of men who stay */
    struct solo_cells hurdle;        /* a pawn may be there */
    struct solo_cells shared;        /* of these, cells for several pawns, or for one that stays */
    struct solo_cells own[SOLO_MEN]; /* of these, by man, the cells where he may be */
    unsigned version;                /* grows with the above */
    struct solo_cells home;          /* see find_home */
    uint8_t spare[SOLO_MEN];         /* by man, moves beyond those he needs */

    /* By man; the last two are valid for `swept`. */
    unsigned swept[SOLO_MEN];
    struct solo_cells before[SOLO_MEN]; /* where he may be before his last move */
    uint16_t goals[SOLO_MEN];           /* goal cells that he may reach */
};

static inline unsigned cell_of(const struct tight *t, unsigned man) {
    return t->board->men.cell[man];
}

static inline unsigned least_of(const struct tight *t, unsigned man) {
    return solo_least(t->ground, man >= t->ground->pawns, cell_of(t, man));
}

/* Sorts the men, and blocks the cells of those who are home. */
static void begin(struct tight *t, const struct solo_ground *g, const struct solo_board *b,
                  struct solo_memo *memo) {
    *t = (struct tight){
        .ground = g,
        .board = b,
        .memo = memo,
        .open = g->open,
        .hurdle = g->winner_pawns,
        .shared = g->winner_pawns,
        .version = 1,
    };
    for (unsigned man = 0; man < g->men; man++) {
        unsigned at = cell_of(t, man), least = least_of(t, man);
        if (g->goal[at])
            solo_cells_remove(&t->open, at);
        else if (least > 1)
            t->far[t->far_count++] = (uint8_t)man;
        else
            t->near[t->near_count++] = (uint8_t)man;
        t->deep |= least > 2;
        if (man < g->pawns) {
            solo_cells_add(&t->hurdle, at);
            solo_cells_add(g->goal[at] ? &t->shared : &t->own[man], at);
        }
    }
}

/* Puts pawns on all free goal cells: they are there whenever needed. */
static void fill_goal(struct tight *t) {
    struct solo_cells free = t->ground->free_goals;
    solo_cells_cut(&free, &t->open);
    solo_cells_join(&t->hurdle, &free);
    solo_cells_join(&t->shared, &free);
}

/* Lets a man who is home leave his cell to others, including pawns even if he is a Hogga. */
static void vacate(struct tight *t, unsigned man) {
    unsigned at = cell_of(t, man);
    solo_cells_add(&t->open, at);
    solo_cells_add(&t->hurdle, at);
    solo_cells_add(&t->shared, at);
    t->version++;
}

/* Adds cells where the man may be. */
static void add_hurdles(struct tight *t, unsigned man, const struct solo_cells *cells) {
    struct solo_cells new = *cells, shared;
    if (man >= t->ground->pawns)
        return;
    solo_cells_drop(&new, &t->own[man]);
    if (!solo_cells_any(&new))
        return;
    shared = new;
    solo_cells_cut(&shared, &t->hurdle);
    solo_cells_join(&t->shared, &shared);
    solo_cells_join(&t->hurdle, &new);
    solo_cells_join(&t->own[man], &new);
    t->version++;
}

/* The man's hurdles: he cannot hop over himself. */
static struct solo_cells hurdles_of(const struct tight *t, unsigned man) {
    struct solo_cells alone = t->own[man], hurdle = t->hurdle;
    solo_cells_drop(&alone, &t->shared);
    solo_cells_drop(&hurdle, &alone);
    return hurdle;
}

/* Adds the cells that chains over these hurdles reach from the set. */
static void add_chains(const struct tight *t, const struct solo_cells *hurdle,
                       struct solo_cells *set) {
    for (unsigned word = 0; word < HOPS_CELLS / 64; word++) {
        struct solo_hops hops;
        if (!set->word[word])
            continue;
        solo_list_hops(solo_paths_of(t->memo, &t->open, word), word, hurdle, &hops);
        set->word[word] = solo_hop_on(&hops, set->word[word]);
    }
}

/* Adds the cells that a step reaches. */
static void add_steps(const struct tight *t, const struct solo_cells *from,
                      struct solo_cells *set) {
    for (unsigned k = 0; k < HOPS_CELLS / 64; k++)
        for (uint64_t left = from->word[k]; left; left &= left - 1)
            solo_cells_join(set,
                            &t->ground->beside[solo_cell_of(k, (unsigned)__builtin_ctzll(left))]);
}

/* Any number of moves. */

/* The goal cells of the set on which nobody stays, one bit each. */
static uint16_t goal_bits(const struct tight *t, const struct solo_cells *set) {
    const struct solo_ground *g = t->ground;
    unsigned bits = 0;
    for (unsigned k = 0; k < HOPS_CELLS / 64; k++)
        for (uint64_t left = set->word[k] & g->free_goals.word[k] & t->open.word[k]; left;
             left &= left - 1)
            bits |= 1U << g->goal_index[solo_cell_of(k, (unsigned)__builtin_ctzll(left))];
    return (uint16_t)bits;
}

/* Turns the cells where the man may be into those one move later, where he may be `moves` moves
 * from home. */
static void go_on(const struct tight *t, unsigned man, unsigned moves, struct solo_cells *set) {
    struct solo_cells hurdle = hurdles_of(t, man), now = *set;
    add_chains(t, &hurdle, set);
    add_steps(t, &now, set);
    if (moves >= SOLO_WITHIN)
        moves = SOLO_WITHIN - 1;
    solo_cells_cut(set, &t->ground->within[man >= t->ground->pawns][moves]);
    solo_cells_cut(set, &t->open);
}

/* Finds the cells that the man can reach in his moves. */
static void sweep(struct tight *t, unsigned man) {
    struct solo_cells now = {0};
    solo_cells_add(&now, cell_of(t, man));
    for (unsigned moves = least_of(t, man) + t->spare[man]; moves--;) {
        t->before[man] = now;
        go_on(t, man, moves, &now);
        add_hurdles(t, man, &now);
    }
    t->goals[man] = goal_bits(t, &now); /* a man who is home stays in the set */
    t->swept[man] = t->version;         /* his own cells do not help him */
}

/* Finds the cells that these men reach, and then others with their help. Results for swept men
 * remain. False: not all come home. */
static bool sweep_on(struct tight *t, const uint8_t *men, unsigned count) {
    unsigned fresh = 0; /* consecutive men without a change */
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

/* One move, or two: weaker but faster. Pawns are on all free goal cells. */

/* Finds the goal cells that a step or a chain of each near man reaches. Ignores that no man hops
 * over himself. */
static void find_goals(struct tight *t) {
    for (unsigned i = 0; i < t->near_count; i++) {
        unsigned man = t->near[i], at = cell_of(t, man);
        struct solo_cells reached = {0};
        solo_cells_add(&reached, at);
        add_chains(t, &t->hurdle, &reached);
        t->goals[man] = goal_bits(t, &reached) | goal_bits(t, &t->ground->beside[at]);
    }
}

/* Whether there is such a goal cell. */
static bool comes_home(const struct tight *t, unsigned man) {
    const struct solo_ground *g = t->ground;
    struct solo_cells free = g->free_goals, set = {0}, hurdle = hurdles_of(t, man);
    solo_cells_cut(&free, &t->open);
    if (solo_cells_meet(&g->beside[cell_of(t, man)], &free))
        return true;
    solo_cells_add(&set, cell_of(t, man));
    add_chains(t, &hurdle, &set);
    return solo_cells_meet(&set, &free);
}

/* Whether all these men come home. */
static bool are_a_move_away(const struct tight *t, const uint8_t *men, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (!comes_home(t, men[i]))
            return false;
    return true;
}

/* Finds the cells from which a move leads home, except those where somebody stays. A hop can be
 * reversed. */
static void find_home(struct tight *t) {
    struct solo_cells free = t->ground->free_goals;
    solo_cells_cut(&free, &t->open);
    t->home = free;
    add_chains(t, &t->hurdle, &t->home);
    add_steps(t, &free, &t->home);
}

/* Finds the cells where the man may be between his two moves. */
static void sweep_pair(struct tight *t, unsigned man) {
    const struct solo_ground *g = t->ground;
    struct solo_cells set = {0}, hurdle = hurdles_of(t, man);
    solo_cells_add(&set, cell_of(t, man));
    add_chains(t, &hurdle, &set);
    solo_cells_join(&set, &g->beside[cell_of(t, man)]);
    solo_cells_cut(&set, &g->within[man >= g->pawns][1]);
    solo_cells_cut(&set, &t->open);
    /* Even if they do not lead home yet: two men may each come home over the other. */
    add_hurdles(t, man, &set);
    solo_cells_cut(&set, &t->home);
    t->before[man] = set;
    t->goals[man] = solo_cells_any(&t->before[man]) ? (1U << SOLO_MEN) - 1 : 0;
}

/* Does this for all these men. False: not all come home. */
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

/* Does this for the far men. */
static bool sweep_far(struct tight *t) {
    return !t->far_count || (t->deep ? sweep_on : sweep_pairs)(t, t->far, t->far_count);
}

/* The cells that the last man who is not home may come from. */
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

/* Whether somebody can be the last without a detour. */
static bool has_last(const struct tight *t, const struct solo_cells *last) {
    bool found = t->far_count;
    for (unsigned i = 0; i < t->near_count && !found; i++)
        found = solo_cells_has(last, cell_of(t, t->near[i]));
    return found;
}

/* Assigns the man a goal cell, reassigning others if necessary. */
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

/* Whether these men, each of whom may come home, can do so together. */
static bool share_goal(const struct tight *t, const uint8_t *men, unsigned count) {
    uint8_t owner[SOLO_MEN];
    memset(owner, NOBODY, sizeof owner);
    for (unsigned i = 0; i < count; i++) {
        unsigned tried = 0;
        if (!match(t, men[i], owner, &tried))
            return false;
    }
    return true;
}

bool zi_solo_may_be_tight(const struct solo_ground *g, const struct solo_board *b,
                          struct solo_memo *memo) {
    struct tight t;
    uint8_t men[SOLO_MEN];
    begin(&t, g, b, memo);
    struct solo_cells last = last_cells(&t);
    if (!has_last(&t, &last))
        return false;
    fill_goal(&t);
    if (!sweep_far(&t) || !are_a_move_away(&t, t.near, t.near_count))
        return false;
    find_goals(&t);
    unsigned count = t.near_count + t.far_count;
    memcpy(men, t.near, t.near_count);
    memcpy(men + t.near_count, t.far, t.far_count);
    return share_goal(&t, men, count);
}

/* One or two spare moves. */

struct wasting {
    struct tight base;
    uint16_t late;          /* near men who come home only if somebody makes a detour */
    bool last_found;        /* somebody can be the last without a detour */
    bool far_found;         /* the far men come home without a detour */
    struct solo_cells last; /* cells that the last may come from */
};

/* Computes what is true without a detour. */
static void begin_wasting(struct wasting *w, const struct solo_ground *g,
                          const struct solo_board *b, struct solo_memo *memo) {
    struct tight *t = &w->base;
    w->late = 0;
    begin(t, g, b, memo);
    w->last = last_cells(t);
    w->last_found = has_last(t, &w->last);
    fill_goal(t);
    w->far_found = sweep_far(t);
    find_home(t);
    for (unsigned i = 0; i < t->near_count; i++)
        if (!solo_cells_has(&t->home, cell_of(t, t->near[i])))
            w->late |= (uint16_t)(1U << t->near[i]);
}

/* Whether the late men who waste nothing come home. */
static bool others_come_home(const struct wasting *w, const struct tight *t) {
    uint8_t others[SOLO_MEN];
    unsigned count = 0;
    for (unsigned man = 0; man < t->ground->men; man++)
        if (w->late >> man & 1 && !t->spare[man])
            others[count++] = (uint8_t)man;
    return are_a_move_away(t, others, count);
}

/* Whether somebody may be the last. */
static bool may_be_last(const struct wasting *w, const struct tight *t) {
    bool found = w->last_found;
    for (unsigned man = 0; man < t->ground->men && !found; man++)
        found = t->spare[man] &&
                (t->ground->goal[cell_of(t, man)] || solo_cells_meet(&w->last, &t->before[man]));
    return found;
}

/* Gives the man a spare move, or one more, and continues. A man who is home may then leave his
 * cell; with one move he goes to another goal cell, where a pawn may be anyway. False: some do not
 * come home. */
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

/* Finds where a man who is one move away may go if he makes two. */
static struct solo_cells near_detours(const struct wasting *w, unsigned man) {
    static const struct solo_cells nowhere;
    struct tight t = w->base;
    if (!waste(w, &t, man))
        return nowhere;
    struct solo_cells to = t.before[man];
    if (t.far_count || !(w->late & ~(1U << man)))
        return to;
    for (unsigned k = 0; k < HOPS_CELLS / 64; k++)
        for (uint64_t left = to.word[k]; left; left &= left - 1) {
            t = w->base;
            t.spare[man] = 1;
            struct solo_cells stop = {0};
            stop.word[k] = left & -left;
            add_hurdles(&t, man, &stop);
            if (!others_come_home(w, &t))
                to.word[k] &= ~(left & -left);
        }
    return to;
}

/* Whether a man who is home may be able to go to another goal cell. Hops back to a cell where
 * somebody stays are not in t->home, so the first hop is tried. */
static bool has_goal_to_go(const struct tight *t, unsigned man) {
    unsigned at = cell_of(t, man), word = solo_word_of(at);
    struct solo_cells open = t->open, hurdle = hurdles_of(t, man);
    struct solo_hops hops;
    if (solo_cells_has(&t->home, at))
        return true;
    solo_cells_add(&open, at);
    solo_list_hops(solo_paths_of(t->memo, &open, word), word, &hurdle, &hops);
    return solo_hop_once(&hops, (uint64_t)1 << solo_bit_of(at)) & t->home.word[word];
}

/* Men who are home may waste a move by going to another goal cell, which frees their cell. Gives
 * the whole board to those of `who` who may, if the others then come home. */
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

bool zi_solo_detours(const struct solo_ground *g, const struct solo_board *b,
                     struct solo_memo *memo, uint16_t *who, struct solo_cells to[SOLO_MEN]) {
    struct wasting w;
    bool any = false;
    memset(to, 0, SOLO_MEN * sizeof *to);
    begin_wasting(&w, g, b, memo);
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

bool zi_solo_two_detours(const struct solo_ground *g, const struct solo_board *b,
                         struct solo_memo *memo, uint16_t with[SOLO_MEN]) {
    struct wasting w;
    struct tight one[SOLO_MEN];
    bool enough[SOLO_MEN] = {false}, any = false;
    begin_wasting(&w, g, b, memo);
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
