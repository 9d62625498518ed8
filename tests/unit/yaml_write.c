/* The canonical form of YAML: each row is a document and its form, without the `---`. */
#include "tests/unit/unit.h"

#include <yaml.h>

#include "notation/record/yaml.h"
#include "tests/unit/failing_memory.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct row {
    const char *before, *after;
    const char *moves; /* the moves that replace those of the record, or NULL */
} rows[] = {
    /* The order of keys. */
    {"moves: a\ngame: hogga\n", "game: hogga\nmoves: a\n", NULL},
    {"x-b: 1\nx-a: 2\nmoves: a\n", "moves: a\nx-b: 1\nx-a: 2\n", NULL},
    {"event: A\nmoves: a\nevent: B\n", "event: A\nevent: B\nmoves: a\n", NULL},
    {"{}", "{}\n", NULL},
    {"--- {}\n", "{}\n", NULL},

    /* Scalars. */
    {"x-a: ~\nx-b: Null\nx-c:\n", "x-a: null\nx-b: null\nx-c: null\n", NULL},
    {"x-a: TRUE\nx-b: False\nx-c: true\n", "x-a: true\nx-b: false\nx-c: true\n", NULL},
    {"x-a: 'null'\nx-b: 'True'\n", "x-a: \"null\"\nx-b: \"True\"\n", NULL},
    {"x-a: No\nx-b: 'y'\nx-c: OFF\nx-d: nope\n",
     "x-a: \"No\"\nx-b: \"y\"\nx-c: \"OFF\"\nx-d: nope\n", NULL},
    {"x-a: 1.50\nx-b: '12'\nx-c: 0x1F\nx-d: '1e5'\n",
     "x-a: 1.50\nx-b: \"12\"\nx-c: 0x1F\nx-d: \"1e5\"\n", NULL},
    {"x-a: ''\nx-b: \"a\"\nx-c: 'it''s'\n", "x-a: \"\"\nx-b: a\nx-c: it's\n", NULL},
    {"x-a: 'a, b'\nx-b: ['a, b', 'a[', 'b]', 'c{', 'd}', e]\n",
     "x-a: a, b\nx-b: [\"a, b\", \"a[\", \"b]\", \"c{\", \"d}\", e]\n", NULL},
    {"x-a: '#'\nx-b: '*a'\nx-c: '%a'\nx-d: '- a'\nx-e: 'a: b'\nx-f: 'a #b'\n",
     "x-a: \"#\"\nx-b: \"*a\"\nx-c: \"%a\"\nx-d: \"- a\"\nx-e: \"a: b\"\nx-f: \"a #b\"\n", NULL},
    {"x-a: 'a\"b: c'\nx-b: 'a\\b: c'\nx-c: \"a\\tb: c\"\nx-d: 'a '\n",
     "x-a: \"a\\\"b: c\"\nx-b: \"a\\\\b: c\"\nx-c: \"a\\tb: c\"\nx-d: \"a \"\n", NULL},
    {"x-a: a  b\nx-b: -a\nx-c: a-\nx-d: a'\nx-e: (a)\nx-f: +a\n",
     "x-a: a  b\nx-b: -a\nx-c: a-\nx-d: a'\nx-e: (a)\nx-f: +a\n", NULL},
    {"x-a: \"\\u202E\"\nx-b: \"a\\u2066: b\"\nx-c: \xC3\xA9\n",
     "x-a: \"\\u202E\"\nx-b: \"a\\u2066: b\"\nx-c: \xC3\xA9\n", NULL},
    {"x-a: \"b\\x7F: c\"\nx-b: \"b\\uFEFFc\"\n", "x-a: \"b\\x7F: c\"\nx-b: \"b\\uFEFFc\"\n", NULL},
    {"x-a: \"#\\x7F\"\n", "x-a: \"#\\x7F\"\n", NULL},
    {"x-a: \xC3\xA9, b\nx-b: \xC2\xA0\n", "x-a: \xC3\xA9, b\nx-b: \xC2\xA0\n", NULL},
    {"x-a: \"\\u061C\"\nx-b: \"b: \\u200E\\t\"\n", "x-a: \"\\u061C\"\nx-b: \"b: \\u200E\\t\"\n",
     NULL},

    /* Texts in lines. */
    {"x-a: |\n  b\n\n   c\n", "x-a: |\n  b\n\n   c\n", NULL},
    {"x-a: |-\n  b\n  c\n", "x-a: |-\n  b\n  c\n", NULL},
    {"x-a: |+\n  b\n\n\nx-c: 1\n", "x-a: |+\n  b\n\n\nx-c: 1\n", NULL},
    {"x-a: |+\n  b\nx-c: 1\n", "x-a: |\n  b\nx-c: 1\n", NULL},
    {"x-a: |-\n  b\n", "x-a: b\n", NULL},
    {"x-a: >\n  b\n  c\n", "x-a: |\n  b c\n", NULL},
    {"x-a: |\n\n  b\n", "x-a: \"\\nb\\n\"\n", NULL},
    {"x-a: \" b\\nc\"\nx-b: \"\\tb\\nc\"\n", "x-a: \" b\\nc\"\nx-b: \"\\tb\\nc\"\n", NULL},
    {"x-a: \"b\\r\\nc\"\n", "x-a: \"b\\r\\nc\"\n", NULL},
    {"x-a: \"b\\n\\tc\"\n", "x-a: |-\n  b\n  \tc\n", NULL},
    {"x-a: |\n  b\xC2\xA0\n  c\n", "x-a: |\n  b\xC2\xA0\n  c\n", NULL},
    {"x-a: \"b\\uFFFE\\nc\"\nx-d: \"b\\uFFFF\\nc\"\n",
     "x-a: \"b\\uFFFE\\nc\"\nx-d: \"b\\uFFFF\\nc\"\n", NULL},
    {"x-a: [b, \"c\\nd\"]\n", "x-a:\n  - b\n  - |-\n    c\n    d\n", NULL},
    {"x-a: {b: {c: \"d\\ne\"}}\n", "x-a:\n  b:\n    c: |-\n      d\n      e\n", NULL},

    /* Collections. */
    {"x-a:\n- 1\n- b: 2\n  c: 3\n-\n", "x-a: [1, {b: 2, c: 3}, null]\n", NULL},
    {"x-a: {}\nx-b: []\nx-c: [[], {}]\n", "x-a: {}\nx-b: []\nx-c: [[], {}]\n", NULL},
    {"players: {white: B, black: A}\n", "players:\n  white: B\n  black: A\n", NULL},
    {"players:\n  black:\n    name: A\n    id: 7\n", "players:\n  black: {name: A, id: 7}\n", NULL},
    {"players: {}\n", "players: {}\n", NULL},
    {"rules:\n  hops: long\n  stuck: lose\n", "rules: {hops: long, stuck: lose}\n", NULL},
    {"x-a: 1\n? [b, c]\n: d\n", "x-a: 1\n? [b, c]\n: d\n", NULL},
    {"? [b, c]\n: [{d: e}]\n", "? [b, c]\n: [{d: e}]\n", NULL},
    {"x-a: {? [b] : c, d: e}\n", "x-a: {? [b] : c, d: e}\n", NULL},
    {"\"b\\nc\": d\nx-a: {\"b\\nc\": d}\n", "? \"b\\nc\"\n: d\nx-a:\n  ? \"b\\nc\"\n  : d\n", NULL},

    /* Comments of keys. A value on one line has one; if there are more, all come before the key. */
    {"# a\n---\n# b\ngame: hogga\n", "# a\n# b\ngame: hogga\n", NULL},
    {"# a\nx-b: 1 # b\n# c\ngame: hogga # d\n# e\n",
     "# a\n# c\ngame: hogga  # d\nx-b: 1  # b\n# e\n", NULL},
    {"x-a: 1 # a\ngame: hogga # g\n", "game: hogga  # g\nx-a: 1  # a\n", NULL},
    {"# top\nx-a: 1\n# a\n# b\nx-b: 2\n# c\ngame: hogga\n# d\n",
     "# top\n# c\ngame: hogga\nx-a: 1\n# a\n# b\nx-b: 2\n# d\n", NULL},
    {"game: hogga # a \t\r\n# b\r\n", "game: hogga  # a\n# b\n", NULL},
    {"game: hogga#a\n# b\n", "game: hogga#a\n# b\n", NULL},
    {"{} # a\n", "{}\n# a\n", NULL},
    {"# a\n{}\n", "{}\n# a\n", NULL},
    {"x-a: # one\n  b\n", "x-a: b  # one\n", NULL},
    {"x-a: # one\n  # two\n  b # three\n", "# one\n# two\n# three\nx-a: b\n", NULL},
    {"x-a: # one\n  # two\n  b\nx-c: 1 # c\n", "# one\n# two\nx-a: b\nx-c: 1  # c\n", NULL},
    {"x-a: | # one\n  b # no\n  c\n", "x-a: |  # one\n  b # no\n  c\n", NULL},
    {"x-a: | # one\n  b\n# two\n", "x-a: |  # one\n  b\n# two\n", NULL},
    {"x-a: [] # one\nx-b: {} # two\n", "x-a: []  # one\nx-b: {}  # two\n", NULL},
    {"x-a: [ # one\n ] # two\n", "# one\n# two\nx-a: []\n", NULL},
    {"x-a: 1\n? [b, c] # one\n: d # two\n# three\n",
     "x-a: 1\n# one\n# two\n? [b, c]\n: d\n# three\n", NULL},

    /* Comments in collections. */
    {"x-a: [1, 2] # c\n", "x-a: [1, 2]  # c\n", NULL},
    {"x-a: [1, 2]#c\n", "x-a: [1, 2]  #c\n", NULL},
    {"x-a: [ # head\n  1\n] # c\n", "x-a:\n  # head\n  - 1\n# c\n", NULL},
    {"x-a: [1, # one\n  2\n]#c\n", "x-a:\n  - 1  # one\n  - 2\n#c\n", NULL},
    {"x-a: [1, # one\n  2\n  # own\n]\n", "x-a:\n  - 1  # one\n  - 2\n  # own\n", NULL},
    {"x-a:\n- [ # c\n  1]\n- 2\n", "x-a:\n  # c\n  - [1]\n  - 2\n", NULL},
    {"x-a: [1, # one\n  2]\n", "x-a:\n  - 1  # one\n  - 2\n", NULL},
    {"x-a: [1, 2 # two\n  ] # end\n", "x-a:\n  - 1\n  - 2  # two\n# end\n", NULL},
    {"x-a: [ # head\n  1]\n", "x-a:\n  # head\n  - 1\n", NULL},
    {"x-a: # head\n- 1\n", "x-a:  # head\n  - 1\n", NULL},
    {"x-a:\n# own\n- 1\n", "x-a:\n  # own\n  - 1\n", NULL},
    {"x-a: # head\n# own\n- 1\n", "x-a:  # head\n  # own\n  - 1\n", NULL},
    {"x-a:\n- 1\n- 2 # two\n", "x-a:\n  - 1\n  - 2  # two\n", NULL},
    {"x-a:\n- 1\n# own\n- 2\n", "x-a:\n  - 1\n  # own\n  - 2\n", NULL},
    {"x-a:\n- 1\n- 2\n# own\nx-b: 3\n", "x-a: [1, 2]\n# own\nx-b: 3\n", NULL},
    {"x-a:\n- # c\n  b: 1\n- d: 2\n", "x-a:\n  # c\n  - {b: 1}\n  - {d: 2}\n", NULL},
    {"x-a:\n- [1, # c\n   2]\n- 3 # d\n", "x-a:\n  -\n    - 1  # c\n    - 2\n  - 3  # d\n", NULL},
    {"x-a: [{b: 1 # c\n }]\n", "x-a:\n  -\n    b: 1  # c\n", NULL},
    {"x-a:\n  b:\n    # c\n    d: 1\n    e: [1, 2]\n  f: {g: 3}\n",
     "x-a:\n  b:\n    # c\n    d: 1\n    e: [1, 2]\n  f: {g: 3}\n", NULL},
    {"x-a:\n  b:\n    d: 1\n    # c\nx-e: 2\n", "x-a: {b: {d: 1}}\n# c\nx-e: 2\n", NULL},
    {"x-a:\n  b: # head\n    d: 1\n", "x-a:\n  b:  # head\n    d: 1\n", NULL},
    {"players: # p\n  black: A # b\n  # w\n  white: {name: B} # n\n",
     "players:  # p\n  black: A  # b\n  # w\n  white: {name: B}  # n\n", NULL},
    {"x-a:\n  ? [b] # c\n  : [d, # e\n     f]\n", "x-a:\n  ? [b]\n  : [d, f]\n  # c\n  # e\n",
     NULL},
    {"x-a:\n  ? [b]\n  : c # d\n  e: 1\n", "x-a:\n  ? [b]\n  : c\n  # d\n  e: 1\n", NULL},

    /* Moves in place of those of the record. */
    {"moves: a\n", "moves: |\n  1. a b\n", "1. a b"},
    {"moves: a # c\n", "moves: |  # c\n  1. a b\n  2. c\n", "1. a b\n2. c"},
    {"moves: [a, b] # c\nx-a: 1\n", "moves: |  # c\n  1. a\nx-a: 1\n", "1. a"},
    {"moves: [a, # one\n b] # two\n", "# one\n# two\nmoves: |\n  1. a\n", "1. a"},
    {"# top\nmoves:\n- a # one\n- b # two\n# end\n",
     "# top\n# one\n# two\nmoves: |\n  1. a\n# end\n", "1. a"},
    {"moves: |\n  a\n", "moves: \"\"\n", ""},
    {"moves: a\nmoves: b\n", "moves: |\n  c\nmoves: b\n", "c"},
    {"moves: a\n", "moves: \" b\\nc\"\n", " b\nc"},
    {"x-a: 1\nmoves: a\n", "moves: |\n  ; b\nx-a: 1\n", "; b"},
};

