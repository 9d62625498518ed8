/* The tables of the solver's board, compared with a second formulation of their definitions, cell
   by cell: the relaxed game, the bound, the ways of moves, and the changes that a move makes. */
#include "tests/unit/playout.h"

enum { FILES = 12, RANKS = 13, NEVER = 255 };

static struct solo_ground ground;

static int set_up(void **state) {
    (void)state;
    unit_ruleset(&rules_of_hogga, "hogga");
    zi_solo_prepare(&ground);
    return 0;
}

static bool on_board(int file, int rank) {
    return file >= 0 && file < FILES && rank >= 0 && rank < RANKS;
}

static bool is_beside(unsigned a, unsigned b) {
    int files = abs((int)a % 16 - (int)b % 16), ranks = abs((int)a / 16 - (int)b / 16);
    return a != b && files <= 1 && ranks <= 1;
}

static bool has_zone(const struct hops *pos, unsigned at, unsigned zone) {
    return rules_of_hogga.zone[at] & zone << pos->turn;
}

static bool stands(const struct hops *pos, unsigned at) { /* the winner */
    return pos->at[at] == piece_of(!pos->turn, false) || pos->at[at] == piece_of(!pos->turn, true);
}

static bool is_own(const struct hops *pos, unsigned at, unsigned kind) {
    return pos->at[at] == piece_of(pos->turn, kind);
}

static bool may_end(const struct hops *pos, unsigned at) {
    return !has_zone(pos, at, ZONE_FORBIDDEN);
}

/* The moves of a man of one kind in the relaxed game: the other own men are wherever he needs them
   and are never in his way. */
struct relaxed {
    const struct hops *pos;
    bool hurdle[HOPS_CELLS];
    unsigned group[HOPS_CELLS]; /* the same for cells that chains connect; 0: none */
};

static bool is_relaxed_hop(const struct relaxed *r, int from, int by, int half) {
    for (int k = 0; k <= 2 * half; k++) {
        unsigned at = (unsigned)(from + k * by);
        if (k == half ? !r->hurdle[at] : stands(r->pos, at))
            return false;
    }
    return true;
}

