/* zet.h as a program uses it: positions against a second bookkeeping of texts, records against
   their JSON report, walks against positions that the same moves are played in, and every way in
   which reading, writing and memory can fail. It includes nothing of the inside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <glob.h>
#include <jansson.h>
#include <zet.h>

#include "notation/base/option.h"
#include "notation/base/output.h"
#include "tests/unit/failing_memory.h"
#include "validators/api/records.h"
#include "validators/replay/settings.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Helpers. */

static zet_text text(const char *s) { return zet_text_of(s); }

static char *copied(zet_text t) {
    char *s = malloc(t.length + 1);
    assert_non_null(s);
    if (t.length)
        memcpy(s, t.at, t.length);
    s[t.length] = '\0';
    return s;
}

static void assert_text(zet_text got, const char *expected) {
    char *s = copied(got);
    assert_string_equal(s, expected);
    free(s);
}

static char *read_file(const char *path, size_t *size) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    *size = (size_t)ftell(f);
    rewind(f);
    char *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, f), *size);
    bytes[*size] = '\0';
    fclose(f);
    return bytes;
}

static uint64_t draw(uint64_t *state) {
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return *state >> 33;
}

/* "game variant option=value ..." as rules. */
static zet_rules *rules_of(const char *words) {
    char room[128], *word[12] = {NULL};
    const char *options[12] = {NULL};
    size_t count = 0, option_count = 0;
    snprintf(room, sizeof room, "%s", words);
    for (char *w = strtok(room, " "); w; w = strtok(NULL, " "))
        word[count++] = w;
    const char *variant = count > 1 && !strchr(word[1], '=') ? word[1] : NULL;
    for (size_t i = variant ? 2 : 1; i < count; i++)
        options[option_count++] = word[i];
    zet_error error = {0};
    zet_rules *rules = zet_rules_new(word[0], variant, options, &error);
    if (!rules)
        fail_msg("%s: %s", words, error.message);
    return rules;
}

/* Positions. */

enum { PLIES = 700 };

/* What a position was like after each ply. */
struct past {
    char *text[PLIES + 1], *move[PLIES + 1];
    zet_outcome outcome[PLIES + 1];
    unsigned turn[PLIES + 1];
    size_t moves[PLIES + 1];
};

static struct past past;

static void past_clear(void) {
    for (size_t i = 0; i <= PLIES; i++) {
        free(past.text[i]);
        free(past.move[i]);
    }
    past = (struct past){0};
}

static void remember(zet_position *p) {
    size_t ply = zet_position_ply(p);
    zet_moves *moves = zet_moves_new(p, true, NULL);
    past.text[ply] = copied(zet_position_text(p));
    past.move[ply] = copied(zet_position_last_move(p));
    past.outcome[ply] = zet_position_outcome(p);
    past.turn[ply] = zet_position_turn(p);
    past.moves[ply] = zet_moves_count(moves);
    zet_moves_free(moves);
}

static void assert_as_remembered(zet_position *p) {
    size_t ply = zet_position_ply(p);
    zet_moves *moves = zet_moves_new(p, true, NULL);
    zet_outcome outcome = zet_position_outcome(p);
    assert_text(zet_position_text(p), past.text[ply]);
    assert_text(zet_position_last_move(p), past.move[ply]);
    assert_int_equal(outcome.result, past.outcome[ply].result);
    assert_ptr_equal(outcome.reason, past.outcome[ply].reason);
    assert_int_equal(zet_position_turn(p), past.turn[ply]);
    assert_int_equal(zet_moves_count(moves), past.moves[ply]);
    zet_moves_free(moves);
}

/* How often the text after `ply` has occurred up to there. */
static unsigned occurrences(size_t ply) {
    unsigned n = 0;
    for (size_t i = 0; i <= ply; i++)
        n += !strcmp(past.text[i], past.text[ply]);
    return n;
}

/* A move that takes the side's last step back, where there is one: "a1-a2" after "a2-a1". */
static size_t step_back(const zet_moves *moves, size_t ply) {
    const char *last = ply >= 2 ? past.move[ply - 1] : "";
    const char *dash = strchr(last, '-');
    char back[64];
    if (!dash || strchr(dash + 1, '-'))
        return SIZE_MAX;
    snprintf(back, sizeof back, "%s-%.*s", dash + 1, (int)(dash - last), last);
    for (size_t i = 0; i < zet_moves_count(moves); i++)
        if (!strcmp(zet_moves_text(moves, i), back))
            return i;
    return SIZE_MAX;
}

struct game_row {
    const char *rules;
    unsigned repetition; /* 0: not counted */
    size_t plies;
};

static const struct game_row game_rows[] = {
    {"hogga", 3, 300},
    {"hogga repetition=0", 0, 120},
    {"halma 8x8 repetition=3 evacuation=0", 3, 400},
    {"halma 10x10 hops=long", 0, 150},
    {"halma 16x16 repetition=4", 4, PLIES},
    {"akron", 0, 100},
    {"akron size=4 swap=true repetition=2", 2, 300},
    {"husbao", 0, 150},
    {"husbao front direction=cw repetition=2", 2, 300},
    {"husbao bis first=b", 0, 150},
};

static size_t longest_counted, repetition_draws;

/* Plays a random move and checks what the position says of it. False: the game has ended. */
static bool play_one(zet_position *p, const struct game_row *row, uint64_t *seed) {
    zet_error error = {0};
    const char *reason = "unset";
    size_t ply = zet_position_ply(p);
    zet_moves *moves = zet_moves_new(p, true, &error);
    assert_non_null(moves);
    if (!zet_moves_count(moves)) {
        assert_int_not_equal(zet_position_outcome(p).result, ZET_RESULT_OPEN);
        zet_moves_free(moves);
        assert_int_equal(zet_position_play(p, text("a1"), &reason, &error), ZET_REFUSED);
        return false;
    }
    assert_null(zet_moves_text(moves, zet_moves_count(moves)));
    for (size_t i = 1; i < zet_moves_count(moves); i++)
        assert_true(strcmp(zet_moves_text(moves, i - 1), zet_moves_text(moves, i)) < 0);
    size_t chosen = draw(seed) % zet_moves_count(moves);
    size_t back = ply > row->plies / 5 * 4 ? step_back(moves, ply) : SIZE_MAX;
    const char *move = zet_moves_text(moves, back == SIZE_MAX ? chosen : back);
    if (zet_position_play(p, text(move), &reason, &error) != ZET_OK)
        fail_msg("%s, ply %zu: %s: %s", row->rules, ply, move, error.message);
    assert_null(reason);
    assert_int_equal(zet_position_ply(p), ply + 1);
    assert_text(zet_position_last_move(p), move);
    zet_moves_free(moves);
    remember(p);
    zet_outcome outcome = zet_position_outcome(p);
    bool drawn = outcome.result == ZET_RESULT_DRAW && !strcmp(outcome.reason, "repetition");
    if (outcome.result == ZET_RESULT_OPEN || drawn)
        assert_int_equal(drawn, row->repetition && occurrences(ply + 1) >= row->repetition);
    repetition_draws += drawn;
    if (row->repetition && ply + 1 > longest_counted)
        longest_counted = ply + 1;
    return outcome.result == ZET_RESULT_OPEN;
}

