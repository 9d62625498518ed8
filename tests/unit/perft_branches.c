/* perft by branches: the same on any number of threads, and nothing where a game has ended. */
#include "tests/unit/unit.h"

#include <pthread.h>

#include "validators/replay/replay.h"

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

/* How often this thread and others asked whether to stop, and after how many times to stop. */
static struct asked {
    pthread_t caller;
    atomic_uint here, elsewhere;
    unsigned most;
} asked;

static bool ask(void *context) {
    struct asked *a = context;
    bool here = pthread_equal(pthread_self(), a->caller);
    unsigned times = atomic_fetch_add(here ? &a->here : &a->elsewhere, 1) + 1;
    return times > a->most;
}

static void begin_asking(struct perft_stop *stop, unsigned most) {
    asked = (struct asked){.caller = pthread_self(), .most = most};
    *stop = (struct perft_stop){.asked = ask, .context = &asked};
}

/* A count of three plies asks at each first move, one of two plies does not ask. A stopped count
   neither asks nor counts. */
static void counts_ask_and_stop(void **state) {
    (void)state;
    struct ruleset rs;
    struct replay r = {0};
    struct perft_stop stop;
    unit_ruleset(&rs, "halma 8x8");
    assert_null(unit_start(&r, &rs, NULL));
    uint64_t first = zi_perft(&r, 1, &never), three = zi_perft(&r, 3, &never);
    begin_asking(&stop, UINT32_MAX);
    zi_perft(&r, 2, &stop);
    assert_int_equal(asked.here, 0);
    assert_int_equal(zi_perft(&r, 3, &stop), three);
    assert_int_equal(asked.here, first);
    for (unsigned most = 0; most < 3; most++) {
        begin_asking(&stop, most);
        uint64_t count = zi_perft(&r, 3, &stop);
        assert_true(most ? count > 0 && count < three : count == 0);
        assert_int_equal(asked.here, most + 1);
        assert_true(stop.stopped);
        assert_int_equal(zi_perft(&r, 3, &stop), 0);
        assert_int_equal(asked.here, most + 1);
    }
    zi_replay_close(&r);
}

/* Every thread asks for itself. With one job only the caller's thread asks. */
static void every_job_is_a_thread(void **state) {
    (void)state;
    for (unsigned jobs = 1; jobs <= 2; jobs++)
        for (unsigned most = 0; most < 2; most++) {
            struct ruleset rs;
            struct replay r = {0};
            struct move_list moves;
            struct perft_stop stop;
            uint64_t *counts, sum = 0;
            unit_ruleset(&rs, "halma 8x8");
            assert_null(unit_start(&r, &rs, NULL));
            begin_asking(&stop, most ? UINT32_MAX : 0);
            assert_true(zi_perft_divide(&r, 2, jobs, &stop, &moves, &counts));
            assert_true(asked.here + asked.elsewhere > 0);
            if (jobs == 1 || most) /* a thread that is stopped before it begins asks nothing */
                assert_int_equal(asked.elsewhere > 0, jobs > 1);
            for (size_t i = 0; i < moves.count; i++)
                sum += counts[i];
            assert_int_equal(sum, most ? zi_perft(&r, 2, &never) : 0);
            zi_move_list_free(&moves);
            free(counts);
            zi_replay_close(&r);
        }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        {"the branches add up to the whole, on any number of threads", branches_add_up, NULL, NULL,
         NULL},
        {"counts ask and stop", counts_ask_and_stop, NULL, NULL, NULL},
        {"every job is a thread", every_job_is_a_thread, NULL, NULL, NULL},
        {"an ended game has no branches", an_ended_game_has_no_branches, NULL, NULL, NULL},
    };
    return cmocka_run_group_tests_name("perft_branches", tests, NULL, NULL);
}
