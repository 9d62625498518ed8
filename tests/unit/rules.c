/* The interface of the rules (rules.h) where a game is over, a move is a pass, a visitor has seen
   enough or the work of a record is used up; and the edges of Akron's boards. */
#include "tests/naive.h"
#include "tests/unit/unit.h"

#include "notation/games/cell.h"
#include "validators/replay/replay.h"

static struct perft_stop never;

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define NONE "0,0,0,0,0,0,0,0"

/* Positions and how many moves they have (MOVES.md, canonical moves). */
static const struct {
    const char *name, *rules, *position;
    unsigned count;
} positions[] = {
    {"H11 a won game has no move", "hogga",
     "12/12/12/12/12/4w7/12/12/12/7b1b1b/6b1b1b1/7b1b1b/6b1b1b1 w", 0},
    {"M6 a won game has no move", "halma 8x8", "w7/8/8/8/4b3/8/8/8 b", 0},
    {"M6 nor with rules of AbstractPlay", "halma 8x8 yards=one-way forced=forward",
     "w7/8/8/8/4b3/8/8/8 b", 0},
    /* a8 is shut in: what is beside it and where it could hop is taken. */
    {"C2 a pass is one move", "halma 8x8", "bww5/ww6/w1w5/8/8/8/8/8 b", 1},
    {"C2 with long hops, too", "halma 8x8 hops=long", "bww5/ww6/w1w5/8/8/8/8/8 b", 1},
    {"C2 with a yard that cannot be left, too", "halma 8x8 yards=one-way",
     "bww5/ww6/w1w5/8/8/8/8/8 b", 1},
    {"H6 a corner has three neighbors", "hogga", "12/12/12/12/12/12/12/12/1w10/12/12/12/b11 b", 3},
    {"M3 the opposite corner, too", "halma 16x16",
     "15w/16/16/16/16/16/16/16/16/16/16/16/16/16/16/b15 w", 3},
    {"M3 a piece steps to all its neighbors", "halma 8x8", "8/8/8/8/3w4/8/b7/8 w", 8},
    {"M3 and hops over all of them", "halma 8x8", "8/8/8/2bbb3/2bwb3/2bbb3/8/8 w", 8},
    {"M12 a forced hop, and a chain that comes back to its origin", "halma 8x8 forced=forward",
     "8/8/8/8/6b1/5ww1/b7/8 w", 2},
    {"A12 a won game has no move", "akron size=3", "bw1/b1w/b2 b", 0},
    {"A13 a swap is a move: three cells are empty of four", "akron size=3 swap=true",
     "bwb/wbw/b2 w", 2 + 1},
    {"A7 one stone for eight cells", "akron size=3 supply=1", "3/1b1/3 w", 8},
    {"A11 the supply is used up, and the stone touches no other", "akron size=3 supply=1",
     "3/1b1/2w w", 0},
    {"A7 the supply is used up: a3 goes to a1 or b2, a2 to b3", "akron size=3 supply=2",
     "b2/b2/2w b", 3},
    {"B7 a player without a move has lost", "husbao",
     "1,0,0,0,0,0,0,0/" NONE "/0,0,0,0,0,0,0,2/" NONE " b", 0},
    {"B8 an empty front row ends the game", "husbao front",
     "2,0,0,0,0,0,0,0/" NONE "/0,0,0,0,0,0,0,2/" NONE " a", 0},
    {"B8 so does the other one", "husbao front",
     "2,0,0,0,0,0,0,0/2,0,0,0,0,0,0,0/" NONE "/0,0,0,0,0,0,0,2 a", 0},
    {"B8 a player without a move passes", "husbao front",
     "1,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/" NONE " b", 1},
    {"B8 neither player has a move", "husbao front",
     "1,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,1/" NONE " b", 0},
    {"B9 none but endless moves", "husbao",
     "2,0,0,0,0,0,0,0/" NONE "/1,0,1,0,1,0,1,0/3,1,0,1,0,1,0,1 a", 0},
    {"B9 that may be played", "husbao endless=draw",
     "2,0,0,0,0,0,0,0/" NONE "/1,0,1,0,1,0,1,0/3,1,0,1,0,1,0,1 a", 2},
    {"B4 one direction", "husbao direction=ccw",
     "2,0,0,0,0,0,0,0/" NONE "/0,0,0,0,0,0,0,0/2,0,0,0,0,2,0,0 a", 2},
};

