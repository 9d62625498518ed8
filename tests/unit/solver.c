/* The solver of Hogga's playout: by hand, against a breadth-first search that knows only the rules'
   moves, and on positions taken back from the goal. */
#include <pthread.h>

#include "tests/unit/playout.h"

#include "validators/solver/solver.h"
#include "validators/solver/solver_paths.h"
#include "validators/solver/solver_stock.h"
#include "validators/zet.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Of AddressSanitizer, which every unit test runs under. */
size_t __sanitizer_get_current_allocated_bytes(void);

enum { MEMORY = 8 << 20 };

#define NONE UINT32_MAX

static struct solver *solver;
static struct solution solution;

static int set_up(void **state) {
    (void)state;
    unit_ruleset(&rules_of_hogga, "hogga");
    solver = zi_solver_new(MEMORY);
    return solver ? 0 : 1;
}

static int tear_down(void **state) {
    (void)state;
    zi_solver_free(solver);
    return 0;
}

static void solve(const union position *pos, uint64_t nodes, uint64_t seed) {
    struct solver_limits limits = {.nodes = nodes, .seed = seed};
    zi_solve(solver, pos, &limits, &solution);
}

/* The line is legal move for move, its chains are canonical, and it ends at home, not before. */
static void assert_line(const union position *start) {
    union position pos = *start;
    assert_true(solution.low <= solution.high);
    assert_true(solution.exact == (solution.low == solution.high));
    if (solution.high == NONE)
        return;
    for (uint32_t i = 0; i < solution.high; i++) {
        struct move m = {
            .kind = MOVE_ROUTE, .count = 2, .cell = {solution.line[i].from, solution.line[i].to}};
        struct effect effect = {0};
        assert_false(hogga()->solo_done(&pos));
        assert_null(hogga()->check(&pos, &m));
        hogga()->complete(&pos, &m);
        assert_null(hogga()->check(&pos, &m));
        hogga()->play(&pos, &m, &effect);
    }
    assert_true(hogga()->solo_done(&pos));
}

