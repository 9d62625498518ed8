/* The signs of moves as people write them: kinds of words, replaced signs, and columns. The
   expected results are made by hand. */
#include "tests/unit/unit.h"

#include "validators/replay/signs.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void words_look_like(void **state) {
    static const struct {
        const char *word;
        enum looks looks;
        uint32_t number;
    } rows[] = {
        /* numbers of moves */
        {"", LOOKS_NEUTRAL, 0},
        {"1", LOOKS_NUMBER, 1},
        {"12.", LOOKS_NUMBER, 12},
        {"9999.", LOOKS_NUMBER, 9999},
        {"12345.", LOOKS_WORD, 0},
        {"12...", LOOKS_NUMBER, 12},
        {"12.)", LOOKS_NUMBER, 12},
        {"12:", LOOKS_NUMBER, 12},
        {"12,", LOOKS_NUMBER, 12},
        {"12]_", LOOKS_NUMBER, 12},
        {"#12", LOOKS_NUMBER, 12},
        {"[12]", LOOKS_NUMBER, 12},
        {"(12)", LOOKS_NUMBER, 12},
        {"[12", LOOKS_WORD, 0},
        {"#", LOOKS_WORD, 0},
        {"12/", LOOKS_NUMBER, 12},
        {"12-", LOOKS_NUMBER, 12},
        {"12/.", LOOKS_WORD, 0},
        {"12~", LOOKS_WORD, 0},
        {"12\xC2\xB0", LOOKS_NUMBER, 12},
        {"12.\xC2\xBA", LOOKS_NUMBER, 12},
        {"12\xC2\xB9", LOOKS_WORD, 0},
        {"12\xC3\xB0", LOOKS_WORD, 0},
        {"12\xC2", LOOKS_WORD, 0},
        {"12a.", LOOKS_NUMBER, 12},
        {"12b.", LOOKS_NUMBER, 0},
        {"12c.", LOOKS_WORD, 0},
        {"12a", LOOKS_WORD, 0},
        {"a.", LOOKS_WORD, 0},
        {"l2.", LOOKS_NUMBER, 0},
        {"1O)", LOOKS_NUMBER, 0},
        {"1o:", LOOKS_NUMBER, 0},
        {"I1.", LOOKS_NUMBER, 0},
        {"1S.", LOOKS_WORD, 0},
        {"lO", LOOKS_LIKE_MOVE, 0},
        /* times */
        {"0:12", LOOKS_NEUTRAL, 0},
        {"19:30", LOOKS_NEUTRAL, 0},
        {"0:19:30", LOOKS_NEUTRAL, 0},
        {"(0:12)", LOOKS_NEUTRAL, 0},
        {"[0:12]", LOOKS_NEUTRAL, 0},
        {"0:12:", LOOKS_WORD, 0},
        /* moves, after a number or alone */
        {"a1", LOOKS_MOVE, 0},
        {"p16", LOOKS_MOVE, 0},
        {"q1", LOOKS_WORD, 0},
        {"A1", LOOKS_MOVE, 0},
        {"P1", LOOKS_MOVE, 0},
        {"2c4", LOOKS_MOVE, 0},
        {"2q4", LOOKS_WORD, 0},
        {"22c4", LOOKS_WORD, 0},
        {"al", LOOKS_LIKE_MOVE, 0},
        {"aS", LOOKS_LIKE_MOVE, 0},
        {"aB|", LOOKS_LIKE_MOVE, 0},
        {"ab", LOOKS_WORD, 0},
        {"a", LOOKS_WORD, 0},
        {"a1-b2", LOOKS_MOVE, 0},
        {"a1b2", LOOKS_MOVE, 0},
        {"a1b", LOOKS_WORD, 0},
        {"a1bl", LOOKS_MOVE, 0},
        {"a1x", LOOKS_MOVE, 0},
        {"a1V2d4", LOOKS_MOVE, 0},
        {"a1q", LOOKS_WORD, 0},
        {"a1-q2", LOOKS_WORD, 0},
        {"a1!?", LOOKS_MOVE, 0},
        {"a1\xE2\x80\x93"
         "b2",
         LOOKS_MOVE, 0},
        {"a1'", LOOKS_WORD, 0},
        {"(a1-b2", LOOKS_MOVE, 0},
        {"1.a1-b2", LOOKS_MOVE, 1},
        {"12)a1", LOOKS_MOVE, 12},
        {"12b.a1", LOOKS_MOVE, 0},
        {"12.q1", LOOKS_WORD, 12},
        {"%swap", LOOKS_MOVE, 0},
        {"1.%swap", LOOKS_MOVE, 1},
        /* annotations, and words that are not moves */
        {"x4", LOOKS_NEUTRAL, 0},
        {"(x12)", LOOKS_NEUTRAL, 0},
        {"x", LOOKS_NEUTRAL, 0},
        {"x4y", LOOKS_WORD, 0},
        {"--", LOOKS_NEUTRAL, 0},
        {"?!", LOOKS_NEUTRAL, 0},
        {"1.--", LOOKS_NEUTRAL, 1},
        {"\xE2\x80\xA6", LOOKS_NEUTRAL, 0},
        {"=", LOOKS_WORD, 0},
        {"resigns", LOOKS_WORD, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint32_t number;
        enum looks looks = zi_looks(text_of(rows[i].word), &number);
        if (looks != rows[i].looks || number != rows[i].number)
            print_error("`%s` is %d, %u\n", rows[i].word, looks, number);
        assert_true((looks == rows[i].looks && number == rows[i].number));
    }
}