static void write(const char *before, const char *moves, const char *after) {
    struct text rewritten[KEYS] = {{NULL, 0}};
    const struct document d = {.text = text_of(before), .line = 1};
    struct record r;
    struct buffer out = {0};
    if (moves)
        rewritten[KEY_MOVES] = text_of(moves);
    zi_record_open(&r);
    assert_true(zi_record_read(&r, &d));
    assert_int_equal(r.broken, after == NULL);
    if (after) {
        zi_yaml_write(&r, rewritten, &out);
        buffer_char(&out, '\0');
        assert_true(strncmp(out.at, "---\n", 4) == 0);
        assert_string_equal(out.at + 4, after);
    }
    assert_false(r.out_of_memory);
    zi_buffer_free(&out);
    zi_record_close(&r);
}

static void documents_have_a_form(void **state) {
    const struct row *row = *state;
    write(row->before, row->moves, row->after);
}

/* A collection is on one line of at most 80 characters; its items are on lines of their own
   otherwise. */
static void lines_have_80_characters(void **state) {
    char items[100], before[400], after[400];
    (void)state;
    for (int n = 60; n <= 78; n++) {
        snprintf(items, sizeof items, "%0*d", n, 0);
        items[0] = 'a';
        snprintf(before, sizeof before, "x-a: [%s, \xC3\xA9]\nx-b: {c: {d: %s}}\n", items, items);
        int used = snprintf(after, sizeof after,
                            n + 10 <= 80 ? "x-a: [%s, \xC3\xA9]\n" : "x-a:\n  - %s\n  - \xC3\xA9\n",
                            items);
        snprintf(after + used, sizeof after - (size_t)used,
                 n + 15 <= 80   ? "x-b: {c: {d: %s}}\n"
                 : n + 10 <= 80 ? "x-b:\n  c: {d: %s}\n"
                                : "x-b:\n  c:\n    d: %s\n",
                 items);
        write(before, NULL, after);
        snprintf(before, sizeof before, "x-a:\n- # c\n  [%s]\n- b\n", items);
        snprintf(after, sizeof after,
                 n + 6 <= 80 ? "x-a:\n  # c\n  - [%s]\n  - b\n"
                             : "x-a:\n  # c\n  -\n    - %s\n  - b\n",
                 items);
        write(before, NULL, after);
    }
}