/* By hand. Black's goal cells are the dark cells of g1-l4: g1 i1 k1 h2 j2 l2 g3 i3 k3 h4 j4 l4. */
static const struct solver_row {
    const char *name, *position; /* the loser is to move */
    uint32_t moves;              /* NONE: there is no line */
} rows[] = {
    {"a loser without men is home", "12/12/12/12/12/12/12/12/12/12/12/12/12 b", 0},
    {"a man who is home needs no move", "12/12/12/12/12/12/12/12/12/12/12/12/6b5 b", 0},
    {"one step", "12/12/12/12/12/12/12/12/6b5/12/12/12/12 b", 1},
    {"one hop", "12/12/12/12/12/12/12/7b4/7w4/12/12/12/12 b", 1},
    {"a chain is one move", /* a1^e1^e5^g3 */
     "12/12/12/12/12/12/12/12/12/5w6/4w7/12/b1w9 b", 1},
    {"a Hogga cannot be hopped over", "12/12/12/12/12/12/12/7b4/7W4/12/12/12/12 b", 2},
    {"a Hogga hops over a pawn", "12/12/12/12/12/12/12/7B4/7w4/12/12/12/12 b", 1},
    {"a lone man steps", "12/12/12/12/12/12/6b5/12/12/12/12/12/12 b", 3},
    {"a lone man on a5 has six files to go", "12/12/12/12/12/12/12/12/b11/12/12/12/12 b", 6},
    {"a lone man in the far corner has nine ranks to go",
     "b11/12/12/12/12/12/12/12/12/12/12/12/12 b", 9},
    {"one man is the other's hurdle", /* g7^g3 g5-h4 */
     "12/12/12/12/12/12/6b5/12/6b5/12/12/12/12 b", 2},
    {"a hop that ends where nobody may stay", /* g6^i4 is not one; h5-h4 g6-g5 g5-g4 is not one */
     "12/12/12/12/12/12/12/6b5/7b4/12/12/12/12 b", 3},
    {"White goes north", "12/12/12/12/5w6/12/12/12/12/12/12/12/12 w", 1},
    {"the winner stands on all goal cells",
     "12/12/12/12/12/12/12/b11/12/7w1w1w/6w1w1w1/7w1w1w/6w1w1w1 b", NONE},
    {"a loser without a move passes for ever", "12/12/12/12/12/12/12/12/12/12/12/WW10/bW10 b",
     NONE},
    {"a loser without a move in a way that only the rules see", /* no man can be on a11 */
     "12/12/12/1W10/bW10/wW10/w11/12/12/12/8w3/9w1w/10b1 b", NONE},
    {"two men and one goal cell left", "12/12/12/12/12/12/12/bb10/12/7w1w1w/6w1w1w1/7w1w1w/6w1w3 b",
     NONE},
    {"Hogga's wall off a goal cell that is needed", /* nobody comes to g1 */
     "b11/12/12/12/12/12/12/12/12/7b1b1b/4w1b1b1b1/5wWW1b1b/4ww1Wb1b1 b", NONE},
    {"a goal cell walled off that is not needed", /* h5-h4 */
     "12/12/12/12/12/12/12/12/7b4/9b1b/4w1b1b1b1/5wWW1b1b/4ww1Wb1b1 b", 1},
    {"a man at home makes way", /* k1^g1 k5^k1; over j4 and l4, Hogga's, k5 cannot hop */
     "1w1w1w6/w1W1W7/1w1w1w6/W1w1w7/12/12/12/12/10b1/7b1B1B/6b1b1b1/7b1B1b/8b1b1 b", 2},
    {"a pawn takes a Hogga's goal cell, and is hopped over there", /* c10-a12 e10^c12 f9-e10 g10^c10
                                                                    */
     "1w1w1w6/4w7/1w1w1w6/w1W1W1W5/5w6/12/12/12/12/7b1B1b/6b1b1B1/7B1b1b/6b1b1b1 w", 4},
    /* l12^l8 l10^l6 l8^l4 l6^l2 */
    {"two men come home over each other", "12/11b/12/11b/12/12/12/12/12/12/12/12/12 b", 4},
    {"a man on a cell where he may not stay", "12/12/12/12/12/12/12/12/12/6b5/12/12/12 b", 1},
};

static unsigned men_not_home(const struct hops *pos) {
    unsigned count = 0;
    for (unsigned at = 0; at < HOPS_CELLS; at++)
        count += (pos->at[at] == piece_of(pos->turn, false) ||
                  pos->at[at] == piece_of(pos->turn, true)) &&
                 !(rules_of_hogga.zone[at] & (unsigned)ZONE_GOAL << pos->turn);
    return count;
}

static void by_hand(void **state) {
    const struct solver_row *row = *state;
    struct replay replay = {0};
    assert_null(unit_start(&replay, &rules_of_hogga, row->position));
    hogga()->solo(&replay.position, hogga()->turn(&replay.position));
    solve(&replay.position, 100000, 1);
    assert_line(&replay.position);
    assert_int_equal(solution.high, row->moves);
    assert_int_equal(solution.never, row->moves == NONE);
    assert_int_equal(solution.exact, row->moves != NONE);
    if (row->moves == NONE) /* H14: each needs a move of his own */
        assert_int_equal(solution.low, men_not_home((const struct hops *)&replay.position));
    zi_replay_close(&replay);
}

/* The destinations of one man, as the rules list them. */
struct listed {
    unsigned from;
    bool to[HOPS_CELLS];
    size_t count;
};

static bool list(void *context, const struct move *m) {
    struct listed *l = context;
    if (m->kind == MOVE_WALK && move_from(m) == l->from) {
        l->to[move_to(m)] = true;
        l->count++;
    }
    return true;
}