/* A text, and the words that it is cut into, separated by `/`. */
static void words_are_cut(void **state) {
    static const char *const rows[][2] = {
        {"", ""},
        {" \t\r\n|", ""},
        {" a1  b1\n", "a1/b1/"},
        {"|a1|b1", "a1/b1/"},
        {"a1;b1", "a1/b1/"},
        {"a1; b1;", "a1;/b1;/"},
        {";a1", "a1/"},
        {"1,a1", "1/a1/"},
        {"12,34,a1", "12/34/a1/"},
        {"1, a1", "1,/a1/"},
        {"a1,b1", "a1,b1/"},
        {"1.,a1", "1.,a1/"},
        {"a1 ,b1", "a1/b1/"},
        {",b1", "b1/"},
        {"a1 , b1", "a1/,/b1/"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char got[80] = "";
        struct text left = text_of(rows[i][0]), word;
        while ((word = zi_sheet_word(&left)).len)
            snprintf(got + strlen(got), sizeof got - strlen(got), "%.*s/", (int)word.len, word.at);
        assert_string_equal(got, rows[i][1]);
        assert_int_equal(left.len, 0);
    }
}

/* The labels and times among the words. */
static void labels_are_known(void **state) {
    static const struct {
        const char *word;
        bool counts, side, time;
    } rows[] = {
        {"Nr.", true, false, false},    {"no:", true, false, false},
        {"#ZUG", true, false, false},   {"N\xC2\xB0", true, false, false},
        {"nrs", false, false, false},   {"", false, false, false},
        {"Black:", false, true, false}, {"white:", false, true, false},
        {"B:", false, true, false},     {"s:", false, true, false},
        {"c:", false, true, false},     {"H:", false, true, false},
        {"a:", false, true, false},     {"Zwart:", false, true, false},
        {"x:", false, false, false},    {"Black", false, false, false},
        {":", false, false, false},     {"B.", false, false, false},
        {"0:12", false, false, true},   {"10:12:13", false, false, true},
        {"1:2", false, false, false},   {"1:2:3:45", false, false, false},
        {":1:12", false, false, false}, {"0:1:2", false, false, false},
        {"0:12a", false, false, false}, {"a:12:12", false, false, false},
        {"0:1:", false, false, false},  {"1200", false, false, false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct text word = text_of(rows[i].word);
        bool right = zi_sign_counts(word) == rows[i].counts &&
                     zi_sign_names_side(word) == rows[i].side &&
                     zi_sign_is_time(word) == rows[i].time;
        if (!right)
            print_error("`%s`\n", rows[i].word);
        assert_true(right);
    }
}

/* Moves, and the same text with replaced signs, which is as long; NULL: it stays unchanged. */
static const struct row {
    const char *from, *to;
} signs[] = {
    {"", NULL},
    {"1. a1-b1 b2^c3 2. a1-b1", NULL},
    /* numbers */
    {"1) a1 1... b1 1 a1 12.. b1", NULL},
    {"#12 a1", " 12 a1"},
    {"#12. a1", " 12. a1"},
    {"[12] a1", " 12. a1"},
    {"(12) a1", " 12. a1"},
    {"[12]a1", " 12.a1"},
    {"12: a1", "12. a1"},
    {"12, a1", "12. a1"},
    {"12] a1", "12. a1"},
    {"12_a1", "12.a1"},
    {"12.) a1", "12.  a1"},
    {"1/ a1", "1. a1"},
    {"1- a1", "1. a1"},
    {"1\xC2\xB0 a1", "1.  a1"},
    {"1\xC2\xB9 a1", NULL},
    {"1a. a1 1b. b1", "1.  a1     b1"},
    {"l2: a1", NULL},
    {"12345: a1", NULL},
    {"Zug 1: a1", "    1. a1"},
    {"nr. 2 a1", "    2 a1"},
    {"Zug a1", NULL},
    {"Zug x", NULL},
    /* separators of columns, and lines of tables */
    {"1,a1-b1,b2-b3", "1 a1-b1 b2-b3"},
    {"1 a1,b1,--", "1 a1 b1 --"},
    {"a1-b1, b2-b3", NULL},
    {"a1--,b1", NULL},
    {"a1-b1;b2-b3", "a1-b1 b2-b3"},
    {"a1-b1; 2. b2-b3", "a1-b1  2. b2-b3"},
    {"a1-b1; b2-b3", NULL},
    {"a1-b1;", NULL},
    {"a1-b1 ;b2-b3", NULL},
    {"|1|a1-b1|b2-b3|", " 1 a1-b1 b2-b3 "},
    {"\xE2\x94\x82 a1 \xE2\x95\x91 b1", "    a1     b1"},
    {"\xE2\x96\x82 a1", NULL},
    {"a1\xE2\x86\x92"
     "b1",
     "a1-  b1"},
    {"a1 \xE2\x9E\x94 b1", "a1 -   b1"},
    {"a1\xE2\x87\x92"
     "1b1",
     "a1-  1b1"},
    {"a1 \xE2\x86\x92 q1", NULL},
    {"a1 \xE2\x86\x92  b1", NULL},
    {"a1\xE2\x86\x92", NULL},
    /* dashes and slashes */
    {"- a1-b1 b2-b3\n- c1-c2", "  a1-b1 b2-b3\n  c1-c2"},
    {"1. - a1-b1", "1.   a1-b1"},
    {"1. - x", NULL},
    {"a1-b1 - b2-b3", "a1-b1   b2-b3"},
    {"a1xb1 / b2>b3+", "a1xb1   b2>b3+"},
    {"a1-b1 \xE2\x80\x93 b2-b3", "a1-b1     b2-b3"},
    {"a1-b1 \xE2\x80\x94 b2-b3", "a1-b1     b2-b3"},
    {"a1-b1 \xE2\x80\x92 b2-b3", NULL},
    {"a1 - b1", NULL},
    {"a1-b1 - b1", NULL},
    {"a1-b1 - b1-b2!", NULL},
    {"a1 -- b1 --", NULL},
    /* dots */
    {"1. a1 ... 2. b1", "1. a1     2. b1"},
    {"1. ... b1", "1.     b1"},
    {"1. a1 ... b1", "1. a1     b1"},
    {"1. a1 ... b1 2. c1", "1. a1     b1 2. c1"},
    {"1. a1 ... b1 c1", NULL},
    {"a1 ... b1", NULL},
    {"a1 ...", "a1    "},
    {"1. a1 \xE2\x80\xA6 b1", "1. a1     b1"},
    {"1. a1 . b1", NULL},
    {"1. a1 .. b1", "1. a1    b1"},
    /* parentheses */
    {"a1-b1 (x4) b1", "a1-b1x4    b1"},
    {"a1-b1  (x12)", "a1-b1x12    "},
    {"a1-b1 (x)", "a1-b1 {x}"},
    {"(illegible) b1", "???         b1"},
    {"(?) b1", NULL},
    {"(a long think) b1", "{a long think} b1"},
    {"a1 (12) b1", "a1  12. b1"},
    {"a1 (b1 c1) b2", NULL},
    {"a1 (or b1) b2", NULL},
    {"a1 (--) b2", NULL},
    {"a1 (- q) b2", NULL},
    {"a1 (%x) b2", NULL},
    {"a1 (see {1}) b2", NULL},
    {"a1 (see (b1)) b2", NULL},
    {"a1 () b2", NULL},
    {"a1 (a2 b2", NULL},
    /* remarks and times become comments, with the blanks around them */
    {"a1 very nice b1", "a1{very nice}b1"},
    {"a1 0:12 b1", "a1{0:12}b1"},
    {"a1 [0:12] well, b1", "a1{[0:12] well,}b1"},
    {"nice a1", NULL},
    {"a1 nice", NULL},
    {"a1 nice b1 nice\n", "a1{nice}b1{nice}"},
    {"a1 na\xC3\xAFve don't b1", "a1{na\xC3\xAFve don't}b1"},
    {"a1 qu b1", "a1{qu}b1"},
    {"a1 ab b1", NULL},
    {"a1 q b1", NULL},
    {"a1 swap pass Black wins b1", NULL},
    {"a1 nice swap b1", "a1{nice}swap b1"},
    /* they have both parentheses or none */
    {"a1 nice (so nice) b1", "a1{nice (so nice)}b1"},
    {"a1 nice (so b2) b1", "a1{nice}(so b2) b1"},
    {"a1 (b2 very very nice) b1", "a1 (b2{very very}nice) b1"},
    {"a1 nice (so (so) nice) b1", "a1{nice (so (so) nice)}b1"},
    /* labels of the sides in their turn, or none at all */
    {"Black: a1 White: b1", "       a1        b1"},
    {"B: a1 W: b1 b: c1", "   a1    b1    c1"},
    {"White: a1 Black: b1", NULL},
    {"Black: a1 Black: b1", NULL},
    {"??? White: b1", "???        b1"},
    {"Black: a1 Black: b1 [2] c1", "Black: a1 Black: b1  2. c1"},
    /* comments stay */
    {"a1 {nice [1] (x4)} [2] b1", "a1 {nice [1] (x4)}  2. b1"},
    {"[1] a1 {nice [2] b1", " 1. a1 {nice [2] b1"},
};

static void signs_are_replaced(void **state) {
    struct ruleset rs;
    (void)state;
    unit_ruleset(&rs, "hogga");
    for (size_t i = 0; i < COUNT(signs); i++) {
        char got[80] = "";
        struct text from = text_of(signs[i].from);
        const char *to = signs[i].to ? signs[i].to : signs[i].from;
        bool changed = zi_signs_plain(from, got, &rs);
        bool right = !strcmp(got, to) && changed == (signs[i].to != NULL);
        if (!right)
            print_error("`%s` becomes `%s`, %d\n", signs[i].from, got, changed);
        assert_true(right);
    }
}

/* Without the rules of a game no side is known. */
static void labels_stay_without_rules(void **state) {
    char got[40] = "";
    (void)state;
    assert_false(zi_signs_plain(TEXT("Black: a1 White: b1"), got, NULL));
    assert_string_equal(got, "Black: a1 White: b1");
    assert_true(zi_signs_plain(TEXT("[1] a1"), got, NULL));
}

static void columns_are_seen(void **state) {
    static const struct {
        const char *moves;
        bool columns;
    } rows[] = {
        {"", false},
        {"1. a1 2. b1\n3. a1 4. b1", false},
        {"1. a1 3. b1\n2. a1 4. b1", true},
        {"1. a1 3. b1\n2. a1", true},
        {"1. a1 4. b1\n2. a1 5. b1\n3. a1", true},
        {"7. a1 9. b1\n8. a1 10. b1", true},
        {"1. a1 3. b1 2. a1 4. b1", false},    /* on one line */
        {"1. a1\n3. b1\n2. a1\n4. b1", false}, /* each on its own */
        {"1. a1 3. b1\n2. a1 5. b1", false},   /* one number is missing */
        {"1. a1 3. b1\n2. a1 3. b1", false},   /* one number is there twice */
        {"1. a1 4. b1\n2. a1 4. b1\n4. a1", false},
        {"1. a1 2. b1\n1. a1 3. b1", false},
        {"1. a1 b1\n1. a1 3. b1\n2. c1", false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        bool columns = zi_signs_have_columns(text_of(rows[i].moves));
        if (columns != rows[i].columns)
            print_error("`%s`\n", rows[i].moves);
        assert_true(columns == rows[i].columns);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        {"words look like numbers, moves or neither", words_look_like, NULL, NULL, NULL},
        {"words are cut at blanks and the lines of tables", words_are_cut, NULL, NULL, NULL},
        {"labels and times are known", labels_are_known, NULL, NULL, NULL},
        {"signs are replaced by those of move text", signs_are_replaced, NULL, NULL, NULL},
        {"labels stay without rules", labels_stay_without_rules, NULL, NULL, NULL},
        {"columns are seen by their numbers", columns_are_seen, NULL, NULL, NULL},
    };
    return cmocka_run_group_tests_name("signs", tests, NULL, NULL);
}