struct seen {
    unsigned visits, most;
};

static bool see_some(void *context, const struct move *m) {
    struct seen *s = context;
    (void)m;
    return ++s->visits < s->most;
}

/* `moves` visits all moves, and stops if the visitor returns false. */
static void moves_are_visited(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(positions); i++) {
        struct ruleset rs;
        struct replay r = {0};
        unit_ruleset(&rs, positions[i].rules);
        assert_null(unit_start(&r, &rs, positions[i].position));
        struct seen all = {0, UINT32_MAX};
        bool visited = rs.rules->moves(&r.position, see_some, &all);
        if (all.visits != positions[i].count || !visited)
            fail_msg("%s: %u moves are visited", positions[i].name, all.visits);
        for (unsigned most = 1; most <= all.visits; most++) {
            struct seen some = {0, most};
            assert_false(rs.rules->moves(&r.position, see_some, &some));
            assert_int_equal(some.visits, most);
        }
        zi_replay_close(&r);
    }
}

/* The faults of wrong values, options and games by their names. */
static void rulesets_are_made_from_words(void **state) {
    static const char no_value[] = "the option has no such value",
                      no_number[] = "the option must be a whole number",
                      no_option[] = "the game has no such option",
                      outside[] = "this number is outside the option's bounds";
    static const struct {
        const char *rules, *option, *value, *fault;
    } rows[] = {{"halma 8x8", "hops", "long", NULL},
                {"halma 8x8", "hops", "short", NULL},
                {"halma 8x8", "hops", "lon", no_value},
                {"halma 8x8", "hops", "1", no_value},
                {"halma 8x8", "hops", "", no_value},
                {"halma 8x8", "evacuation", "x", no_number},
                {"halma 8x8", "evacuation", "", no_number},
                {"halma 8x8", "evacuation", "99999999999", outside},
                {"halma 8x8", "repetition", "1", outside},
                {"halma 8x8", "size", "5", no_option},
                {"husbao", "endless", "draw", NULL},
                {"husbao", "endless", "x", no_value},
                {"husbao", "endless", "0", outside},
                {"akron", "size", "17", outside},
                {"akron", "size", "16", NULL}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ruleset rs, before;
        unit_ruleset(&rs, rows[i].rules);
        before = rs;
        struct text option = text_of(rows[i].option);
        const char *fault = zi_ruleset_set(&rs, option, text_of(rows[i].value));
        assert_true(rows[i].fault ? fault && !strcmp(fault, rows[i].fault) : !fault);
        if (fault)
            assert_memory_equal(&rs, &before, sizeof rs);
        assert_int_equal(zi_ruleset_has(&rs, option), rows[i].fault != no_option);
        assert_true(zi_ruleset_same(&rs, &rs));
    }
    struct ruleset rs;
    unit_ruleset(&rs, "halma 10x10");
    assert_string_equal(zi_ruleset_words(&rs, text_of("hops"))[1], "long");
    assert_null(zi_ruleset_words(&rs, text_of("evacuation")));
    assert_null(zi_ruleset_words(&rs, text_of("size")));
    assert_int_equal(zi_variant_find(rs.rules, text_of("8x8")), 0);
    assert_int_equal(zi_variant_find(rs.rules, text_of("16x16")), 2);
    assert_int_equal(zi_variant_find(rs.rules, text_of("9x9")), -1);
    assert_int_equal(zi_variant_find(zi_game_find(text_of("hogga")), text_of("8x8")), -1);
    assert_null(zi_game_find(text_of("chess")));
    for (size_t i = 0; i < zi_game_count; i++) {
        char name[16];
        snprintf(name, sizeof name, "%s", zi_games[i]->name);
        name[0] = (char)(name[0] - 0x20);
        assert_null(zi_game_find(text_of(name)));
        assert_ptr_equal(zi_game_meant(text_of(name)), zi_games[i]);
        assert_ptr_equal(zi_game_find(text_of(zi_games[i]->name)), zi_games[i]);
    }
    for (size_t i = 0; i < zi_game_count; i++) {
        zi_ruleset_init(&rs, zi_games[i], 0);
        for (size_t k = rs.rules->option_count; k < OPTIONS_MAX; k++)
            assert_int_equal(rs.option[k], 0);
    }
    assert_int_equal(zi_rules_first(NULL), 0);
    assert_int_equal(zi_rules_first(zi_game_find(text_of("hogga"))), 0);
    assert_int_equal(zi_rules_first(zi_game_find(text_of("halma"))), 1);
    unit_ruleset(&rs, "halma 8x8 first=black");
    assert_int_equal(zi_ruleset_first(&rs), 0);
    unit_ruleset(&rs, "husbao repetition=7");
    assert_int_equal(zi_ruleset_repetition(&rs), 7);
    unit_ruleset(&rs, "husbao first=b");
    assert_int_equal(zi_ruleset_repetition(&rs), 0);
    assert_int_equal(zi_ruleset_first(&rs), 1);
}