static void moves_are_those_of_the_rules(void **state) {
    (void)state;
    static struct solo_ground ground;
    struct dice d = {.state = 1};
    zi_solo_prepare(&ground);
    for (unsigned n = 0; n < 400; n++) {
        union position pos;
        struct solo_board board, before;
        random_position(&pos, &d, 1 + dice_below(&d, MEN), 0, dice_below(&d, MEN + 1));
        zi_solo_begin(&ground, &board, (const struct hops *)&pos);
        before = board;
        for (unsigned i = 0; i < ground.men; i++) {
            struct listed listed = {.from = board.men.cell[i]};
            uint8_t to[SOLO_DESTINATIONS];
            unsigned count = zi_solo_destinations(&ground, &board, listed.from, to);
            hogga()->moves(&pos, list, &listed);
            assert_int_equal(count, listed.count);
            for (unsigned k = 0; k < count; k++)
                assert_true(listed.to[to[k]]);
        }
        assert_memory_equal(&board, &before, sizeof board);
    }
}

/* A way asks for pawns and empty cells, forth and back; and whoever leaves these alone may move
   before it as well as after. */
static void ways_that_leave_each_other_alone_commute(void **state) {
    (void)state;
    static struct solo_ground ground;
    struct dice d = {.state = 9};
    unsigned alone = 0;
    zi_solo_prepare(&ground);
    for (unsigned n = 0; n < 4000; n++) {
        union position pos;
        struct solo_board board;
        struct solo_move first, second;
        struct solo_way way, back;
        random_position(&pos, &d, 2 + dice_below(&d, MEN - 1), 3, dice_below(&d, MEN + 1));
        zi_solo_begin(&ground, &board, (const struct hops *)&pos);
        unsigned man = dice_below(&d, ground.men);
        unsigned other = (man + 1 + dice_below(&d, ground.men - 1)) % ground.men;
        if (!some_move(&ground, &board, &d, man, &first) ||
            !some_move(&ground, &board, &d, other, &second))
            continue;
        zi_solo_find_way(&ground, &board, first.from, first.to, &way);
        for (unsigned at = 0; at < HOPS_CELLS; at++) {
            assert_true(!solo_cells_has(&way.over, at) || board.at[at] == SOLO_PAWN);
            assert_true(!solo_cells_has(&way.clear, at) || !board.at[at] || at == first.from);
        }
        zi_solo_move(&ground, &board, first.from, first.to);
        zi_solo_find_way(&ground, &board, first.to, first.from, &back);
        zi_solo_move(&ground, &board, first.to, first.from);
        if (solo_cells_has(&back.over, second.from) || solo_cells_has(&back.clear, second.to) ||
            second.to == first.to)
            continue;
        alone++;
        zi_solo_move(&ground, &board, second.from, second.to);
        assert_true(may_go(&ground, &board, first.from, first.to));
    }
    assert_true(alone > 2000);
}

/* A second solver, naive: all positions, breadth first, by the rules' own moves. */
struct breadth {
    struct hops *seen;
    uint64_t *key; /* open addressing; 0: empty */
    size_t count, cap, mask;
    struct hops now;
    bool done;
};

static bool breadth_add(struct breadth *b, const struct hops *pos) {
    uint64_t key = hogga()->key(pos) | 1;
    size_t i = key >> 20 & b->mask;
    while (b->key[i] && b->key[i] != key)
        i = (i + 1) & b->mask;
    if (b->key[i] || b->count == b->cap)
        return !b->key[i];
    b->key[i] = key;
    b->seen[b->count++] = *pos;
    return false;
}

static bool breadth_visit(void *context, const struct move *m) {
    struct breadth *b = context;
    struct hops after = b->now;
    struct effect effect = {0};
    hogga()->play(&after, m, &effect);
    b->done |= hogga()->solo_done(&after);
    return !b->done && !breadth_add(b, &after);
}