/* Gives both cells of each hop the lower group, until nothing changes. */
static void join_groups(struct relaxed *r) {
    bool changed = true;
    for (unsigned at = 0; at < HOPS_CELLS; at++)
        r->group[at] = on_board(at % 16, (int)at / 16) && !stands(r->pos, at) ? at + 1 : 0;
    while (changed) {
        changed = false;
        for (int from = 0; from < HOPS_CELLS; from++)
            for (int k = 0; k < 4 * 6; k++) {
                static const int by[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
                int files = by[k % 4][0], ranks = by[k % 4][1], half = 1 + k / 4;
                int to = from + 2 * half * (16 * ranks + files);
                if (!on_board(from % 16, from / 16) ||
                    !on_board(from % 16 + 2 * half * files, from / 16 + 2 * half * ranks) ||
                    r->group[from] == r->group[to] ||
                    !is_relaxed_hop(r, from, 16 * ranks + files, half))
                    continue;
                unsigned low = r->group[from] < r->group[to] ? r->group[from] : r->group[to];
                r->group[from] = r->group[to] = low;
                changed = true;
            }
    }
}

/* A man may hop over an own pawn on any cell where the pawn can be: a cell where a turn may end, or
   its current cell. */
static void relax(struct relaxed *r, const struct hops *pos, unsigned kind) {
    unsigned pawns = 0;
    r->pos = pos;
    for (unsigned at = 0; at < HOPS_CELLS; at++)
        pawns += is_own(pos, at, 0);
    for (unsigned at = 0; at < HOPS_CELLS; at++)
        r->hurdle[at] = stands(pos, at)
                            ? pos->at[at] == piece_of(!pos->turn, false)
                            : pawns > (kind ? 0 : 1) && (may_end(pos, at) || is_own(pos, at, 0));
    join_groups(r);
}

static bool is_edge(const struct relaxed *r, unsigned a, unsigned b) {
    return r->group[a] && r->group[b] && (r->group[a] == r->group[b] || is_beside(a, b));
}

/* The fewest moves to a free goal cell on even or odd files, by rounds. */
static void find_costs(const struct relaxed *r, unsigned half, uint8_t cost[HOPS_CELLS]) {
    memset(cost, NEVER, HOPS_CELLS);
    for (unsigned at = 0; at < HOPS_CELLS; at++)
        if (has_zone(r->pos, at, ZONE_GOAL) && !stands(r->pos, at) && at % 2 == half)
            cost[at] = 0;
    for (unsigned moves = 1, found = 1; found; moves++) {
        found = 0;
        for (unsigned to = 0; to < HOPS_CELLS; to++)
            for (unsigned at = 0; cost[to] == moves - 1 && may_end(r->pos, to) && at < HOPS_CELLS;
                 at++)
                if (cost[at] == NEVER && is_edge(r, at, to)) {
                    cost[at] = (uint8_t)moves;
                    found++;
                }
    }
}

/* Marks the cells where men of the kind may ever end a turn, and those where they are. */
static void find_reached(const struct relaxed *r, unsigned kind, bool reached[HOPS_CELLS]) {
    bool own[HOPS_CELLS] = {false};
    for (unsigned at = 0; at < HOPS_CELLS; at++)
        own[at] = is_own(r->pos, at, kind);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned at = 0; at < HOPS_CELLS; at++)
            for (unsigned to = 0; own[at] && to < HOPS_CELLS; to++)
                if (!own[to] && may_end(r->pos, to) && is_edge(r, at, to))
                    own[to] = changed = true;
    }
    for (unsigned at = 0; at < HOPS_CELLS; at++)
        reached[at] |= own[at];
}

/* Few men, so that whole regions are out of reach for a kind, or many. */
static const struct hops *some_position(union position *pos, struct dice *d, unsigned n) {
    unsigned men = 1 + (n % 2 ? dice_below(d, MEN) : dice_below(d, 2));
    random_position(pos, d, men, n % 3 ? 0 : men / 2, n % 5 ? MEN : dice_below(d, 3));
    return (const struct hops *)pos;
}

static void costs_are_those_of_the_relaxed_game(void **state) {
    (void)state;
    static struct relaxed relaxed;
    struct dice d = {.state = 1};
    for (unsigned n = 0; n < 120; n++) {
        union position pos;
        struct solo_board board;
        bool reached[HOPS_CELLS] = {false};
        unsigned capacity[2] = {0};
        const struct hops *hops = some_position(&pos, &d, n);
        zi_solo_begin(&ground, &board, hops);
        for (unsigned kind = 0; kind < 2; kind++) {
            relax(&relaxed, hops, kind);
            find_reached(&relaxed, kind, reached);
            for (unsigned half = 0; half < 2; half++) {
                uint8_t cost[HOPS_CELLS];
                find_costs(&relaxed, half, cost);
                assert_memory_equal(ground.cost[kind][half], cost, sizeof cost);
            }
        }
        for (unsigned at = 0; at < HOPS_CELLS; at++)
            capacity[at % 2] += has_zone(hops, at, ZONE_GOAL) && reached[at];
        assert_int_equal(ground.capacity[0], capacity[0]);
        assert_int_equal(ground.capacity[1], capacity[1]);
    }
}

/* If a half cannot take all men who prefer it, the rest go to the other half. Each of them costs at
   least 1 or 2 moves more, the cheapest first. */
