/* Games that are made and changed: tables of texts, what is done to them and the texts then; random
   games of every kind that there is against fmt and the judgement of records; and memory that runs
   out at every allocation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zet.h>

#include "tests/unit/failing_memory.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { OUT_OF_MEMORY = -1 };

/* What is done: a line each. A line that is refused ends with ` !` and the code of the finding, or
   ` !` alone. */
struct row {
    const char *text, *orders, *edited;
};

static const struct row rows[] = {
    /* Moves go on where they are, in the way they are written. */
    {"game: hogga\nmoves: b10-b9\n", "play k4-k5", "game: hogga\nmoves: b10-b9 k4-k5\n"},
    {"game: hogga\nmoves: |\n  b10-b9\nx-a: 1\n", "play k4-k5\nplay a13^a9!?",
     "game: hogga\nmoves: |\n  b10-b9 k4-k5 2. a13^a9!?\nx-a: 1\n"},
    {"game: hogga\nmoves: |\n    b10-b9 ; why\n", "play k4-k5",
     "game: hogga\nmoves: |\n    b10-b9 ; why\n    k4-k5\n"},
    {"game: hogga\nmoves: 'b10-b9'\n", "play k4-k5", "game: hogga\nmoves: 'b10-b9 k4-k5'\n"},
    {"game: hogga\nmoves: [b10-b9]  # one\n", "play k4-k5",
     "game: hogga\nmoves: [b10-b9, k4-k5]  # one\n"},
    {"game: hogga\nmoves:\n- \"{x} b10-b9\"  # one\n",
     "comment a\nplay k4-k5\ncomment b\nannotate {c}",
     "game: hogga\nmoves:\n- \"{x} b10-b9 {a}\"  # one\n- \"k4-k5 {b} {c}\"\n"},
    {"game: hogga\nmoves: [b10-b9]\n", "comment a\nplay k4-k5 {b}",
     "game: hogga\nmoves: [\"b10-b9 {a}\", \"k4-k5 {b}\"]\n"},
    {"game: hogga\nmoves:\n- 'b10-b9'  # one\n", "play k4-k5",
     "game: hogga\nmoves:\n- 'b10-b9'  # one\n- 'k4-k5'\n"},
    {"{\"game\": \"hogga\", \"moves\": \"b10-b9\"}", "play k4-k5",
     "{\"game\": \"hogga\", \"moves\": \"b10-b9 k4-k5\"}"},
    {"game: hogga\r\nmoves: |\r\n  b10-b9", "play k4-k5\nset event A",
     "game: hogga\r\nevent: A\r\nmoves: |\r\n  b10-b9 k4-k5"},
    {"game: hogga\nmoves: \"\"\ncomment: x\n", "play b10-b9",
     "game: hogga\nmoves: |\n  1. b10-b9\ncomment: x\n"},
    {"game: hogga\nmoves: []\n", "play b10-b9", "game: hogga\nmoves: |\n  1. b10-b9\n"},
    {"{game: hogga, moves: ''}\n", "play b10-b9", "{game: hogga, moves: \"1. b10-b9\"}\n"},
    {"game: hogga\nmoves: b10-b9\n", "comment it's: #1",
     "game: hogga\nmoves: |\n  b10-b9\n  {it's: #1}\n"},
    {"game: hogga\nmoves: b10-b9\n", "annotate $3 (1. a13^a9 {no})",
     "game: hogga\nmoves: |\n  b10-b9\n  $3 (1. a13^a9 {no})\n"},

    /* Taking back takes what follows the move, and its number. */
    {"game: hogga\nmoves: |\n  1. b10-b9 k4-k5 ; x\n  2. a13^a9 {y}\n", "undo",
     "game: hogga\nmoves: |\n  1. b10-b9 k4-k5 ; x\n"},
    {"game: hogga\nmoves: |\n  1. b10-b9 k4-k5 ; to 2.\n  a13^a9 {y}\n", "undo\nundo",
     "game: hogga\nmoves: |\n  1. b10-b9\n"},
    {"game: hogga\nmoves: |\n  {first} 1. b10-b9\n", "undo", "game: hogga\nmoves: |\n  {first}\n"},
    {"game: hogga\nmoves: b10-b9 # c\n", "undo", "game: hogga\nmoves: \"\" # c\n"},
    {"game: hogga\nmoves: [b10-b9, k4-k5]\n", "undo", "game: hogga\nmoves: [b10-b9]\n"},
    {"game: hogga\nmoves:\n- b10-b9 # a\n- k4-k5 # b\n", "undo",
     "game: hogga\nmoves:\n- b10-b9 # a\n# b\n"},
    {"game: hogga\nmoves:\n- '{x} b10-b9' # a\n- k4-k5\n", "undo\nundo",
     "game: hogga\n# a\nmoves: |\n  {x}\n"},
    {"game: hogga\nmoves: b10-b9\n", "play k4-k5\nundo", "game: hogga\nmoves: b10-b9\n"},
    {"game: hogga\nmoves: b10-b9\n", "undo\nundo !", "game: hogga\nmoves: \"\"\n"},

    /* What is refused changes nothing. */
    {"game: hogga\nmoves: b10-b9\n",
     "play k4-k9 !illegal-move\nplay nothing !syntax\nplay k4-k5 {\xFF} !encoding\nset event \xFF "
     "!encoding\ncomment \xFF !encoding\n"
     ""
     "set date 2026-02-30 !bad-value\nset evnt A !unknown-key\nset players.red A !unknown-key\n"
     "set game chess !bad-value\nremove game !missing-key\n"
     "annotate ( !syntax\nannotate k4-k5 !\ncomment } !\nend white nonsense !bad-value\n"
     "set players Ada !bad-value\nset termination nonsense !bad-value",
     "game: hogga\nmoves: b10-b9\n"},
    {"game: hogga\nmoves: b10-b2\n", "play k4-k5 !\nundo !\nset event A",
     "game: hogga\nevent: A\nmoves: b10-b2\n"},

    /* Keys come to their places; what is there keeps its quotes. */
    {"# top\ngame: hogga # g\n\n# m\nmoves: ''\n",
     "set event Club: 1\nset date 2026-05-17\nset x-a true",
     "# top\ngame: hogga # g\nevent: \"Club: 1\"\ndate: 2026-05-17\n\n# m\nmoves: ''\nx-a: "
     "\"true\"\n"},
    {"game: hogga\nround: '3'\nmoves: ''\n", "set round 4\nset table 2",
     "game: hogga\nround: '4'\ntable: 2\nmoves: ''\n"},
    {"game: hogga\nevent: 'a'\nmoves: ''\n",
     "set event it's\nset event a\xC2\x85"
     "b",
     "game: hogga\nevent: \"a\\N"
     "b\"\nmoves: ''\n"},
    {"game: hogga\nmoves: ''\n",
     "set players.black Ada\nset players.white.id 7\nset players.black.club A B",
     "game: hogga\nplayers:\n  black: {name: Ada, club: A B}\n  white:\n    id: 7\nmoves: ''\n"},
    {"game: hogga\nplayers: {black: A, white: {name: B}}\nmoves: ''\n",
     "set players.black C\nset players.white D\nset players.white.id x",
     "game: hogga\nplayers: {black: C, white: {name: D, id: x}}\nmoves: ''\n"},
    {"{\"game\": \"hogga\", \"moves\": \"\"}", "set event A\nset round 2\nset players.black B",
     "{\"game\": \"hogga\", \"event\": \"A\", \"round\": 2, \"players\": {\"black\": \"B\"}, "
     "\"moves\": \"\"}"},
    {"game: hogga\nevent: |\n  a\n  b\n\nmoves: ''\n", "set event c\nset site d",
     "game: hogga\nevent: c\nsite: d\n\nmoves: ''\n"},
    {"game: hogga\nevent:\nmoves: ''\n", "set event c", "game: hogga\nevent: c\nmoves: ''\n"},
    {"game: hogga\nmoves: ''\nevent: a", "set site b\nremove event",
     "game: hogga\nsite: b\nmoves: ''\n"},

    /* Removing keeps comments. */
    {"game: hogga\nevent: a # why\nsite: b\nmoves: ''\n", "remove event\nremove site\nremove round",
     "game: hogga\n# why\nmoves: ''\n"},
    {"game: hogga\nplayers:\n  black: A # x\nmoves: ''\n", "remove players.black",
     "game: hogga\n# x\nmoves: ''\n"},
    {"{game: hogga, event: a, moves: ''}", "remove event", "{game: hogga, moves: ''}"},

    /* Ends, by the rules and elsewhere. */
    {"game: hogga\nresult: '*'\nmoves: b10-b9\n",
     "end white resignation\nplay k4-k5 !move-after-end\nend black time !",
     "game: hogga\nresult: 'white'\ntermination: resignation\nmoves: b10-b9\n"},
    {"game: hogga\nresult: white\ntermination: time\nmoves: b10-b9\n", "undo\nplay k4-k5",
     "game: hogga\nresult: \"*\"\nmoves: b10-b9 k4-k5\n"},
    {"game: hogga\nmoves: 1. b10-b9! *\n", "play k4-k5\nend white time",
     "game: hogga\nresult: white\ntermination: time\nmoves: 1. b10-b9! k4-k5\n"},
    {"game: hogga\nmoves: |\n  1. b10-b9 {a} 0-1\nevent: b\n", "undo\nplay k4-k5",
     "game: hogga\nresult: \"*\"\nmoves: |\n  1. b10-b9 {a} k4-k5\nevent: b\n"},
    {"game: hogga\nmoves: [b10-b9, '*']\n", "end black time",
     "game: hogga\nresult: black\ntermination: time\nmoves: [b10-b9]\n"},
    {"game: hogga\nresult: '*'\nmoves: b10-b9 *\n", "play k4-k5\nundo\nend white time",
     "game: hogga\nresult: 'white'\ntermination: time\nmoves: b10-b9\n"},
    {"game: akron\nrules: {size: 3}\nposition: bbw/wb1/ww1 b\nmoves: ''\nx-end: 1\n", "play c2",
     "game: akron\nrules: {size: 3}\nposition: bbw/wb1/ww1 b\nmoves: |\n  1. c2\nx-end: 1\n"},

    {"game: hogga\nposition: 12/12/12/12/12/w11/12/12/6b5/12/12/12/12 b\nmoves: ''\n",
     "playout !\nplay g5-h4\nplay a8-a9 !move-after-end\nplayout\nplay a8-a9\n"
     "play a9-b10 !illegal-move\nplay a9-a10\nplay a10-a11 !move-after-end\ncomment home",
     "game: hogga\nresult: black\ntermination: rules\nposition: "
     "12/12/12/12/12/w11/12/12/6b5/12/12/12/12 b\n"
     "moves: |\n  1. g5-h4\nplayout: |\n  1. a8-a9 2. a9-a10 {home}\npoints: 2\n"},
    {"game: hogga\nposition: 12/12/12/12/12/w11/12/12/6b5/12/12/12/12 b\nmoves: g5-h4\nplayout: "
     "a8-a9 a9-a10\npoints: 2 # p\n",
     "undo\nplay a9-b9",
     "game: hogga\nposition: 12/12/12/12/12/w11/12/12/6b5/12/12/12/12 b\nmoves: g5-h4\nplayout: "
     "a8-a9 2. a9-b9\n# p\n"},
    {"game: hogga\nposition: 12/12/12/12/12/w11/12/12/6b5/12/12/12/12 b\nmoves: g5-h4\nplayout: "
     "a8-a9\n",
     "undo\nundo\nplay g5-h4",
     "game: hogga\nresult: black\ntermination: rules\nposition: "
     "12/12/12/12/12/w11/12/12/6b5/12/12/12/12 b\nmoves: |\n  1. g5-h4\n"},
    {"game: husbao\nresult: '*'\nposition: "
     "4,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,3,0,0,0,0 a\nmoves: ''\n",
     "play %give:a4*2:d1*2 d1+\nundo\nplay %give:a4*2:d1*2 d1-",
     "game: husbao\nresult: '*'\nposition: "
     "4,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,3,0,0,0,0 a\n"
     "moves: |\n  1. %give:a4*2:d1*2 d1-\n"},

    /* Another variant is allowed as long as the moves are. */
    {"game: husbao\nmoves: ''\n", "set variant bis\nset variant none !bad-value",
     "game: husbao\nvariant: bis\nmoves: ''\n"},
};