/* The fewest moves home; NONE: there is no way, `cap`: more than fit. *depth: complete layers. */
static uint32_t breadth_first(const union position *start, size_t cap, uint32_t *depth) {
    struct breadth b = {.cap = cap, .mask = 1};
    while (b.mask < 2 * cap)
        b.mask = b.mask * 2 + 1;
    b.seen = calloc(cap, sizeof *b.seen);
    b.key = calloc(b.mask + 1, sizeof *b.key);
    assert_true(b.seen && b.key);
    *depth = 0;
    b.done = hogga()->solo_done(start);
    breadth_add(&b, (const struct hops *)start);
    bool full = false;
    for (size_t next = 0; next < b.count && !b.done && !full;) {
        for (size_t end = b.count; next < end && !b.done && !full; next++) {
            b.now = b.seen[next];
            full = !hogga()->moves(&b.now, breadth_visit, &b) && !b.done;
        }
        *depth += !full;
    }
    free(b.seen);
    free(b.key);
    return b.done ? *depth : full ? (uint32_t)cap : NONE;
}

static void agrees_with_breadth_first_search(void **state) {
    (void)state;
    enum { CAP = 40000 };
    struct dice d = {.state = 2};
    unsigned solved = 0, hopeless = 0;
    for (unsigned n = 0; n < 200; n++) {
        union position pos;
        uint32_t depth;
        unsigned men = 1 + dice_below(&d, 3), some = dice_below(&d, men);
        random_position(&pos, &d, men, some, dice_below(&d, MEN + 1));
        uint32_t fewest = breadth_first(&pos, CAP, &depth);
        solve(&pos, 200000, n);
        assert_line(&pos);
        if (fewest == CAP) {
            assert_true(solution.high > depth);
        } else {
            assert_int_equal(solution.high, fewest);
            assert_true(solution.exact || fewest == NONE);
            solved += fewest != NONE;
            hopeless += fewest == NONE;
        }
    }
    assert_true(solved >= 100 && hopeless < 100);
}

static void taken_back_from_the_goal(void **state) {
    (void)state;
    struct dice d = {.state = 3};
    for (unsigned n = 0; n < 8 * MEN; n++) {
        union position pos;
        unsigned men = 1 + n % MEN;
        accept_back(&pos, &d, n / MEN % SIDES, men);
        solve(&pos, 2000000, 1);
        assert_line(&pos);
        assert_int_equal(solution.low, men);
        assert_int_equal(solution.high, men);
    }
}

static void few_moves_from_the_goal(void **state) {
    (void)state;
    struct dice d = {.state = 4};
    for (unsigned n = 0; n < 120; n++) {
        static struct setup setup;
        union position pos;
        uint32_t depth;
        struct solo_move undo;
        unsigned want = 1 + n % 4;
        full_goals(&setup, &d);
        start_solo(&pos, &setup, n % SIDES);
        for (unsigned i = 0; i < want; i++)
            move_back(&pos, &d, false, &undo);
        solve(&pos, 300000, 1);
        assert_line(&pos);
        assert_true(solution.exact && solution.high <= want);
        uint32_t fewest = breadth_first(&pos, 600, &depth);
        if (fewest < 600)
            assert_int_equal(solution.high, fewest);
        else
            assert_true(solution.high > depth);
    }
}

/* Counts, by man, the moves of a line, the last first, that he does not need in the relaxed game.
 */
static void count_wasted(const struct solo_ground *g, const struct solo_board *b,
                         const struct solo_move *line, unsigned moves, unsigned wasted[MEN]) {
    uint8_t at[MEN];
    for (unsigned man = 0; man < g->men; man++) {
        at[man] = b->men.cell[man];
        wasted[man] = 0U - solo_least(g, man >= g->pawns, at[man]);
    }
    while (moves--) {
        unsigned man = 0;
        while (at[man] != line[moves].from)
            man++;
        at[man] = (uint8_t)line[moves].to;
        wasted[man]++;
    }
}

/* Some cells of the board, in how many of eight draws. */
static struct solo_cells some_cells(struct dice *d, unsigned of_eight) {
    struct solo_cells cells = {0};
    for (unsigned at = 0; at < HOPS_CELLS; at++)
        if (at % 16 < 12 && at / 16 < 13 && dice_below(d, 8) < of_eight)
            solo_cells_add(&cells, at);
    return cells;
}