/* The width of a line is in characters, wherever the line is. */
static void wide_characters_are_one(void **state) {
    enum { MANY = 70 };
    struct buffer before = {0}, after = {0};
    (void)state;
    for (unsigned i = 0; i < 9; i++)
        buffer_string(&before, "x-a: \n");
    buffer_string(&before, "x-b: [\"#");
    for (unsigned i = 0; i < MANY; i++)
        buffer_string(&before, "\U0001F600");
    buffer_string(&before, "\"]\n");
    for (unsigned i = 0; i < 9; i++)
        buffer_string(&after, "x-a: null\n");
    buffer_text(&after, text_after(buffered(&before), 9 * strlen("x-a: \n")));
    buffer_char(&before, '\0');
    buffer_char(&after, '\0');
    write(before.at, NULL, after.at);
    zi_buffer_free(&before);
    zi_buffer_free(&after);
}

/* A text of one line stays on it, however long it is. */
static void long_texts_are_not_broken(void **state) {
    static const char *const around[][2] = {{"x-a: a, ", "b\n"}, {"x-a: \"\\a ", "\"\n"}};
    (void)state;
    for (size_t i = 0; i < COUNT(around); i++) {
        char text[300] = "";
        strcat(text, around[i][0]);
        for (unsigned k = 0; k < 40; k++)
            strcat(text, "word ");
        strcat(text, around[i][1]);
        write(text, NULL, text);
    }
}