static unsigned find_bound(const struct hops *pos, bool *crowded) {
    unsigned sum = 0, extra = 0;
    for (unsigned half = 0; half < 2; half++) {
        unsigned count = 0, price_1 = 0;
        for (unsigned at = 0; at < HOPS_CELLS; at++)
            for (unsigned kind = 0; kind < 2; kind++) {
                unsigned cost = ground.cost[kind][half][at], other = ground.cost[kind][!half][at];
                if (!is_own(pos, at, kind) || other < cost || (half && other == cost))
                    continue;
                sum += cost;
                count += cost < other;
                price_1 += cost + 1 == other;
            }
        for (unsigned over = ground.capacity[half]; over<count; over++, price_1 -= price_1> 0)
            extra += price_1 ? 1 : 2;
    }
    *crowded = extra > 0;
    return sum + extra;
}

/* Whether all men can be assigned to halves. */
static bool find_feasible(const struct hops *pos) {
    bool may[MEN + 1] = {true}; /* by the number of men on even files */
    unsigned men = 0;
    for (unsigned at = 0; at < HOPS_CELLS; at++)
        for (unsigned kind = 0; kind < 2; kind++) {
            if (!is_own(pos, at, kind))
                continue;
            men++;
            for (unsigned even = men + 1; even-- > 0;)
                may[even] = (may[even] && ground.cost[kind][1][at] != NEVER) ||
                            (even && may[even - 1] && ground.cost[kind][0][at] != NEVER);
        }
    for (unsigned even = 0; even <= men; even++)
        if (may[even] && even <= ground.capacity[0] && men - even <= ground.capacity[1])
            return true;
    return false;
}

/* The winner is on all goal cells on even files, or on all on odd files, so that men who prefer the
   free half lose more than one move in the other. */
static const struct hops *half_taken(union position *pos, struct dice *d, unsigned half) {
    static struct setup setup;
    unsigned side = dice_below(d, SIDES);
    memset(&setup, 0, sizeof setup);
    for (unsigned at = 0; at < HOPS_CELLS; at++)
        if (rules_of_hogga.zone[at] & (unsigned)ZONE_GOAL << side && at % 2 == half)
            setup.at[at] = piece_of(!side, false);
    scatter(&setup, d, side, 1 + dice_below(d, MEN), 0, 0);
    start_solo(pos, &setup, side);
    return (const struct hops *)pos;
}

static void the_bound_sends_men_to_other_files(void **state) {
    (void)state;
    struct dice d = {.state = 2};
    unsigned never = 0, full = 0;
    for (unsigned n = 0; n < 600; n++) {
        union position pos;
        struct solo_board board;
        bool crowded;
        const struct hops *hops =
            n % 6 ? some_position(&pos, &d, n) : half_taken(&pos, &d, n % 4 / 2);
        zi_solo_begin(&ground, &board, hops);
        for (unsigned half = 0; half < 2 && n % 8; half++)
            ground.capacity[half] = (uint8_t)dice_below(&d, 1 + MEN / 2);
        for (unsigned kind = 0; kind < 2; kind++)
            for (unsigned at = 0; at < HOPS_CELLS; at++) {
                unsigned even = ground.cost[kind][0][at], odd = ground.cost[kind][1][at];
                assert_int_equal(solo_least(&ground, kind, at), even < odd ? even : odd);
            }
        assert_int_equal(zi_solo_bound(&ground, board.tally), find_bound(hops, &crowded));
        assert_int_equal(zi_solo_is_crowded(&ground, board.tally), crowded);
        assert_int_equal(zi_solo_feasible(&ground, &board), find_feasible(hops));
        never += !zi_solo_feasible(&ground, &board);
        full += crowded;
    }
    assert_true(never > 50 && full > 50);
}

/* By the rules: the cells from which the last man may reach that goal cell in one move, if pawns
   are on all other free goal cells. */