/* Whether a hop leads so far in this direction: both ends and the way are open but for the middle,
   where the hurdle is (H7). */
static bool is_hop(const struct solo_cells *open, const struct solo_cells *hurdle, int from,
                   int files, int ranks, int n) {
    int file = from % 16 + 2 * n * files, rank = from / 16 + 2 * n * ranks;
    if (file < 0 || rank < 0 || file >= 12 || rank >= 13)
        return false;
    for (int k = 0; k <= 2 * n; k++) {
        unsigned at = (unsigned)(from + k * (16 * ranks + files));
        if (!solo_cells_has(k == n ? hurdle : open, at))
            return false;
    }
    return true;
}

static void hops_by_words_are_hops(void **state) {
    (void)state;
    static struct solo_memo memo;
    static const int by[8][2] = {{1, 0},  {0, 1},  {1, 1},   {-1, 1},
                                 {-1, 0}, {0, -1}, {-1, -1}, {1, -1}};
    struct dice d = {.state = 11};
    unsigned found = 0;
    for (unsigned n = 0; n < 100; n++) {
        struct solo_cells open = some_cells(&d, 5 + n % 4), hurdle = some_cells(&d, 1 + n % 5);
        for (int from = 0; from < HOPS_CELLS; from++) {
            struct solo_cells to = {0}, once = {0};
            struct solo_hops hops;
            unsigned word = solo_word_of((unsigned)from);
            for (unsigned k = 0; k < 8; k++)
                for (int far = 1; far <= 6; far++)
                    if (solo_cells_has(&open, (unsigned)from) &&
                        is_hop(&open, &hurdle, from, by[k][0], by[k][1], far))
                        solo_cells_add(&to,
                                       (unsigned)(from + 2 * far * (16 * by[k][1] + by[k][0])));
            solo_list_hops(solo_paths_of(&memo, &open, word), word, &hurdle, &hops);
            uint64_t bit = (uint64_t)1 << solo_bit_of((unsigned)from);
            once.word[word] = solo_hop_once(&hops, bit);
            assert_memory_equal(&once, &to, sizeof to);
            found += solo_cells_any(&to);
        }
    }
    assert_true(found > 1000);
}

/* One man's detour, or two men's, or two of one man's: whoever makes them is among those who may.
 */
static void assert_wasters(const struct solo_ground *g, const struct solo_board *b,
                           struct solo_memo *memo, const unsigned wasted[MEN], unsigned spare) {
    struct solo_cells to[SOLO_MEN];
    uint16_t who = (uint16_t)((1U << g->men) - 1), with[SOLO_MEN];
    for (unsigned man = 0; man < g->men; man++)
        with[man] = who;
    if (spare == 1)
        zi_solo_detours(g, b, memo, &who, to);
    else
        assert_true(zi_solo_two_detours(g, b, memo, with));
    for (unsigned man = 0; man < g->men; man++)
        for (unsigned other = 0; other < g->men; other++)
            if (spare == 1 && wasted[man])
                assert_true(who >> man & 1);
            else if (wasted[man] && wasted[other] && wasted[man] + (man != other) == 2)
                assert_true(with[man] >> other & 1);
}

/* The line, its last move first, leads home; nothing may deny it. How many moves it has more than
   the men's costs. */
