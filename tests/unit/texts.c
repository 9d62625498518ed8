/* What single texts are: scalars of YAML by its core schema, names of files, the order of what
   people number things with, classes of characters, cells, patterns, moves as choices, and lists of
   moves. */
#include "tests/naive.h"
#include "tests/unit/unit.h"

#include "notation/base/file_name.h"
#include "notation/base/text_order.h"
#include "notation/base/unicode.h"
#include "notation/games/cell.h"
#include "notation/games/pattern.h"
#include "notation/record/node.h"
#include "validators/replay/replay.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Null, booleans, integers and floats of the core schema (YAML 1.2.2, 10.3.2). */
static void scalars_mean_what_the_core_schema_says(void **state) {
    static const struct {
        enum meaning meaning;
        const char *texts[20];
    } rows[] = {
        {MEANS_NULL, {"", "~", "null", "Null", "NULL"}},
        {MEANS_TRUTH, {"true", "True", "TRUE", "false", "False", "FALSE"}},
        {MEANS_INTEGER,
         {"0", "12", "-12", "+12", "007", "0o17", "0o07", "0x1f", "0xAF", "0x09", "0xa"}},
        {MEANS_REAL,
         {"1.5", "1.", ".5", "-.5", "+1.5", "1e5", "1E5", "1e+5", "1e-5", "1.5e5", "-1.e1", ".inf",
          ".Inf", "-.INF", "+.inf", ".nan", ".NaN", ".NAN"}},
        {MEANS_TEXT,
         {"nULL", "nil", "tRUE", "truth", "0o18", "0o1/", "0o:", "0x", "0xg", "0x@", "0x1G", "0b1",
          "1_000", "12a", "1.5.2", "1e", "1e+", "."}},
        {MEANS_TEXT,
         {"-", "+", "-.nan", "..5", ".e5", "~~", "word", "e5", "+-1", "1e5e", "1-", "-0x1f",
          "0x1:", "0o17a"}},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t k = 0; k < COUNT(rows[i].texts) && rows[i].texts[k]; k++)
            if (zi_text_meaning(text_of(rows[i].texts[k])) != rows[i].meaning)
                fail_msg("`%s` means something else", rows[i].texts[k]);
}

static void names_of_files_are_safe(void **state) {
    static const char *const rows[][2] = {{"Jan 2!", "Jan-2"},
                                          {"a_b", "a_b"},
                                          {"..a//b..", "a-b"},
                                          {"", "none"},
                                          {"!!", "none"},
                                          {"con", "con_"},
                                          {"CON", "CON_"},
                                          {"con2", "con2"},
                                          {"Names", "Names_"},
                                          {"é", "é"},
                                          {"e\u0301", "e\u0301"},
                                          {"\u0301a", "a"},
                                          {"a \u0301b", "a-b"},
                                          {"\xFF"
                                           "a\xFF",
                                           "a"},
                                          {"\uFFFD", "none"},
                                          {"山田 太郎", "山田-太郎"},
                                          {"_", "_"}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct buffer out = {0};
        buffer_char(&out, '/'); /* what is there stays */
        zi_file_name(&out, text_of(rows[i][0]));
        if (out.at[0] != '/' || !text_is((struct text){out.at + 1, out.len - 1}, rows[i][1]))
            fail_msg("`%s` becomes `%.*s`", rows[i][0], (int)out.len - 1, out.at + 1);
        zi_buffer_free(&out);
    }
}

/* 100 bytes and no more, and no part of a character. */
static void long_names_of_files_are_cut(void **state) {
    static const struct {
        const char *unit, *last; /* 99 letters, then this */
        size_t bytes;
    } rows[] = {{"x", "a", 100}, {"x", "é", 99}, {"x", " a", 99}, {"x", "ab", 100}, {"x", " ", 99}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char name[120] = "";
        struct buffer out = {0};
        memset(name, *rows[i].unit, 99);
        strcpy(name + 99, rows[i].last);
        zi_file_name(&out, text_of(name));
        assert_int_equal(out.len, rows[i].bytes);
        assert_memory_equal(out.at, name, out.len);
        zi_buffer_free(&out);
    }
}

