/* The places of a value's bytes in its document. Scalars of each style are made at random from
   pieces of that style, whose values are those that YAML reads. */
#include "tests/unit/unit.h"

#include "notation/record/locate.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { SCALARS = 20000, PIECES_MAX = 12, TEXT_MAX = 400 };

struct piece {
    const char *raw, *value;
};

#define LETTERS                                                                                    \
    {"a", "a"}, {"b", "b"}, {"\xC3\xA9", "\xC3\xA9"}, {"\xC5\x85", "\xC5\x85"}, { ":", ":" }
#define BLANKS                                                                                     \
    {" ", " "}, {"  \n  ", " "}, {"\n\n \n", "\n\n"}, {" \r\n ", " "}, { "\t", "\t" }
#define NEXT_LINE                                                                                  \
    { "\xC2\x85 ", "\n" }

static const struct manner {
    enum written_as as;
    const char *before; /* the text before the value */
    struct piece pieces[44];
} manners[] = {
    {WRITTEN_PLAIN, "", {LETTERS, BLANKS, NEXT_LINE, {"'", "'"}, {"\\n", "\\n"}, {"\"\"", "\"\""}}},
    {WRITTEN_SINGLE_QUOTED,
     "'",
     {LETTERS, BLANKS, NEXT_LINE, {"''", "'"}, {"''''", "''"}, {"\\n", "\\n"}, {"\"\"", "\"\""}}},
    {WRITTEN_DOUBLE_QUOTED,
     "\"",
     {LETTERS,
      BLANKS,
      NEXT_LINE,
      {"''", "''"},
      {"\\\"", "\""},
      {"\\\\", "\\"},
      {"\\/", "/"},
      {"\\a", "\a"},
      {"\\n", "\n"},
      {"\\t", "\t"},
      {"\\r", "\r"},
      {"\\ ", " "},
      {"\\x41", "A"},
      {"\\x20", " "},
      {"\\x7f", "\x7F"},
      {"\\x80", "\xC2\x80"},
      {"\\u0041", "A"},
      {"\\u000a", "\n"},
      {"\\u0001", "\x01"},
      {"\\u0120", "\xC4\xA0"},
      {"\\u07ff", "\xDF\xBF"},
      {"\\u0800", "\xE0\xA0\x80"},
      {"\\ud7ff", "\xED\x9F\xBF"},
      {"\\uFFFD", "\xEF\xBF\xBD"},
      {"\\U0000ffff", "\xEF\xBF\xBF"},
      {"\\U00010000", "\xF0\x90\x80\x80"},
      {"\\ud83d\\ude00", "\xF0\x9F\x98\x80"},
      {"\\udbff\\udfff", "\xF4\x8F\xBF\xBF"},
      {"\\N", "\xC2\x85"},
      {"\\_", "\xC2\xA0"},
      {"\\L", "\xE2\x80\xA8"},
      {"\\P", "\xE2\x80\xA9"},
      {"\\\n  ", ""}}},
    {WRITTEN_BLOCK,
     "|2- # a\n",
     {LETTERS, BLANKS, NEXT_LINE, {"'", "'"}, {"\\n", "\\n"}, {"\"\"", "\"\""}, {"\n  ", "\n"}}},
    {WRITTEN_BLOCK, "|\r  ", {LETTERS, BLANKS}},
    {WRITTEN_DOUBLED,
     ",",
     {LETTERS, BLANKS, {"\"\"", "\""}, {"\"\"\"\"", "\"\""}, {"''", "''"}, {"\\n", "\\n"}}},
};

static uint32_t state = 1;

static size_t draw(size_t n) {
    state = state * 1664525 + 1013904223;
    return (state >> 8) % n;
}

/* A scalar after `start` bytes. at[i]: the place of byte i of the value; 0: the byte is inside a
   piece or blank. */
struct scalar {
    char raw[TEXT_MAX], value[TEXT_MAX];
    size_t raw_len, len, at[TEXT_MAX];
};