static unsigned assert_admitted(const struct solo_ground *g, const struct solo_board *b,
                                const struct solo_move *line, unsigned moves) {
    struct solo_cells to[SOLO_MEN];
    struct solo_move move = line[moves - 1];
    unsigned wasted[MEN];
    static struct solo_memo memo;
    uint16_t who = (uint16_t)((1U << g->men) - 1);
    unsigned man = 0, costs = solo_costs(b->tally);
    while (b->men.cell[man] != move.from)
        man++;
    assert_true(zi_solo_bound(g, b->tally) <= moves);
    if (moves == costs)
        assert_true(zi_solo_may_be_tight(g, b, &memo));
    count_wasted(g, b, line, moves, wasted);
    if (moves == costs + 1 || moves == costs + 2)
        assert_wasters(g, b, &memo, wasted, moves - costs);
    if (moves != costs + 1)
        return moves - costs;
    bool any = zi_solo_detours(g, b, &memo, &who, to);
    if (solo_costs(solo_tally(g, b, move.from, move.to)) < costs)
        assert_true(any || zi_solo_may_be_tight(g, b, &memo));
    else
        assert_true(any && solo_cells_has(&to[man], move.to));
    return 1;
}

static void no_bound_denies_a_known_line(void **state) {
    (void)state;
    static struct solo_ground ground;
    struct dice d = {.state = 8};
    unsigned with_spare[3] = {0};
    zi_solo_prepare(&ground);
    for (unsigned n = 0; n < 1500; n++) {
        static struct setup setup;
        union position pos;
        struct solo_board board;
        struct solo_move line[MEN + 1];
        unsigned length = 0, want = 1 + dice_below(&d, MEN);
        full_goals(&setup, &d);
        start_solo(&pos, &setup, n % SIDES);
        unsigned shuffles = n % 4 < 2 ? 8 : 2; /* one move in so many need not lead from home */
        while (length < want && move_back(&pos, &d, dice_below(&d, shuffles) > 0, &line[length]))
            length++;
        zi_solo_begin(&ground, &board, (const struct hops *)&pos);
        while (length--) {
            unsigned spare = assert_admitted(&ground, &board, line, length + 1);
            if (spare < 3)
                with_spare[spare]++;
            zi_solo_move(&ground, &board, line[length].from, line[length].to);
        }
        assert_int_equal(zi_solo_bound(&ground, board.tally), 0);
    }
    assert_true(with_spare[0] > 1000 && with_spare[1] > 1000 && with_spare[2] > 300);
}

static void a_longer_search_goes_on_where_a_shorter_stops(void **state) {
    (void)state;
    struct dice d = {.state = 5};
    for (unsigned n = 0; n < 12; n++) {
        union position pos, other;
        static struct solution last, again;
        unsigned men = 3 + dice_below(&d, 10);
        random_position(&pos, &d, men, dice_below(&d, men), MEN);
        random_position(&other, &d, 5, 3, MEN);
        last = (struct solution){.high = NONE};
        for (uint64_t nodes = 10; nodes <= 20000; nodes *= 5) {
            solve(&pos, nodes, 7);
            assert_line(&pos);
            assert_true(solution.nodes <= nodes);
            assert_true(solution.low >= last.low && solution.high <= last.high);
            again = solution;
            if (last.exact)
                assert_memory_equal(again.line, last.line, last.high * sizeof *last.line);
            solve(&other, 300, 7);
            solve(&pos, nodes, 7);
            assert_memory_equal(&solution, &again, sizeof again);
            last = again;
        }
    }
}

/* How long the search takes, and what it knows when it has to stop. These are measurements: one
   that takes longer in any of these positions has lost a part of what makes it fast. */
static const struct effort {
    uint64_t nodes; /* at most */
    uint32_t low, high;
} efforts[] = {
    {2, 2, 2},       {749, 7, 7},     {3389, 12, 12},  {5, 5, 5},       {25, 6, 6},
    {642, 10, 10},   {50, 8, 8},      {71, 7, 7},      {9446, 14, 14},  {1165, 11, 11},
    {20000, 10, 13}, {9, 9, 9},       {3, 3, 3},       {4610, 9, 9},    {3432, 9, 9},
    {7, 6, 6},       {1593, 9, 9},    {20000, 11, 12}, {11, 9, 9},      {20000, 10, 13},
    {20000, 19, 24}, {17, 12, 12},    {10, 4, 4},      {637, 8, 8},     {4, 4, 4},
    {2, 2, 2},       {20000, 12, 14}, {11, 7, 7},      {6440, 9, 9},    {20000, 14, 16},
    {43, 10, 10},    {5368, 10, 10},  {48, 16, 16},    {2, 2, 2},       {52, 5, 5},
    {173, 7, 7},     {6, 5, 5},       {9937, 9, 9},    {20000, 11, 12}, {14, 8, 8},
    {20000, 10, 12}, {20000, 15, 17}, {666, 11, 11},   {0, 6, NONE},    {11, 6, 6},
    {4, 3, 3},       {343, 6, 6},     {11288, 10, 10},
};