static const char *const terminations[] = {"white", "black", "draw"};

/* One order; a zet_status. */
static zet_status obey(zet_game *g, char *line, zet_error *error) {
    char *rest = line + strcspn(line, " ");
    if (*rest)
        *rest++ = '\0';
    if (!strcmp(line, "play"))
        return zet_game_play(g, zet_text_of(rest), error);
    if (!strcmp(line, "undo"))
        return zet_game_undo(g, error);
    if (!strcmp(line, "playout"))
        return zet_game_begin_playout(g, error);
    if (!strcmp(line, "comment"))
        return zet_game_comment(g, zet_text_of(rest), error);
    if (!strcmp(line, "annotate"))
        return zet_game_annotate(g, zet_text_of(rest), error);
    if (!strcmp(line, "remove"))
        return zet_game_remove(g, rest, error);
    char *value = rest + strcspn(rest, " ");
    if (*value)
        *value++ = '\0';
    if (!strcmp(line, "set"))
        return zet_game_set(g, rest, zet_text_of(value), error);
    assert_string_equal(line, "end");
    return zet_game_end(g, !strcmp(rest, terminations[1]) ? ZET_RESULT_WIN_0 : ZET_RESULT_WIN_1,
                        value, error);
}

static char *text_of_game(zet_game *g, zet_status (*write)(zet_game *, zet_output *, zet_error *)) {
    zet_output *out = zet_output_new(NULL, NULL);
    zet_error error = {0};
    if (write(g, out, &error) != ZET_OK)
        fail_msg("%s", error.message);
    zet_text t = zet_output_text(out);
    char *copy = calloc(t.length + 1, 1);
    memcpy(copy, t.at, t.length);
    zet_output_free(out);
    return copy;
}

