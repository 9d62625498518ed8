/* perft by branches and random games: the same on any number of threads, and by hand where a
   position leaves few choices. */
#include "tests/unit/unit.h"

#include "validators/games/hops_small.c" /* what a processor decides is called here both ways */
#include "validators/replay/perft.h"
#include "validators/replay/playouts.h"

static struct perft_stop never;

static const char *const rulesets[] = {"hogga",
                                       "halma 8x8",
                                       "halma 8x8 hops=long repetition=3",
                                       "halma 16x16",
                                       "akron size=5",
                                       "akron swap=true",
                                       "husbao",
                                       "husbao bis repetition=2",
                                       "husbao front endless=draw",
                                       "halma 8x8 forced=forward yards=one-way"};

enum { RULESETS = sizeof rulesets / sizeof *rulesets };

static void branches_add_up(void **state) {
    (void)state;
    for (unsigned i = 0; i < RULESETS; i++)
        for (unsigned jobs = 1; jobs <= 3; jobs += 2) {
            struct ruleset rs;
            struct replay replay = {0};
            struct perft_branch *branches;
            size_t count;
            uint64_t sum = 0;
            unit_ruleset(&rs, rulesets[i]);
            assert_null(unit_start(&replay, &rs, NULL));
            assert_true(zet_perft_divide(&replay, 2, jobs, &never, &branches, &count));
            assert_int_equal(count, zet_perft(&replay, 1, &never));
            for (size_t b = 0; b < count; b++)
                sum += branches[b].count;
            assert_int_equal(sum, zet_perft(&replay, 2, &never));
            free(branches);
            zet_replay_close(&replay);
        }
}

/* B7: either way A's two stones end on empty pits, and B's one stone moves nowhere. */
static void an_ended_game_has_no_branches(void **state) {
    static const char position[] =
        "1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0 ";
    (void)state;
    struct ruleset rs;
    struct replay replay = {0};
    struct perft_branch *branches;
    size_t count;
    char text[sizeof position + 1];
    unit_ruleset(&rs, "husbao");
    snprintf(text, sizeof text, "%sb", position);
    assert_null(unit_start(&replay, &rs, text));
    assert_true(zet_perft_divide(&replay, 3, 2, &never, &branches, &count));
    assert_int_equal(count, 0);
    assert_null(branches);
    struct playouts p = {.games = 5, .plies = 10, .jobs = 1};
    assert_true(zet_playouts_run(&replay, &p));
    assert_int_equal(p.results[RESULT_WIN_0], 5);
    assert_int_equal(p.turns + p.choices + p.longest + p.shortest, 0);
    zet_replay_close(&replay);
    struct replay open = {0};
    snprintf(text, sizeof text, "%sa", position);
    assert_null(unit_start(&open, &rs, text));
    assert_true(zet_playouts_run(&open, &p));
    assert_int_equal(p.results[RESULT_WIN_0], 5);
    assert_int_equal(p.turns, 5);
    assert_int_equal(p.choices, 10);
    assert_int_equal(p.shortest, 1);
    assert_int_equal(p.longest, 1);
    zet_replay_close(&open);
}

static bool same(const struct playouts *a, const struct playouts *b) {
    return memcmp(a->results, b->results, sizeof a->results) == 0 && a->turns == b->turns &&
           a->choices == b->choices && a->shortest == b->shortest && a->longest == b->longest;
}

static void threads_change_no_game(void **state) {
    (void)state;
    for (unsigned i = 0; i < RULESETS; i++) {
        struct ruleset rs;
        struct replay replay = {0};
        struct playouts one = {.games = 40, .seed = 7, .plies = 60, .jobs = 1};
        struct playouts three = one, other = one;
        three.jobs = 3;
        other.seed = 8;
        unit_ruleset(&rs, rulesets[i]);
        assert_null(unit_start(&replay, &rs, NULL));
        assert_true(zet_playouts_run(&replay, &one));
        assert_true(zet_playouts_run(&replay, &three));
        assert_true(zet_playouts_run(&replay, &other));
        assert_true(same(&one, &three));
        assert_false(same(&one, &other));
        uint64_t games = 0;
        for (unsigned k = 0; k < 4; k++)
            games += one.results[k];
        assert_int_equal(games, 40);
        assert_int_equal(replay.ply, 0);
        assert_int_equal(zet_replay_mark(&replay), zet_ruleset_repetition(&rs) > 0);
        zet_replay_close(&replay);
    }
}

/* Counting repetitions that never come takes the general way. */
static void the_short_way_is_the_general_one(void **state) {
    static const char *const rows[][2] = {
        {"halma 8x8", "halma 8x8 repetition=999999999"},
        {"halma 8x8 goal=occupied evacuation=0 first=black",
         "halma 8x8 goal=occupied evacuation=0 first=black repetition=999999999"},
        {"halma 8x8 evacuation=7", "halma 8x8 evacuation=7 repetition=999999999"}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct playouts p[2];
        for (unsigned general = 0; general < 2; general++) {
            struct ruleset rs;
            struct replay replay = {0};
            p[general] = (struct playouts){.games = 200, .seed = i, .plies = 300, .jobs = 1};
            unit_ruleset(&rs, rows[i][general]);
            assert_null(unit_start(&replay, &rs, NULL));
            assert_true(zet_playouts_run(&replay, &p[general]));
            zet_replay_close(&replay);
        }
        assert_true(same(&p[0], &p[1]));
        assert_int_equal(p[0].counted, p[0].turns);
    }
}