/* Both sides of every limit of the options, and their default values. */
static void options_have_limits(void **state) {
    static const struct {
        const char *rules, *option;
        uint32_t fallback, least, most; /* least: above 0 */
        bool zero;
    } rows[] = {
        {"hogga", "repetition", 3, 2, 999999999, true},
        {"halma 8x8", "repetition", 0, 2, 999999999, true},
        {"halma 8x8", "evacuation", 30, 1, 999999999, true},
        {"halma 10x10", "evacuation", 50, 1, 999999999, true},
        {"halma 16x16", "evacuation", 0, 1, 999999999, true},
        {"akron", "repetition", 0, 2, 999999999, true},
        {"akron", "size", 8, 3, 16, false},
        {"akron", "supply", 0, 1, 999999999, false},
        {"husbao", "repetition", 0, 2, 999999999, true},
        {"husbao", "endless", OPTION_WORD(0), 1, 999999999, false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const uint32_t tried[] = {
            0, 1, rows[i].least - 1, rows[i].least, rows[i].most, rows[i].most + 1};
        struct ruleset rs;
        size_t index = 0;
        unit_ruleset(&rs, rows[i].rules);
        while (strcmp(rs.rules->options[index].name, rows[i].option))
            index++;
        assert_int_equal(zi_ruleset_option(&rs, index), rows[i].fallback);
        for (size_t k = 0; k < COUNT(tried); k++) {
            char value[16];
            uint32_t n = tried[k];
            bool fits = n ? n >= rows[i].least && n <= rows[i].most : rows[i].zero;
            snprintf(value, sizeof value, "%u", n);
            assert_int_equal(!zi_ruleset_set(&rs, text_of(rows[i].option), text_of(value)), fits);
            if (fits)
                assert_int_equal(zi_ruleset_option(&rs, index), n);
        }
    }
}

/* A2: a line of stones from side to side, on every size, for each side; and one stone less. */
static void every_size_has_its_edges(void **state) {
    (void)state;
    for (unsigned size = 3; size <= 16; size++)
        for (unsigned side = 0; side < 2; side++)
            for (unsigned gap = 0; gap <= size; gap++) {
                char rules[32], got[64];
                struct ruleset rs;
                struct replay r = {0};
                static struct setup setup;
                bool failed = false;
                snprintf(rules, sizeof rules, "akron size=%u", size);
                unit_ruleset(&rs, rules);
                memset(&setup, 0, sizeof setup);
                setup.turn = (uint8_t)side;
                for (unsigned i = 0; i < size; i++)
                    if (i != gap)
                        setup.at[side ? cell_at(0, i, size / 2) : cell_at(0, size / 2, i)] =
                            side ? ZI_CELL_WHITE : ZI_CELL_BLACK;
                assert_null(zi_replay_start(&r, &rs, &setup, UNIT_PLIES, &failed));
                unit_outcome_text(&r, got);
                assert_string_equal(got, gap < size ? "legal"
                                         : side     ? "white connection"
                                                    : "black connection");
                zi_replay_close(&r);
            }
}

/* B9: a record may ask for 20,000,000 stages, and the search for moves likewise. With fewer left
   than the move and what is judged of it take, nothing is played and the move is not judged; with
   as many, all is as if nothing had been before. B sows b4 and c4, and A has none but endless
   moves. */
static void work_ends_where_it_is_used_up(void **state) {
    static const char position[] = "2,0,0,0,0,0,0,0/" NONE "/1,0,1,0,1,0,1,0/3,1,0,1,0,1,0,1 b";
    const struct move m = {
        .kind = MOVE_SOW, .count = 1, .cell = {cell_at(0, 0, 3)}, .direction = '+'};
    struct ruleset rs;
    uint32_t used = 0;
    (void)state;
    unit_ruleset(&rs, "husbao");
    for (uint32_t left = WORK_MAX, at = 0; at == 0 || left <= used; left = at++) {
        struct replay r = {0};
        char text[UNIT_TEXT_MAX];
        assert_null(unit_start(&r, &rs, position));
        r.attempt.work = r.attempt.ahead = WORK_MAX - left;
        assert_null(zi_replay_try(&r, &m));
        if (left == WORK_MAX)
            used = r.attempt.work > r.attempt.ahead ? r.attempt.work : r.attempt.ahead;
        assert_true(used > 2 && used < 5000);
        assert_int_equal(r.attempt.exhausted, left < used);
        unit_position_text(&r, text);
        if (left < used) {
            assert_string_equal(text, position);
        } else {
            unit_outcome_text(&r, text);
            assert_string_equal(text, "draw endless");
        }
        zi_replay_close(&r);
    }
}

/* A pass, a swap and a stone from the supply have no falls, loot, hops or stages. */
static void turns_without_a_way_have_nothing(void **state) {
    static const struct {
        const char *rules, *measure;
        struct move m;
    } rows[] = {
        {"hogga", "hops", {.kind = MOVE_PASS}},
        {"akron", NULL, {.kind = MOVE_PASS}},
        {"akron", NULL, {.kind = MOVE_SWAP}},
        {"akron", NULL, {.kind = MOVE_PLACE, .count = 1, .cell = {0}}},
        {"akron", NULL, {.kind = MOVE_PLACE, .count = 1, .cell = {1}}},
        {"husbao", NULL, {.kind = MOVE_PASS}},
        {"husbao", NULL, {.kind = MOVE_SKIP}},
    };
    const struct effect effect = {0};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ruleset rs;
        struct move m = rows[i].m;
        uint32_t amount = 77;
        unit_ruleset(&rs, rows[i].rules);
        assert_true(rs.rules->agrees(&m, &effect));
        rs.rules->annotate(&m, &effect);
        assert_memory_equal(&m, &rows[i].m, sizeof m);
        for (size_t k = 0; rs.rules->measures && rs.rules->measures[k]; k++)
            if (rows[i].measure && !strcmp(rs.rules->measures[k]->name, rows[i].measure)) {
                assert_false(rs.rules->measures[k]->count(&m, &effect, &amount));
                assert_int_equal(amount, 77);
            }
    }
}

