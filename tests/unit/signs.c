/* Words in the moves of sheets that are not moves. The expected results are made by hand. */
#include "tests/unit/unit.h"

#include "validators/replay/endings.h"

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
        bool counts, time;
    } rows[] = {
        {"Nr.", true, false},       {"no:", true, false},      {"#ZUG", true, false},
        {"N\xC2\xB0", true, false}, {"nrs", false, false},     {"", false, false},
        {"Black:", false, false},   {"white:", false, false},  {"B:", false, false},
        {"s:", false, false},       {"c:", false, false},      {"H:", false, false},
        {"a:", false, false},       {"Zwart:", false, false},  {"x:", false, false},
        {"Black", false, false},    {":", false, false},       {"B.", false, false},
        {"0:12", false, true},      {"10:12:13", false, true}, {"1:2", false, false},
        {"1:2:3:45", false, false}, {":1:12", false, false},   {"0:1:2", false, false},
        {"0:12a", false, false},    {"a:12:12", false, false}, {"0:1:", false, false},
        {"1200", false, false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows) * COUNT(beside); i++) {
        const struct labelled *row = &rows[i / COUNT(beside)];
        struct text word = between(text_of(row->word), beside[i % COUNT(beside)]);
        if (zi_sign_counts(word) != row->counts || zi_sign_is_time(word) != row->time)
            fail_msg("`%s`", row->word);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        {"words are cut at blanks and the lines of tables", words_are_cut, NULL, NULL, NULL},
        {"labels and times are known", labels_are_known, NULL, NULL, NULL},
    };
    return cmocka_run_group_tests_name("signs", tests, NULL, NULL);
}