/* The text that the edits make of the first one. */
static char *edited(zet_game *g, const char *text) {
    zet_edit e;
    char *out = calloc(1, 1);
    size_t at = 0, length = 0, end = 0;
    for (size_t i = 0;; i++) {
        bool more = zet_game_edit_at(g, i, &e);
        size_t to = more ? e.from : strlen(text), added = more ? e.with.length : 0;
        assert_true(to >= at && (!i || !more || e.from > end));
        out = realloc(out, length + (to - at) + added + 1);
        memcpy(out + length, text + at, to - at);
        length += to - at;
        if (added)
            memcpy(out + length, e.with.at, added);
        out[length += added] = '\0';
        if (!more)
            break;
        at = end = e.to;
    }
    return out;
}

static void expect_code(const zet_game *g, const char *code, const char *order) {
    const zet_finding *f = zet_game_refusal(g);
    const char *got = f ? f->code : "";
    if (strcmp(got, code) != 0)
        fail_msg("%s: refused by `%s` (%s), not by `%s`", order, got, f ? f->message.at : "", code);
}

static void do_orders(zet_game *g, const char *orders) {
    char line[256];
    for (; *orders; orders += strcspn(orders, "\n") + (orders[strcspn(orders, "\n")] != 0)) {
        zet_error error = {0};
        snprintf(line, sizeof line, "%.*s", (int)strcspn(orders, "\n"), orders);
        char *code = strstr(line, " !");
        if (code) {
            *code = '\0';
            code += 2;
        }
        char *before = text_of_game(g, zet_game_write_edited);
        char order[256];
        snprintf(order, sizeof order, "%s", line);
        zet_status status = obey(g, line, &error);
        if (status != (code ? ZET_REFUSED : ZET_OK))
            fail_msg("%s: status %d: %s", order, (int)status, error.message);
        if (code) {
            expect_code(g, code, order);
            assert_true(*error.message);
            char *after = text_of_game(g, zet_game_write_edited);
            assert_string_equal(before, after);
            free(after);
        }
        free(before);
    }
}