/* The writer stops when the form of a record exceeds the length of a record. */
static void too_long_forms_are_not_completed(void **state) {
    enum { DEPTH = 50, LINE = 2 * DEPTH + sizeof "- a" };
    static struct text rewritten[KEYS];
    struct buffer b = {0}, out = {0};
    struct record r;
    (void)state;
    buffer_string(&b, "x-a: ");
    buffer_chars(&b, '[', DEPTH);
    for (unsigned i = 0; i < 2 * RECORD_BYTES_MAX / LINE; i++)
        buffer_string(&b, "a,");
    buffer_chars(&b, ']', DEPTH);
    buffer_char(&b, '\n');
    const struct document d = {.text = buffered(&b), .line = 1};
    zi_record_open(&r);
    assert_true(zi_record_read(&r, &d) && !r.broken);
    zi_yaml_write(&r, rewritten, &out);
    assert_true(out.len > RECORD_BYTES_MAX && out.len < RECORD_BYTES_MAX + 2 * LINE);
    zi_record_close(&r);
    zi_buffer_free(&b);
    zi_buffer_free(&out);
}

/* Words and texts that need only quotes are written without libyaml, which needs memory and much
   more time. */
static void words_take_no_memory(void **state) {
    static const char *const texts[][2] = {
        {"az AZ 09", "az AZ 09"},
        {"a'()+-./^_b", "a'()+-./^_b"},
        {"a  b-", "a  b-"},
        {"9a'", "9a'"},
        {"\u0100\u07BF\uD7C0\uE000", "\u0100\u07BF\uD7C0\uE000"},
        {"No", "\"No\""},
        {"1.5", "\"1.5\""},
        {"# ~", "\"# ~\""},
        {"'\xC3\xA9", "\"'\xC3\xA9\""},
    };
    char room[100];
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct buffer out = {.at = room, .cap = sizeof room};
        atomic_store(&allocations_left, 0);
        zi_yaml_text(&out, text_of(texts[i][0]), false);
        atomic_store(&allocations_left, SIZE_MAX);
        if (out.failed || !text_is(buffered(&out), texts[i][1]))
            fail_msg("`%s`", texts[i][0]);
    }
}

