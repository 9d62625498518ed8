/* perft by branches: the same on any number of threads, and nothing where a game has ended. */
#include "tests/unit/unit.h"

#include "validators/replay/perft.h"

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
            struct move_list moves;
            uint64_t *counts;
            uint64_t sum = 0;
            unit_ruleset(&rs, rulesets[i]);
            assert_null(unit_start(&replay, &rs, NULL));
            assert_true(zi_perft_divide(&replay, 2, jobs, &never, &moves, &counts));
            assert_int_equal(moves.count, zi_perft(&replay, 1, &never));
            for (size_t b = 0; b < moves.count; b++)
                sum += counts[b];
            assert_int_equal(sum, zi_perft(&replay, 2, &never));
            zi_move_list_free(&moves);
            free(counts);
            zi_replay_close(&replay);
        }
}

/* B7: either way A's two stones end on empty pits, and B's one stone moves nowhere. */
static void an_ended_game_has_no_branches(void **state) {
    static const char position[] =
        "1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0 ";
    (void)state;
    struct ruleset rs;
    struct replay replay = {0};
    struct move_list moves;
    uint64_t *counts;
    char text[sizeof position + 1];
    unit_ruleset(&rs, "husbao");
    snprintf(text, sizeof text, "%sb", position);
    assert_null(unit_start(&replay, &rs, text));
    assert_true(zi_perft_divide(&replay, 3, 2, &never, &moves, &counts));
    assert_int_equal(moves.count, 0);
    free(counts);
    zi_replay_close(&replay);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        {"the branches add up to the whole, on any number of threads", branches_add_up, NULL, NULL,
         NULL},
        {"an ended game has no branches", an_ended_game_has_no_branches, NULL, NULL, NULL},
    };
    return cmocka_run_group_tests_name("perft_branches", tests, NULL, NULL);
}