static void tables(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        zet_error error = {0};
        zet_game *g = zet_game_read_new(zet_text_of(rows[i].text), &error);
        if (!g)
            fail_msg("row %zu: %s", i, error.message);
        do_orders(g, rows[i].orders);
        char *text = text_of_game(g, zet_game_write_edited), *by_edits = edited(g, rows[i].text);
        if (strcmp(text, rows[i].edited) != 0)
            fail_msg("row %zu (%s):\n%sis not\n%s", i, rows[i].orders, text, rows[i].edited);
        assert_string_equal(by_edits, text);
        free(text);
        free(by_edits);
        zet_game_free(g);
    }
}

/* Every game that there is. */

static uint64_t draw(uint64_t *state) {
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return *state >> 33;
}

static char *formatted(const char *text) {
    zet_output *out = zet_output_new(NULL, NULL);
    const zet_task_io io = {.out = out};
    zet_task *task = zet_task_new("format", &io, NULL);
    assert_int_equal(zet_task_run_text(task, "a", zet_text_of(text), NULL), ZET_OK);
    zet_task_free(task);
    zet_text t = zet_output_text(out);
    char *copy = calloc(t.length + 1, 1);
    memcpy(copy, t.at, t.length);
    zet_output_free(out);
    return copy;
}

/* The record as a program without this interface makes it. */
static void expect_record(zet_game *g, const char *game, const char *variant) {
    const zet_position *p = zet_game_position(g);
    zet_output *out = zet_output_new(NULL, NULL);
    zet_output_write(out, zet_text_of("game: "));
    zet_output_write(out, zet_text_of(game));
    if (variant) {
        zet_output_write(out, zet_text_of("\nvariant: "));
        zet_output_write(out, zet_text_of(variant));
    }
    const zet_record *r = zet_game_record(g, NULL);
    assert_non_null(r);
    assert_true(zet_record_is_valid(r));
    assert_int_equal(zet_record_plies(r), zet_position_ply(p));
    static const char *const keys[] = {"result", "termination", "points"};
    for (size_t i = 0; i < COUNT(keys); i++) {
        zet_text value = zet_record_value(r, keys[i]);
        if (!value.length)
            continue;
        zet_output_write(out, zet_text_of("\n"));
        zet_output_write(out, zet_text_of(keys[i]));
        zet_output_write(out, zet_text_of(*value.at == '*' ? ": '" : ": "));
        zet_output_write(out, value);
        zet_output_write(out, zet_text_of(*value.at == '*' ? "'" : ""));
    }
    bool over = zet_position_outcome(p).result != ZET_RESULT_OPEN;
    assert_int_equal(zet_record_value(r, "termination").length > 0, over);
    zet_output_write(out, zet_text_of("\nmoves: >\n"));
    zet_move move;
    for (size_t i = 0; zet_position_move_at(p, i, &move); i++) {
        zet_output_write(out, zet_text_of("  "));
        zet_output_write(out, move.text);
        zet_output_write(out, zet_text_of("\n"));
    }
    zet_output_write(out, (zet_text){"", 1});
    char *expected = formatted(zet_output_text(out).at);
    zet_output_clear(out);
    assert_int_equal(zet_game_write(g, out, NULL), ZET_OK);
    zet_output_write(out, (zet_text){"", 1});
    assert_string_equal(zet_output_text(out).at, expected);
    free(expected);
    zet_output_free(out);
}