/* Each before all after it. */
static void texts_have_an_order(void **state) {
    static const char *const ascending[] = {"0",   "1",  "2", "9",  "10", "11", "99",
                                            "100", "2a", "A", "A1", "B",  "a",  ""};
    static const char *const numbers[][2] = {{"7", "07"}, {"007", "07"}, {"0", "000"}};
    (void)state;
    for (size_t a = 0; a < COUNT(ascending); a++)
        for (size_t b = 0; b < COUNT(ascending); b++) {
            int order = zi_text_order(text_of(ascending[a]), text_of(ascending[b]));
            if ((order > 0) - (order < 0) != (a > b) - (a < b))
                fail_msg("`%s` and `%s`", ascending[a], ascending[b]);
        }
    for (size_t i = 0; i < COUNT(numbers); i++) { /* the same value, in some order */
        struct text x = text_of(numbers[i][0]), y = text_of(numbers[i][1]);
        assert_true(zi_text_order(x, y) != 0);
        assert_int_equal(zi_text_order(x, y) > 0, zi_text_order(y, x) < 0);
        assert_int_equal(zi_text_order(x, text_of("5")) > 0, zi_text_order(y, text_of("5")) > 0);
    }
}

/* General categories of the Unicode Character Database. */
static void characters_have_classes(void **state) {
    static const struct {
        uint32_t c;
        bool alphanumeric, digit, mark;
    } rows[] = {
        {'A', true, false, false},    {'z', true, false, false},     {0x1C5, true, false, false},
        {0x2B0, true, false, false},  {0x5D0, true, false, false},   {0x301, false, false, true},
        {0x903, false, false, true},  {0x20DD, false, false, true},  {'7', true, true, false},
        {0x663, true, true, false},   {0x2167, true, false, false},  {0xB2, true, false, false},
        {'_', false, false, false},   {'-', false, false, false},    {' ', false, false, false},
        {0x378, false, false, false}, {0x1F600, false, false, false}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_int_equal(zi_character_is_alphanumeric(rows[i].c), rows[i].alphanumeric);
        assert_int_equal(zi_character_is_digit(rows[i].c), rows[i].digit);
        assert_int_equal(zi_character_is_mark(rows[i].c), rows[i].mark);
    }
}

/* MOVES.md: files from a, ranks from 1, a level before the file where it is not the first. */
static void cells_are_read(void **state) {
    static const struct {
        const char *rules, *text;
        int level, file, rank; /* level -1: there is no such cell */
    } rows[] = {{"hogga", "a1", 0, 0, 0},
                {"hogga", "L13", 0, 11, 12},
                {"hogga", "m1", -1, 0, 0},
                {"hogga", "a14", -1, 0, 0},
                {"hogga", "a0", -1, 0, 0},
                {"hogga", "a01", -1, 0, 0},
                {"hogga", "a", -1, 0, 0},
                {"hogga", "", -1, 0, 0},
                {"hogga", "1", -1, 0, 0},
                {"hogga", "a1b", -1, 0, 0},
                {"hogga", "@1", -1, 0, 0},
                {"hogga", "1a1", 0, 0, 0},
                {"hogga", "0a1", -1, 0, 0},
                {"hogga", "2a1", -1, 0, 0},
                {"hogga", "a17", -1, 0, 0},
                {"hogga", "a999999999999", -1, 0, 0},
                {"akron", "2g7", 1, 6, 6},
                {"akron", "2h7", -1, 0, 0},
                {"akron", "2g8", -1, 0, 0},
                {"akron", "8a1", 7, 0, 0},
                {"akron", "9a1", -1, 0, 0},
                {"akron", "08a1", -1, 0, 0},
                {"akron", "q1", -1, 0, 0},
                {"akron", "17a1", -1, 0, 0},
                {"akron size=16", "p16", 0, 15, 15},
                {"akron size=16", "16a1", 15, 0, 0},
                {"akron size=16", "a17", -1, 0, 0},
                {"akron size=16", "16a2", -1, 0, 0}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ruleset rs;
        cell c = 0;
        unit_ruleset(&rs, rows[i].rules);
        char room[24];
        snprintf(room, sizeof room, "%s9", rows[i].text); /* what is after the text is not read */
        bool read = zi_cell_read((struct text){room, strlen(rows[i].text)}, &rs.board, &c);
        if (read != (rows[i].level >= 0))
            fail_msg("%s: %s", rows[i].rules, rows[i].text);
        if (read)
            assert_int_equal(c, cell_at((unsigned)rows[i].level, (unsigned)rows[i].file,
                                        (unsigned)rows[i].rank));
    }
}