static void games_have_their_kinds_of_moves(void **state) {
    static const struct {
        const char *rules;
        enum move_kind kinds[5]; /* ends with a pass */
    } rows[] = {{"hogga", {MOVE_WALK, MOVE_ROUTE, MOVE_PASS}},
                {"halma 8x8", {MOVE_WALK, MOVE_ROUTE, MOVE_PASS}},
                {"akron", {MOVE_PLACE, MOVE_RELOCATE, MOVE_SWAP, MOVE_PASS}},
                {"husbao", {MOVE_SOW, MOVE_SKIP, MOVE_GIVE, MOVE_PASS}}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ruleset rs;
        unsigned kinds = 1 << MOVE_PASS;
        unit_ruleset(&rs, rows[i].rules);
        for (unsigned k = 0; rows[i].kinds[k] != MOVE_PASS; k++)
            kinds |= 1U << rows[i].kinds[k];
        assert_int_equal(rs.rules->notation->kinds, kinds);
    }
}

/* H7, M3: which hop of a chain is wrong, and on which cells; and how many hops moves have. */
static void chains_have_hops(void **state) {
    static const char tower[] = "12/12/12/12/12/12/3w8/2w9/2b9/12/12/12/12 b";
    static const struct {
        const char *move;
        unsigned leg;     /* 0: none is wrong, or the move has only one */
        uint32_t hops;    /* of a legal move */
        const char *cell; /* at fault; NULL: the rules leave it to the reason */
    } rows[] = {
        {"c5-c6", 0, 0, NULL},       {"c5-d5", 0, 0, NULL},    {"c5^e5", 0, 1, "d5"},
        {"c5^c7", 0, 1, NULL},       {"c5^c7^e7", 0, 2, NULL}, {"c5^c7^c5", 0, 2, NULL},
        {"c5^e5^c7", 1, 0, "d5"},    {"c5^c7^c8", 2, 0, "c8"}, {"c5^c7^e7^e5", 3, 0, "e6"},
        {"c5^c7^e8^c8", 2, 0, "e8"}, {"c5^c6^c7", 1, 0, "c6"}, {"c5^c7^c5^c7^c9", 4, 0, "c8"}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ruleset rs;
        struct replay r = {0};
        static struct move m;
        const struct effect effect = {0};
        uint32_t hops = 77;
        unsigned style;
        unit_ruleset(&rs, "hogga");
        assert_null(unit_start(&r, &rs, tower));
        assert_null(rs.rules->notation->read(text_of(rows[i].move), &rs.board, &m, &style));
        const struct reason *reason = rs.rules->check(&r.position, &m);
        struct blame blame = {0};
        cell at;
        if (reason)
            rs.rules->blame(&r.position, &m, reason, &blame);
        assert_int_equal(blame.leg, rows[i].leg);
        assert_int_equal(blame.count, rows[i].cell != NULL);
        if (rows[i].cell) {
            assert_true(zi_cell_read(text_of(rows[i].cell), &rs.board, &at));
            assert_int_equal(blame.at[0], at);
        }
        assert_true(rs.rules->measures[0]->count(&m, &effect, &hops));
        if (!rows[i].leg)
            assert_int_equal(hops, rows[i].hops);
        zi_replay_close(&r);
    }
}

