/* Tasks that need more than a stream, counting, and the solver, by zet.h alone. */
#include "notation/base/output.h"
#include "tests/unit/unit.h"
#include "validators/api/records.h"

#include <stdatomic.h>
#include <zet.h>

/* Three pawns a side; after g5^i3 Black is home (H11), and White needs one move more. */
#define ALMOST "12/6w5/12/4w7/12/12/12/12/6b5/7b4/6b5/12/12 b"
#define PLAYERS "players: {black: Anna, white: Bert}\n"
#define WON "game: hogga\nposition: " ALMOST "\n" PLAYERS "moves: g5^i3\nplayout: g12-f11\n"

static zet_text text(const char *s) { return zet_text_of(s); }

static bool holds(const zet_output *out, const char *what) {
    zet_text t = zet_output_text(out);
    return t.at && memmem(t.at, t.length, what, strlen(what));
}

static zet_task *task_with(const char *name, const zet_task_io *io, const char *option) {
    zet_error error = {0};
    zet_task *task = zet_task_new(name, io, &error);
    assert_non_null(task);
    if (option)
        assert_int_equal(zet_task_set(task, option, NULL, &error), ZET_OK);
    return task;
}

static void options_that_do_not_go_together_are_refused(void **state) {
    zet_error error = {0};
    zet_task *task = task_with("score", NULL, NULL);
    (void)state;
    assert_int_equal(zet_task_set(task, "cross", "true", &error), ZET_OK);
    assert_int_equal(zet_task_check(task, &error), ZET_REFUSED);
    zet_task_free(task);
    task = task_with("score", NULL, NULL);
    assert_int_equal(zet_task_check(task, &error), ZET_OK);
    assert_int_equal(zet_task_set(task, "table", "true", &error), ZET_REFUSED); /* it has begun */
    zet_task_free(task);
}

static void standings_are_compared_with_claims(void **state) {
    static const char claims[] = "- {name: Anna, wins: 2}\n- {name: Bert, losses: 1}\n";
    zet_error error = {0};
    zet_output *out = zet_output_new(NULL, NULL);
    const zet_task_io io = {.out = out};
    zet_task *task = task_with("score", &io, "table");
    (void)state;
    assert_int_equal(zet_task_attach(task, "claims", "claims.yaml", text(claims), &error), ZET_OK);
    assert_int_equal(zet_task_run_text(task, "a", text(WON), &error), ZET_OK);
    assert_int_equal(zet_task_finish(task, &error), ZET_OK);
    assert_int_equal(zet_task_counts(task)->refuted, 1); /* Anna has won one game */
    zet_task_free(task);
    task = task_with("validate", &io, NULL);
    assert_int_equal(zet_task_attach(task, "claims", "c", text(claims), &error), ZET_REFUSED);
    zet_task_free(task);
    zet_output_free(out);
}

static uint64_t tick(void *context) {
    uint64_t *now = context;
    return *now += 1000;
}

static void points_that_are_proved_are_written(void **state) {
    zet_error error = {0};
    uint64_t now = 0;
    zet_output *out = zet_output_new(NULL, NULL), *copy = zet_output_new(NULL, NULL);
    const zet_task_io io = {.out = out, .copy = copy, .clock = tick, .context = &now};
    zet_task *task = task_with("score", &io, "write");
    (void)state;
    assert_int_equal(zet_task_set(task, "solve", NULL, &error), ZET_OK);
    assert_int_equal(zet_task_run_text(task, "a", text(WON), &error), ZET_OK);
    assert_int_equal(zet_task_counts(task)->changed, 1);
    assert_int_equal(zet_task_finish(task, &error), ZET_OK);
    assert_true(holds(copy, "points: 1\n"));
    zet_task_free(task);
    zet_output_free(copy);
    zet_output_free(out);
}

static zet_rules *rules_of(const char *game, const char *variant) {
    zet_error error = {0};
    zet_rules *rules = zet_rules_new(game, variant, NULL, &error);
    assert_non_null(rules);
    return rules;
}

static void the_solver_proves_a_playout_of_one_move(void **state) {
    const zet_solve_limits limits = {.nodes = 100000};
    zet_error error = {0};
    zet_solution s;
    zet_rules *rules = rules_of("hogga", NULL), *halma = rules_of("halma", "8x8");
    zet_position *p = zet_position_new(rules, text(ALMOST), &error);
    zet_position *other = zet_position_new(halma, text(NULL), &error);
    zet_output *line = zet_output_new(NULL, NULL);
    (void)state;
    assert_int_equal(zet_position_play(p, text("g5^i3"), NULL, &error), ZET_OK);
    assert_int_equal(zet_playout_solve(p, 1, &limits, &s, line, &error), ZET_OK);
    assert_true(s.exact && s.low == 1 && s.high == 1 && !s.never);
    assert_true(holds(line, "g12-"));
    assert_int_equal(zet_playout_solve(other, 1, &limits, &s, NULL, &error), ZET_REFUSED);
    zet_output_free(line);
    zet_position_free(other);
    zet_position_free(p);
    zet_rules_free(rules);
    zet_rules_free(halma);
}