static void a_search_takes_no_longer_than_it_did(void **state) {
    (void)state;
    struct dice d = {.state = 12};
    for (size_t n = 0; n < COUNT(efforts); n++) {
        union position pos;
        unsigned men = 2 + (unsigned)n % (MEN - 1);
        zi_solver_free(solver);
        assert_non_null(solver = zi_solver_new(MEMORY));
        if (n % 3)
            random_position(&pos, &d, men, n % 3 == 1 ? men / 2 : 0, dice_below(&d, MEN + 1));
        else
            accept_back(&pos, &d, n % SIDES, men);
        solve(&pos, 20000, 1);
        assert_line(&pos);
        assert_true(solution.nodes <= efforts[n].nodes);
        assert_true(solution.low >= efforts[n].low && solution.high <= efforts[n].high);
    }
}

static bool at_once(void *context) {
    ++*(unsigned *)context;
    return true;
}

static void stops_when_told(void **state) {
    (void)state;
    struct dice d = {.state = 6};
    union position pos;
    unsigned asked = 0;
    struct solver_limits limits = {.expired = at_once, .context = &asked};
    accept_back(&pos, &d, 0, MEN);
    zi_solve(solver, &pos, &limits, &solution);
    assert_int_equal(asked, 1);
    assert_int_equal(solution.high, NONE);
    assert_int_equal(solution.low, MEN);
    assert_false(solution.exact);
    assert_false(solution.never);
}

static void memory_is_bounded(void **state) {
    (void)state;
    struct dice d = {.state = 7};
    size_t before = __sanitizer_get_current_allocated_bytes();
    struct solver *small = zi_solver_new(0);
    assert_non_null(small);
    size_t with = __sanitizer_get_current_allocated_bytes();
    assert_in_range(with - before, 4U << 20, (4U << 20) + (1U << 20));
    for (unsigned n = 0; n < 3; n++) {
        union position pos;
        struct solver_limits limits = {.nodes = 20000};
        random_position(&pos, &d, MEN, 0, MEN);
        zi_solve(small, &pos, &limits, &solution);
        assert_line(&pos);
        assert_int_equal(__sanitizer_get_current_allocated_bytes(), with);
    }
    zi_solver_free(small);
}

/* The position of the score tests: White's man on e10 is home, that on g12 a step away from it. */
static void the_interface_solves(void **state) {
    static const char position[] = "12/6w5/12/4w7/12/12/12/12/12/7b4/6b1b3/12/12 w";
    const zet_solve_limits limits = {.nodes = 10000, .seed = 1};
    zet_solution found;
    zet_error error = {0};
    zet_rules *rules = zet_rules_new("hogga", NULL, NULL, &error);
    zet_rules *other = zet_rules_new("akron", NULL, NULL, &error);
    zet_output *line = zet_output_new(NULL, NULL);
    (void)state;
    assert_true(rules && other && line);
    zet_position *start = zet_position_new(rules, zet_text_of(position), &error);
    zet_position *stones = zet_position_new(other, zet_text_of(NULL), &error);
    assert_true(start && stones);
    assert_int_equal(zet_playout_solve(start, 1, &limits, &found, line, &error), ZET_OK);
    assert_true(found.exact && !found.never);
    assert_int_equal(found.low, 1);
    assert_int_equal(found.high, 1);
    zet_text text = zet_output_text(line);
    assert_true(text.length > 4 && !memcmp(text.at, "g12-", 4));
    assert_int_equal(zet_playout_solve(start, 2, &limits, &found, NULL, &error), ZET_REFUSED);
    assert_int_equal(zet_playout_solve(stones, 1, &limits, &found, NULL, &error), ZET_REFUSED);
    assert_string_equal(error.message, "the game has no playout");
    zet_output_free(line);
    zet_position_free(start);
    zet_position_free(stones);
    zet_rules_free(rules);
    zet_rules_free(other);
}

