/* The two searches of the solver one by one, the proofs that cut them short, and their memory. */
#include "tests/unit/playout.h"

#include "validators/solver/solver.h"
#include "validators/solver/solver_paths.h"
#include "validators/solver/solver_search.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { NODES = 3000, SMALL_TABLE = 1 << 10, LARGE = 1 << 20, WIDTH = 32 };

#define NONE UINT32_MAX

static struct solver_limits limits;
static struct solution solution;
static struct solo_search search = {.limits = &limits, .out = &solution};
static struct deepening *deepening;

static int set_up(void **state) {
    (void)state;
    unit_ruleset(&rules_of_hogga, "hogga");
    zi_solo_prepare(&search.ground);
    return 0;
}

static void begin(const union position *pos) {
    memset(&solution, 0, sizeof solution);
    search.nodes = search.ask = 0;
    search.stopped = false;
    zi_solo_begin(&search.ground, &search.start, (const struct hops *)pos);
    solution.low = zi_solo_bound(&search.ground, search.start.tally);
    solution.high = NONE;
}

/* The line found leads home. */
static void assert_home(void) {
    struct solo_board b = search.start;
    assert_true(solution.high <= SOLO_MOVES_MAX);
    for (unsigned i = 0; i < solution.high; i++) {
        assert_true(zi_solo_bound(&search.ground, b.tally) > 0);
        assert_true(may_go(&search.ground, &b, solution.line[i].from, solution.line[i].to));
        zi_solo_move(&search.ground, &b, solution.line[i].from, solution.line[i].to);
    }
    assert_int_equal(zi_solo_bound(&search.ground, b.tally), 0);
}

/* Measurements: the number of positions searched, and the bounds after the search. */
enum {
    DEEP_NODES,
    DEEP_LOW,
    DEEP_HIGH,
    SMALL_NODES, /* the same with a small table */
    SMALL_LOW,
    FOUND_NODES, /* the beam alone */
    FOUND_HIGH,
    SHORTENED_NODES, /* that line made shorter */
    SHORTENED_HIGH,
    BOTH_NODES, /* both, as the solver combines them */
    BOTH_LOW,
    BOTH_HIGH,
    MEASURES
};

/* Proves that there is no line of 1, 2, ... moves, until it finds one. */
static void deepen(const union position *pos, size_t memory, uint32_t out[]) {
    begin(pos);
    assert_non_null(deepening = zi_deepening_new(memory));
    zi_deepening_begin(deepening);
    while (search.nodes < NODES &&
           zi_deepen(deepening, &search, NODES - search.nodes) == DEEPEN_NONE)
        solution.low++;
    zi_deepening_free(deepening);
    if (solution.high != NONE)
        assert_home();
    out[0] = (uint32_t)search.nodes;
    out[1] = solution.low;
}

/* Finds a line, which may be longer than necessary, and shortens it. */
static void find(const union position *pos, uint32_t out[]) {
    struct beam *beam = zi_beam_new(LARGE);
    assert_non_null(beam);
    assert_non_null(deepening = zi_deepening_new(LARGE));
    begin(pos);
    assert_true(zi_beam_search(beam, &search, WIDTH, 0));
    assert_home();
    out[0] = (uint32_t)search.nodes;
    out[1] = solution.high;
    zi_deepening_begin(deepening);
    zi_shorten(deepening, &search, 100);
    assert_home();
    out[2] = (uint32_t)search.nodes;
    out[3] = solution.high;
    zi_beam_free(beam);
    zi_deepening_free(deepening);
}

static void solve(struct solver *solver, const union position *pos, uint32_t out[]) {
    const struct solver_limits few = {.nodes = NODES, .seed = 1};
    static struct solution both;
    zi_solve(solver, pos, &few, &both);
    out[0] = (uint32_t)both.nodes;
    out[1] = both.low;
    out[2] = both.high;
}

/* Measurements: a search that needs more nodes in any of these positions, or has weaker bounds, has
   become slower. */
