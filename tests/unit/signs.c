/* The signs of moves as people write them: kinds of words, replaced signs, and columns. The
   expected results are made by hand. */
#include "tests/unit/unit.h"

#include "validators/replay/signs.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Bytes before and after a text. They must not change how it is read. */
static const char beside[] = "1a.:) }/|,;b\xB0\xA6";

/* The text between such bytes. With byte 0 it is alone in its memory, so that a read outside it is
   detected. */
static struct text between(struct text t, char byte) {
    static char *room;
    size_t around = byte ? 8 : 0;
    free(room);
    room = malloc(t.len + 2 * around + !t.len);
    assert_non_null(room);
    memset(room, byte, t.len + 2 * around);
    if (t.len)
        memcpy(room + around, t.at, t.len);
    return (struct text){room + around, t.len};
}

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
        {"#1", LOOKS_NUMBER, 1},
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
        {"(2", LOOKS_WORD, 0},
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
        {"aII", LOOKS_LIKE_MOVE, 0},
        {"aIIl", LOOKS_WORD, 0},
        {"`1", LOOKS_WORD, 0},
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
        {"xy4", LOOKS_WORD, 0},
        {"--", LOOKS_NEUTRAL, 0},
        {"?!", LOOKS_NEUTRAL, 0},
        {"1.--", LOOKS_NEUTRAL, 1},
        {"\xE2\x80\xA6", LOOKS_NEUTRAL, 0},
        {"=", LOOKS_WORD, 0},
        {"=-", LOOKS_WORD, 0},
        {"resigns", LOOKS_WORD, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows) * COUNT(beside); i++) {
        uint32_t number;
        const char *word = rows[i / COUNT(beside)].word;
        enum looks looks = zi_looks(between(text_of(word), beside[i % COUNT(beside)]), &number);
        if (looks != rows[i / COUNT(beside)].looks || number != rows[i / COUNT(beside)].number)
            fail_msg("`%s` is %d, %u", word, looks, number);
    }
}

/* A byte 0 is not a sign, though it ends the lists of signs. */
static void zeros_are_no_signs(void **state) {
    static const struct text words[] = {{"\00012.", 4}, {"12\0", 3}, {"12\xC2\0", 4}, {"1\0", 2},
                                        {"a\0", 2},     {"a1\0", 3}, {"-\0", 2}};
    uint32_t number;
    (void)state;
    for (size_t i = 0; i < COUNT(words); i++)
        assert_int_equal(zi_looks(words[i], &number), LOOKS_WORD);
}