static void patterns_match_at_a_place(void **state) {
    static const struct {
        const char *pattern, *text;
        size_t from;
        enum pattern_status status;
        int groups; /* and the whole */
        const char *second;
    } rows[] = {
        {"a(b)?(c)", "xABC", 1, PATTERN_MATCHED, 3, "B"},
        {"a(b)?(c)", "ac", 0, PATTERN_MATCHED, 3, NULL},   /* the first group has no part in it */
        {"a(b)?(c)", "xac", 0, PATTERN_NO_MATCH, 0, NULL}, /* only at that place */
        {"a(b)?(c)", "", 0, PATTERN_NO_MATCH, 0, NULL},
        {"(a+)+(a+)+(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", 0,
         PATTERN_LIMIT, 0, NULL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct text group[GROUPS_MAX + 1];
        enum pattern_status status;
        struct pattern *p = zi_pattern_new(text_of(rows[i].pattern));
        assert_non_null(p);
        int n = zi_pattern_match(p, text_of(rows[i].text), rows[i].from, group, &status);
        assert_int_equal(status, rows[i].status);
        assert_int_equal(n, rows[i].groups);
        if (n && rows[i].second)
            assert_true(text_is(group[1], rows[i].second));
        else if (n)
            assert_true(!group[1].at && !group[1].len);
        if (n)
            assert_true(text_same(group[0], (struct text){rows[i].text + rows[i].from,
                                                          strlen(rows[i].text) - rows[i].from}));
        zi_pattern_free(p);
    }
    zi_pattern_free(NULL);
}

/* As many groups as there may be, and a search that needs more room than PCRE2 has by itself. */
static void patterns_have_room(void **state) {
    enum { LETTERS = 2500 };
    static char letters[LETTERS + 1];
    char groups[4 * GROUPS_MAX] = "";
    struct text group[GROUPS_MAX + 1];
    enum pattern_status status;
    (void)state;
    for (unsigned i = 0; i < GROUPS_MAX; i++)
        strcat(groups, "(a)");
    struct pattern *p = zi_pattern_new(text_of(groups));
    assert_non_null(p);
    memset(letters, 'a', LETTERS);
    assert_int_equal(zi_pattern_match(p, text_of(letters), 0, group, &status), GROUPS_MAX + 1);
    assert_true(group[GROUPS_MAX].at == letters + GROUPS_MAX - 1 && group[GROUPS_MAX].len == 1);
    zi_pattern_free(p);
    p = zi_pattern_new(TEXT("(?:(a)|b)*c"));
    assert_non_null(p);
    letters[LETTERS - 1] = 'c';
    assert_int_equal(zi_pattern_match(p, text_of(letters), 0, group, &status), 2);
    zi_pattern_free(p);
}

/* What only the rules can fill in again, or what is proved by the position, is omitted. */
static void moves_are_shortened(void **state) {
    static const struct {
        const char *rules;
        struct move before, after;
        bool shorter;
    } rows[] = {
        {"hogga",
         {.kind = MOVE_WALK, .count = 3, .cell = {1, 2, 3}},
         {.kind = MOVE_ROUTE, .count = 2, .cell = {1, 3}},
         true},
        {"hogga",
         {.kind = MOVE_ROUTE, .count = 2, .cell = {1, 3}},
         {.kind = MOVE_ROUTE, .count = 2, .cell = {1, 3}},
         false},
        {"hogga", {.kind = MOVE_PASS}, {.kind = MOVE_PASS}, false},
        {"akron",
         {.kind = MOVE_RELOCATE, .annotated = true, .count = 4, .cell = {1, 2, 3, 4}},
         {.kind = MOVE_RELOCATE, .count = 2, .cell = {1, 2}},
         true},
        {"akron",
         {.kind = MOVE_RELOCATE, .count = 2, .cell = {1, 2}},
         {.kind = MOVE_RELOCATE, .count = 2, .cell = {1, 2}},
         false},
        {"husbao",
         {.kind = MOVE_SOW,
          .annotated = true,
          .count = 1,
          .cell = {1},
          .direction = '+',
          .loot = 3},
         {.kind = MOVE_SOW, .count = 1, .cell = {1}, .direction = '+'},
         true},
        {"husbao",
         {.kind = MOVE_SOW, .count = 1, .cell = {1}, .direction = '+'},
         {.kind = MOVE_SOW, .count = 1, .cell = {1}, .direction = '+'},
         false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ruleset rs;
        struct move m = rows[i].before;
        char text[2][UNIT_TEXT_MAX];
        unit_ruleset(&rs, rows[i].rules);
        assert_int_equal(rs.rules->notation->shorten(&m), rows[i].shorter);
        assert_int_equal(m.kind, rows[i].after.kind);
        assert_int_equal(m.count, rows[i].after.count);
        assert_int_equal(m.annotated, rows[i].after.annotated);
        for (unsigned k = 0; k < 2; k++) {
            struct writer w = {text[k], UNIT_TEXT_MAX - 1, 0};
            rs.rules->notation->write(&w, k ? &rows[i].after : &m);
            text[k][written(&w).len] = '\0';
        }
        assert_string_equal(text[0], text[1]);
    }
}

/* Two moves are one choice where they begin and end alike: duplicates are found by that. */
static void moves_are_choices(void **state) {
    static const struct {
        struct move a, b;
        bool same;
    } rows[] = {
        {{.kind = MOVE_PASS}, {.kind = MOVE_PASS}, true},
        {{.kind = MOVE_PASS}, {.kind = MOVE_SKIP}, false},
        {{.kind = MOVE_PASS}, {.kind = MOVE_SWAP}, false},
        {{.kind = MOVE_WALK, .count = 3, .cell = {1, 2, 3}},
         {.kind = MOVE_WALK, .count = 2, .cell = {1, 3}},
         true},
        {{.kind = MOVE_WALK, .count = 2, .cell = {1, 3}},
         {.kind = MOVE_WALK, .count = 2, .cell = {3, 1}},
         false},
        {{.kind = MOVE_ROUTE, .count = 2, .cell = {1, 3}},
         {.kind = MOVE_ROUTE, .count = 2, .cell = {1, 4}},
         false},
        {{.kind = MOVE_PLACE, .count = 1, .cell = {5}},
         {.kind = MOVE_PLACE, .count = 1, .cell = {6}},
         false},
        {{.kind = MOVE_RELOCATE, .count = 2, .cell = {5, 6}},
         {.kind = MOVE_RELOCATE, .count = 3, .cell = {5, 6, 7}},
         true},
        {{.kind = MOVE_SOW, .count = 1, .cell = {5}, .direction = '+'},
         {.kind = MOVE_SOW, .count = 1, .cell = {5}, .direction = '-'},
         false},
        {{.kind = MOVE_SOW, .count = 1, .cell = {5}, .direction = '+', .cut = 2},
         {.kind = MOVE_SOW, .count = 1, .cell = {5}, .direction = '+', .cut = 3},
         false},
        {{.kind = MOVE_SOW, .count = 1, .cell = {5}, .direction = '-', .loot = 1},
         {.kind = MOVE_SOW, .count = 1, .cell = {5}, .direction = '-', .loot = 9},
         true},
        {{.kind = MOVE_GIVE, .count = 2, .givers = 1, .cell = {1, 2}, .stones = {3, 3}},
         {.kind = MOVE_GIVE, .count = 2, .givers = 1, .cell = {1, 2}, .stones = {3, 4}},
         false},
        {{.kind = MOVE_GIVE, .count = 2, .givers = 1, .cell = {1, 2}, .stones = {3, 3}},
         {.kind = MOVE_GIVE, .count = 2, .givers = 2, .cell = {1, 2}, .stones = {3, 3}},
         false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint64_t a[MOVE_CHOICE_WORDS_MAX], b[MOVE_CHOICE_WORDS_MAX];
        size_t n = zi_move_choice(&rows[i].a, a), m = zi_move_choice(&rows[i].b, b);
        bool same = n == m && !memcmp(a, b, n * sizeof *a);
        if (same != rows[i].same)
            fail_msg("row %zu", i);
    }
}

/* The words that zet.h describes. */
static void choices_have_their_words(void **state) {
    static const struct {
        struct move m;
        size_t count;
        uint64_t word[3];
    } rows[] = {
        {{.kind = MOVE_WALK, .count = 3, .cell = {1, 2, 3}}, 1, {0x0001000300000000}},
        {{.kind = MOVE_PLACE, .count = 1, .cell = {5}}, 1, {0x2005000500000000}},
        {{.kind = MOVE_RELOCATE, .count = 3, .cell = {0x133, 6, 7}}, 1, {0x3133000600000000}},
        {{.kind = MOVE_SWAP}, 1, {0x4000000000000000}},
        {{.kind = MOVE_SOW, .count = 1, .cell = {0x11}, .direction = '-', .cut = 3, .loot = 9},
         1,
         {0x5011000100000003}},
        {{.kind = MOVE_SOW, .count = 1, .cell = {0x11}, .direction = '+'}, 1, {0x5011000000000000}},
        {{.kind = MOVE_SKIP}, 1, {0x6000000000000000}},
        {{.kind = MOVE_GIVE, .count = 2, .givers = 1, .cell = {1, 2}, .stones = {3, 4}},
         3,
         {0x7000000000000001, 0x0000000100000003, 0x0000000200000004}},
        {{.kind = MOVE_PASS}, 1, {0x8000000000000000}},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint64_t word[MOVE_CHOICE_WORDS_MAX];
        assert_int_equal(zi_move_choice(&rows[i].m, word), rows[i].count);
        assert_memory_equal(word, rows[i].word, rows[i].count * sizeof *word);
    }
}

/* A text that only begins like a plain move, or that could continue after its end, is not one. */
static void plain_moves_are_whole(void **state) {
    static const struct {
        const char *rules, *text;
        size_t length; /* 0: it is not read as a plain move */
    } rows[] = {{"akron", "d4 e5 c4", 2},
                {"akron", "d4 - e5", 0},
                {"akron", "d4 \xE2\x80\x93 e5", 0},
                {"akron", "2d4-e5 e5 ", 6},
                {"akron", "d4", 0},
                {"akron", "i1 e5 c4", 0},
                {"akron size=16", "2a10 ", 0},
                {"akron size=16", "2a10 b1", 4},
                {"hogga", "l13", 0},
                {"hogga", "b10-l13", 0},
                {"hogga", "c13^g13^l9", 0},
                {"akron", "2d4-2e5", 0},
                {"hogga", "b10-b9 k4", 6},
                {"hogga", "b10^b9 k4", 0},
                {"hogga", "b10-b9", 0},
                {"hogga", "m10-b9 k4", 0},
                {"hogga", "B10-b9 k4", 0},
                {"hogga", "b10-b9! k4", 0},
                {"husbao", "a1+ b1-x3 ", 3},
                {"husbao", "b1-x3 a1+ ", 5},
                {"husbao", "b1-x0 a1+ ", 0},
                {"husbao", "b1 a1+x3 ", 0},
                {"husbao", "i1+ a1+x3 ", 0},
                {"husbao", "a1+/2 b1+ ", 0},
                /* as near to the end of the text as allowed */
                {"hogga", "c3-c4 ", 0},
                {"hogga", "c3^c5^e7 ", 8},
                {"hogga", "c3^c5^e11 ", 9},
                {"hogga", "c3^c5^e11", 0},
                {"akron size=16", "b1-2c10 ", 7},
                {"akron size=16", "b1-2c10", 0},
                {"akron", "d4-e5\nd4", 5},
                {"akron", "2d4 e", 3},
                {"husbao", "a1+x48 ", 6},
                {"husbao", "a1+x48", 0},
                {"husbao", "a1+x100", 0},
                {"husbao", "a1+x92 ", 6},
                {"husbao", "a1+ x4 ", 3},
                /* signs that are not a separator, a fall or loot here */
                {"hogga", "c3xc4 d4", 0},
                {"hogga", "c3-c4-d4 e5", 0},
                {"hogga", "c3^c5-e7 e5", 0},
                {"hogga", "c3-c5 d4-d5", 0},
                {"hogga", "c3^c4^c5 d4-d5", 8},
                {"hogga", "c3-c4\td4-d5", 0},
                {"akron", "d4ve5 d4-e5", 0},
                {"akron", "d4^e5 d4-e5", 0},
                {"akron", "d4-e5-f6 d4-e5", 0},
                {"akron", "2d4vd4 d4-e5", 0},
                {"akron", "2d4-e5-f6 d4-e5", 0},
                {"akron", "d4\te5 d4-e5", 0},
                {"akron", "2d4 - e5 d4-e5", 0},
                {"akron", "2d4\te5 d4-e5", 0},
                {"akron", "2d4 \xE2\x80\x93 e5 d4", 0},
                {"husbao", "a1+x d2+ a1+", 0},
                {"husbao", "a1x3 d2+ a1+", 0},
                {"husbao", "a1+\td2+ a1+", 0}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ruleset rs;
        struct move m = {0};
        size_t length = strlen(rows[i].text);
        char *text =
            malloc(length); /* without anything after it, so that the sanitizer sees more */
        assert_non_null(text);
        memcpy(text, rows[i].text, length);
        unit_ruleset(&rs, rows[i].rules);
        const char *behind = rs.rules->notation->plain(text, text + length, &rs.board, &m);
        if (behind != (rows[i].length ? text + rows[i].length : NULL))
            fail_msg("%s: %s", rows[i].rules, rows[i].text);
        free(text);
    }
}

/* A cell of this board, or sometimes of the largest board. */
static cell random_cell(const struct ruleset *rs, struct dice *d) {
    bool any = dice_one_in(d, 20);
    unsigned levels = rs->board.levels + any;
    unsigned level = dice_one_in(d, 2) ? 0 : dice_below(d, levels < 9 ? levels : 9); /* no `10a1` */
    unsigned files = any ? FILES_MAX : rs->board.files - level;
    unsigned ranks = any ? RANKS_MAX : rs->board.ranks - level;
    return cell_at(level, dice_below(d, files), dice_below(d, ranks));
}

static void random_move(const struct ruleset *rs, struct dice *d, struct move *m) {
    bool akron = rs->rules->notation->kinds & 1 << MOVE_PLACE;
    m->kind = MOVE_WALK;
    m->count = (uint16_t)(2 + (dice_one_in(d, 3) ? dice_below(d, 4) : 0));
    m->annotated = false;
    if (rs->rules->notation->counts) {
        m->kind = MOVE_SOW;
        m->count = 1;
        m->direction = dice_one_in(d, 2) ? '+' : '-';
        m->loot = dice_one_in(d, 2) ? dice_below(d, 49) : 0;
        m->annotated = m->loot > 0;
    } else if (akron) {
        m->count -= (uint16_t)dice_below(d, 2);
        m->kind = m->count == 1 ? MOVE_PLACE : MOVE_RELOCATE;
        m->annotated = m->count > 2;
    }
    for (unsigned i = 0; i < m->count; i++)
        m->cell[i] = random_cell(rs, d);
    if (m->kind == MOVE_WALK && dice_one_in(d, 2)) /* a step, unless the board ends there */
        m->cell[1] = (cell)(m->cell[0] + (dice_one_in(d, 2) ? 1 : 15 + dice_below(d, 3)));
}

/* A canonical move is read without the patterns, with the same result. A move with a cell outside
   the board is refused. */
static void canonical_moves_are_plain(void **state) {
    static const char *const rulesets[] = {
        "hogga",        "halma 8x8",     "halma 10x10",   "halma 16x16", "akron",
        "akron size=9", "akron size=10", "akron size=16", "husbao",      "husbao front"};
    static struct move m, plain, read;
    struct dice dice = {3};
    (void)state;
    for (size_t i = 0; i < COUNT(rulesets) * 4000; i++) {
        struct ruleset rs;
        char text[UNIT_TEXT_MAX];
        struct writer w = {text, sizeof text, 0};
        unsigned style;
        unit_ruleset(&rs, rulesets[i / 4000]);
        random_move(&rs, &dice, &m);
        memset(&plain, 0, sizeof plain);
        memset(&read, 0, sizeof read);
        rs.rules->notation->write(&w, &m);
        size_t length = w.len;
        write_string(&w, dice_one_in(&dice, 2) ? " d4-d5 d4-d5" : "\nd4-d5 d4-d5");
        const char *behind = rs.rules->notation->plain(text, text + w.len, &rs.board, &plain);
        bool good =
            !rs.rules->notation->read((struct text){text, length}, &rs.board, &read, &style);
        if (behind != (good ? text + length : NULL))
            fail_msg("%s: `%.*s`", rulesets[i / 4000], (int)length, text);
        if (!good)
            continue;
        assert_int_equal(style, 0);
        assert_int_equal(plain.kind, read.kind);
        assert_int_equal(plain.count, m.count);
        assert_int_equal(plain.annotated, m.annotated);
        assert_int_equal(plain.direction, m.direction);
        assert_int_equal(plain.loot, m.loot);
        assert_memory_equal(plain.cell, m.cell, m.count * sizeof *m.cell);
    }
}

static void moves_go_along_cells(void **state) {
    static const struct {
        struct move m;
        unsigned path;
    } rows[] = {{{.kind = MOVE_WALK, .count = 3}, 3},     {{.kind = MOVE_ROUTE, .count = 2}, 2},
                {{.kind = MOVE_PLACE, .count = 1}, 1},    {{.kind = MOVE_SOW, .count = 1}, 1},
                {{.kind = MOVE_RELOCATE, .count = 4}, 2}, {{.kind = MOVE_PASS}, 0},
                {{.kind = MOVE_GIVE, .count = 2}, 0}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(move_path(&rows[i].m), rows[i].path);
}

static void only_characters_are_written(void **state) {
    static const struct {
        uint32_t c;
        const char *bytes; /* NULL: it is none, but U+FFFD */
    } rows[] = {{'a', "a"},
                {0x7F, "\x7F"},
                {0x80, "\xC2\x80"},
                {0x7FF, "\xDF\xBF"},
                {0x800, "\xE0\xA0\x80"},
                {0xD7FF, "\xED\x9F\xBF"},
                {0xD800, NULL},
                {0xDFFF, NULL},
                {0xE000, "\xEE\x80\x80"},
                {0xFFFF, "\xEF\xBF\xBF"},
                {0x10000, "\xF0\x90\x80\x80"},
                {0x10FFFF, "\xF4\x8F\xBF\xBF"},
                {0x110000, NULL}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char room[CHARACTER_BYTES];
        struct text t = zi_character_utf8(rows[i].c, room);
        assert_true(text_is(t, rows[i].bytes ? rows[i].bytes : "\xEF\xBF\xBD"));
    }
}

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

/* The list against the naive rules: all choices, in byte order. */
static void moves_are_listed_in_byte_order(void **state) {
    static const char *const rulesets[] = {"hogga",
                                           "halma 8x8",
                                           "halma 10x10 hops=long",
                                           "halma 16x16",
                                           "akron",
                                           "akron size=16",
                                           "akron size=4",
                                           "husbao",
                                           "husbao bis",
                                           "husbao front",
                                           "husbao endless=draw",
                                           "halma 8x8 yards=one-way forced=forward first=black"};
    static struct choice choices[8192];
    struct dice dice = {13};
    (void)state;
    for (size_t i = 0; i < COUNT(rulesets) * 10; i++) {
        struct ruleset rs;
        static union position position;
        unit_ruleset(&rs, rulesets[i / 10]);
        const struct naive_game *naive = naive_find(rs.rules->notation->name);
        struct naive n = {.rules = &rs};
        if (i % 10 == 0 || rs.board.files == 16)
            naive->start(&n);
        else
            naive->scatter(&n, &dice);
        if (naive->outcome(&n).result != RESULT_OPEN)
            continue;
        size_t count = naive->choices(&n, choices, COUNT(choices));
        assert_true(count > 0 && count <= COUNT(choices));
        qsort(choices, count, sizeof *choices, by_text);
        assert_null(rs.rules->start(&position, &rs, &n.now));
        struct move_list list = zi_move_list(&rs, &position, true);
        assert_false(list.failed);
        assert_int_equal(list.count, count);
        for (size_t k = 0; k < count; k++)
            assert_string_equal(list.at[k]->text, choices[k].text);
        zi_move_list_free(&list);
        assert_true(!list.at && !list.count);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalars_mean_what_the_core_schema_says),
        cmocka_unit_test(names_of_files_are_safe),
        cmocka_unit_test(long_names_of_files_are_cut),
        cmocka_unit_test(texts_have_an_order),
        cmocka_unit_test(characters_have_classes),
        cmocka_unit_test(cells_are_read),
        cmocka_unit_test(patterns_match_at_a_place),
        cmocka_unit_test(patterns_have_room),
        cmocka_unit_test(moves_are_shortened),
        cmocka_unit_test(moves_are_choices),
        cmocka_unit_test(plain_moves_are_whole),
        cmocka_unit_test(choices_have_their_words),
        cmocka_unit_test(canonical_moves_are_plain),
        cmocka_unit_test(moves_go_along_cells),
        cmocka_unit_test(only_characters_are_written),
        cmocka_unit_test(moves_are_listed_in_byte_order),
    };
    return cmocka_run_group_tests_name("texts", tests, NULL, NULL);
}