/* What a plain scalar is in YAML's core schema. */
static void scalars_have_meanings(void **state) {
    static const struct {
        enum meaning meaning;
        const char *texts[24];
    } meanings[] = {
        {MEANS_NULL, {"", "~", "null", "Null", "NULL"}},
        {MEANS_TRUTH, {"true", "True", "TRUE", "false", "False", "FALSE"}},
        {MEANS_INTEGER, {"0", "00", "12", "+1", "-1", "0x1", "0x1F", "0xaf", "0o7", "0o17"}},
        {MEANS_REAL,
         {"1.", ".5", "-.5", "+1.5", "1e5", "1E5", "1e+5", "1.e-5", ".5e1", "0.0", ".inf", "-.INF",
          "+.Inf", ".nan", ".NaN", ".NAN"}},
        {MEANS_TEXT,
         {"~~", "nulL", "nul", "nulls", "tRue", "fALSE", "truth", "yes", "a", "e5", "."}},
        {MEANS_TEXT, {"+", "-", "1e", "1e+", ".e5", "1.5.5", "1a", "1_0", "--1", "1-", "-.nan"}},
        {MEANS_TEXT, {"0x", "0xg", "0o", "0o8", "0X1", "-0x1", "1x1", "0b1", ".in", ".infi", "+a"}},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(meanings); i++)
        for (size_t k = 0; meanings[i].texts[k]; k++)
            if (zi_text_meaning(text_of(meanings[i].texts[k])) != meanings[i].meaning)
                fail_msg("`%s`", meanings[i].texts[k]);
}