static void assert_last(const struct hops *pos, unsigned index) {
    static struct setup full, setup;
    unsigned goal = ground.goal_cell[index];
    memset(&full, 0, sizeof full);
    for (unsigned at = 0; at < HOPS_CELLS; at++)
        if (stands(pos, at))
            full.at[at] = pos->at[at];
        else if (has_zone(pos, at, ZONE_GOAL) && at != goal)
            full.at[at] = piece_of(pos->turn, false);
    for (unsigned at = 0; at < HOPS_CELLS; at++) {
        struct move m = {.kind = MOVE_ROUTE, .count = 2, .cell = {(cell)at, (cell)goal}};
        union position before;
        if (!on_board(at % 16, (int)at / 16) || full.at[at] || at == goal)
            continue;
        setup = full;
        setup.at[at] = piece_of(pos->turn, false);
        start_solo(&before, &setup, pos->turn);
        assert_int_equal(solo_cells_has(&ground.last[index], at), !hogga()->check(&before, &m));
    }
}

static void sets_of_cells_are_those_of_the_rules(void **state) {
    (void)state;
    struct dice d = {.state = 3};
    for (unsigned n = 0; n < 24; n++) {
        union position pos;
        struct solo_board board;
        const struct hops *hops = some_position(&pos, &d, n);
        unsigned goals = 0;
        zi_solo_begin(&ground, &board, hops);
        for (unsigned at = 0; at < HOPS_CELLS; at++) {
            bool exists = on_board(at % 16, (int)at / 16), taken = stands(hops, at);
            bool goal = has_zone(hops, at, ZONE_GOAL), free_goal = goal && !taken;
            assert_int_equal(solo_cells_has(&ground.open, at), exists && !taken);
            assert_int_equal(solo_cells_has(&ground.winner_pawns, at),
                             hops->at[at] == piece_of(!hops->turn, false));
            assert_int_equal(solo_cells_has(&ground.free_goals, at), free_goal);
            assert_int_equal(ground.goal[at], goal);
            if (free_goal) {
                assert_int_equal(ground.goal_index[at], goals);
                assert_int_equal(ground.goal_cell[goals], at);
                assert_last(hops, goals++);
            }
        }
        assert_int_equal(ground.goals, goals);
    }
}

static void distances_are_those_of_a_king(void **state) {
    (void)state;
    struct dice d = {.state = 4};
    for (unsigned n = 0; n < 20; n++) {
        union position pos;
        struct solo_board board;
        const struct hops *hops = some_position(&pos, &d, n);
        unsigned steps[HOPS_CELLS];
        zi_solo_begin(&ground, &board, hops);
        for (unsigned at = 0; at < HOPS_CELLS; at++)
            steps[at] = has_zone(hops, at, ZONE_GOAL) ? 0 : NEVER;
        for (unsigned round = 1; round < RANKS; round++)
            for (unsigned at = 0; at < HOPS_CELLS; at++)
                for (unsigned to = 0; steps[at] == NEVER && to < HOPS_CELLS; to++)
                    if (steps[to] == round - 1 && is_beside(at, to))
                        steps[at] = round;
        for (unsigned at = 0; at < HOPS_CELLS; at++) {
            if (!on_board(at % 16, (int)at / 16))
                continue;
            assert_int_equal(ground.distance[at], steps[at]);
            for (unsigned to = 0; to < HOPS_CELLS; to++)
                assert_int_equal(solo_cells_has(&ground.beside[at], to),
                                 on_board(to % 16, (int)to / 16) && is_beside(at, to));
            for (unsigned i = 0; i < 2 * SOLO_WITHIN; i++) {
                unsigned kind = i % 2, moves = i / 2, even = ground.cost[kind][0][at];
                unsigned odd = ground.cost[kind][1][at], least = even < odd ? even : odd;
                assert_int_equal(solo_cells_has(&ground.within[kind][moves], at),
                                 may_end(hops, at) && (least <= moves || moves == SOLO_WITHIN - 1));
            }
        }
    }
}

/* The lists of men as a scan of the board finds them. */
static struct solo_men scan(const struct hops *pos) {
    struct solo_men men;
    unsigned count = 0;
    memset(&men, 255, sizeof men);
    for (unsigned kind = 0; kind < 2; kind++)
        for (unsigned at = 0; at < HOPS_CELLS; at++)
            if (is_own(pos, at, kind))
                men.cell[count++] = (uint8_t)at;
    return men;
}

