/* HusBao's moves in registers and in memory: what a processor decides is called here both ways. */
#include "tests/unit/unit.h"

#include "tests/naive.h"
#include "validators/games/husbao.c"

enum { SCATTERED = 3000 };

/* Whether the first move, clockwise, ends within the stages that registers allow. */
static bool first_move_is_short(const struct husbao *pos) {
    unsigned pit = 0;
    while (pit < PITS && pos->pit[pos->turn][pit] < 2)
        pit++;
    if (pit == PITS)
        return false;
    struct sowing s = sow(pos, pit, '+', 0, UNMETERED);
    return !s.endless && s.stages <= STAGES_WIDE;
}

/* Plays the move both ways. True if registers were enough: the move and the sowing that shows that
   the game goes on are both short. */
static bool play_both_ways(const struct husbao *pos, const struct move *m, uint32_t work,
                           uint32_t ahead) {
    static struct attempt usual, any;
    struct husbao after = *pos, after_any = *pos;
    usual.work = any.work = work;
    usual.ahead = any.ahead = ahead;
    memset(&usual.effect, 77, sizeof usual.effect);
    usual.outcome.reason = "none";
    bool played = try_usual(&after, m, &usual);
    const struct reason *reason = try_any(&after_any, m, &any);
    bool is_short = !reason && !any.exhausted && m->kind == MOVE_SOW && !m->cut &&
                    any.effect.stages <= STAGES_WIDE && any.outcome.result == RESULT_OPEN &&
                    (some_move_ends_at_once(&after_any) || first_move_is_short(&after_any));
    uint32_t most = work > ahead ? work : ahead;
    assert_int_equal(played, pos->usual && is_short && most <= WORK_MAX - STAGES_WIDE);
    if (!played) {
        assert_memory_equal(&after, pos, sizeof after);
        assert_int_equal(usual.work, work);
        assert_int_equal(usual.ahead, ahead);
        return false;
    }
    assert_null(reason);
    assert_false(any.exhausted);
    assert_memory_equal(&after, &after_any, sizeof after);
    assert_int_equal(usual.effect.loot, any.effect.loot);
    assert_int_equal(usual.effect.stages, any.effect.stages);
    assert_int_equal(usual.effect.falls, any.effect.falls);
    assert_int_equal(usual.outcome.result, any.outcome.result);
    assert_ptr_equal(usual.outcome.reason, any.outcome.reason);
    assert_int_equal(usual.work, any.work);
    assert_int_equal(usual.ahead, any.ahead);
    if (pos->counted)
        assert_int_equal(usual.key, any.key);
    return true;
}

/* All moves of scattered positions. */
static void compare(const char *rules, uint32_t work, uint32_t ahead, unsigned *moves,
                    unsigned *played) {
    struct ruleset rs;
    struct dice dice = {11};
    struct naive n = {.rules = &rs};
    unit_ruleset(&rs, rules);
    *moves = *played = 0;
    for (unsigned i = 0; i < SCATTERED; i++) {
        struct husbao pos;
        naive_husbao.scatter(&n, &dice);
        assert_null(start(&pos, &rs, &n.now));
        if (outcome(&pos).result != RESULT_OPEN)
            continue;
        for (unsigned pit = 0; pit < 2 * PITS; pit++) {
            struct move m = {.kind = MOVE_SOW, .count = 1, .direction = pit % 2 ? '+' : '-'};
            m.cell[0] = pit_cell(pos.turn, pit / 2);
            *moves += pos.pit[pos.turn][pit / 2] > 1;
            *played += play_both_ways(&pos, &m, work, ahead);
        }
    }
}

static void both_ways_lead_to_the_same(void **state) {
    static const char *const rulesets[] = {"husbao", "husbao bis", "husbao front",
                                           "husbao bis repetition=3"};
    (void)state;
    for (size_t i = 0; i < sizeof rulesets / sizeof *rulesets; i++) {
        unsigned moves, played;
        compare(rulesets[i], 0, 0, &moves, &played);
        assert_true(moves > 2 * SCATTERED);
    }
}

/* Sows any number of stones from every pit; they go around up to three times. The other side
   always has a move. */
static void every_hand_leads_to_the_same(void **state) {
    static const char *const rulesets[] = {"husbao", "husbao bis", "husbao front"};
    unsigned played = 0;
    (void)state;
    for (unsigned i = 0; i < 3 * 2 * 2 * PITS * STONES; i++) {
        unsigned side = i % 2, against = i / 2 % 2, pit = i / 4 % PITS,
                 hand = i / 4 / PITS % STONES;
        struct ruleset rs;
        struct husbao pos;
        struct move m = {.kind = MOVE_SOW, .count = 1, .direction = against ? '-' : '+'};
        unit_ruleset(&rs, rulesets[i / 4 / PITS / STONES]);
        assert_null(start(&pos, &rs, NULL));
        memset(pos.pit, 0, sizeof pos.pit);
        pos.turn = (uint8_t)side;
        pos.pit[side][pit] = (uint8_t)hand;
        for (unsigned k = 0; k < PITS; k++)
            pos.pit[!side][k] = hand < 31 ? (uint8_t)(k % 3) : 0;
        pos.pit[!side][side ? 8 : 7] = 2;
        m.cell[0] = pit_cell(side, pit);
        played += play_both_ways(&pos, &m, 0, 0);
    }
    assert_true((played > 2000) == zi_husbao_is_wide());
}

/* A single direction, other ends of a move, a cut, or a budget of work that may not be enough. */
static void other_rules_are_left_to_memory(void **state) {
    static const char *const rulesets[] = {"husbao direction=cw", "husbao bis direction=ccw",
                                           "husbao endless=draw", "husbao front endless=30"};
    unsigned moves, played;
    (void)state;
    for (size_t i = 0; i < sizeof rulesets / sizeof *rulesets; i++) {
        compare(rulesets[i], 0, 0, &moves, &played);
        assert_int_equal(played, 0);
    }
    for (unsigned i = 0; i < 3; i++) {
        uint32_t most = WORK_MAX - STAGES_WIDE;
        compare("husbao", most + (i == 0), most + (i == 1), &moves, &played);
        assert_int_equal(played > 0, i > 1 && zi_husbao_is_wide());
    }

    struct ruleset rs;
    struct husbao pos;
    struct move m = {.kind = MOVE_SOW, .count = 1, .direction = '+', .cut = 1};
    m.cell[0] = pit_cell(0, 0);
    unit_ruleset(&rs, "husbao");
    assert_null(start(&pos, &rs, NULL));
    assert_false(play_both_ways(&pos, &m, 0, 0));
    m.kind = MOVE_SKIP;
    assert_false(play_both_ways(&pos, &m, 0, 0));
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        {"registers and memory lead to the same", both_ways_lead_to_the_same, NULL, NULL, NULL},
        {"every hand leads to the same", every_hand_leads_to_the_same, NULL, NULL, NULL},
        {"moves by other rules are left to memory", other_rules_are_left_to_memory, NULL, NULL,
         NULL},
    };
    return cmocka_run_group_tests_name("husbao_wide", tests, NULL, NULL);
}