/* A key of more than 120 bytes has a question mark. */
static void long_keys_are_marked(void **state) {
    (void)state;
    for (int n = 118; n <= 123; n++) {
        char before[300], after[300];
        snprintf(before, sizeof before, "x-%0*d: b\nx-a: {%0*d: b}\n", n - 2, 0, n, 0);
        before[2] = 'k';
        snprintf(after, sizeof after,
                 n <= 120 ? "x-%0*d: b\nx-a:\n  %0*d: b\n"
                          : "? x-%0*d\n: b\nx-a:\n  ? %0*d\n  : b\n",
                 n - 2, 0, n, 0);
        after[n <= 120 ? 2 : 4] = 'k';
        write(before, NULL, after);
    }
}

/* How libyaml writes a text in a list. */
static size_t emit(const char *text, bool flow, yaml_scalar_style_t style, char *to, size_t size) {
    yaml_emitter_t emitter;
    yaml_event_t events[6];
    size_t length = 0;
    assert_true(yaml_emitter_initialize(&emitter));
    yaml_emitter_set_output_string(&emitter, (unsigned char *)to, size, &length);
    yaml_emitter_set_unicode(&emitter, true);
    yaml_emitter_set_width(&emitter, -1);
    yaml_stream_start_event_initialize(&events[0], YAML_UTF8_ENCODING);
    yaml_document_start_event_initialize(&events[1], NULL, NULL, NULL, true);
    yaml_sequence_start_event_initialize(
        &events[2], NULL, NULL, true, flow ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE);
    yaml_scalar_event_initialize(&events[3], NULL, NULL, (const yaml_char_t *)text,
                                 (int)strlen(text), true, true, style);
    yaml_sequence_end_event_initialize(&events[4]);
    yaml_document_end_event_initialize(&events[5], true);
    for (size_t i = 0; i < COUNT(events); i++)
        assert_true(yaml_emitter_emit(&emitter, &events[i]));
    yaml_emitter_delete(&emitter);
    size_t before = flow ? 1 : 2, behind = flow ? 2 : 1;
    memmove(to, to + before, length - before - behind);
    return length - before - behind;
}