static void draw_scalar(const struct manner *manner, size_t start, struct scalar *s) {
    size_t known = 0;
    while (manner->pieces[known].raw)
        known++;
    memset(s, 0, sizeof *s);
    memset(s->raw, 'b', start);
    strcpy(s->raw + start, manner->before);
    for (size_t n = draw(PIECES_MAX); n > 0; n--) {
        const struct piece *p = &manner->pieces[draw(known)];
        size_t raw = strlen(s->raw), value = strlen(s->value);
        bool same = strcmp(p->raw, p->value) == 0; /* byte for byte */
        for (size_t i = 0; p->value[i] && (same || !i); i++)
            if (!is_blank(p->value[i]))
                s->at[value + i] = raw + i;
        strcpy(s->raw + raw, p->raw);
        strcpy(s->value + value, p->value);
    }
    s->raw_len = strlen(s->raw);
    s->len = strlen(s->value);
}

static void bytes_are_found(void **unused) {
    (void)unused;
    for (size_t n = 0; n < SCALARS; n++) {
        const struct manner *manner = &manners[n % COUNT(manners)];
        size_t start = draw(3);
        struct scalar s;
        draw_scalar(manner, start, &s);
        struct text document = {s.raw, s.raw_len}, value = {s.value, s.len};
        struct locator ascending = {.raw = start};
        for (size_t i = 0; i < s.len; i++) {
            struct locator alone = {.raw = start};
            if (!s.at[i])
                continue;
            zi_locate(document, manner->as, value, &alone, i);
            if (alone.raw != s.at[i])
                fail_msg("byte %zu of `%s` is at %zu, not %zu, of `%s`", i, s.value, alone.raw,
                         s.at[i], s.raw);
            if (!draw(3))
                continue;
            zi_locate(document, manner->as, value, &ascending, i);
            assert_int_equal(ascending.raw, s.at[i]);
        }
    }
}

/* The place after the last byte of the value, and the place of an empty value. */
static void ends_are_found(void **unused) {
    static const char after[] = {'\'', '"', '\n', '0'}; /* each of these would change the place */
    static const struct row {
        enum written_as as;
        const char *raw, *value;
        size_t target, at;
    } rows[] = {
        {WRITTEN_PLAIN, "ab", "ab", 2, 2},
        {WRITTEN_PLAIN, "ab", "ab", 9, 2},
        {WRITTEN_PLAIN, "ab cd", "ab", 2, 2},
        {WRITTEN_SINGLE_QUOTED, "'a'''", "a'", 2, 4},
        {WRITTEN_SINGLE_QUOTED, "''", "", 0, 1},
        {WRITTEN_DOUBLE_QUOTED, "\"\\u0041\"", "A", 1, 7},
        {WRITTEN_DOUBLE_QUOTED, "\"a\\", "ab", 1, 3},
        {WRITTEN_BLOCK, "|\n  a\n", "a\n", 1, 5},
        {WRITTEN_BLOCK, "|", "", 0, 1},
        {WRITTEN_DERIVED, "ab", "xyz", 2, 0},
        {WRITTEN_PLAIN, "", "", 0, 0},
        {WRITTEN_SINGLE_QUOTED, "", "", 0, 0},
        {WRITTEN_SINGLE_QUOTED, "'a'", "a'", 2, 3},
        {WRITTEN_DOUBLED, "\"a\"", "a\"", 2, 3},
        {WRITTEN_DOUBLE_QUOTED, "\"\\u0041", "A", 1, 7},
        {WRITTEN_DOUBLE_QUOTED, "\"\\ud83d\\ude00", "\xF0\x9F\x98\x80", 4, 13},
        {WRITTEN_DOUBLE_QUOTED, "\"\\ud83d\\ude00", "\xF0\x9F\x98\x80", 1, 13},
        {WRITTEN_DOUBLED, "\"a\"\"", "a\"", 2, 4},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT(rows) * sizeof after; i++) {
        const struct row *row = &rows[i / sizeof after];
        size_t length = strlen(row->raw), value_length = strlen(row->value);
        char *raw = malloc(length + 1), *value = malloc(value_length + 1);
        assert_true(raw && value);
        memcpy(raw, row->raw, length);
        memcpy(value, row->value, value_length);
        raw[length] = value[value_length] = after[i % sizeof after];
        struct locator l = {0};
        zi_locate((struct text){raw, length}, row->as, (struct text){value, value_length}, &l,
                  row->target);
        assert_int_equal(l.raw, row->at);
        free(raw);
        free(value);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_found),
        cmocka_unit_test(ends_are_found),
    };
    return cmocka_run_group_tests_name("locate", tests, NULL, NULL);
}