/* The game again, from the first move or from where a copy is. */
static void replay_rest(zet_position *p, size_t end) {
    while (zet_position_ply(p) < end) {
        assert_int_equal(zet_position_play(p, text(past.move[zet_position_ply(p) + 1]), NULL, NULL),
                         ZET_OK);
        assert_as_remembered(p);
    }
}

static void games_forth_and_back(void **state) {
    const struct game_row *row = *state;
    zet_rules *rules = rules_of(row->rules);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        uint64_t dice = seed * 977;
        zet_position *copy = NULL;
        zet_position *p = zet_position_new(rules, text(NULL), NULL);
        assert_non_null(p);
        assert_false(zet_position_undo(p));
        remember(p);
        while (zet_position_ply(p) < row->plies && play_one(p, row, &dice))
            if (!copy && zet_position_ply(p) > row->plies / 3)
                assert_non_null(copy = zet_position_copy_new(p, NULL));
        size_t end = zet_position_ply(p);
        if (copy) { /* the copy knows of nothing that came after it */
            assert_as_remembered(copy);
            replay_rest(copy, end);
        }
        while (zet_position_undo(p))
            assert_as_remembered(p);
        assert_int_equal(zet_position_ply(p), 0);
        if (copy)
            assert_int_equal(zet_position_ply(copy), end);
        replay_rest(p, end);
        while (copy && zet_position_undo(copy))
            assert_as_remembered(copy);
        zet_position_free(copy);
        zet_position_free(p);
        past_clear();
    }
    zet_rules_free(rules);
}

static void games_were_long_enough(void **state) {
    (void)state;
    assert_true(longest_counted > 2 * 256);
    assert_true(repetition_draws > 0);
}

/* The examples of rule H13, and what is refused. */
static void a_playout_is_the_losers(void **state) {
    (void)state;
    zet_error error = {0};
    const char *reason;
    zet_rules *rules = zet_rules_new("hogga", NULL, NULL, NULL);
    zet_position *p =
        zet_position_new(rules, text("12/12/12/12/12/w11/12/12/6b5/12/12/12/12 b"), NULL);
    assert_non_null(p);
    assert_int_equal(zet_position_begin_playout(p, &error), ZET_REFUSED);
    assert_string_equal(error.message, "a playout is allowed only after a win by the rules");
    assert_string_equal(zet_rules_game(rules), "hogga");
    assert_int_equal(zet_position_play(p, text("g5-h4"), NULL, NULL), ZET_OK);
    assert_int_equal(zet_position_outcome(p).result, ZET_RESULT_WIN_0);
    zet_moves *moves = zet_moves_new(p, true, NULL);
    assert_int_equal(zet_moves_count(moves), 0);
    zet_moves_free(moves);
    for (unsigned round = 0; round < 2; round++) {
        assert_int_equal(zet_position_begin_playout(p, NULL), ZET_OK);
        assert_int_equal(zet_position_begin_playout(p, &error), ZET_REFUSED);
        assert_int_equal(zet_position_outcome(p).result, ZET_RESULT_OPEN);
        assert_int_equal(zet_position_turn(p), 1);
        assert_int_equal(zet_position_perft(p, 1, 1, NULL, NULL, &(uint64_t){0}, NULL),
                         ZET_REFUSED);
        assert_int_equal(zet_position_play(p, text("a8-a9"), NULL, NULL), ZET_OK);
        assert_int_equal(zet_position_turn(p), 1);
        assert_int_equal(zet_position_play(p, text("a9-b10"), &reason, NULL), ZET_REFUSED);
        assert_string_equal(reason, "forbidden-cell");
        zet_position *copy = zet_position_copy_new(p, NULL);
        assert_int_equal(zet_position_play(copy, text("a9-a10"), NULL, NULL), ZET_OK);
        assert_int_equal(zet_position_outcome(copy).result, ZET_RESULT_WIN_0);
        assert_string_equal(zet_position_outcome(copy).reason, "goal");
        assert_text(zet_position_text(copy), "12/12/12/w11/12/12/12/12/12/7b4/12/12/12 w");
        assert_int_equal(zet_position_play(copy, text("a10-a11"), NULL, NULL), ZET_REFUSED);
        zet_position_free(copy);
        assert_true(zet_position_undo(p)); /* a solo move */
        assert_int_equal(zet_position_turn(p), 1);
        assert_true(zet_position_undo(p)); /* the move that won */
        assert_int_equal(zet_position_turn(p), 0);
        assert_int_equal(zet_position_begin_playout(p, NULL), ZET_REFUSED);
        assert_int_equal(zet_position_play(p, text("g5-h4"), NULL, NULL), ZET_OK);
    }
    zet_position_free(p);
    zet_rules_free(rules);
    rules = zet_rules_new("halma", "8x8", NULL, NULL);
    p = zet_position_new(rules, text(NULL), NULL);
    assert_int_equal(zet_position_begin_playout(p, &error), ZET_REFUSED);
    assert_string_equal(error.message, "this game has no playout");
    zet_position_free(p);
    zet_rules_free(rules);
}

/* Solo moves may come back to a position as often as they like. */
static void a_playout_does_not_count_repetitions(void **state) {
    (void)state;
    static const char *const back_and_forth[] = {"a8-a7", "a7-a8"};
    zet_rules *rules = zet_rules_new("hogga", NULL, (const char *[]){"repetition=2", NULL}, NULL);
    zet_position *p =
        zet_position_new(rules, text("12/12/12/12/12/w11/12/12/12/7b4/12/12/12 w"), NULL);
    assert_int_equal(zet_position_begin_playout(p, NULL), ZET_OK);
    for (size_t i = 0; i < 600; i++)
        assert_int_equal(zet_position_play(p, text(back_and_forth[i % 2]), NULL, NULL), ZET_OK);
    assert_int_equal(zet_position_outcome(p).result, ZET_RESULT_OPEN);
    while (zet_position_undo(p))
        assert_int_equal(zet_position_turn(p), 1);
    assert_int_equal(zet_position_play(p, text("a8-a9"), NULL, NULL), ZET_OK);
    zet_position_free(p);
    zet_rules_free(rules);
}

static uint64_t perft_of(const zet_position *p, unsigned depth) {
    uint64_t n = 0;
    assert_int_equal(zet_position_perft(p, depth, 1, NULL, NULL, &n, NULL), ZET_OK);
    return n;
}

/* Counted a second way: by playing and taking back. */
static uint64_t count_by_play(zet_position *p, unsigned depth) {
    uint64_t n = 0;
    if (!depth)
        return 1;
    zet_moves *moves = zet_moves_new(p, true, NULL);
    for (size_t i = 0; i < zet_moves_count(moves); i++) {
        assert_int_equal(zet_position_play(p, text(zet_moves_text(moves, i)), NULL, NULL), ZET_OK);
        n += count_by_play(p, depth - 1);
        assert_true(zet_position_undo(p));
    }
    zet_moves_free(moves);
    return n;
}