static const uint32_t efforts[][MEASURES] = {
    {9, 5, 5, 9, 5, 115, 5, 115, 5, 9, 5, 5},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {20, 3, 3, 20, 3, 59, 3, 76, 3, 20, 3, 3},
    {3000, 17, NONE, 3000, 17, 596, 20, 901, 18, 3000, 17, 18},
    {5, 5, 5, 5, 5, 116, 5, 116, 5, 5, 5, 5},
    {3000, 10, NONE, 3000, 9, 335, 12, 1135, 10, 3000, 9, 10},
    {12, 6, 6, 12, 6, 134, 6, 139, 6, 12, 6, 6},
    {41, 7, 7, 41, 7, 170, 7, 193, 7, 41, 7, 7},
    {12, 7, 7, 12, 7, 181, 7, 181, 7, 12, 7, 7},
    {3000, 8, NONE, 3000, 8, 276, 10, 736, 9, 3000, 8, 10},
    {196, 8, 8, 224, 8, 202, 8, 271, 8, 196, 8, 8},
    {2197, 11, 11, 2970, 11, 295, 11, 552, 11, 2509, 11, 11},
    {4, 3, 3, 4, 3, 51, 3, 51, 3, 4, 3, 3},
    {20, 4, 4, 20, 4, 189, 7, 237, 4, 20, 4, 4},
    {3000, 10, NONE, 3000, 10, 392, 14, 1186, 14, 3000, 10, 14},
    {3000, 9, NONE, 3000, 9, 423, 15, 1459, 15, 3000, 9, 15},
    {10, 9, 9, 10, 9, 234, 9, 234, 9, 10, 9, 9},
    {432, 8, 8, 561, 8, 211, 8, 403, 8, 432, 8, 8},
    {3000, 9, NONE, 3000, 9, 382, 13, 1505, 11, 3000, 9, 13},
    {3000, 12, NONE, 3000, 12, 454, 16, 1293, 14, 3000, 12, 14},
    {9, 6, 6, 9, 6, 140, 6, 140, 6, 9, 6, 6},
    {3000, 8, NONE, 3000, 8, 336, 12, 1141, 11, 3000, 8, 11},
    {14, 5, 5, 14, 5, 109, 5, 113, 5, 14, 5, 5},
    {3000, 7, NONE, 3000, 7, 235, 9, 486, 7, 1345, 7, 7},
    {397, 9, 9, 399, 9, 266, 10, 279, 9, 397, 9, 9},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {5, 3, 3, 5, 3, 56, 3, 58, 3, 5, 3, 3},
    {3000, 13, NONE, 3000, 13, 532, 18, 2524, 17, 3000, 13, 16},
    {7, 6, 6, 7, 6, 148, 6, 148, 6, 7, 6, 6},
    {456, 9, 9, 469, 9, 339, 12, 835, 9, 456, 9, 9},
    {3000, 9, NONE, 3000, 9, 306, 11, 852, 11, 3000, 9, 11},
    {3000, 11, NONE, 3000, 11, 340, 12, 836, 12, 3000, 11, 12},
    {18, 11, 11, 18, 11, 306, 11, 306, 11, 18, 11, 11},
    {93, 6, 6, 94, 6, 208, 8, 284, 6, 93, 6, 6},
    {314, 6, 6, 372, 6, 131, 6, 318, 6, 314, 6, 6},
    {3000, 9, NONE, 3000, 8, 262, 10, 796, 10, 3000, 8, 9},
    {9, 5, 5, 9, 5, 114, 5, 114, 5, 9, 5, 5},
    {291, 6, 6, 332, 6, 132, 6, 312, 6, 291, 6, 6},
    {4, 2, 2, 4, 2, 16, 2, 17, 2, 4, 2, 2},
    {3, 2, 2, 3, 2, 2, 2, 3, 2, 3, 2, 2},
    {56, 9, 9, 56, 9, 245, 9, 245, 9, 56, 9, 9},
    {3000, 13, NONE, 3000, 13, 418, 15, 1410, 14, 3000, 13, 14},
    {106, 8, 8, 115, 8, 338, 12, 944, 8, 106, 8, 8},
    {5, 3, 3, 5, 3, 35, 3, 38, 3, 5, 3, 3},
    {16, 12, 12, 16, 12, 333, 12, 333, 12, 16, 12, 12},
    {3000, 12, NONE, 3000, 12, 629, 21, 2241, 21, 3000, 12, 22},
    {305, 6, 6, 395, 6, 151, 7, 460, 6, 305, 6, 6},
    {3000, 10, NONE, 3000, 10, 341, 12, 1171, 11, 3000, 9, NONE},
    {3, 3, 3, 3, 3, 55, 3, 55, 3, 3, 3, 3},
    {488, 8, 8, 588, 8, 198, 8, 332, 8, 488, 8, 8},
    {24, 4, 4, 24, 4, 61, 4, 64, 4, 24, 4, 4},
    {11, 8, 8, 11, 8, 179, 8, 179, 8, 11, 8, 8},
    {15, 9, 9, 15, 9, 234, 9, 234, 9, 15, 9, 9},
    {4, 3, 3, 4, 3, 33, 3, 35, 3, 4, 3, 3},
    {3000, 13, NONE, 3000, 13, 594, 20, 2133, 20, 3000, 13, 18},
    {3000, 9, NONE, 3000, 9, 291, 11, 789, 10, 3000, 9, 10},
    {4, 4, 4, 4, 4, 82, 4, 82, 4, 4, 4, 4},
    {334, 9, 9, 343, 9, 336, 12, 711, 9, 334, 9, 9},
    {3000, 10, NONE, 3000, 10, 363, 13, 1578, 11, 3000, 10, 13},
    {68, 4, 4, 68, 4, 85, 4, 90, 4, 68, 4, 4},
};