struct branches {
    uint64_t sum;
    char last[64];
};

static void add_branch(void *context, const char *move, uint64_t count) {
    struct branches *b = context;
    assert_true(strcmp(b->last, move) < 0); /* in byte order */
    snprintf(b->last, sizeof b->last, "%s", move);
    b->sum += count;
}

static void branches_add_up_to_perft(void **state) {
    zet_error error = {0};
    struct branches b = {0};
    uint64_t count;
    zet_rules *rules = rules_of("akron", NULL);
    zet_position *p = zet_position_new(rules, text(NULL), &error);
    (void)state;
    assert_int_equal(zet_position_perft(p, 2, 2, NULL, NULL, &count, &error), ZET_OK);
    assert_int_equal(zi_position_divide(p, 2, 2, NULL, add_branch, &b, &error), ZET_OK);
    assert_true(b.sum == count && count == 64 * 63);
    assert_int_equal(zi_position_divide(p, 0, 1, NULL, add_branch, &b, &error), ZET_REFUSED);
    zet_position_free(p);
    zet_rules_free(rules);
}

/* Asked for the time of so many questions. */
struct patience {
    atomic_int left;
};

static bool is_over(void *context) {
    struct patience *p = context;
    return atomic_fetch_sub(&p->left, 1) <= 0;
}

static void no_branch(void *context, const char *move, uint64_t count) {
    (void)context;
    fail_msg("%s %ju", move, (uintmax_t)count);
}

/* Such depths take years. */
static void counting_can_be_stopped(void **state) {
    (void)state;
    zet_error error = {0};
    uint64_t count = 1;
    static const char *const games[] = {"hogga", "akron", "husbao"};
    for (size_t i = 0; i < 3; i++) {
        zet_rules *rules = rules_of(games[i], NULL);
        zet_position *p = zet_position_new(rules, text(NULL), &error);
        for (unsigned threads = 1; threads < 4; threads += 2) {
            struct patience some = {20}, none = {0}, much = {1000000};
            assert_int_equal(zet_position_perft(p, 100, threads, is_over, &some, &count, &error),
                             ZET_STOPPED);
            assert_int_equal(error.status, ZET_STOPPED);
            assert_string_equal(error.message, "the count was stopped");
            assert_int_equal(count, 0);
            assert_true(some.left < 0 && some.left > -20);
            assert_int_equal(zi_position_divide(p, 100, threads, is_over, no_branch, &none, &error),
                             ZET_STOPPED);
            uint64_t whole = 0;
            zet_position_perft(p, 4 - (i < 2), threads, NULL, NULL, &whole, NULL);
            assert_int_equal(
                zet_position_perft(p, 4 - (i < 2), threads, is_over, &much, &count, NULL), ZET_OK);
            assert_int_equal(count, whole);
            assert_true(much.left < 1000000);
        }
        zet_position_free(p);
        zet_rules_free(rules);
    }
}

/* What a task keeps to its end it makes once. */
static void a_task_is_finished_once(void **state) {
    (void)state;
    const char *name;
    for (size_t i = 0; (name = zet_catalogue_name(ZET_CATALOGUE_TASKS, NULL, i)); i++) {
        zet_error error = {0};
        zet_output *out = zet_output_new(NULL, NULL);
        const zet_task_io io = {.out = out};
        zet_task *task = task_with(name, &io, NULL);
        zet_task_run_text(task, "a", text(WON), NULL);
        zet_status first = zet_task_finish(task, NULL);
        assert_true(first == ZET_OK || first == ZET_REFUSED);
        size_t length = zet_output_text(out).length;
        assert_int_equal(zet_task_finish(task, &error), ZET_REFUSED);
        assert_string_equal(error.message, "the task is finished already");
        assert_int_equal(zet_task_run_text(task, "b", text(WON), NULL), ZET_REFUSED);
        assert_int_equal(zet_task_check(task, NULL), ZET_REFUSED);
        assert_int_equal(zet_output_text(out).length, length);
        zet_task_free(task);
        zet_output_free(out);
    }
}

static void text_from_outside_is_copied_safely(void **state) {
    char room[16];
    (void)state;
    zet_text_copy_safe(text("a\x1b[31m\xC3\xA9"), room, sizeof room);
    assert_string_equal(room, "a?[31m\xC3\xA9");
    zet_text_copy_safe(text("12345678901234567890"), room, 8);
    assert_true(strlen(room) < 8 && !strncmp(room, "1234567890", strlen(room)));
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_that_do_not_go_together_are_refused),
        cmocka_unit_test(standings_are_compared_with_claims),
        cmocka_unit_test(points_that_are_proved_are_written),
        cmocka_unit_test(the_solver_proves_a_playout_of_one_move),
        cmocka_unit_test(branches_add_up_to_perft),
        cmocka_unit_test(counting_can_be_stopped),
        cmocka_unit_test(a_task_is_finished_once),
        cmocka_unit_test(text_from_outside_is_copied_safely),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