/* Takes a solver while another thread has the only one. */
static void *take(void *stock) { return zi_solver_stock_take(stock); }

/* A stock has at most this number of solvers, but at least one. A thread that asks for more waits
   for the one that is given back. */
static void a_stock_has_so_many_solvers(void **state) {
    (void)state;
    static const unsigned counts[][2] = {{0, 1}, {1, 1}, {2, 2}, {16, 16}, {17, 16}};
    for (size_t n = 0; n < COUNT(counts); n++) {
        struct solver_stock *stock = zi_solver_stock_new(counts[n][0], 0);
        struct solver *taken[SOLVER_STOCK_MAX];
        void *back;
        pthread_t thread;
        assert_non_null(stock);
        for (unsigned i = 0; i < counts[n][1]; i++) {
            assert_non_null(taken[i] = zi_solver_stock_take(stock));
            for (unsigned k = 0; k < i; k++)
                assert_ptr_not_equal(taken[i], taken[k]);
        }
        assert_int_equal(pthread_create(&thread, NULL, take, stock), 0);
        zi_solver_stock_give_back(stock, taken[0]);
        assert_int_equal(pthread_join(thread, &back), 0);
        assert_ptr_equal(back, taken[0]);
        for (unsigned i = 0; i < counts[n][1]; i++)
            zi_solver_stock_give_back(stock, taken[i]);
        assert_ptr_equal(zi_solver_stock_take(stock), taken[counts[n][1] - 1]);
        zi_solver_stock_give_back(stock, taken[counts[n][1] - 1]);
        zi_solver_stock_free(stock);
    }
}

/* A solver is made only when one is requested and none is free. */
static void a_stock_makes_solvers_when_needed(void **state) {
    (void)state;
    struct solver_stock *stock = zi_solver_stock_new(2, 0);
    assert_non_null(stock);
    struct solver *one = zi_solver_stock_take(stock);
    zi_solver_stock_give_back(stock, one);
    assert_ptr_equal(zi_solver_stock_take(stock), one);
    zi_solver_stock_give_back(stock, one);
    zi_solver_stock_free(stock);
}

int main(void) {
    static const struct CMUnitTest more[] = {
        cmocka_unit_test(moves_are_those_of_the_rules),
        cmocka_unit_test(ways_that_leave_each_other_alone_commute),
        cmocka_unit_test(agrees_with_breadth_first_search),
        cmocka_unit_test(taken_back_from_the_goal),
        cmocka_unit_test(few_moves_from_the_goal),
        cmocka_unit_test(no_bound_denies_a_known_line),
        cmocka_unit_test(a_longer_search_goes_on_where_a_shorter_stops),
        cmocka_unit_test(a_search_takes_no_longer_than_it_did),
        cmocka_unit_test(stops_when_told),
        cmocka_unit_test(hops_by_words_are_hops),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(the_interface_solves),
        cmocka_unit_test(a_stock_has_so_many_solvers),
        cmocka_unit_test(a_stock_makes_solvers_when_needed),
    };
    struct CMUnitTest tests[COUNT(rows) + COUNT(more)] = {0};
    for (size_t i = 0; i < COUNT(rows); i++) {
        tests[i].name = rows[i].name;
        tests[i].test_func = by_hand;
        tests[i].initial_state = (void *)(uintptr_t)&rows[i];
    }
    memcpy(tests + COUNT(rows), more, sizeof more);
    return cmocka_run_group_tests_name("solver", tests, set_up, tear_down);
}