static void no_search_needs_more_than_it_did(void **state) {
    (void)state;
    struct dice d = {.state = 21};
    struct solver *solver = zi_solver_new(0);
    assert_non_null(solver);
    for (size_t n = 0; n < COUNT(efforts); n++) {
        union position pos;
        uint32_t now[MEASURES];
        unsigned men = 2 + dice_below(&d, MEN - 1);
        if (n % 4)
            random_position(&pos, &d, men, dice_below(&d, men), dice_below(&d, MEN + 1));
        else
            accept_back(&pos, &d, n % 8 / 4, men);
        deepen(&pos, LARGE, now + DEEP_NODES);
        now[DEEP_HIGH] = solution.high;
        deepen(&pos, SMALL_TABLE, now + SMALL_NODES);
        find(&pos, now + FOUND_NODES);
        solve(solver, &pos, now + BOTH_NODES);
        for (unsigned i = 0; i < MEASURES; i++) {
            bool low = i == DEEP_LOW || i == SMALL_LOW || i == BOTH_LOW;
            if (low ? now[i] < efforts[n][i] : now[i] > efforts[n][i])
                fail_msg("position %zu: %u, but %u before", n, now[i], efforts[n][i]);
        }
    }
    zi_solver_free(solver);
}

/* The number of possibilities that the proofs leave, over many positions: also a measurement. More
   means weaker proofs; fewer means better proofs, or wrong ones. */

static unsigned bits_of(const struct solo_cells *set) {
    unsigned bits = 0;
    for (unsigned k = 0; k < HOPS_CELLS / 64; k++)
        bits += (unsigned)__builtin_popcountll(set->word[k]);
    return bits;
}

struct left {
    unsigned tight, detours, who, cells, pairs_any, pairs;
};

static void count_left(const struct solo_ground *g, const struct solo_board *b, struct left *left) {
    static struct solo_memo memo;
    struct solo_cells to[SOLO_MEN];
    uint16_t all = (uint16_t)((1U << g->men) - 1), who = all, with[SOLO_MEN];
    left->tight += zi_solo_may_be_tight(g, b, &memo);
    left->detours += zi_solo_detours(g, b, &memo, &who, to);
    left->who += (unsigned)__builtin_popcount(who);
    for (unsigned i = 0; i < g->men; i++) {
        left->cells += bits_of(&to[i]);
        with[i] = all;
    }
    left->pairs_any += zi_solo_two_detours(g, b, &memo, with);
    for (unsigned i = 0; i < g->men; i++)
        left->pairs += (unsigned)__builtin_popcount(with[i]);
}