/* H13: the side that plays on is to move, and the key is that of a position with it to move. */
static void solo_has_a_key(void **state) {
    (void)state;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned turn = 0; turn < 2; turn++) {
            static union position alone, other;
            static struct setup setup;
            struct ruleset rs;
            unit_ruleset(&rs, "hogga");
            assert_null(rs.rules->start(&alone, &rs, NULL));
            rs.rules->describe(&alone, &setup);
            setup.turn = (uint8_t)turn;
            assert_null(rs.rules->start(&alone, &rs, &setup));
            rs.rules->solo(&alone, side);
            assert_int_equal(rs.rules->turn(&alone), side);
            assert_false(rs.rules->solo_done(&alone));
            assert_int_equal(rs.rules->solo_away(&alone), 12);
            setup.turn = (uint8_t)side;
            assert_null(rs.rules->start(&other, &rs, &setup));
            assert_true(rs.rules->key(&alone) == rs.rules->key(&other));
        }
    struct ruleset rs;
    struct replay r = {0};
    unit_ruleset(&rs, "hogga");
    assert_null(unit_start(&r, &rs, "12/12/12/12/12/12/12/12/w6b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b"));
    rs.rules->solo(&r.position, 0);
    assert_int_equal(rs.rules->solo_away(&r.position), 1);
    for (unsigned i = 0; i < 3; i++) {
        static struct move m;
        struct effect effect = {0};
        unit_random_move(&r, i, &m);
        rs.rules->play(&r.position, &m, &effect);
        assert_int_equal(rs.rules->turn(&r.position), 0);
    }
    rs.rules->solo(&r.position, 1);
    assert_int_equal(rs.rules->solo_away(&r.position), 1);
    assert_false(rs.rules->solo_done(&r.position));
    zi_replay_close(&r);
}

/* A position is described as it was set up, on the board and beside it. */
static void positions_are_described(void **state) {
    static const char *const rulesets[] = {"hogga", "halma 8x8",     "halma 16x16",
                                           "akron", "akron size=16", "husbao"};
    struct dice dice = {9};
    (void)state;
    for (size_t i = 0; i < COUNT(rulesets) * 20; i++) {
        struct ruleset rs;
        struct naive n = {.rules = &rs};
        static union position position;
        static struct setup setup;
        unit_ruleset(&rs, rulesets[i / 20]);
        naive_find(rs.rules->name)->scatter(&n, &dice);
        assert_null(rs.rules->start(&position, &rs, &n.now));
        memset(&setup, 77, sizeof setup);
        rs.rules->describe(&position, &setup);
        assert_memory_equal(&setup, &n.now, sizeof setup);
        assert_int_equal(rs.rules->turn(&position), n.now.turn);
    }
}