/* A text, and the words that it is cut into, separated by `/`. */
static void words_are_cut(void **state) {
    static const char *const rows[][2] = {
        {"", ""},
        {" \t\r\n|", ""},
        {" a1  b1\n", "a1/b1/"},
        {"|a1|b1", "a1/b1/"},
        {"a1;b1", "a1/b1/"},
        {"a1;b", "a1/b/"},
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
    for (size_t i = 0; i < COUNT(rows) * COUNT(beside); i++) {
        char got[80] = "";
        const char *const *row = rows[i / COUNT(beside)];
        struct text left = between(text_of(row[0]), beside[i % COUNT(beside)]), word;
        while ((word = zi_sheet_word(&left)).len)
            snprintf(got + strlen(got), sizeof got - strlen(got), "%.*s/", (int)word.len, word.at);
        assert_string_equal(got, row[1]);
        assert_int_equal(left.len, 0);
    }
}

/* The labels and times among the words. */
static void labels_are_known(void **state) {
    static const struct labelled {
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
    for (size_t i = 0; i < COUNT(rows) * COUNT(beside); i++) {
        const struct labelled *row = &rows[i / COUNT(beside)];
        struct text word = between(text_of(row->word), beside[i % COUNT(beside)]);
        if (zi_sign_counts(word) != row->counts || zi_sign_names_side(word) != row->side ||
            zi_sign_is_time(word) != row->time)
            fail_msg("`%s`", row->word);
    }
}

#define TEN "ab ab ab  "
#define SEVENTY_EIGHT TEN TEN TEN TEN TEN TEN TEN "ab ab ab"
#define FIFTY "nice nice nice nice nice nice nice nice nice nice "
#define TWENTY_EIGHT "nice nice nice nice nice hmm"

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
    {"a1 \xE2\x94\x82", "a1    "},
    {"a1 \xE2\x94", NULL},
    {"a1\xE2\x86\x92"
     "b1",
     "a1-  b1"},
    {"a1 \xE2\x9E\x94 b1", "a1 -   b1"},
    {"a1\xE2\x87\x92"
     "1b1",
     "a1-  1b1"},
    {"a1 \xE2\x86\x92 q1", NULL},
    {"a1\xE2\x86\x92q1", NULL},
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
    {"a1-b1 - -b2", NULL},
    {"a1-b1 - b2+", NULL},
    {"a1-b1 - 1-0", "a1-b1   1-0"},
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
    {"(?\?\?) b1", "???   b1"},
    {"(?\?) b1", NULL},
    {"(?) b1", NULL},
    {"(a long think) b1", "{a long think} b1"},
    {"a1 (12) b1", "a1  12. b1"},
    {"a1 (b1 c1) b2", NULL},
    {"a1 (or b1) b2", NULL},
    {"a1 (or bl) b2", NULL},
    {"a1 (--) b2", NULL},
    {"a1 (- q) b2", NULL},
    {"a1 (-q) b2", "a1 {-q} b2"},
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
    /* remarks have both parentheses of a pair, or neither */
    {"a1 nice (so nice) b1", "a1{nice (so nice)}b1"},
    {"a1 nice (so b2) b1", "a1{nice}(so b2) b1"},
    {"a1 (b2 very very nice) b1", "a1 (b2{very very}nice) b1"},
    {"a1 nice (so (so) nice) b1", "a1{nice (so (so) nice)}b1"},
    /* remarks in parentheses have at most 80 bytes with the parentheses, others less than 200 on a
       line; a word that reaches byte 200 may be incomplete */
    {"a1 (" SEVENTY_EIGHT ") b1", "a1 {" SEVENTY_EIGHT "} b1"},
    {"a1 (" SEVENTY_EIGHT "a) b1", NULL},
    {"a1 " FIFTY FIFTY FIFTY TWENTY_EIGHT " twenty-letters-as-wd b1",
     "a1{" FIFTY FIFTY FIFTY TWENTY_EIGHT " twenty-letters-as-wd}b1"},
    {"a1 " FIFTY FIFTY FIFTY TWENTY_EIGHT " twenty-letters-as-wrd b1",
     "a1{" FIFTY FIFTY FIFTY TWENTY_EIGHT "}twenty-letters-as-wrd b1"},
    /* labels of the sides in their turn, or none at all */
    {"Black: a1 White: b1", "       a1        b1"},
    {"B: a1 W: b1 b: c1", "   a1    b1    c1"},
    {"S: a1 H: b1", "   a1    b1"},
    {"H: a1 S: b1", NULL},
    {"Black: a1 b1 Black: c1", "       a1 b1        c1"},
    {"White: a1 Black: b1", NULL},
    {"Black: a1 Black: b1", NULL},
    {"??? White: b1", "???        b1"},
    {"Black: a1 Black: b1 [2] c1", "Black: a1 Black: b1  2. c1"},
    /* comments stay */
    {"a1 {nice [1] (x4)} [2] b1", "a1 {nice [1] (x4)}  2. b1"},
    {"[1] a1 {nice} b1", " 1. a1 {nice} b1"},
    {"[1] a1 {nice [2] b1", " 1. a1 {nice [2] b1"},
};

static void signs_are_replaced(void **state) {
    struct ruleset rs;
    (void)state;
    unit_ruleset(&rs, "hogga");
    for (size_t i = 0; i < COUNT(signs) * COUNT(beside); i++) {
        char got[400] = "";
        const struct row *row = &signs[i / COUNT(beside)];
        struct text from = between(text_of(row->from), beside[i % COUNT(beside)]);
        bool changed = zi_signs_plain(from, got, &rs);
        if (strcmp(got, row->to ? row->to : row->from) || changed != (row->to != NULL))
            fail_msg("`%s` becomes `%s`, %d", row->from, got, changed);
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
    static const struct page {
        const char *moves;
        bool columns;
    } rows[] = {
        {"", false},
        {"1. a1 2. b1\n3. a1 4. b1", false},
        {"1. a1 3. b1\n2. a1 4. b1", true},
        {"1. a1 3. b1\n2. a1", true},
        {"1. a1 4. b1\n2. a1 5. b1\n3. a1", true},
        {"7. a1 9. b1\n8. a1 10. b1", true},
        {"3. a1 4. b1\n1. a1 2. b1", false},
        {"x 3. a1 4. b1\n2. c1", false},
        {"1. a1 3. b1\n3. a1 3. b1 5. c1", false},
        {"1. a1 3. b1 2. a1 4. b1", false},    /* on one line */
        {"1. a1\n3. b1\n2. a1\n4. b1", false}, /* each on its own */
        {"1. a1 3. b1\n2. a1 5. b1", false},   /* one number is missing */
        {"1. a1 3. b1\n2. a1 3. b1", false},   /* one number is there twice */
        {"1. a1 4. b1\n2. a1 4. b1\n4. a1", false},
        {"1. a1 2. b1\n1. a1 3. b1", false},
        {"1. a1 b1\n1. a1 3. b1\n2. c1", false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows) * COUNT(beside); i++) {
        const struct page *row = &rows[i / COUNT(beside)];
        struct text moves = between(text_of(row->moves), beside[i % COUNT(beside)]);
        if (zi_signs_have_columns(moves) != row->columns)
            fail_msg("`%s`", row->moves);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        {"words look like numbers, moves or neither", words_look_like, NULL, NULL, NULL},
        {"bytes 0 are not signs", zeros_are_no_signs, NULL, NULL, NULL},
        {"words are cut at blanks and the lines of tables", words_are_cut, NULL, NULL, NULL},
        {"labels and times are known", labels_are_known, NULL, NULL, NULL},
        {"signs are replaced by those of move text", signs_are_replaced, NULL, NULL, NULL},
        {"labels stay without rules", labels_stay_without_rules, NULL, NULL, NULL},
        {"columns are seen by their numbers", columns_are_seen, NULL, NULL, NULL},
    };
    return cmocka_run_group_tests_name("signs", tests, NULL, NULL);
}
