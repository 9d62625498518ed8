/* What the unit tests share: tables of play, one cmocka test a row. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "notation/games/movetext.h"
#include "validators/replay/replay.h"

enum { UNIT_TEXT_MAX = 2048, UNIT_PLIES = 1000 };

/* Moves from a position, and what the rules say of the last of them. Every row is worked by hand.
 */
struct play_row {
    const char *name;     /* a sentence */
    const char *rules;    /* game, variant, options: "halma 8x8 hops=long" */
    const char *position; /* NULL: the start position */
    const char *moves;    /* all but the last must be legal, with true annotations; may be empty */

    /* `legal`: so is the last, and the game goes on. A side or `draw`, and a reason: it is legal,
       and ends the game so. `bad-position`. Else the code of the reason that it is illegal for. */
    const char *expect;
    const char *after; /* the position after legal moves, or NULL */
};

static inline void unit_ruleset(struct ruleset *rs, const char *rules) {
    char words[160];
    snprintf(words, sizeof words, "%s", rules);
    char *word = strtok(words, " ");
    const struct rules *game = zi_game_find(text_of(word));
    assert_non_null(game);
    zi_ruleset_init(rs, game, 0);
    while ((word = strtok(NULL, " "))) {
        char *value = strchr(word, '=');
        if (!value) {
            int variant = zi_variant_find(game, text_of(word));
            assert_true(variant >= 0);
            zi_ruleset_init(rs, game, (unsigned)variant);
            continue;
        }
        *value++ = '\0';
        assert_null(zi_ruleset_set(rs, text_of(word), text_of(value)));
    }
}

/* NULL, or why the position cannot be played. */
static inline const char *unit_start(struct replay *r, const struct ruleset *rs,
                                     const char *position) {
    static struct setup setup;
    size_t fault = 0;
    bool failed = false;
    if (position) {
        const char *why =
            rs->rules->notation->read_setup(text_of(position), &rs->board, &setup, &fault);
        if (why)
            fail_msg("position text, byte %zu: %s", fault, why);
    }
    const char *why = zi_replay_start(r, rs, position ? &setup : NULL, UNIT_PLIES, &failed);
    assert_false(failed);
    return why;
}

/* The move with that number among those that `moves` visits; or the number of moves. */
struct unit_choice {
    uint64_t number, visits;
    struct move *move;
};

static inline bool unit_choose(void *context, const struct move *m) {
    struct unit_choice *c = context;
    if (c->visits++ != c->number)
        return true;
    move_copy(c->move, m);
    return false;
}

/* A legal move, by a random number. Requires that there is one. */
static inline void unit_random_move(const struct replay *r, uint64_t draw, struct move *out) {
    const struct rules *rules = r->ruleset->rules;
    struct unit_choice all = {.number = UINT64_MAX}, c = {.move = out};
    rules->moves(&r->position, unit_choose, &all);
    c.number = draw % all.visits;
    rules->moves(&r->position, unit_choose, &c);
}

static inline void unit_position_text(const struct replay *r, char out[UNIT_TEXT_MAX]) {
    static struct setup setup;
    struct writer w = {out, UNIT_TEXT_MAX - 1, 0};
    r->ruleset->rules->describe(&r->position, &setup);
    r->ruleset->rules->notation->write_setup(&w, &r->ruleset->board, &setup);
    out[written(&w).len] = '\0';
}

static inline void unit_outcome_text(const struct replay *r, char out[64]) {
    const char *result = "legal", *reason = r->outcome.reason;
    if (r->outcome.result == RESULT_DRAW)
        result = "draw";
    else if (r->outcome.result != RESULT_OPEN)
        result = r->ruleset->rules->sides[r->outcome.result - RESULT_WIN_0];
    snprintf(out, 64, "%s%s%s", result, reason ? " " : "", reason ? reason : "");
}

/* Requires that try_play does the same as check, play and the other functions. `after` is the
   replay after they played the turn; NULL if `reason` refuses it. */
