/* Slips in the form of a record: each row is a text and what its slips make of it. */
#include "tests/unit/unit.h"

#include "notation/record/yaml.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define NBSP "\xC2\xA0"

static struct record record;

static const struct row {
    const char *before, *after; /* NULL: it has no slips */
} rows[] = {
    {"", NULL},
    {"game: hogga\nevent: a # b: c\nmoves: |\n  a: b\n\n  c\n", NULL},
    {"%YAML 1.2\n--- # a: b: c\n# a: b: c\ngame: hogga\n", NULL},
    /* Colons. */
    {"game hogga\n", "game: hogga\n"},
    {"game   hogga  \n", "game: hogga  \n"},
    {"game:hogga\n", "game: hogga\n"},
    {"game :hogga\n", "game: hogga\n"},
    {"game = hogga\n", "game: hogga\n"},
    {"game =hogga\n", "game: hogga\n"},
    {"game =\n", "game:\n"},
    {"game\n", "game:\n"},
    {"game", "game:"},
    {"game:", NULL},
    {"game  \n", "game:  \n"},
    {"game hogga\r\nmoves a\r\n", "game: hogga\r\nmoves: a\r\n"},
    {"game hogga\rmoves a\r", "game: hogga\rmoves: a\r"},
    {"game : hogga\n", NULL},
    {"game=hogga\n", NULL},
    {"gamer hogga\n", NULL},
    {"game1 hogga\n", NULL},
    {"foo:bar\n", NULL},
    {"foo : bar\n", NULL},
    {"x-a_1: b\n", NULL},
    {"1a: b: c\n", NULL},
    {"game: hogga\nevent a: b\n", "game: hogga\nevent: \"a: b\"\n"},
    {"game: a\nmoves b\nevent c\n", "game: a\nmoves: b\nevent: c\n"},
    {"  game: hogga\n  event a\n", "  game: hogga\n  event: a\n"},
    /* Keys that are indented otherwise. */
    {"game: hogga\n\tmoves: a\n", "game: hogga\nmoves: a\n"},
    {"game: hogga\n event: a\n", "game: hogga\nevent: a\n"},
    {"\tgame: hogga\nmoves: a\n", "game: hogga\nmoves: a\n"},
    {" \tgame: hogga\n\tmoves: a\n", "game: hogga\nmoves: a\n"},
    {"  game: hogga\nevent: a\n", "  game: hogga\n  event: a\n"},
    {NBSP "game: hogga\n" NBSP " event: a\n", "game: hogga\nevent: a\n"},
    {"event: a\n  b: c\n", NULL},
    {"event: a\n  site b\n", NULL},
    {"event:\n  site: b\n", NULL},
    {"rules:\n event: a\n", NULL},
    {"moves: |\n\ta\nx-b: 1\n   c\n", "moves: |\n  a\nx-b: 1\n   c\n"},
    {"moves: |\n\ta\n\tevent: b\n   c\n", "moves: |\n  a\nevent: b\n   c\n"},
    {"moves: |\n\ta\nb\n   c\n", "moves: |\n   a\n   b\n   c\n"},
    /* Entries. */
    {"players:\n\tblack: A\n\twhite: B\n", "players:\n  black: A\n  white: B\n"},
    {"players:\n\tblack: A\n    white: B\n", "players:\n    black: A\n    white: B\n"},
    {"  players:\n\tblack: A\n\twhite: B\n", "  players:\n    black: A\n    white: B\n"},
    {"  rules:\n\ta: 1\n  moves: b\n", "  rules:\n    a: 1\n  moves: b\n"},
    {"players:\n  black: A\n   white: B\n", "players:\n  black: A\n  white: B\n"},
    {"players:\n   black: A\n  white: B\n", "players:\n   black: A\n   white: B\n"},
    {"players:\n  black A\n  white = B\n", "players:\n  black: A\n  white: B\n"},
    {"players:\n  a A\n  b:B\n", "players:\n  a: A\n  b: B\n"},
    {"players:\n  black:\n    name: A\n   id: 7\n", NULL},
    {"players:\n  black:\n\t\tid: 7\n", "players:\n  black:\n    id: 7\n"},
    {"players:\n  black:\n\t\tid: 7\n\twhite: B\n", "players:\n  black:\n    id: 7\n  white: B\n"},
    {"players:\n  black: A: B\n", "players:\n  black: \"A: B\"\n"},
    {"players:\n  black: A\n\nevent: a: b\n", "players:\n  black: A\n\nevent: \"a: b\"\n"},
    {"rules:\n  a: 1\n    b: 2\n", "rules:\n  a: 1\n  b: 2\n"},
    {"rules:\n  a:\n    b: 2\n", NULL},
    {"rules:\n\ta: 1\n\tb: 2\n   c: 3\n", "rules:\n   a: 1\n   b: 2\n   c: 3\n"},
    {"players:\n  a:\n    id: 7\nrules:\n  b: 1\n   c: 2\n",
     "players:\n  a:\n    id: 7\nrules:\n  b: 1\n  c: 2\n"},
    {"players:\nblack A\n", NULL},
    {"players: # a\n\tblack: B\n", "players: # a\n  black: B\n"},
    {"players = \n\tblack: B\n", "players: \n  black: B\n"},
    {"rules: a\n  b: c: d\n", NULL},
    {"event:\n  b: c: d\n", NULL},
    {"rules:\n\ta: 1\nmoves: b\n", "rules:\n  a: 1\nmoves: b\n"},
    {"rules:\n\ta: 1\n\n \n   b: 2\n", "rules:\n   a: 1\n\n \n   b: 2\n"},
    {"rules: # a\n  b: 1\n", NULL},
    {"rules: {a: 1\n", NULL},
    {"players:\n  nobody\n", NULL},
    /* Quotes. */
    {"event: a: b\n", "event: \"a: b\"\n"},
    {"event: a: b # c: d\n", "event: \"a: b\" # c: d\n"},
    {"event: a:\n", "event: \"a:\"\n"},
    {"event: a: # b\n", "event: \"a:\" # b\n"},
    {"event: @a\n", "event: \"@a\"\n"},
    {"event: `a\n", "event: \"`a\"\n"},
    {"event: *a\n", "event: \"*a\"\n"},
    {"event: &a\n", "event: \"&a\"\n"},
    {"event: %a\n", "event: \"%a\"\n"},
    {"event: !a\n", "event: \"!a\"\n"},
    {"event: |a\n", "event: \"|a\"\n"},
    {"event: >a\n", "event: \">a\"\n"},
    {"event: ,a\n", "event: \",a\"\n"},
    {"event: ]a\n", "event: \"]a\"\n"},
    {"event: }a\n", "event: \"}a\"\n"},
    {"event: - a\n", "event: \"- a\"\n"},
    {"event: -\n", "event: \"-\"\n"},
    {"event: -", "event: \"-\""},
    {"event: a #b: c\n", NULL},
    {"event: a# b: c\n", "event: \"a# b: c\"\n"},
    {"event: ? a\n", "event: \"? a\"\n"},
    {"event: : a\n", "event: \": a\"\n"},
    {"event: -a\nsite: ?b\nround: :c\ntable: a:b\ncomment: a#b:c\n", NULL},
    {"event: # a: b\nsite: #c\n", NULL},
    {"event: a\tb: c\n", "event: \"a\\tb: c\"\n"},
    {"event: {a\n", "event: \"{a\"\n"},
    {"event: [a}\n", "event: \"[a}\"\n"},
    {"event: {a]\n", "event: \"{a]\"\n"},
    {"event: {a: b}\nsite: [c] # d\n", NULL},
    {"event: [a,\n  b]\n", NULL},
    {"event: [a,\n  b: c\n", "event: \"[a,\"\n  b: c\n"},
    {"event: [a,\n  site b]\n", NULL},
    {"event: 'a\n    \n", "event: \"'a\"\n    \n"},
    {"event: 'a\nb'\n", "event: \"'a\"\nb'\n"},
    {"event: 'a''\n  b'\n", NULL},
    {"event: 'a  \n", "event: \"'a\"  \n"},
    {"event: 'a # b' c\n", "event: \"'a # b' c\"\n"},
    {"event: 'a'#b\n", "event: \"'a'#b\"\n"},
    {"event: 'a'b# c\n", "event: \"'a'b# c\"\n"},
    {"moves: [a\ndate: {b\nresult: [c\n", NULL},
    {"moves: a: b\n", "moves: \"a: b\"\n"},
    {"event: 'a'\nsite: 'it''s' # b\nround: \"a\\\"b\"\ntable: \"\\\\\"\n", NULL},
    {"event: 'a: b\n  c'\n", NULL},
    {"event: \"a: b\n  c\"\n", NULL},
    {"event: 'a'", NULL},
    {"event: 'a", "event: \"'a\""},
    {"event: a:b", NULL},
    {"event: 'a\n", "event: \"'a\"\n"},
    {"event: 'it''s\n", "event: \"'it''s\"\n"},
    {"event: 'a' b\n", "event: \"'a' b\"\n"},
    {"event: 'a'b'\n", "event: \"'a'b'\"\n"},
    {"event: \"a\"b\"\n", "event: \"\\\"a\\\"b\\\"\"\n"},
    {"event: \"a # b\" c\n", "event: \"\\\"a # b\\\" c\"\n"},
    {"event: \"a\\\"\n", "event: \"\\\"a\\\\\\\"\"\n"},
    {"event: 'a\\' # b\n", NULL},
    {"event: |\n  a: b\nsite: >-\n  c: d\nround: |2 # e\n  f: g\ntable: >+\n  h: i\n", NULL},
    /* Texts in lines. */
    {"moves:\n  a: b\n", "moves: |\n  a: b\n"},
    {"moves:\r\n  a: b\r\n", "moves: |\r\n  a: b\r\n"},
    {"moves:\n  c\n\n  @a\n", "moves: |\n  c\n\n  @a\n"},
    {"moves:\n  a\n  b\n", NULL},
    {"moves: # a\n  b: c\n", "moves: | # a\n  b: c\n"},
    {"moves = # a\n  b: c\n", "moves: | # a\n  b: c\n"},
    {"moves = |\n- b\n", "moves: |\n  - b\n"},
    {"moves:\n    a: b\n  event: c\n", "moves: |\n    a: b\nevent: c\n"},
    {"moves:\n- a\n- b: c\n", NULL},
    {"moves:\n  \"a\n", NULL},
    {"moves:\n  'a\n", NULL},
    {"moves:\n\nevent: a: b\n", "moves:\n\nevent: \"a: b\"\n"},
    {"event:\n  a: b\n", NULL},
    {"moves:\n  a: b\nc\n", "moves: |\n  a: b\n  c\n"},
    {"moves: |\n  a\nb\n", "moves: |\n  a\n  b\n"},
    {"moves: |\n\ta\n\tb\n", "moves: |\n  a\n  b\n"},
    {"moves: |\n\ta\n   b\n", "moves: |\n   a\n   b\n"},
    {"moves: |\na\nb\n", "moves: |\n  a\n  b\n"},
    {"moves: |\n    a\n  b\n      c\n", "moves: |\n    a\n    b\n      c\n"},
    {"moves: |\n  a\n  \tb\n \tc\n", "moves: |\n  a\n  \tb\n  c\n"},
    {"moves: |\n    a\n  event: b\n", "moves: |\n    a\nevent: b\n"},
    {"moves: |\n  a\n  event: b\n    site: c\n", NULL},
    {"moves: |\n  a\nevent: b\n", NULL},
    {"  moves: |\n  a\n", "  moves: |\n    a\n"},
    {"moves: a\nb\n", "moves: a\n  b\n"},
    {"moves: a\n\tb\n", "moves: a\n  b\n"},
    {"moves: a\n b\n", NULL},
    {"moves: a\n- b\n", NULL},
    {"moves: a\n- \n", "moves: a\n  - \n"},
    {"moves: a\n-", "moves: a\n  -"},
    {"moves: |\n a\n\tb\nc\n", "moves: |\n a\n b\n c\n"},
    {"moves: |\n    a\nplayout: |\n  b\n", NULL},
    {"moves: |\n---a\n...b\n", "moves: |\n  ---a\n  ...b\n"},
    /* The end of the document. */
    {"moves: |\n  a\n...\n", NULL},
    {"moves: |\n  a\n----\n", NULL},
    {"moves: a\n---\t\n----\nb\n--\n", "moves: a\n---\t\n----\n  b\n  --\n"},
    {"moves: |\n  a\n...", NULL},
    {"moves: |\na\n... # b\n", "moves: |\n  a\n... # b\n"},
    {"moves: a\n-b\n", "moves: a\n  -b\n"},
    {"event: a\nb\n", NULL},
    {"a\nmoves: b\n", NULL},
    {"                                   game: a\nevent: b\n",
     "                                   game: a\n                                event: b\n"},
    /* Fences. */
    {"```\ngame: hogga\n```\n", "game: hogga\n"},
    {"```yaml\r\ngame: hogga\r\n```", "game: hogga\r\n"},
    {"``\n", NULL},
    {"``", NULL},
    {"``a\n", NULL},
};