/* Plain text is plain for libyaml too, and has its escapes where it is quoted. */
static void texts_are_those_of_libyaml(void **state) {
    static const char *const pieces[] = {"a",
                                         "B",
                                         "7",
                                         " ",
                                         ":",
                                         "#",
                                         "-",
                                         ",",
                                         "[",
                                         "]",
                                         "{",
                                         "}",
                                         "?",
                                         "&",
                                         "'",
                                         "\"",
                                         "\\",
                                         "\t",
                                         "\n",
                                         "\r",
                                         "\x1b",
                                         "\xC2\x85",
                                         "\xC2\xA0",
                                         "\xC3\xA9",
                                         "\x7f",
                                         "\x01",
                                         "*",
                                         "!",
                                         "%",
                                         "\xEF\xBF\xBE",
                                         "\xEF\xBB\xBF",
                                         "\xED\x9F\xBF",
                                         "...",
                                         "---",
                                         "a b ",
                                         "\xC2\x9F"};
    struct buffer out = {0};
    unsigned random = 46, plain = 0;
    (void)state;
    for (int i = 0; i < 60000; i++) {
        char text[80] = "x", wanted[600];
        bool flow = i & 1;
        size_t n = (random = random * 1664525 + 1013904223) >> 29;
        if (i & 2)
            *text = '\0';
        for (size_t k = 0; k <= n; k++)
            strcat(text, pieces[((random = random * 1664525 + 1013904223) >> 8) % COUNT(pieces)]);
        out.len = 0;
        zi_yaml_text(&out, text_of(text), flow);
        bool quoted = *out.at == '"';
        size_t length =
            emit(text, flow, quoted ? YAML_DOUBLE_QUOTED_SCALAR_STYLE : YAML_PLAIN_SCALAR_STYLE,
                 wanted, sizeof wanted);
        if (length != out.len || memcmp(wanted, out.at, length))
            fail_msg("`%s`: `%.*s` is not `%.*s`", text, (int)out.len, out.at, (int)length, wanted);
        plain += !quoted;
        if (quoted && zi_text_meaning(text_of(text)) == MEANS_TEXT && *text == 'x')
            assert_true(emit(text, flow, YAML_PLAIN_SCALAR_STYLE, wanted, sizeof wanted) &&
                        strchr("'\"", *wanted));
    }
    assert_in_range(plain, 3000, 30000);
    zi_buffer_free(&out);
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(texts_are_those_of_libyaml),
        cmocka_unit_test(lines_have_80_characters),
        cmocka_unit_test(wide_characters_are_one),
        cmocka_unit_test(long_texts_are_not_broken),
        cmocka_unit_test(too_long_forms_are_not_completed),
        cmocka_unit_test(words_take_no_memory),
        cmocka_unit_test(long_keys_are_marked),
        cmocka_unit_test(scalars_have_meanings),
    };
    static struct CMUnitTest tests[COUNT(rows) + COUNT(others)];
    static char names[COUNT(rows)][20];
    for (size_t i = 0; i < COUNT(rows); i++) {
        snprintf(names[i], sizeof names[i], "row %zu", i + 1);
        tests[i] = (struct CMUnitTest){.name = names[i],
                                       .test_func = documents_have_a_form,
                                       .initial_state = (void *)(uintptr_t)&rows[i]};
    }
    memcpy(tests + COUNT(rows), others, sizeof others);
    return _cmocka_run_group_tests("yaml_write", tests, COUNT(tests), NULL, NULL);
}