/* A move of another kind, another place or no form at all. */
static void refuse_something(zet_game *g, uint64_t *dice) {
    static const char *const strange[] = {"zz99", "", "(", "b10-b9 k4-k5", "1.", "*"};
    size_t ply = zet_position_ply(zet_game_position(g));
    const char *move = strange[draw(dice) % COUNT(strange)];
    assert_int_equal(zet_game_play(g, zet_text_of(move), NULL), ZET_REFUSED);
    assert_int_equal(zet_position_ply(zet_game_position(g)), ply);
}

static void play_one(zet_game *g, uint64_t *dice) {
    zet_moves *moves = zet_moves_new(zet_game_position(g), true, NULL);
    size_t index = draw(dice) % zet_moves_count(moves);
    zet_move move;
    zet_error error = {0};
    zet_moves_at(moves, index, &move);
    if (zet_game_play(g, move.text, &error) != ZET_OK)
        fail_msg("%s: %s", zet_moves_text(moves, index), error.message);
    zet_moves_free(moves);
}

/* Whether the game has that variant by itself, so that a record need not name it. */
static bool is_default(const char *game, const char *variant) {
    zet_rules *rules = zet_rules_new(game, NULL, NULL, NULL);
    const char *usual = rules ? zet_rules_variant(rules) : NULL;
    bool is = usual && !strcmp(usual, variant);
    zet_rules_free(rules);
    return is;
}

