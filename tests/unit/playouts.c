/* perft by branches and random games: the same on any number of threads, and by hand where a
   position leaves few choices. */
#include "tests/unit/unit.h"

#include "validators/replay/perft.h"
#include "validators/replay/playouts.h"

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
            assert_true(zet_perft_divide(&replay, 2, jobs, &branches, &count));
            assert_int_equal(count, zet_perft(&replay, 1));
            for (size_t b = 0; b < count; b++)
                sum += branches[b].count;
            assert_int_equal(sum, zet_perft(&replay, 2));
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
    assert_true(zet_perft_divide(&replay, 3, 2, &branches, &count));
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

int main(void) {
    static const struct CMUnitTest tests[] = {
        {"the branches add up to the whole, on any number of threads", branches_add_up, NULL, NULL,
         NULL},
        {"an ended game has no branches and no turns", an_ended_game_has_no_branches, NULL, NULL,
         NULL},
        {"threads change no game", threads_change_no_game, NULL, NULL, NULL},
    };
    return cmocka_run_group_tests_name("playouts", tests, NULL, NULL);
}