static void every_processor_plays_the_same(void **state) {
    struct ruleset rs;
    struct replay replay = {0};
    (void)state;
    if (!is_wide())
        skip();
    unit_ruleset(&rs, "halma 8x8");
    assert_null(unit_start(&replay, &rs, NULL));
    const struct hops *pos = (const struct hops *)&replay.position;
    for (uint64_t i = 0; i < 200; i++) {
        struct random_game narrow = {.dice = key_mix(i), .plies = 80}, wide = narrow;
        struct move a = {0}, b = {0};
        random_game(pos, &narrow, false);
        random_game_wide(pos, &wide);
        assert_memory_equal(&narrow, &wide, sizeof wide);
        assert_int_equal(count(pos, narrow.dice, &a, false), count_wide(pos, narrow.dice, &b));
        assert_memory_equal(&a, &b, sizeof a);
    }
    zet_replay_close(&replay);
}

/* How likely each result is after at most `plies` turns, by all games there are. */
struct odds {
    const struct replay *replay;
    double *p, share;
    uint32_t plies;
};

static uint64_t add_odds(const struct odds *o, const union position *pos);

static bool visit_odds(void *context, const struct move *m) {
    struct odds *o = context;
    union position after = o->replay->position;
    const struct rules *rules = o->replay->ruleset->rules;
    struct effect effect = {0};
    rules->play(&after, m, &effect);
    add_odds(o, &after);
    return true;
}

static bool visit_number(void *context, const struct move *m) {
    (void)m;
    ++*(uint64_t *)context;
    return true;
}

/* Returns the number of legal moves. */
static uint64_t add_odds(const struct odds *o, const union position *pos) {
    const struct rules *rules = o->replay->ruleset->rules;
    struct replay at = {.ruleset = o->replay->ruleset, .position = *pos};
    struct outcome outcome = rules->outcome(pos);
    uint64_t moves = 0;
    if (outcome.result != RESULT_OPEN || !o->plies) {
        o->p[outcome.result] += o->share;
        return 0;
    }
    rules->moves(pos, visit_number, &moves);
    struct odds after = {&at, o->p, o->share / (double)moves, o->plies - 1};
    rules->moves(pos, visit_odds, &after);
    return moves;
}

/* Positions where the result depends on the first few moves, with the plies to play. */
static const struct {
    const char *rules, *position;
    uint32_t plies;
} decided_soon[] = {
    {"halma 8x8", "1w6/w7/8/8/5w2/4wb2/6b1/5b2 w", 3},
    {"halma 8x8 goal=occupied", "wwww4/ww1w4/bw6/1b3w2/8/5b2/4b3/8 w", 3},
    {"hogga", "12/12/12/12/4w7/12/12/12/6b5/12/12/12/12 w", 3},
    {"akron size=3", "bwb/w1w/b1b b", 3},
    /* some moves are endless */
    {"husbao", "0,2,0,0,1,1,0,0/0,1,0,0,0,0,0,0/1,2,2,0,2,1,2,1/0,1,2,0,2,1,2,0 a", 3},
    {"husbao front", "0,2,0,0,1,1,0,0/0,1,0,0,0,0,0,0/1,2,2,0,2,1,2,1/0,1,2,0,2,1,2,0 a", 3},
    {"husbao endless=draw", "0,0,1,0,1,0,0,0/0,0,0,0,1,0,1,0/1,0,1,0,2,0,0,3/0,1,0,1,2,1,0,1 a", 2},
};

/* The results of many games against these odds: chi-square with three degrees of freedom is below
   16.3 in 999 of 1,000 cases; the seed is fixed. */
static void every_move_is_as_likely_as_the_others(void **state) {
    enum { GAMES = 20000 };
    (void)state;
    for (unsigned i = 0; i < sizeof decided_soon / sizeof *decided_soon; i++) {
        struct ruleset rs;
        struct replay replay = {0};
        double p[4] = {0}, chi_square = 0;
        unsigned results = 0;
        struct playouts run = {
            .games = GAMES, .seed = 1, .plies = decided_soon[i].plies, .jobs = 2};
        unit_ruleset(&rs, decided_soon[i].rules);
        assert_null(unit_start(&replay, &rs, decided_soon[i].position));
        struct odds odds = {&replay, p, 1, run.plies};
        uint64_t moves = add_odds(&odds, &replay.position);
        assert_true(zet_playouts_run(&replay, &run));
        for (unsigned k = 0; k < 4; k++) {
            double expected = p[k] * GAMES, off = (double)run.results[k] - expected;
            assert_true(p[k] > 0 || run.results[k] == 0);
            chi_square += p[k] > 0 ? off * off / expected : 0;
            results += p[k] > 0;
        }
        assert_true(results > 1 && chi_square < 16.3);
        run.plies = 1;
        assert_true(zet_playouts_run(&replay, &run));
        assert_int_equal(run.choices, moves * run.counted);
        assert_true(run.counted == GAMES || run.counted == PLAYOUTS_COUNTED);
        zet_replay_close(&replay);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        {"the branches add up to the whole, on any number of threads", branches_add_up, NULL, NULL,
         NULL},
        {"an ended game has no branches and no turns", an_ended_game_has_no_branches, NULL, NULL,
         NULL},
        {"threads change no game", threads_change_no_game, NULL, NULL, NULL},
        {"the short way is the general one", the_short_way_is_the_general_one, NULL, NULL, NULL},
        {"every processor plays the same", every_processor_plays_the_same, NULL, NULL, NULL},
        {"every move is as likely as the others", every_move_is_as_likely_as_the_others, NULL, NULL,
         NULL},
    };
    return cmocka_run_group_tests_name("playouts", tests, NULL, NULL);
}