static void play_game(const char *game, const char *variant, uint64_t *dice) {
    enum { PLIES = 120 };
    zet_rules *rules = zet_rules_new(game, variant, NULL, NULL);
    variant = variant && is_default(game, variant) ? NULL : variant;
    zet_game *g = zet_game_new(rules, zet_text_of(NULL), NULL);
    assert_non_null(g);
    zet_rules_free(rules);
    for (unsigned i = 0; i < PLIES; i++) {
        if (zet_position_outcome(zet_game_position(g)).result != ZET_RESULT_OPEN ||
            draw(dice) % 8 == 0)
            zet_game_undo(g, NULL);
        else
            play_one(g, dice);
        if (draw(dice) % 16 == 0)
            expect_record(g, game, variant);
        if (draw(dice) % 16 == 0)
            refuse_something(g, dice);
    }
    expect_record(g, game, variant);
    zet_game_free(g);
}

static void every_game(void **state) {
    enum { GAMES = 6 };
    uint64_t dice = 7;
    const char *game, *variant;
    (void)state;
    for (size_t i = 0; (game = zet_catalogue_name(ZET_CATALOGUE_GAMES, NULL, i)); i++) {
        for (size_t v = 0; (variant = zet_catalogue_name(ZET_CATALOGUE_VARIANTS, game, v)) || !v;
             v++)
            for (size_t n = 0; n < GAMES; n++)
                play_game(game, variant, &dice);
    }
}

/* From a position, with rules of its own, and with the playout. */
static void made(void **state) {
    (void)state;
    static const char *const options[] = {"size=3", "swap=true", NULL};
    zet_rules *rules = zet_rules_new("akron", NULL, options, NULL);
    zet_error error = {0};
    zet_game *g = zet_game_new(rules, zet_text_of("bb1/wb1/ww1 w"), &error);
    if (!g)
        fail_msg("%s", error.message);
    char *text = text_of_game(g, zet_game_write);
    assert_string_equal(text, "---\ngame: akron\nrules: {size: 3, swap: true}\nresult: \"*\"\n"
                              "position: bb1/wb1/ww1 w\nmoves: \"\"\n");
    free(text);
    zet_game_free(g);
    assert_null(zet_game_new(rules, zet_text_of("bb1/wb1 w"), &error));
    assert_int_equal(error.status, ZET_REFUSED);
    zet_rules_free(rules);
    static const char *const bad[] = {
        "",      "a: b\n", "game: hogga\nmoves: ''\n---\ngame: hogga\nmoves: ''\n",
        "- a\n", "\xFF",   "game: chess\nmoves: ''\n"};
    for (size_t i = 0; i < COUNT(bad); i++) {
        error = (zet_error){0};
        assert_null(zet_game_read_new(zet_text_of(bad[i]), &error));
        assert_int_equal(error.status, ZET_REFUSED);
        assert_true(*error.message);
    }
}

/* Orders of all rows, in any order: the text is always what the edits make, and reads as the same
   game. */
