/* Text that nobody vouches for. */
#include "tests/unit/unit.h"

#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct safe_row {
    const char *name, *text;
    enum safe_text how;
    const char *expected;
} rows[] = {
    {"nothing", "", SAFE_TEXT, ""},
    {"ordinary text", "A. Player 1-0 (c3-d4)", SAFE_TEXT, "A. Player 1-0 (c3-d4)"},
    {"ordinary text of any script", "Müller 漢字 Иван שלום", SAFE_TEXT, "Müller 漢字 Иван שלום"},
    {"an emoji of several people", "👨\u200D👩\u200D👧", SAFE_TEXT, "👨\u200D👩\u200D👧"},
    {"escape", "a\x1B[2Jb", SAFE_TEXT, "a?[2Jb"},
    {"a tab", "a\tb", SAFE_TEXT, "a b"},
    {"line ends", "a\r\nb", SAFE_TEXT, "a??b"},
    {"line ends that become blanks", "a\r\nb", SAFE_LINE_ENDS, "a  b"},
    {"C1",
     "a\xC2\x9B"
     "b",
     SAFE_TEXT, "a?b"},
    {"delete", "a\x7F", SAFE_TEXT, "a?"},
    {"broken bytes, each", "a\xFF\xC3z", SAFE_TEXT, "a??z"},
    {"a mark after a broken byte", "\xFF\u0301", SAFE_TEXT, "?\u0301"},
    {"an override", "a\u202Eb", SAFE_TEXT, "a?b"},
    {"an isolate", "a\u2066b\u2069", SAFE_TEXT, "a?b?"},
    {"Arabic mark", "a\u061Cb", SAFE_TEXT, "a?b"},
    {"line separators", "a\u2028b\u2029", SAFE_TEXT, "a?b?"},
    {"a blank of no width", "ad\u200Bmin", SAFE_TEXT, "ad?min"},
    {"a joiner between Latin letters", "a\u200Db", SAFE_TEXT, "a?b"},
    {"the replacement character itself", "\uFFFD", SAFE_TEXT, "\uFFFD"},
    {"replaced by U+FFFD", "a\x1B\u202E\xFF\n", SAFE_REPLACEMENT, "a\uFFFD\uFFFD\uFFFD\uFFFD"},
    {"a line of a table", "a\x1B\n\tb", SAFE_LINE, "a\uFFFD  b"},
    {"ASCII, a sign for each character of another script", "漢字 Жz", SAFE_ASCII, "?? ?z"},
    {"ASCII, letters without marks", "é Åse Ñ ő ş ç İ ğ", SAFE_ASCII, "e Ase N o s c I g"},
    {"ASCII, strokes and ligatures", "Łódź Øre Ærø œuf Straße Þór đ ı", SAFE_ASCII,
     "Lodz Ore AEro oeuf Strasse Thor d i"},
    {"ASCII, combining marks", "a\xCC\x88o\xCC\x82\xCC\x81", SAFE_ASCII, "ao"},
    {"ASCII, two letters with marks", "Ǽ Ǿ ﬁ ½", SAFE_ASCII, "AE O fi 1/2"},
    {"ASCII, quotes, dashes and dots", "„a” ‘b’ – c… «d»", SAFE_ASCII, "\"a\" 'b' - c... \"d\""},
    {"ASCII, what is deceptive stays out",
     "a\xE2\x80\xAE"
     "b",
     SAFE_ASCII, "a?b"},
};

static void text_is_safe(void **state) {
    const struct safe_row *row = *state;
    struct buffer got = {0};
    zi_safe_text(&got, text_of(row->text), row->how);
    buffer_char(&got, '\0');
    assert_string_equal(got.at, row->expected);
    zi_buffer_free(&got);
}

static void a_nul_is_not_safe(void **state) {
    struct buffer got = {0};
    (void)state;
    zi_safe_text(&got, (struct text){"a\0b", 3}, SAFE_TEXT);
    assert_true(text_is(buffered(&got), "a?b"));
    zi_buffer_free(&got);
}

/* Random bytes: the result is UTF-8 without controls, and safe text stays as it is. */
static void what_is_safe_stays(void **state) {
    uint64_t seed = 88172645463325252U;
    struct buffer once = {0}, twice = {0};
    (void)state;
    for (unsigned n = 0; n < 3000; n++) {
        char bytes[48];
        enum safe_text how = (enum safe_text)(n % 8);
        for (size_t i = 0; i < sizeof bytes; i++) {
            seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
            bytes[i] = (char)(seed % 3 ? "\xE2\x80\xAE\xF0\x9F\x91\xA8\x8D\xFF\x1B\xEF\xB8\x8F"
                                         "az1\n\xC2\x9B\xD8\x9C"[seed % 21]
                                       : (char)(seed >> 20));
        }
        once.len = twice.len = 0;
        zi_safe_text(&once, (struct text){bytes, sizeof bytes}, how);
        zi_safe_text(&twice, buffered(&once), how);
        assert_true(text_same(buffered(&once), buffered(&twice)));
        bool ascii;
        assert_int_equal(zi_utf8_check(buffered(&once), &ascii), once.len);
        for (size_t i = 0; i < once.len; i++)
            assert_true((unsigned char)once.at[i] >= ' ' && once.at[i] != 0x7F);
    }
    zi_buffer_free(&once);
    zi_buffer_free(&twice);
}

int main(void) {
    static const struct CMUnitTest single[] = {
        cmocka_unit_test(a_nul_is_not_safe),
        cmocka_unit_test(what_is_safe_stays),
    };
    static struct CMUnitTest tests[COUNT(rows)];
    for (size_t i = 0; i < COUNT(rows); i++)
        tests[i] = (struct CMUnitTest){rows[i].name, text_is_safe, NULL, NULL, (void *)&rows[i]};
    int failed = cmocka_run_group_tests(single, NULL, NULL);
    return failed + cmocka_run_group_tests_name("safe text", tests, NULL, NULL);
}