static void no_proof_leaves_more_than_it_did(void **state) {
    (void)state;
    struct dice d = {.state = 22};
    struct left left = {0};
    for (unsigned n = 0; n < 400; n++) {
        static struct setup setup;
        union position pos;
        struct solo_move undo;
        unsigned men = 1 + dice_below(&d, MEN), back = 1 + dice_below(&d, MEN);
        if (n % 4) {
            full_goals(&setup, &d);
            start_solo(&pos, &setup, n % SIDES);
        } else {
            random_position(&pos, &d, men, men - men / 4, dice_below(&d, MEN + 1));
            back = 0;
        }
        while (back-- && move_back(&pos, &d, dice_below(&d, n % 3 ? 8 : 2) > 0, &undo))
            ;
        zi_solo_begin(&search.ground, &search.start, (const struct hops *)&pos);
        if (zi_solo_feasible(&search.ground, &search.start) &&
            zi_solo_bound(&search.ground, search.start.tally))
            count_left(&search.ground, &search.start, &left);
    }
    assert_int_equal(left.tight, 252);
    assert_int_equal(left.detours, 332);
    assert_int_equal(left.who, 3947);
    assert_int_equal(left.cells, 498131);
    assert_int_equal(left.pairs_any, 354);
    assert_int_equal(left.pairs, 42430);
}

static void start_at(union position *pos, const char *position) {
    static struct setup setup;
    size_t fault;
    assert_null(
        hogga()->notation->read_setup(text_of(position), &rules_of_hogga.board, &setup, &fault));
    start_solo(pos, &setup, setup.turn);
}

/* Proofs about playout 1 are forgotten when the numbers of playouts begin again. */
static void playouts_are_told_apart(void **state) {
    (void)state;
    union position pos;
    uint64_t nodes[4];
    assert_non_null(deepening = zi_deepening_new(LARGE));
    start_at(&pos, "12/12/12/12/12/12/6b5/12/6b5/12/12/3b8/12 b");
    for (unsigned n = 0; n < COUNT(nodes); n++) {
        zi_deepening_begin(deepening);
        begin(&pos);
        solution.low = 3;
        assert_int_equal(zi_deepen(deepening, &search, NODES), DEEPEN_NONE);
        nodes[n] = search.nodes;
        assert_int_equal(nodes[n], nodes[0]);
        for (unsigned i = 0; n == 1 && i < UINT16_MAX - 2; i++)
            zi_deepening_begin(deepening);
    }
    zi_deepening_free(deepening);
    assert_true(nodes[0] > 1);
}

/* A man moves to and fro until the last move. The line has the most moves that the search shortens,
   one less, or one more. */
static void the_longest_lines_are_not_shortened(void **state) {
    (void)state;
    union position pos;
    assert_non_null(deepening = zi_deepening_new(LARGE));
    start_at(&pos, "12/12/12/12/12/12/12/12/6b5/12/12/12/12 b");
    for (unsigned moves = DEEPEN_MOVES_MAX - 1; moves <= DEEPEN_MOVES_MAX + 1; moves++) {
        zi_deepening_begin(deepening);
        begin(&pos);
        solution.high = moves;
        for (unsigned i = 0; i + 1 < moves; i++)
            solution.line[i] = i % 2 ? (struct solo_move){cell_at(0, 7, 5), cell_at(0, 6, 4)}
                                     : (struct solo_move){cell_at(0, 6, 4), cell_at(0, 7, 5)};
        solution.line[moves - 1] = (struct solo_move){0, cell_at(0, 7, 3)};
        solution.line[moves - 1].from = solution.line[moves - 2].to;
        if (moves % 2 == 0) { /* h6-h5 h5-h4 */
            solution.line[moves - 2].to = solution.line[moves - 1].from = cell_at(0, 7, 4);
        }
        zi_shorten(deepening, &search, NODES);
        assert_int_equal(solution.high, moves > DEEPEN_MOVES_MAX ? moves : 1);
    }
    zi_deepening_free(deepening);
}

/* Black's Hogga on a9 can only move to a8, and his pawn on k1 is home and cannot move. The search
   does not recognize that no man can be on a11 for a hop of the Hogga. */
#define SHUT_IN "12/12/2w9/1w10/BW10/1W10/wW10/w11/12/12/8w3/9w1w/10b1 b"

/* The same with two more Hoggas, which cannot help. */
#define SHUT_IN_OF_FOUR "12/12/2w9/1w10/BW10/1W10/wW10/w11/5B6/4B7/8w3/9w1w/10b1 b"