/* After a move the list of men is in order, and the board equals one that is set up anew. */
static void a_move_changes_what_the_rules_change(void **state) {
    (void)state;
    static struct solo_ground other;
    struct dice d = {.state = 5};
    zi_solo_prepare(&other);
    for (unsigned n = 0; n < 60; n++) {
        union position pos;
        struct solo_board board, placed, begun;
        struct effect effect = {0};
        const struct hops *hops = some_position(&pos, &d, n);
        zi_solo_begin(&ground, &board, hops);
        placed = board;
        for (unsigned i = 0; i < 30; i++) {
            struct solo_move go;
            if (!some_move(&ground, &board, &d, dice_below(&d, ground.men), &go))
                continue;
            struct move m = {.kind = MOVE_ROUTE, .count = 2, .cell = {go.from, go.to}};
            assert_int_equal(solo_kind(&board, go.from), is_own(hops, go.from, 1));
            zi_solo_move(&ground, &board, go.from, go.to);
            hogga()->complete(&pos, &m);
            hogga()->play(&pos, &m, &effect);
            struct solo_men men = scan(hops);
            assert_memory_equal(&board.men, &men, sizeof men);
            zi_solo_place(&ground, &placed, &men);
            assert_memory_equal(&board, &placed, sizeof board);
            zi_solo_begin(&other, &begun, hops);
            assert_memory_equal(board.at, begun.at, sizeof board.at);
            assert_memory_equal(board.line, begun.line, sizeof board.line);
            assert_int_equal(board.hash, begun.hash);
        }
    }
}

/* The way of a move has all cells that it needs: the move stays legal with a Hogga on each other
   cell. */
static bool is_enough(const struct hops *pos, struct solo_board *board, unsigned from,
                      unsigned to) {
    static struct solo_ground other; /* with the same hurdles */
    struct solo_board narrow;
    struct solo_way way;
    struct hops blocked = *pos;
    memcpy(other.hurdles, ground.hurdles, sizeof other.hurdles);
    zi_solo_find_way(&ground, board, from, to, &way);
    if (solo_cells_any(&way.over) == is_beside(from, to) || solo_cells_meet(&way.over, &way.clear))
        return false;
    for (unsigned at = 0; at < HOPS_CELLS; at++)
        if (at != from && at != to && !solo_cells_has(&way.over, at) &&
            !solo_cells_has(&way.clear, at))
            blocked.at[at] = piece_of(!pos->turn, true);
    zi_solo_begin(&other, &narrow, &blocked);
    return may_go(&other, &narrow, from, to);
}

static void a_way_is_enough_for_its_move(void **state) {
    (void)state;
    struct dice d = {.state = 6};
    unsigned hops = 0;
    for (unsigned n = 0; hops < 60; n++) {
        union position pos;
        struct solo_board board;
        uint8_t to[SOLO_DESTINATIONS];
        const struct hops *start = some_position(&pos, &d, n);
        zi_solo_begin(&ground, &board, start);
        unsigned from = board.men.cell[dice_below(&d, ground.men)];
        unsigned count = zi_solo_destinations(&ground, &board, from, to);
        for (unsigned i = 0; i < count; i++) {
            if (n % 8 == 0 || !is_beside(from, to[i]))
                assert_true(is_enough(start, &board, from, to[i]));
            hops += !is_beside(from, to[i]);
        }
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_are_those_of_the_relaxed_game),
        cmocka_unit_test(the_bound_sends_men_to_other_files),
        cmocka_unit_test(sets_of_cells_are_those_of_the_rules),
        cmocka_unit_test(distances_are_those_of_a_king),
        cmocka_unit_test(a_move_changes_what_the_rules_change),
        cmocka_unit_test(a_way_is_enough_for_its_move),
    };
    return cmocka_run_group_tests_name("solver_board", tests, set_up, NULL);
}