/* Compares the naive rules, check and try_play on one walk. */
static void judge_walk(const struct naive_game *naive, const struct naive *n,
                       const union position *position, const struct move *m) {
    static union position tried, played;
    static struct setup setup;
    struct attempt attempt = {.work = 0};
    struct effect effect = {0};
    const struct rules *rules = n->rules->rules;
    const char *expect = naive->check(n, m);
    const struct reason *reason = rules->check(position, m);
    if (reason ? !expect || strcmp(reason->code, expect) : !!expect)
        fail_msg("%s: %x to %x to %x is %s, not %s", rules->name, m->cell[0], m->cell[1],
                 m->cell[m->count - 1], reason ? reason->code : "legal", expect ? expect : "legal");
    tried = played = *position;
    assert_ptr_equal(rules->try_play(&tried, m, &attempt), reason);
    if (!reason)
        rules->play(&played, m, &effect);
    assert_memory_equal(&tried, &played, rules->position_size);
    rules->describe(&played, &setup);
    assert_null(rules->start(&tried, n->rules, &setup));
    assert_true(rules->key(&tried) == rules->key(&played));
}

/* From each own piece, and from some other cells, to each cell, and on to another one. */
static void walks_are_judged_alike(void **state) {
    static const char *const rulesets[] = {"hogga",
                                           "halma 8x8",
                                           "halma 16x16",
                                           "halma 16x16 hops=long",
                                           "halma 10x10 hops=long evacuation=0",
                                           "halma 8x8 yards=one-way forced=forward goal=occupied"};
    struct dice dice = {5};
    (void)state;
    for (size_t i = 0; i < COUNT(rulesets) * 12; i++) {
        struct ruleset rs;
        struct naive n = {.rules = &rs};
        static union position position;
        static struct move m;
        unit_ruleset(&rs, rulesets[i / 12]);
        const struct naive_game *naive = naive_find(rs.rules->name);
        naive->scatter(&n, &dice);
        assert_null(rs.rules->start(&position, &rs, &n.now));
        for (unsigned k = 0; k < 256 * 256; k++) {
            m = (struct move){.kind = MOVE_WALK, .count = 2, .cell = {(cell)(k / 256), k % 256}};
            m.cell[2] = (cell)dice_below(&dice, 256);
            unsigned piece = n.now.at[m.cell[0]];
            bool own = piece && piece % 2 != n.now.turn; /* black pieces are odd */
            if (!zi_board_has(&rs.board, m.cell[0]) || !zi_board_has(&rs.board, m.cell[1]) ||
                (!own && !dice_one_in(&dice, 50)))
                continue;
            judge_walk(naive, &n, &position, &m);
            m.count = 3;
            if (zi_board_has(&rs.board, m.cell[2]) && dice_one_in(&dice, 4))
                judge_walk(naive, &n, &position, &m);
        }
    }
}

