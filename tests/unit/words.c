/* Words of readers: tags of languages, plurals, dates. The expectations are what the languages
   have, as CLDR lists it. */
#include "tests/unit/unit.h"

#include "notation/words/words.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void tags_are_read(void **state) {
    static const struct {
        const char *tag;
        int language; /* -1: none that zet knows */
    } rows[] = {
        {"en", LANGUAGE_ENGLISH},
        {"en-GB", LANGUAGE_ENGLISH},
        {"EN_us", LANGUAGE_ENGLISH},
        {"nl", LANGUAGE_DUTCH},
        {"nl-BE", LANGUAGE_DUTCH},
        {"NL", LANGUAGE_DUTCH},
        {"nb_NO", LANGUAGE_NORWEGIAN},
        {"no", LANGUAGE_NORWEGIAN},
        {"nn", LANGUAGE_NORWEGIAN},
        {"pl", LANGUAGE_POLISH},
        {"de-AT-1996", LANGUAGE_GERMAN},
        {"fr", LANGUAGE_FRENCH},
        {"", -1},
        {"-", -1},
        {"n", -1},
        {"nld", -1},
        {"xx", -1},
        {"dutch", -1},
        {"nederlands", -1},
        {"n1", -1},
        {"{n", -1},
        {"n ", -1},
        {"nl ", -1},
        {"C", -1},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        enum language to = LANGUAGES;
        bool known = zi_language_read(text_of(rows[i].tag), &to);
        if (known != (rows[i].language >= 0) || (known && (int)to != rows[i].language))
            fail_msg("`%s` is %d", rows[i].tag, (int)to);
    }
}

static void expect(struct buffer *got, const char *expected) {
    buffer_char(got, '\0');
    assert_string_equal(got->at, expected);
    zi_buffer_free(got);
}

static void numbers_have_their_forms(void **state) {
    static const struct {
        enum language language;
        unsigned long long n;
        const char *expected;
    } rows[] = {
        {LANGUAGE_ENGLISH, 0, "0 games"},     {LANGUAGE_ENGLISH, 1, "1 game"},
        {LANGUAGE_ENGLISH, 2, "2 games"},     {LANGUAGE_DUTCH, 1, "1 partij"},
        {LANGUAGE_DUTCH, 0, "0 partijen"},    {LANGUAGE_NORWEGIAN, 1, "1 parti"},
        {LANGUAGE_NORWEGIAN, 3, "3 partier"}, {LANGUAGE_GERMAN, 1, "1 Partie"},
        {LANGUAGE_GERMAN, 21, "21 Partien"},  {LANGUAGE_FRENCH, 0, "0 partie"},
        {LANGUAGE_FRENCH, 1, "1 partie"},     {LANGUAGE_FRENCH, 2, "2 parties"},
        {LANGUAGE_POLISH, 0, "0 partii"},     {LANGUAGE_POLISH, 1, "1 partia"},
        {LANGUAGE_POLISH, 2, "2 partie"},     {LANGUAGE_POLISH, 4, "4 partie"},
        {LANGUAGE_POLISH, 5, "5 partii"},     {LANGUAGE_POLISH, 11, "11 partii"},
        {LANGUAGE_POLISH, 12, "12 partii"},   {LANGUAGE_POLISH, 14, "14 partii"},
        {LANGUAGE_POLISH, 21, "21 partii"},   {LANGUAGE_POLISH, 22, "22 partie"},
        {LANGUAGE_POLISH, 104, "104 partie"}, {LANGUAGE_POLISH, 112, "112 partii"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct buffer b = {0};
        zi_words_count(&b, rows[i].language, rows[i].n, "%d game", "%d games");
        expect(&b, rows[i].expected);
    }
}

static void days_are_written(void **state) {
    static const struct {
        enum language language;
        const char *date, *expected;
    } rows[] = {
        {LANGUAGE_ENGLISH, "2026-03-01", "1 March 2026"},
        {LANGUAGE_ENGLISH, "2026-12-31", "31 December 2026"},
        {LANGUAGE_DUTCH, "2026-03-10", "10 maart 2026"},
        {LANGUAGE_NORWEGIAN, "2026-03-02", "2. mars 2026"},
        {LANGUAGE_GERMAN, "2026-03-01", "1. M\xC3\xA4rz 2026"},
        {LANGUAGE_POLISH, "2026-03-01", "1 marca 2026"},
        {LANGUAGE_FRENCH, "2026-03-01", "1er mars 2026"},
        {LANGUAGE_FRENCH, "2026-03-11", "11 mars 2026"},
    };
    static const char *const others[] = {
        "",           "2026",       "2026-03",     "2026-03-1",  "2026/03-01",
        "2026-03/01", "2026-00-01", "2026-13-01",  "2026-03-00", "2026-03-?1",
        "2026-?3-01", "20?6-03-01", "2026-03-011", "2026-03-0 ", "2026-0a-01"};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct buffer b = {0};
        zi_words_date(&b, rows[i].language, text_of(rows[i].date));
        expect(&b, rows[i].expected);
    }
    for (size_t i = 0; i < COUNT(others); i++) {
        struct buffer b = {0};
        zi_words_date(&b, LANGUAGE_FRENCH, text_of(others[i]));
        expect(&b, others[i]);
    }
}

static void values_are_put_in(void **state) {
    struct buffer b = {0};
    (void)state;
    words_put(&b, LANGUAGE_DUTCH, "not in any catalogue|%s and %s, %s", "x", "y");
    expect(&b, "x and y, ");
    words_put(&b, LANGUAGE_ENGLISH, "%2$s before %1$s%3$s", "x", "y");
    expect(&b, "y before x");
    zi_words_count(&b, LANGUAGE_POLISH, 2, "what|%d is not there", "what|%d are not there");
    expect(&b, "2 are not there");
    assert_string_equal(zi_word(LANGUAGE_POLISH, "date|March"), "marca");
    assert_string_equal(zi_word(LANGUAGE_ENGLISH, "date|March"), "March");
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_are_read),
        cmocka_unit_test(numbers_have_their_forms),
        cmocka_unit_test(days_are_written),
        cmocka_unit_test(values_are_put_in),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