static void perft_counts_what_can_be_played(void **state) {
    static const struct {
        const char *rules;
        unsigned depth;
    } rows[] = {{"hogga", 2},
                {"halma 8x8 repetition=2", 3},
                {"akron size=3 swap=true", 3},
                {"husbao", 3},
                {"husbao bis", 3}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        zet_rules *rules = rules_of(rows[i].rules);
        zet_position *p = zet_position_new(rules, text(NULL), NULL);
        for (unsigned d = 0; d <= rows[i].depth; d++)
            assert_int_equal(perft_of(p, d), count_by_play(p, d));
        uint64_t n = 7;
        zet_error error;
        assert_int_equal(zet_position_perft(p, ZET_PERFT_DEPTH_MAX + 1, 1, NULL, NULL, &n, &error),
                         ZET_REFUSED);
        assert_int_equal(error.status, ZET_REFUSED);
        zet_position_free(p);
        zet_rules_free(rules);
    }
}

/* H1 and the start position of the rules: black moves first in hogga. */
static void refusals_change_nothing(void **state) {
    static const struct {
        const char *rules, *move, *reason;
    } rows[] = {
        {"hogga", "", NULL},
        {"hogga", "zzz", NULL},
        {"hogga", "b10-b9 k4-k5", NULL},
        {"hogga", "{b10-b9}", NULL},
        {"hogga", "k4-k5", "not-own-piece"},
        {"hogga", "b10-b10", NULL},
        {"husbao", "%give:a4:a1", NULL},
        {"husbao", "%give:a4:a1 a9+", NULL},
        {"husbao", "%give:a4:a1 d4+", NULL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        zet_rules *rules = rules_of(rows[i].rules);
        zet_position *p = zet_position_new(rules, text(NULL), NULL);
        zet_error error = {0};
        const char *reason = "unset";
        remember(p);
        assert_int_equal(zet_position_play(p, text(rows[i].move), &reason, &error), ZET_REFUSED);
        assert_int_equal(error.status, ZET_REFUSED);
        assert_true(error.message[0] != '\0');
        if (rows[i].reason && (!reason || strcmp(reason, rows[i].reason) != 0))
            fail_msg("%s: %s, not %s", rows[i].move, reason ? reason : "NULL", rows[i].reason);
        assert_int_equal(zet_position_ply(p), 0);
        assert_as_remembered(p);
        zet_position_free(p);
        zet_rules_free(rules);
        past_clear();
    }
}

/* An empty text need not point anywhere. */
static void an_empty_text_may_be_null(void **state) {
    (void)state;
    zet_text nothing = {NULL, 0};
    zet_rules *rules = rules_of("akron");
    zet_position *p = zet_position_new(rules, nothing, NULL);
    zet_moves *moves = zet_moves_similar_new(p, nothing, 3, NULL);
    char room[4] = "abc";
    assert_int_equal(zet_position_play(p, nothing, NULL, NULL), ZET_REFUSED);
    assert_int_equal(zet_moves_count(moves), 0);
    assert_null(zi_nearest_of(nothing, (const char *const[]){"aa", NULL}));
    zet_text_copy_safe(nothing, room, sizeof room);
    assert_string_equal(room, "");
    zet_moves_free(moves);
    zet_position_free(p);
    zet_rules_free(rules);
}

static void rules_and_positions_are_refused(void **state) {
    static const struct {
        const char *game, *variant, *option;
    } rows[] = {
        {NULL, NULL, NULL},        {"chess", NULL, NULL},           {"halma", NULL, NULL},
        {"halma", "9x9", NULL},    {"hogga", "8x8", NULL},          {"hogga", NULL, "repetition"},
        {"hogga", NULL, "size=3"}, {"hogga", NULL, "repetition=1"}, {"akron", NULL, "size=\x1b["}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *options[] = {rows[i].option, NULL};
        zet_error error = {0};
        assert_null(zet_rules_new(rows[i].game, rows[i].variant, options, &error));
        assert_int_equal(error.status, ZET_REFUSED);
        assert_true(error.message[0] != '\0');
        assert_null(strchr(error.message, '\x1b'));
        assert_null(zet_rules_new(rows[i].game, rows[i].variant, options, NULL));
    }
    zet_rules *rules = rules_of("halma 8x8");
    zet_error error = {0};
    assert_null(zet_position_new(rules, text("bbbb"), &error));
    assert_int_equal(error.status, ZET_REFUSED);
    assert_null(zet_position_new(rules, text(""), NULL));
    zet_rules_free(rules);
}

static void a_position_comes_back_from_its_text(void **state) {
    static const char *const games[] = {"hogga", "halma 16x16", "akron size=5", "husbao"};
    (void)state;
    for (size_t i = 0; i < COUNT(games); i++) {
        uint64_t dice = i + 5;
        zet_rules *rules = rules_of(games[i]);
        zet_position *p = zet_position_new(rules, text(NULL), NULL);
        for (unsigned n = 0; n < 30 && zet_position_outcome(p).result == ZET_RESULT_OPEN; n++) {
            zet_error error = {0};
            char *here = copied(zet_position_text(p));
            zet_position *again = zet_position_new(rules, text(here), &error);
            if (!again)
                fail_msg("%s: %s: %s", games[i], here, error.message);
            assert_text(zet_position_text(again), here);
            assert_int_equal(zet_position_turn(again), zet_position_turn(p));
            zet_position_free(again);
            free(here);
            zet_moves *moves = zet_moves_new(p, true, NULL);
            const char *move = zet_moves_text(moves, draw(&dice) % zet_moves_count(moves));
            assert_int_equal(zet_position_play(p, text(move), NULL, NULL), ZET_OK);
            zet_moves_free(moves);
        }
        zet_position_free(p);
        zet_rules_free(rules);
    }
}

static void suggestions_are_legal_and_near(void **state) {
    (void)state;
    zet_rules *rules = rules_of("hogga");
    zet_position *p = zet_position_new(rules, text(NULL), NULL);
    zet_moves *near = zet_moves_similar_new(p, text("b10-b8"), 3, NULL);
    bool found = false;
    assert_true(zet_moves_count(near) > 0 && zet_moves_count(near) <= 3);
    for (size_t i = 0; i < zet_moves_count(near); i++) {
        found |= !strcmp(zet_moves_text(near, i), "b10-b9");
        assert_int_equal(zet_position_play(p, text(zet_moves_text(near, i)), NULL, NULL), ZET_OK);
        assert_true(zet_position_undo(p));
    }
    assert_true(found);
    assert_null(zet_moves_text(near, zet_moves_count(near)));
    zet_moves_free(near);
    near = zet_moves_similar_new(p, text("???"), 3, NULL);
    assert_int_equal(zet_moves_count(near), 0);
    zet_moves_free(near);
    zet_output *out = zet_output_new(NULL, NULL);
    zet_position_board(p, 4, out);
    assert_true(zet_output_text(out).length > 12 * 12);
    assert_memory_equal(zet_output_text(out).at, "    ", 4);
    zet_output_free(out);
    zet_position_free(p);
    zet_rules_free(rules);
}

/* Records. */

static json_int_t number_of(const json_t *object, const char *key) {
    return json_integer_value(json_object_get(object, key));
}

static void assert_json_text(const json_t *object, const char *key, zet_text expected) {
    const json_t *value = json_object_get(object, key);
    assert_non_null(value);
    if (json_is_null(value))
        assert_int_equal(expected.length, 0);
    else
        assert_text(expected, json_string_value(value));
}

static size_t line_at(const char *stream, uint64_t offset) {
    size_t line = 1;
    for (uint64_t i = 0; i < offset; i++)
        line += stream[i] == '\n' || (stream[i] == '\r' && stream[i + 1] != '\n');
    return line;
}

static void assert_finding(const zet_finding *f, const json_t *j, const char *stream) {
    assert_json_text(j, "severity", text(f->severity_name));
    assert_json_text(j, "code", text(f->code));
    assert_json_text(j, "reason", text(f->reason));
    assert_json_text(j, "part", text(f->part));
    assert_json_text(j, "move", f->move);
    assert_json_text(j, "message", f->message);
    assert_int_equal(number_of(j, "line"), f->line);
    assert_int_equal(number_of(j, "column"), f->column);
    assert_int_equal(number_of(j, "ply"), f->ply);
    assert_int_equal(line_at(stream, f->offset), f->line);
}

static void assert_record(const zet_record *r, const char *stream, zet_output *out) {
    zet_finding f;
    bool error = false;
    zet_output_clear(out);
    zet_record_report_json(r, out);
    json_t *j = json_loadb(zet_output_text(out).at, zet_output_text(out).length, 0, NULL);
    assert_non_null(j);
    assert_int_equal(number_of(j, "record"), zet_record_number(r));
    assert_int_equal(number_of(j, "line"), zet_record_line(r));
    assert_int_equal(number_of(j, "plies"), zet_record_plies(r));
    assert_int_equal(json_is_true(json_object_get(j, "valid")), zet_record_is_valid(r));
    assert_json_text(j, "game", text(zet_record_game(r)));
    assert_json_text(j, "position", zet_record_position(r));
    const json_t *points = json_object_get(j, "points");
    assert_int_equal(json_is_null(points) ? -1 : json_integer_value(points), zet_record_points(r));
    const json_t *outcome = json_object_get(j, "outcome");
    assert_json_text(outcome, "reason", text(zet_record_outcome(r).reason));
    const json_t *findings = json_object_get(j, "findings");
    assert_int_equal(json_array_size(findings), zet_record_finding_count(r));
    for (size_t i = 0; zet_record_finding_at(r, i, &f); i++) {
        assert_finding(&f, json_array_get(findings, i), stream);
        error |= f.severity == ZET_SEVERITY_ERROR;
    }
    assert_false(zet_record_finding_at(r, zet_record_finding_count(r), &f));
    assert_int_equal(zet_record_is_valid(r), !error);
    json_decref(j);
}

/* A stream in pieces, and where it fails: -1 is never. */
struct pieces {
    zet_text rest;
    size_t size;
    long fail_after;
};

static long read_pieces(void *context, char *to, size_t size) {
    struct pieces *p = context;
    size_t n = p->rest.length < size ? p->rest.length : size;
    if (p->fail_after >= 0 && p->fail_after-- == 0)
        return -1;
    n = n < p->size ? n : p->size;
    memcpy(to, p->rest.at, n);
    p->rest.at += n;
    p->rest.length -= n;
    return (long)n;
}

/* The rules of a record are those of its game, where its last position is known. */
static void assert_rules(const zet_record *r) {
    zet_error error = {0};
    zet_rules *rules = zet_record_rules_new(r, &error);
    assert_true((rules != NULL) == (zet_record_position(r).length > 0));
    if (rules)
        assert_string_equal(zet_rules_game(rules), zet_record_game(r));
    else
        assert_int_equal(error.status, ZET_REFUSED);
    zet_rules_free(rules);
}

static void assert_stream(const char *path, zet_reader *reader, zet_output *out) {
    size_t size, records = 0;
    char *bytes = read_file(path, &size);
    zet_text stream = {bytes, size};
    struct pieces pieces = {stream, 7, -1};
    const zet_record *r;
    zet_status status;
    zet_output *all[2] = {zet_output_new(NULL, NULL), zet_output_new(NULL, NULL)};
    assert_true(zet_reader_open_text(reader, path, stream, NULL) == ZET_OK);
    while ((status = zet_reader_next(reader, &r, NULL)) == ZET_OK) {
        assert_true(zet_record_number(r) > records); /* other YAML is counted, too */
        records = zet_record_number(r);
        assert_record(r, bytes, out);
        assert_rules(r);
        zet_record_report_json(r, all[0]);
        zet_record_report_text(r, false, out);
    }
    assert_int_equal(status, ZET_END);
    assert_int_equal(zet_reader_next(reader, &r, NULL), ZET_END);
    assert_true(records > 0);
    assert_true(zet_reader_open(reader, path, read_pieces, &pieces, NULL) == ZET_OK);
    while (zet_reader_next(reader, &r, NULL) == ZET_OK)
        zet_record_report_json(r, all[1]);
    assert_int_equal(zet_output_text(all[0]).length, zet_output_text(all[1]).length);
    assert_memory_equal(zet_output_text(all[0]).at, zet_output_text(all[1]).at,
                        zet_output_text(all[0]).length);
    zet_output_free(all[0]);
    zet_output_free(all[1]);
    free(bytes);
}

static void for_each_file(const char *pattern,
                          void (*visit)(const char *, zet_reader *, zet_output *)) {
    glob_t files;
    zet_reader *reader = zet_reader_new(NULL);
    zet_output *out = zet_output_new(NULL, NULL);
    assert_non_null(reader);
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        visit(files.gl_pathv[i], reader, out);
    globfree(&files);
    zet_output_free(out);
    zet_reader_free(reader);
}

static void records_say_what_their_report_says(void **state) {
    (void)state;
    for_each_file("corpus/*/*.yaml", assert_stream);
}

/* What zet_walk says, held against positions in which the same moves are played. */
enum { DEPTHS = 40 };

struct lines {
    zet_rules *rules;
    zet_position *at[DEPTHS];
    unsigned depth;
    zet_output *written; /* stones given, and the move after them */
};

static size_t walked, walked_variations, walked_gifts;

static void step(struct lines *l, const zet_ply *ply, zet_walk *walk) {
    zet_error error = {0};
    unsigned d = ply->depth;
    zet_output_write(l->written, ply->written);
    zet_output_write(l->written, text(" "));
    walked_gifts += ply->gift;
    if (ply->gift)
        return;
    assert_true(d < DEPTHS && d <= l->depth + 1);
    if (d > 0 && (d > l->depth || ply->ply != zet_position_ply(l->at[d]) + 1)) {
        zet_position_free(l->at[d]); /* a variation begins: it replaces the last move outside it */
        assert_non_null(l->at[d] = zet_position_copy_new(l->at[d - 1], NULL));
        assert_true(zet_position_undo(l->at[d]));
    }
    l->depth = d;
    if (zet_position_play(l->at[d], zet_output_text(l->written), NULL, &error) != ZET_OK)
        fail_msg("%.*s: %s", (int)ply->written.length, ply->written.at, error.message);
    zet_output_clear(l->written);
    char *now = copied(zet_position_text(l->at[d]));
    assert_int_equal(zet_position_ply(l->at[d]), ply->ply);
    assert_text(zet_walk_position(walk), now);
    assert_true(zet_walk_key(walk) == zet_position_key(l->at[d]));
    assert_int_equal(zet_position_outcome(l->at[d]).result, ply->outcome.result);
    walked++;
    walked_variations += d > 0;
    free(now);
}

/* Whether the record plays by the default rules from the start position, so that a test need not
   read its rules. */
static bool is_plain(const zet_record *r) {
    char *document = copied(zet_record_document(r));
    bool plain = zet_record_game(r) && !strstr(document, "rules") &&
                 !zet_record_value(r, "position").length && zet_record_is_valid(r);
    free(document);
    return plain;
}

static void walk_record(const zet_record *r) {
    struct lines lines = {.written = zet_output_new(NULL, NULL)};
    zet_text variant = zet_record_value(r, "variant");
    char *name = copied(variant);
    zet_ply ply;
    uint32_t main_plies = 0;
    zet_walk *walk = zet_walk_new(r, NULL);
    assert_non_null(walk);
    lines.rules = zet_rules_new(zet_record_game(r), variant.length ? name : NULL, NULL, NULL);
    assert_non_null(lines.rules);
    lines.at[0] = zet_position_new(lines.rules, text(NULL), NULL);
    while (zet_walk_next(walk, &ply)) {
        if (ply.playout)
            continue;
        main_plies += ply.depth == 0 && !ply.gift;
        step(&lines, &ply, walk);
    }
    assert_int_equal(main_plies, zet_record_plies(r));
    for (size_t i = 0; i < DEPTHS; i++)
        zet_position_free(lines.at[i]);
    zet_walk_free(walk);
    zet_output_free(lines.written);
    zet_rules_free(lines.rules);
    free(name);
}

static void walk_file(const char *path, zet_reader *reader, zet_output *out) {
    size_t size;
    char *bytes = read_file(path, &size);
    const zet_record *r;
    (void)out;
    zet_reader_set(reader, "moves", "true", NULL);
    assert_true(zet_reader_open_text(reader, path, (zet_text){bytes, size}, NULL) == ZET_OK);
    while (zet_reader_next(reader, &r, NULL) == ZET_OK)
        if (is_plain(r))
            walk_record(r);
    free(bytes);
}

static void walks_agree_with_positions(void **state) {
    (void)state;
    for_each_file("corpus/*/*.yaml", walk_file);
    assert_true(walked > 1000);
    assert_true(walked_variations > 10);
    assert_true(walked_gifts > 0);
}

/* Worked by hand: hogga, two moves, the second illegal; a name; a stray key is a finding. */
static const char small[] = "game: hogga\n"
                            "players: {black: Ann, white: 'Bob '}\n"
                            "event: Club\n"
                            "moves: b10-b9 k4-k5\n"
                            "---\n"
                            "game: hogga\n"
                            "moves: b10-b9 b9-b8\n";

static void a_small_stream(void **state) {
    (void)state;
    const zet_record *r;
    zet_walk *walk;
    zet_finding f;
    zet_error error = {0};
    zet_reader *reader = zet_reader_new(&error);
    assert_int_equal(zet_reader_next(reader, &r, NULL), ZET_END);
    assert_true(zet_reader_open_text(reader, "small.yaml", text(small), NULL) == ZET_OK);
    assert_int_equal(zet_reader_next(reader, &r, &error), ZET_OK);
    assert_int_equal(zet_record_line(r), 1);
    assert_string_equal(zet_record_game(r), "hogga");
    assert_int_equal(zet_record_plies(r), 2);
    assert_int_equal(zet_record_outcome(r).result, ZET_RESULT_OPEN);
    assert_null(zet_record_outcome(r).reason);
    assert_true(zet_record_points(r) == -1);
    assert_text(zet_record_value(r, "event"), "Club");
    assert_text(zet_record_value(r, "date"), "");
    assert_text(zet_record_value(r, "no such key"), "");
    assert_true(zi_record_has(r, "event"));
    assert_false(zi_record_has(r, "date"));
    assert_false(zi_record_has(r, "no such key"));
    assert_text(zet_record_player(r, 0), "Ann");
    assert_text(zet_record_player(r, 2), "");
    assert_null(zet_walk_new(r, &error)); /* the moves were not kept */
    assert_int_equal(error.status, ZET_REFUSED);
    zet_reader_set(reader, "moves", "true", NULL);
    assert_int_equal(zet_reader_next(reader, &r, &error), ZET_OK);
    assert_int_equal(zet_record_number(r), 2);
    assert_false(zet_record_is_valid(r));
    assert_true(zet_record_finding_at(r, 0, &f));
    assert_string_equal(f.code, "illegal-move");
    assert_int_equal(f.ply, 2);
    assert_int_equal(f.line, 7);
    assert_text(f.move, "b9-b8");
    assert_int_equal(f.offset, strstr(small, "b9-b8") - small);
    assert_non_null(walk = zet_walk_new(r, NULL));
    zet_ply ply;
    assert_true(zet_walk_next(walk, &ply));
    assert_text(ply.move, "b10-b9");
    assert_int_equal(ply.offset, strstr(strstr(small, "---"), "b10-b9") - small);
    assert_false(zet_walk_next(walk, &ply));
    zet_walk_free(walk);
    assert_int_equal(zet_reader_next(reader, &r, NULL), ZET_END);
    /* Strict: the same stream again in the same reader. Capitals stray. */
    zet_reader_set(reader, "strict", "true", NULL);
    assert_true(zet_reader_open_text(reader, "x", text("game: hogga\nmoves: B10-B9 k4-k5\n"),
                                     NULL) == ZET_OK);
    assert_int_equal(zet_reader_next(reader, &r, NULL), ZET_OK);
    assert_false(zet_record_is_valid(r));
    /* Settings. */
    zet_error why = {0};
    assert_null(zi_settings_new("zet.yaml", text("game: hogga\nlevel: all\n"), &why));
    assert_int_equal(why.status, ZET_REFUSED);
    assert_int_equal(strncmp(why.message, "zet.yaml:2:8: ", 14), 0);
    zet_settings *settings = zi_settings_new("zet.yaml", text("game: hogga\n"), NULL);
    assert_string_equal(zi_settings_value(settings, "game"), "hogga");
    assert_null(zi_settings_value(settings, "names"));
    assert_null(zi_settings_value(settings, "nonsense"));
    zet_reader_set(reader, "strict", "false", NULL);
    for (int with = 1; with >= 0; with--) {
        zet_reader_set_settings(reader, with ? settings : NULL);
        assert_true(zet_reader_open_text(reader, "x", text("moves: b10-b9\n"), NULL) == ZET_OK);
        assert_int_equal(zet_reader_next(reader, &r, NULL), ZET_OK);
        assert_int_equal(zet_record_is_valid(r), with);
        assert_int_equal(zet_record_finding_count(r), 1);
        zet_task *task = zet_task_new("validate", NULL, NULL);
        zi_task_settings(task, with ? settings : NULL);
        assert_int_equal(zet_task_run_text(task, "x", text("moves: b10-b9\n"), NULL), ZET_OK);
        assert_int_equal(zet_task_counts(task)->invalid, !with);
        zet_task_free(task);
    }
    zi_settings_free(settings);
    /* A stream without any record. */
    assert_true(zet_reader_open_text(reader, "empty", text(""), NULL) == ZET_OK);
    assert_int_equal(zet_reader_next(reader, &r, NULL), ZET_OK);
    assert_false(zet_record_is_valid(r));
    assert_int_equal(zet_reader_next(reader, &r, NULL), ZET_END);
    zet_reader_free(reader);
}

/* Outputs and tasks. */

struct sink {
    size_t bytes, calls, fail_from; /* the call that fails, from 1; 0: none */
};

static bool write_sink(void *context, const char *bytes, size_t size) {
    struct sink *s = context;
    (void)bytes;
    if (++s->calls == s->fail_from)
        return false;
    s->bytes += size;
    return true;
}

static void outputs_hand_over_and_fail(void **state) {
    (void)state;
    static char large[100000];
    struct sink sink = {.fail_from = 3};
    memset(large, 'x', sizeof large);
    zet_output *out = zet_output_new(write_sink, &sink);
    zet_output_write(out, text("abc"));
    assert_int_equal(sink.calls, 0);
    assert_text(zet_output_text(out), "abc");
    assert_int_equal(zet_output_flush(out), ZET_OK);
    assert_int_equal(sink.bytes, 3);
    zet_output_write(out, (zet_text){large, sizeof large});
    assert_int_equal(sink.bytes, 3 + sizeof large);
    zet_output_write(out, text("abc"));
    assert_int_equal(zet_output_flush(out), ZET_WRITE_FAILED);
    zet_output_write(out, text("abc"));
    assert_int_equal(zet_output_flush(out), ZET_WRITE_FAILED);
    assert_int_equal(sink.calls, 3);
    zet_output_clear(out);
    zet_output_write(out, text("abc"));
    assert_int_equal(zet_output_flush(out), ZET_OK);
    zet_output_free(out);
    out = zet_output_new(NULL, NULL);
    zet_output_write_safe(out, text("a\x1b[31mb\xe2\x80\xae"));
    assert_null(memchr(zet_output_text(out).at, '\x1b', zet_output_text(out).length));
    assert_int_equal(zet_output_flush(out), ZET_OK);
    zet_output_free(out);
    zet_output_free(NULL);
    assert_int_equal(zet_text_of(NULL).length, 0);
}

static bool stop_at_once(void *context, const zet_counts *counts) {
    *(uint64_t *)context = counts->records;
    return false;
}

static void tasks_report_and_fail(void **state) {
    (void)state;
    zet_error error = {0};
    assert_null(zet_task_new("no-such-task", NULL, &error));
    assert_int_equal(error.status, ZET_REFUSED);
    zet_task_io io = {0};
    zet_task *task = zet_task_new("validate", &io, &error);
    assert_int_equal(zet_task_set(task, "no-such-option", "x", &error), ZET_REFUSED);
    assert_int_equal(zet_task_set(task, "format", "no-such-format", &error), ZET_REFUSED);
    assert_int_equal(zet_task_set(task, "format", NULL, &error), ZET_REFUSED);
    assert_int_equal(zet_task_set(task, "strict", NULL, &error), ZET_OK);
    assert_int_equal(zet_task_set(task, "strict", "false", &error), ZET_OK);
    assert_int_equal(zet_task_set(task, "format", "json", &error), ZET_OK);
    zet_output *out = zet_output_new(NULL, NULL), *messages = zet_output_new(NULL, NULL);
    io.out = out;
    io.messages = messages;
    assert_int_equal(zet_task_run_text(task, "small.yaml", text(small), &error), ZET_OK);
    assert_int_equal(zet_task_set(task, "strict", NULL, &error), ZET_REFUSED);
    struct pieces pieces = {text(small), 5, 4};
    assert_int_equal(zet_task_run(task, "p", read_pieces, &pieces, &error), ZET_READ_FAILED);
    assert_int_equal(error.status, ZET_READ_FAILED);
    uint64_t seen = 0;
    io.progress = stop_at_once;
    io.context = &seen;
    assert_int_equal(zet_task_run_text(task, "s", text(small), &error), ZET_STOPPED);
    io.progress = NULL;
    assert_int_equal(zet_task_run_text(task, "t", text(small), &error), ZET_OK);
    assert_int_equal(zet_task_finish(task, &error), ZET_OK);
    assert_int_equal(zet_task_counts(task)->records, 5);
    assert_int_equal(zet_task_counts(task)->invalid, 2);
    assert_int_equal(zet_task_counts(task)->changed, 0);
    zet_task_free(task);
    struct sink sink = {.fail_from = 1};
    zet_output *broken = zet_output_new(write_sink, &sink);
    io = (zet_task_io){.out = broken};
    assert_non_null(task = zet_task_new("validate", &io, NULL));
    zet_status status = zet_task_run_text(task, "small.yaml", text(small), NULL);
    status = status == ZET_OK ? zet_task_finish(task, &error) : status;
    assert_int_equal(status, ZET_WRITE_FAILED);
    zet_task_free(task);
    zet_task_free(NULL);
    zet_output_free(broken);
    zet_output_free(out);
    zet_output_free(messages);
}

/* A record that is not valid, whose players the names file makes one, is one record. */
static void a_record_is_counted_once(void **state) {
    (void)state;
    zet_error error = {0};
    zet_task *task = zet_task_new("fix", NULL, &error);
    assert_int_equal(zet_task_attach(task, "names", "names.yaml",
                                     text("- name: Ann\n  aliases: [Anna, A.]\n"), &error),
                     ZET_OK);
    const char *record = "game: hogga\nplayers: {black: Anna, white: A.}\nmoves: 1. a1-a9\n";
    assert_int_equal(zet_task_run_text(task, "g.yaml", text(record), &error), ZET_OK);
    assert_int_equal(zet_task_finish(task, &error), ZET_OK);
    assert_int_equal(zet_task_counts(task)->records, 1);
    assert_int_equal(zet_task_counts(task)->invalid, 1);
    zet_task_free(task);
}

static void readers_report_reading_that_fails(void **state) {
    (void)state;
    zet_reader *reader = zet_reader_new(NULL);
    for (long after = 0; after < 12; after++) {
        struct pieces pieces = {text(small), 9, after};
        zet_error error = {0};
        const zet_record *r;
        zet_status status;
        assert_true(zet_reader_open(reader, "p", read_pieces, &pieces, NULL) == ZET_OK);
        while ((status = zet_reader_next(reader, &r, &error)) == ZET_OK)
            ;
        assert_int_equal(status, ZET_READ_FAILED);
        assert_int_equal(error.status, ZET_READ_FAILED);
        assert_int_equal(zet_reader_next(reader, &r, &error), ZET_END);
    }
    zet_reader_free(reader);
    zet_reader_free(NULL);
}

static void catalogues_list_names(void **state) {
    static const struct {
        zet_catalogue catalogue;
        const char *of, *one;
    } rows[] = {{ZET_CATALOGUE_GAMES, NULL, "husbao"},
                {ZET_CATALOGUE_VARIANTS, "halma", "10x10"},
                {ZET_CATALOGUE_VARIANTS, "husbao", "bis"},
                {ZET_CATALOGUE_RULE_OPTIONS, "hogga", "repetition"},
                {ZET_CATALOGUE_RECORD_KEYS, NULL, "playout"},
                {ZET_CATALOGUE_FINDING_CODES, NULL, "illegal-move"},
                {ZET_CATALOGUE_REASONS, NULL, "no-hurdle"},
                {ZET_CATALOGUE_FORMATS, NULL, "json"},
                {ZET_CATALOGUE_DIAGRAM_FORMATS, NULL, "svg"},
                {ZET_CATALOGUE_THEMES, NULL, NULL},
                {ZET_CATALOGUE_TASKS, NULL, "validate"},
                {ZET_CATALOGUE_TASK_OPTIONS, "validate", "format"}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t n = 0;
        bool found = !rows[i].one;
        const char *name;
        for (; (name = zet_catalogue_name(rows[i].catalogue, rows[i].of, n)); n++) {
            assert_true(name[0] != '\0');
            assert_non_null(zet_catalogue_about(rows[i].catalogue, rows[i].of, n));
            found |= rows[i].one && !strcmp(name, rows[i].one);
            for (size_t k = 0; k < n; k++)
                assert_string_not_equal(name, zet_catalogue_name(rows[i].catalogue, rows[i].of, k));
        }
        assert_true(n > 0);
        assert_true(found);
        assert_string_equal(zet_catalogue_about(rows[i].catalogue, rows[i].of, n), "");
        assert_null(zet_catalogue_argument(rows[i].catalogue, rows[i].of, n));
    }
    assert_null(zet_catalogue_name(ZET_CATALOGUE_VARIANTS, "chess", 0));
    assert_null(zet_catalogue_name(ZET_CATALOGUE_TASK_OPTIONS, NULL, 0));
    assert_string_equal(zet_catalogue_argument(ZET_CATALOGUE_TASK_OPTIONS, "validate", 0),
                        "FORMAT");
    zet_explanation explanation;
    assert_true(zet_explain("illegal-move", "occupied", &explanation));
    assert_string_equal(explanation.severity_name, "error");
    zet_output *address = zet_output_new(NULL, NULL);
    zi_explain_address("syntax", NULL, address);
    zi_explain_address("illegal-move", "occupied", address);
    assert_text(zet_output_text(address), ""); /* it has no website yet */
    zet_output_free(address);
    const char *const words[] = {"fix", "validate", NULL};
    assert_string_equal(zi_nearest_of(zet_text_of("vlaidate"), words), "validate");
    assert_null(zi_nearest_of(zet_text_of("draw"), words));
    assert_string_equal(zet_side_name("husbao", 1), "b");
    assert_null(zet_side_name("husbao", 2));
    assert_null(zet_side_name("chess", 0));
    assert_string_equal(zet_version(), ZET_VERSION);
}

/* Out of memory: each allocation in turn fails, until one run needs no more than it is given. What
   does not fail is right, and nothing leaks. */

static bool use_positions(void) {
    bool done = false;
    zet_position *copy = NULL;
    zet_moves *moves = NULL;
    zet_position *p = NULL;
    uint64_t count = 0;
    zet_error error = {0};
    zet_rules *rules = zet_rules_new("hogga", NULL, NULL, &error);
    if (rules)
        p = zet_position_new(rules, text(NULL), &error);
    if (p && zet_position_play(p, text("b10-b9"), NULL, &error) == ZET_OK) {
        assert_int_equal(zet_position_ply(p), 1);
        copy = zet_position_copy_new(p, NULL);
        moves = zet_moves_new(p, true, &error);
        done = copy && moves && zet_position_perft(p, 1, 1, NULL, NULL, &count, &error) == ZET_OK;
    } else if (p) {
        assert_int_equal(zet_position_ply(p), 0);
    }
    if (!done && (!p || copy))
        assert_int_equal(error.status, ZET_OUT_OF_MEMORY);
    if (done)
        assert_int_equal(count, zet_moves_count(moves));
    zet_moves_free(moves);
    zet_position_free(copy);
    zet_position_free(p);
    zet_rules_free(rules);
    return done;
}

static bool use_reader(void) {
    const zet_record *r;
    zet_error error = {0};
    size_t records = 0;
    bool read = false;
    zet_status status = ZET_OUT_OF_MEMORY;
    zet_reader *reader = zet_reader_new(&error);
    zet_output *out = zet_output_new(NULL, NULL);
    if (reader && out && zet_reader_open_text(reader, "small.yaml", text(small), NULL) == ZET_OK) {
        zet_reader_set(reader, "moves", "true", NULL);
        while ((status = zet_reader_next(reader, &r, &error)) == ZET_OK) {
            assert_int_equal(zet_record_is_valid(r), ++records == 1);
            zet_record_report_text(r, true, out);
        }
        read = true;
    }
    bool done = read && status == ZET_END && records == 2 && zet_output_flush(out) == ZET_OK;
    if (read && status == ZET_END)
        assert_int_equal(records, 2);
    if (read && status != ZET_END)
        assert_int_equal(status, ZET_OUT_OF_MEMORY);
    zet_output_free(out);
    zet_reader_free(reader);
    return done;
}

static bool use_task(void) {
    zet_error error = {0};
    zet_status status = ZET_OUT_OF_MEMORY;
    zet_output *out = zet_output_new(NULL, NULL);
    const zet_task_io io = {.out = out};
    zet_task *task = zet_task_new("validate", &io, &error);
    if (task && out) {
        status = zet_task_run_text(task, "small.yaml", text(small), &error);
        if (status != ZET_OK) { /* a second try must not be worse than the first */
            assert_int_equal(status, ZET_OUT_OF_MEMORY);
            zet_status again = zet_task_run_text(task, "small.yaml", text(small), &error);
            assert_true(again == ZET_OUT_OF_MEMORY || again == ZET_OK);
        } else {
            assert_int_equal(zet_task_counts(task)->records, 2);
            assert_int_equal(zet_task_counts(task)->invalid, 1);
            status = zet_task_finish(task, &error);
        }
    }
    zet_output_free(out);
    zet_task_free(task);
    return status == ZET_OK;
}

/* Whether the option can have the word. */
static bool has_word(zet_catalogue catalogue, const char *of, const char *option,
                     const char *word) {
    const zet_option *row;
    const char *listed = NULL;
    size_t at = 0, n = 0;
    while ((row = zi_catalogue_option(catalogue, of, at)) && strcmp(row->name, option))
        at++;
    while (row && (listed = zi_option_word(row, n)) && strcmp(listed, word))
        n++;
    return row && listed;
}

static void words_of_options_are_listed(void **state) {
    (void)state;
    assert_true(has_word(ZET_CATALOGUE_TASK_OPTIONS, "validate", "format", "sarif"));
    assert_false(has_word(ZET_CATALOGUE_TASK_OPTIONS, "validate", "format", "pgn"));
    assert_true(has_word(ZET_CATALOGUE_DIAGRAM_OPTIONS, NULL, "theme", "print"));
    assert_false(
        has_word(ZET_CATALOGUE_TASK_OPTIONS, "convert", "event", "")); /* it can be any text */
}

static void options_are_set_in_a_structure(void **state) {
    static const zet_option number = {.name = "count",
                                      .argument = "N",
                                      .kind = ZET_OPTION_NUMBER,
                                      .offset = sizeof(uint32_t),
                                      .least = 2,
                                      .most = 9};
    uint32_t values[2] = {7, 0};
    zet_error error;
    (void)state;
    assert_int_equal(zi_option_set(&number, values, "9", &error), ZET_OK);
    assert_int_equal(values[1], 9);
    assert_int_equal(zi_option_set(&number, values, "1", &error), ZET_REFUSED);
    assert_int_equal(zi_option_set(&number, values, "10", &error), ZET_REFUSED);
    assert_int_equal(zi_option_set(&number, values, "x", &error), ZET_REFUSED);
    assert_int_equal(strncmp(error.message, "count", 5), 0);
    assert_int_equal(values[0], 7);
    assert_int_equal(values[1], 9);
}

static void memory_runs_out(void **state) {
    static bool (*const uses[])(void) = {use_positions, use_reader, use_task};
    (void)state;
    for (size_t i = 0; i < COUNT(uses); i++) {
        bool done = false;
        size_t n = 0;
        for (; !done && n < 5000; n++) {
            allocations_left = n;
            done = uses[i]();
            allocations_left = SIZE_MAX;
        }
        assert_true(done);
        assert_true(n > 5);
    }
}

static void side_files_are_known(void **state) {
    static const struct {
        const char *text, *kind;
    } rows[] = {{"- name: A\n", "names"},
                {"[{name: A", "names"},
                {"'tournament': T\nplayers: [A", "tournament"},
                {"players: {}\ntournament: T\nmoves: ''\n", NULL},
                {"a: {tournament: T, players: []}\n", NULL},
                {"tournament: players\n", NULL},
                {"game: akron\nmoves: d4\n", NULL},
                {"\xFF", NULL},
                {"", NULL}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *kind = "x";
        assert_int_equal(zi_side_file_kind(zet_text_of(rows[i].text), &kind, NULL), ZET_OK);
        if ((kind != NULL) != (rows[i].kind != NULL) || (kind && strcmp(kind, rows[i].kind) != 0))
            fail_msg("%s: %s", rows[i].text, kind ? kind : "nothing");
    }
}

static void a_walk_ends_where_the_text_goes_on(void **state) {
    static const char *const cases[][2] = {{"", ""},
                                           {"d4 e5", "d4 e5"},
                                           {"d4 e5 (", "d4"},
                                           {"d4 e5 (e4 d5", "d4 e4 d5"},
                                           {"d4 e5 (e4 d5 (c3", "d4 e4 c3"},
                                           {"d4 e5 (e4 d5 (c3) e3", "d4 e4 d5 e3"},
                                           {"d4 e5 (e4 d5) c3", "d4 e5 c3"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[100], played[100];
        const zet_record *r;
        zet_reader *reader = zet_reader_new(NULL);
        zet_rules *rules = zet_rules_new("akron", NULL, NULL, NULL);
        zet_position *position = zet_position_new(rules, zet_text_of(NULL), NULL);
        snprintf(text, sizeof text, "game: akron\nmoves: \"%s\"\n", cases[i][0]);
        snprintf(played, sizeof played, "%s", cases[i][1]);
        for (char *rest, *move = strtok_r(played, " ", &rest); move;
             move = strtok_r(NULL, " ", &rest))
            assert_int_equal(zet_position_play(position, zet_text_of(move), NULL, NULL), ZET_OK);
        zet_reader_set(reader, "moves", "true", NULL);
        assert_int_equal(zet_reader_open_text(reader, "-", zet_text_of(text), NULL), ZET_OK);
        assert_int_equal(zet_reader_next(reader, &r, NULL), ZET_OK);
        zet_walk *walk = zet_walk_new(r, NULL);
        assert_true(zi_walk_to_end(walk));
        char *now = copied(zet_position_text(position));
        assert_text(zet_walk_position(walk), now);
        free(now);
        zet_walk_free(walk);
        zet_position_free(position);
        zet_rules_free(rules);
        zet_reader_free(reader);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walk_ends_where_the_text_goes_on),
        cmocka_unit_test(games_were_long_enough),
        cmocka_unit_test(a_playout_is_the_losers),
        cmocka_unit_test(a_playout_does_not_count_repetitions),
        cmocka_unit_test(perft_counts_what_can_be_played),
        cmocka_unit_test(refusals_change_nothing),
        cmocka_unit_test(an_empty_text_may_be_null),
        cmocka_unit_test(rules_and_positions_are_refused),
        cmocka_unit_test(a_position_comes_back_from_its_text),
        cmocka_unit_test(suggestions_are_legal_and_near),
        cmocka_unit_test(records_say_what_their_report_says),
        cmocka_unit_test(walks_agree_with_positions),
        cmocka_unit_test(a_small_stream),
        cmocka_unit_test(outputs_hand_over_and_fail),
        cmocka_unit_test(tasks_report_and_fail),
        cmocka_unit_test(a_record_is_counted_once),
        cmocka_unit_test(readers_report_reading_that_fails),
        cmocka_unit_test(catalogues_list_names),
        cmocka_unit_test(words_of_options_are_listed),
        cmocka_unit_test(options_are_set_in_a_structure),
        cmocka_unit_test(side_files_are_known),
        cmocka_unit_test(memory_runs_out),
    };
    struct CMUnitTest all[COUNT(game_rows) + COUNT(tests)];
    for (size_t i = 0; i < COUNT(game_rows); i++)
        all[i] = (struct CMUnitTest){.name = game_rows[i].rules,
                                     .test_func = games_forth_and_back,
                                     .initial_state = (void *)(uintptr_t)&game_rows[i]};
    memcpy(all + COUNT(game_rows), tests, sizeof tests);
    return _cmocka_run_group_tests("api", all, COUNT(all), NULL, NULL);
}