static void any_orders(void **state) {
    enum { ROUNDS = 20, ORDERS = 30 };
    uint64_t dice = 11;
    (void)state;
    for (size_t i = 0; i < COUNT(rows) * ROUNDS; i++) {
        const char *text = rows[i % COUNT(rows)].text;
        zet_game *g = zet_game_read_new(zet_text_of(text), NULL);
        bool valid = zet_record_is_valid(zet_game_record(g, NULL));
        for (unsigned n = 0; n < ORDERS; n++) {
            char line[256];
            zet_error error = {0};
            const char *from = rows[draw(&dice) % COUNT(rows)].orders;
            for (size_t skip = draw(&dice) % 4; skip && strchr(from, '\n'); skip--)
                from = strchr(from, '\n') + 1;
            snprintf(line, sizeof line, "%.*s", (int)strcspn(from, "\n!"), from);
            zet_status status = obey(g, line, &error);
            if (status != ZET_OK && status != ZET_REFUSED)
                fail_msg("row %zu: %s: status %d: %s", i % COUNT(rows), line, (int)status,
                         error.message);
        }
        char *now = text_of_game(g, zet_game_write_edited), *by_edits = edited(g, text);
        assert_string_equal(now, by_edits);
        zet_game *again = zet_game_read_new(zet_text_of(now), NULL);
        const zet_position *one = zet_game_position(g), *other = zet_game_position(again);
        assert_true(!valid || zet_record_is_valid(zet_game_record(again, NULL)));
        assert_int_equal(zet_position_ply(one), zet_position_ply(other));
        free(now);
        free(by_edits);
        zet_game_free(again);
        zet_game_free(g);
    }
}

/* Memory. */

/* Does one row; how often memory ran out. Each order that it hinders is given again. */
static void do_row(const struct row *row, size_t nth, bool *failed) {
    char line[256];
    zet_game *g = zet_game_read_new(zet_text_of(row->text), NULL);
    const char *orders = row->orders;
    assert_non_null(g);
    lasting = nth % 2;
    allocations_left = nth / 2;
    for (; *orders; orders += strcspn(orders, "\n") + (orders[strcspn(orders, "\n")] != 0)) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(orders, "\n"), orders);
        if (strstr(line, " !"))
            *strstr(line, " !") = '\0';
        zet_error error = {0};
        char again[256];
        snprintf(again, sizeof again, "%s", line);
        zet_status status = obey(g, line, &error);
        if (status == ZET_OUT_OF_MEMORY) {
            *failed = true;
            allocations_left = SIZE_MAX;
            obey(g, again, &error);
        }
    }
    zet_error error = {0};
    zet_output *out = zet_output_new(NULL, NULL);
    if (!out || zet_game_write_edited(g, out, &error) != ZET_OK) {
        *failed = true;
        assert_true(!out || error.status == ZET_OUT_OF_MEMORY);
    }
    zet_output_free(out);
    *failed |= allocations_left == 0 || (!lasting && allocations_left == SIZE_MAX);
    allocations_left = SIZE_MAX;
    char *text = text_of_game(g, zet_game_write_edited);
    assert_string_equal(text, row->edited);
    free(text);
    zet_game_free(g);
}

static void memory(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        bool failed = true;
        for (size_t n = 0; failed && n < 4000; n++) {
            bool both = false;
            do_row(&rows[i], 2 * n, &both);
            failed = both;
            do_row(&rows[i], 2 * n + 1, &both);
            failed |= both;
        }
    }
    bool failed = true;
    for (size_t n = 0; failed; n++) {
        allocations_left = n;
        lasting = true;
        zet_game *g = zet_game_read_new(zet_text_of(rows[0].text), NULL);
        failed = !g;
        allocations_left = SIZE_MAX;
        zet_game_free(g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables),     cmocka_unit_test(every_game), cmocka_unit_test(made),
        cmocka_unit_test(any_orders), cmocka_unit_test(memory),
    };
    return cmocka_run_group_tests_name("api_game", tests, NULL, NULL);
}