/* The same with a Hogga on g2, where he may not stay: a hop to a2 takes him far from home. */
#define FAR_HOP "12/12/2w9/1w10/BW10/1W10/wW10/w11/12/12/8w3/3w2B2w1w/10b1 b"

static void a_search_without_a_line_goes_as_deep_as_it_may(void **state) {
    (void)state;
    union position pos;
    struct solver_limits few = {.nodes = 3000};
    static struct solution out;
    struct solver *solver = zi_solver_new(0);
    assert_non_null(solver);
    start_at(&pos, SHUT_IN);
    zi_solve(solver, &pos, &few, &out);
    assert_int_equal(out.low, DEEPEN_MOVES_MAX + 1);
    assert_int_equal(out.high, NONE);
    assert_int_equal(out.nodes, few.nodes);
    assert_false(out.exact || out.never);
    start_at(&pos, FAR_HOP);
    zi_solve(solver, &pos, &few, &out);
    assert_true(out.low >= 8);
    assert_int_equal(out.high, NONE);
    zi_solver_free(solver);
}

/* Whether a beam of that width fits in the memory. */
static bool has_room(size_t memory, size_t width, uint32_t high) {
    struct beam *beam = zi_beam_new(memory);
    union position pos;
    assert_non_null(beam);
    start_at(&pos, SHUT_IN_OF_FOUR);
    begin(&pos);
    solution.high = high;
    bool has = zi_beam_search(beam, &search, width, 0);
    assert_int_equal(solution.high, high);
    assert_true(high < SOLO_MOVES_MAX || search.nodes > 16 * 200);
    zi_beam_free(beam);
    return has;
}

/* The least memory for each position of a layer: a candidate, eight entries of positions met, the
   men twice, and a move for each layer. */
static void a_beam_has_the_room_it_asks_for(void **state) {
    (void)state;
    static const uint32_t highs[] = {2, 9, SOLO_MOVES_MAX, SOLO_MOVES_MAX + 1, NONE};
    for (unsigned i = 0; i < COUNT(highs); i++) {
        unsigned layers = highs[i] <= SOLO_MOVES_MAX ? highs[i] : SOLO_MOVES_MAX + 1;
        size_t each = 24 + 8 * 16 + 2 * sizeof(struct solo_men) + 8 * layers;
        assert_true(has_room(32 * each, 32, highs[i]));
        assert_false(has_room(32 * each - 1, 32, highs[i]));
        assert_true(has_room(64 * each, 64, highs[i]));
        assert_false(has_room(64 * each, 128, highs[i]));
    }
}

/* The seed and the pass decide among equals: the same ones give the same line, others may give
   another. */
static void a_beam_depends_on_its_seed(void **state) {
    (void)state;
    static struct solution first;
    struct dice d = {.state = 23};
    union position pos;
    struct beam *beam = zi_beam_new(LARGE);
    unsigned others = 0;
    assert_non_null(beam);
    random_position(&pos, &d, MEN, 0, MEN);
    for (unsigned n = 0; n < 8; n++) {
        begin(&pos);
        limits.seed = n / 2 % 2;
        zi_beam_search(beam, &search, WIDTH, n / 4);
        assert_home();
        if (n % 2)
            assert_memory_equal(&solution, &first, sizeof first);
        else
            others += memcmp(&solution, &first, sizeof first) != 0;
        first = solution;
    }
    assert_int_equal(others, 4);
    limits.nodes = 10; /* a search that runs out of nodes finds nothing */
    begin(&pos);
    assert_true(zi_beam_search(beam, &search, 2 * LARGE, 0));
    assert_int_equal(search.nodes, limits.nodes);
    assert_int_equal(solution.high, NONE);
    limits = (struct solver_limits){0};
    zi_beam_free(beam);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_search_needs_more_than_it_did),
        cmocka_unit_test(no_proof_leaves_more_than_it_did),
        cmocka_unit_test(playouts_are_told_apart),
        cmocka_unit_test(the_longest_lines_are_not_shortened),
        cmocka_unit_test(a_search_without_a_line_goes_as_deep_as_it_may),
        cmocka_unit_test(a_beam_has_the_room_it_asks_for),
        cmocka_unit_test(a_beam_depends_on_its_seed),
    };
    return cmocka_run_group_tests_name("solver_search", tests, set_up, NULL);
}