static void slips_are_mended(void **state) {
    const struct row *row = *state;
    size_t length = strlen(row->before), at = 0;
    char *text = malloc(length + 1), after[512];
    struct writer w = {after, sizeof after, 0};
    assert_non_null(text);
    char *end = text + 1; /* nothing behind it may be read */
    memcpy(end, row->before, length);
    const struct document d = {.text = {end, length}, .line = 1};
    zi_record_begin(&record, &d);
    struct yaml_slips slips = zi_yaml_slips(&record);
    for (size_t i = 0; i < slips.count; i++) {
        const struct yaml_slip *s = &slips.at[i];
        assert_true(at <= s->at && s->at <= s->end && s->end <= length);
        assert_non_null(s->was);
        write_text(&w, (struct text){row->before + at, s->at - at});
        write_text(&w, s->with);
        at = s->end;
    }
    write_string(&w, row->before + at);
    free(text);
    assert_true(text_is(written(&w), row->after ? row->after : row->before));
    assert_true((slips.count > 0) == (row->after != NULL));
}

/* Where there are too many, none is told. */
static void too_many_slips_are_none(void **state) {
    struct buffer b = {0};
    (void)state;
    for (size_t more = 0; more < 2; more++) {
        b.len = 0;
        for (size_t i = 0; i < FINDINGS_MAX + more; i++)
            buffer_string(&b, "event a\n");
        const struct document d = {.text = buffered(&b), .line = 1};
        zi_record_begin(&record, &d);
        assert_int_equal(zi_yaml_slips(&record).count, more ? 0 : FINDINGS_MAX);
    }
    zi_buffer_free(&b);
}

int main(void) {
    static struct CMUnitTest tests[COUNT(rows) + 1];
    static char names[COUNT(rows)][48];
    for (size_t i = 0; i < COUNT(rows); i++) {
        snprintf(names[i], sizeof *names, "row %zu", i);
        tests[i] = (struct CMUnitTest){names[i], slips_are_mended, NULL, NULL,
                                       (void *)(uintptr_t)&rows[i]};
    }
    tests[COUNT(rows)] = (struct CMUnitTest)cmocka_unit_test(too_many_slips_are_none);
    zi_record_open(&record);
    int failed = _cmocka_run_group_tests("yaml_slips", tests, COUNT(tests), NULL, NULL);
    zi_record_close(&record);
    return failed;
}