/* MOVES.md: a route means the chain with the fewest hops; of several, the first in byte order. */
static void routes_have_one_chain(void **state) {
    static const struct {
        const char *rules, *position, *route, *chain;
    } rows[] = {
        {"hogga", "12/12/12/12/12/12/3w8/2w1w7/2bw8/12/12/12/12 b", "c5..e7", "c5^c7^e7"},
        {"hogga", "12/12/12/12/12/12/3w8/2w1w7/3wb7/12/12/12/12 b", "e5..c7", "e5^c5^c7"},
        {"hogga", "12/12/12/12/12/12/12/3wb7/2w1w7/3w8/12/12/12 b", "e6..c4", "e6^c6^c4"},
        {"hogga", "12/12/12/12/12/12/3w8/2w1w7/2bw8/12/12/12/12 b", "c5..c7", "c5^c7"},
        {"hogga", "12/12/12/12/12/12/3w8/2w1w7/2bw8/12/12/12/12 b", "c5..e5", "c5^e5"},
        {"hogga", "12/12/12/12/12/12/3w8/2w1w7/2bw8/12/12/12/12 b", "c5..c6", "NONE"},
        {"hogga", "12/12/12/12/12/12/3w8/2w1w7/2bw8/12/12/12/12 b", "c5..d6", "c5-d6"},
        {"hogga", "12/12/12/12/12/12/12/12/12/12/2b9/1w10/12 b", "c3..a1", "c3^a1"},
        {"halma 16x16", "16/14w1/13b2/16/16/16/16/16/16/16/16/16/16/16/16/16 b", "n14..p16",
         "n14^p16"},
        /* `c10` is before `c6`, since `1` is before `6`; `c9` is not before `c5` */
        {"hogga", "12/12/12/3w8/2w1w7/2b9/2w1w7/3w8/12/12/12/12/12 b", "c8..e8", "c8^c10^e10^e8"},
        {"hogga", "12/12/12/12/3w8/2w1w7/2b9/2w1w7/3w8/12/12/12/12 b", "c7..e7", "c7^c5^e5^e7"},
        {"hogga", "12/12/3w8/2w9/2bw8/2w9/3w8/12/12/12/12/12/12 b", "c9..e9", "c9^e9"},
        {"hogga", "12/12/3w8/2w1w7/2b9/2w1w7/3w8/12/12/12/12/12/12 b", "c9..e9", "c9^c11^e11^e9"},
        {"halma 8x8 forced=forward", "8/8/8/8/6b1/5ww1/b7/8 w", "g3..e3", "g3^g5^g3^e3"},
        {"halma 8x8", "8/8/8/8/6b1/5ww1/b7/8 w", "g3..e3", "g3^e3"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ruleset rs;
        struct replay r = {0};
        static struct move m;
        char text[UNIT_TEXT_MAX];
        struct writer w = {text, sizeof text - 1, 0};
        unsigned style;
        unit_ruleset(&rs, rows[i].rules);
        assert_null(unit_start(&r, &rs, rows[i].position));
        assert_null(rs.rules->notation->read(text_of(rows[i].route), &rs.board, &m, &style));
        bool legal = !rs.rules->check(&r.position, &m);
        if (legal) {
            rs.rules->complete(&r.position, &m);
            rs.rules->notation->write(&w, &m);
        }
        text[w.len] = '\0';
        assert_string_equal(legal ? text : "NONE", rows[i].chain);
        zi_replay_close(&r);
    }
}

/* H4, M2: the ground of cells. */
static void cells_have_their_ground(void **state) {
    enum { DOT_1 = GROUND_DOT << 1, YARD_1 = GROUND_YARD << 1 };
    static const struct {
        const char *rules, *cell;
        unsigned ground;
    } rows[] = {{"hogga", "a1", GROUND_DARK},
                {"hogga", "b1", 0},
                {"hogga", "a9", GROUND_DARK},
                {"hogga", "b10", GROUND_DARK | GROUND_DOT},
                {"hogga", "a10", DOT_1},
                {"hogga", "f13", DOT_1},
                {"hogga", "g13", GROUND_DARK},
                {"hogga", "g4", DOT_1},
                {"hogga", "h4", GROUND_DARK | GROUND_DOT},
                {"hogga", "g5", GROUND_DARK},
                {"halma 8x8", "a8", GROUND_YARD},
                {"halma 8x8", "b8", GROUND_DARK | GROUND_YARD},
                {"halma 8x8", "h4", GROUND_DARK | YARD_1},
                {"halma 8x8", "h5", 0},
                {"halma 8x8", "g4", 0}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ruleset rs;
        cell c;
        unit_ruleset(&rs, rows[i].rules);
        assert_true(zi_cell_read(text_of(rows[i].cell), &rs.board, &c));
        assert_int_equal(rs.rules->ground(&rs, c), rows[i].ground);
    }
    /* H2, M2, A2, B3: the side that sits in the south */
    assert_int_equal(zi_hogga_rules.look->south, 1);
    assert_int_equal(zi_halma_rules.look->south, 1);
    assert_int_equal(zi_akron_rules.look->south, 0);
    assert_int_equal(zi_husbao_rules.look->south, 0);
}

/* M9: White's man goes to and fro, and Black's beside it; after every fourth turn all is as it was.
 */
static void occurrences_have_their_plies(void **state) {
    const struct move cycle[] = {
        {.kind = MOVE_WALK, .count = 2, .cell = {cell_at(0, 3, 3), cell_at(0, 3, 2)}},
        {.kind = MOVE_WALK, .count = 2, .cell = {cell_at(0, 4, 5), cell_at(0, 4, 6)}},
        {.kind = MOVE_WALK, .count = 2, .cell = {cell_at(0, 3, 2), cell_at(0, 3, 3)}},
        {.kind = MOVE_WALK, .count = 2, .cell = {cell_at(0, 4, 6), cell_at(0, 4, 5)}}};
    (void)state;
    for (unsigned counted = 0; counted < 2; counted++) {
        struct ruleset rs;
        struct replay r = {0};
        uint32_t plies[3] = {77, 77, 77};
        unit_ruleset(&rs, counted ? "halma 8x8 repetition=9" : "halma 8x8");
        assert_null(unit_start(&r, &rs, "8/8/4b3/8/3w4/8/8/8 w"));
        assert_int_equal(zi_replay_occurrences(&r, plies, 2), counted);
        for (unsigned i = 0; i < 8; i++) {
            struct effect effect = {0};
            zi_replay_play(&r, &cycle[i % 4], &effect);
        }
        assert_int_equal(zi_replay_occurrences(&r, plies, 2), counted ? 3 : 0);
        assert_int_equal(plies[0], counted ? 0 : 77);
        assert_int_equal(plies[1], counted ? 4 : 77);
        assert_int_equal(plies[2], 77); /* no more than are asked for */
        unit_ruleset(&rs, "halma 8x8");
        assert_null(unit_start(&r, &rs, NULL)); /* a game that does not count them */
        assert_int_equal(zi_replay_occurrences(&r, plies, 2), 0);
        zi_replay_close(&r);
    }
}

/* The history has room for the number of plies given at the start, also when it starts again. */
static void every_ply_has_its_place(void **state) {
    (void)state;
    struct ruleset rs;
    struct replay r = {0}, copy = {0};
    struct move pass = {.kind = MOVE_PASS};
    unit_ruleset(&rs, "halma 8x8 repetition=999");
    for (size_t plies = 0; plies < 70; plies++) {
        bool failed = false;
        struct setup none = {0};
        struct effect effect = {0};
        assert_null(zi_replay_start(&r, &rs, &none, plies, &failed));
        for (size_t i = 0; i < plies; i++)
            zi_replay_play(&r, &pass, &effect);
        assert_int_equal(zi_replay_mark(&r), plies + 1);
        assert_true(zi_replay_copy(&copy, &r));
        assert_int_equal(zi_replay_mark(&copy), plies + 1);
        zi_replay_close(&copy);
        copy = (struct replay){0};
    }
    zi_replay_close(&r);
}

/* More threads than first moves, in every game. */
static void few_moves_are_counted_by_many_threads(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(positions); i++) {
        struct ruleset rs;
        struct replay r = {0};
        struct move_list moves;
        uint64_t *counts;
        uint64_t sum = 0;
        unit_ruleset(&rs, positions[i].rules);
        assert_null(unit_start(&r, &rs, positions[i].position));
        assert_true(zi_perft_divide(&r, 2, 16, &never, &moves, &counts));
        assert_int_equal(moves.count, positions[i].count);
        for (size_t b = 0; b < moves.count; b++)
            sum += counts[b];
        if (r.outcome.result == RESULT_OPEN)
            assert_int_equal(sum, zi_perft(&r, 2, &never));
        zi_move_list_free(&moves);
        free(counts);
        zi_replay_close(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_visited),
        cmocka_unit_test(rulesets_are_made_from_words),
        cmocka_unit_test(options_have_limits),
        cmocka_unit_test(every_size_has_its_edges),
        cmocka_unit_test(work_ends_where_it_is_used_up),
        cmocka_unit_test(turns_without_a_way_have_nothing),
        cmocka_unit_test(occurrences_have_their_plies),
        cmocka_unit_test(games_have_their_kinds_of_moves),
        cmocka_unit_test(chains_have_hops),
        cmocka_unit_test(solo_has_a_key),
        cmocka_unit_test(positions_are_described),
        cmocka_unit_test(walks_are_judged_alike),
        cmocka_unit_test(routes_have_one_chain),
        cmocka_unit_test(cells_have_their_ground),
        cmocka_unit_test(every_ply_has_its_place),
        cmocka_unit_test(few_moves_are_counted_by_many_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