static inline void unit_try(const struct replay *before, const struct move *m,
                            const struct reason *reason, const struct replay *after,
                            const struct effect *effect) {
    const struct rules *rules = before->ruleset->rules;
    static union position position;
    static struct attempt attempt;
    position = before->position;
    memset(&attempt.effect, 77, sizeof attempt.effect);
    attempt.outcome = (struct outcome){RESULT_WIN_1, "none"};
    attempt.work = attempt.ahead = 0;
    attempt.key = 77;
    assert_ptr_equal(rules->try_play(&position, m, &attempt), reason);
    assert_false(attempt.exhausted);
    assert_memory_equal(&position, after ? &after->position : &before->position,
                        rules->position_size);
    if (!after)
        return;
    struct outcome outcome = rules->outcome(&position);
    assert_int_equal(attempt.outcome.result, outcome.result);
    assert_ptr_equal(attempt.outcome.reason, outcome.reason);
    assert_int_equal(attempt.effect.loot, effect->loot);
    assert_int_equal(attempt.effect.stages, effect->stages);
    assert_int_equal(attempt.effect.falls, effect->falls);
    assert_memory_equal(attempt.effect.fall, effect->fall, effect->falls * sizeof *effect->fall);
    if (after->repetition)
        assert_true(attempt.key == rules->key(&position));
}

/* Plays the moves; the reason of the first illegal one, or NULL. */
static inline const struct reason *unit_play(struct replay *r, const struct movetext *at_start) {
    static struct movetext text;
    text = *at_start;
    for (;;) {
        enum token token = zi_movetext_next(&text);
        if (token == TOKEN_END)
            return NULL;
        if (token != TOKEN_MOVE)
            fail_msg("`%.*s` is no move", (int)text.token.len, text.token.at);
        if (r->outcome.result != RESULT_OPEN)
            fail_msg("the game ends before `%.*s`", (int)text.token.len, text.token.at);
        const struct reason *reason = r->ruleset->rules->check(&r->position, &text.move);
        const struct replay before = *r;
        if (reason) {
            if (move_is_turn(&text.move))
                unit_try(&before, &text.move, reason, NULL, NULL);
            if (zi_movetext_next(&text) != TOKEN_END)
                fail_msg("`%s` comes before the last move", reason->code);
            return reason;
        }
        struct effect effect = {0};
        zi_replay_play(r, &text.move, &effect);
        if (move_is_turn(&text.move))
            unit_try(&before, &text.move, NULL, r, &effect);
        if (!r->ruleset->rules->agrees(&text.move, &effect))
            fail_msg("the annotation of `%.*s` is untrue", (int)text.token.len, text.token.at);
    }
}

/* A cmocka test: *state is a row. */
static inline void unit_play_row(void **state) {
    const struct play_row *row = *state;
    struct ruleset rs;
    struct replay replay = {0};
    struct grammar grammar;
    static struct movetext text;
    char got[UNIT_TEXT_MAX];
    unit_ruleset(&rs, row->rules);
    const char *why = unit_start(&replay, &rs, row->position);
    if (why) {
        assert_string_equal(row->expect, "bad-position");
        return;
    }
    zi_grammar_open(&grammar, rs.rules->notation);
    zi_movetext_open(&text, &grammar, &rs.board, text_of(row->moves), NULL, 0);
    const struct reason *reason = unit_play(&replay, &text);
    zi_grammar_close(&grammar);
    if (reason)
        snprintf(got, sizeof got, "%s", reason->code);
    else
        unit_outcome_text(&replay, got);
    assert_string_equal(got, row->expect);
    if (row->after) {
        unit_position_text(&replay, got);
        assert_string_equal(got, row->after);
    }
    zi_replay_close(&replay);
}

/* Runs `rows`, and `more` tests after them. */
static inline int unit_run(const char *group, const struct play_row *rows, size_t count,
                           const struct CMUnitTest *more, size_t more_count) {
    struct CMUnitTest *tests = calloc(count + more_count + 1, sizeof *tests);
    if (!tests)
        return 1;
    for (size_t i = 0; i < count; i++) {
        tests[i].name = rows[i].name;
        tests[i].test_func = unit_play_row;
        tests[i].initial_state = (void *)(uintptr_t)&rows[i];
    }
    if (more_count)
        memcpy(tests + count, more, more_count * sizeof *tests);
    int failed = _cmocka_run_group_tests(group, tests, count + more_count, NULL, NULL);
    free(tests);
    return failed;
}
