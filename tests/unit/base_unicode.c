/* Characters, graphemes, columns and folding. The widths are what terminals agree on (wcwidth, and
   two columns for an emoji); the graphemes are those of Unicode's annex 29. */

#include "tests/unit/unit.h"

#include "notation/base/unicode.h"
#include "notation/base/wide.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A text, its graphemes with a bar between them, and its columns. */
static const struct columns_row {
    const char *name, *text, *graphemes;
    size_t columns;
} columns[] = {
    {"nothing", "", "", 0},
    {"ASCII", "ab c", "a|b| |c", 4},
    {"a letter with an accent in one character", "\u00E9", "\u00E9", 1},
    {"a letter and a combining accent", "e\u0301x", "e\u0301|x", 2},
    {"many accents on one letter", "z\u0301\u0302\u0303\u0304", "z\u0301\u0302\u0303\u0304", 1},
    {"an accent alone", "\u0301", "\u0301", 0},
    {"wide letters", "漢字", "漢|字", 4},
    {"full-width letters", "\uFF21b", "\uFF21|b", 3},
    {"half-width katakana", "\uFF76", "\uFF76", 1},
    {"a Korean syllable", "\uAC00", "\uAC00", 2},
    {"a Korean syllable in its parts", "\u1100\u1161\u11A8", "\u1100\u1161\u11A8", 2},
    {"a vowel sign that takes room", "\u0915\u093E", "\u0915\u093E", 2},
    {"an emoji", "😀", "😀", 2},
    {"an emoji with a skin tone", "👋🏽", "👋🏽", 2},
    {"a family", "👨\u200D👩\u200D👧", "👨\u200D👩\u200D👧", 2},
    {"a flag", "🇳🇱", "🇳🇱", 2},
    {"two flags", "🇳🇱🇩🇪", "🇳🇱|🇩🇪", 4},
    {"half a flag", "🇳", "🇳", 1},
    {"a sign as text", "\u2764", "\u2764", 1},
    {"a sign as an emoji", "\u2764\uFE0F", "\u2764\uFE0F", 2},
    {"a keycap", "1\uFE0F\u20E3", "1\uFE0F\u20E3", 2},
    {"a blank of no width", "a\u200Bb", "a|\u200B|b", 2},
    {"a soft hyphen", "a\u00ADb", "a|\u00AD|b", 2},
    {"controls stand alone", "\r\n\t", "\r|\n|\t", 3},
    {"a control and a mark", "\x01\u0301", "\x01|\u0301", 1},
    {"bytes that are not UTF-8", "a\xFF\xC3", "a|\xFF|\xC3", 3},
    {"half a character", "\xE2\x82", "\xE2|\x82", 2},
    {"an overlong form", "\xC0\x80", "\xC0|\x80", 2},
    {"a surrogate", "\xED\xA0\x80", "\xED|\xA0|\x80", 3},
    {"a private character", "\uE000", "\uE000", 1},
    {"a character that is not assigned", "\u0378", "\u0378", 1},
    {"a control behind a character that is not ASCII", "\u00E9\n", "\u00E9|\n", 2},
    {"an ideograph of another plane with a mark", "\U00020000\u0301", "\U00020000\u0301", 2},
    {"a sign as text with a mark", "\u2764\u0301", "\u2764\u0301", 1},
    {"a control behind letters", "ab\x07", "a|b|\x07", 3},
};

static void graphemes_and_columns(void **state) {
    const struct columns_row *row = *state;
    struct buffer got = {0};
    for (struct text t = text_of(row->text); t.len;) {
        if (got.len)
            buffer_char(&got, '|');
        buffer_text(&got, zi_grapheme_next(&t));
    }
    buffer_char(&got, '\0');
    assert_string_equal(got.at, row->graphemes);
    assert_int_equal(zi_text_columns(text_of(row->text)), row->columns);
    zi_buffer_free(&got);
}

static const struct truncate_row {
    const char *name, *text;
    size_t columns;
    const char *expected;
} truncated[] = {
    {"all of it fits", "abc", 3, "abc"},
    {"a letter too many", "abcd", 3, "abc"},
    {"no room", "abc", 0, ""},
    {"accents stay with their letter", "ae\u0301\u0302b", 2, "ae\u0301\u0302"},
    {"half of a wide letter does not fit", "漢字", 3, "漢"},
    {"a family is not divided", "a👨\u200D👩\u200D👧b", 2, "a"},
    {"a family fits", "a👨\u200D👩\u200D👧b", 3, "a👨\u200D👩\u200D👧"},
    {"broken bytes count", "\xFF\xFF\xFF", 2, "\xFF\xFF"},
};

static void truncation_ends_at_a_grapheme(void **state) {
    const struct truncate_row *row = *state;
    struct text got = zi_text_truncate(text_of(row->text), row->columns);
    assert_true(text_is(got, row->expected));
}

static const struct fold_row {
    const char *name, *text, *expected;
} folds[] = {
    {"ASCII", "Jan 2!", "jan 2!"},
    {"accents", "ÉÈÊË ÀÁÂ", "eeee aaa"},
    {"small letters with accents", "éèêë àáâ", "eeee aaa"},
    {"an accent of its own", "e\u0301", "e"},
    {"the German sharp s", "Straße STRASSE", "strasse strasse"},
    {"Greek, and its last sigma", "ΣΊΣΥΦΟΣ σίσυφος", "σισυφοσ σισυφοσ"},
    {"Cyrillic", "Иван", "иван"},
    {"a ligature", "\uFB01n", "fin"},
    {"full-width letters", "\uFF21\uFF22", "ab"},
    {"the Turkish capital i", "\u0130", "i"},
    {"letters with a stroke", "ŁÓDŹ łódź Ørsted Đorđe Ħamrun Ŧ \u01FE",
     "lodz lodz orsted dorde hamrun t o"},
    {"letters of two", "Æsir œuvre Þór", "aesir oeuvre thor"},
    {"the Turkish small i", "Işık ISIK", "isik isik"},
    {"letters that are no form of another", "ə ʻ – × ÷ ƃ", "ə ʻ – × ÷ ƃ"},
    {"Vietnamese", "Nguyễn", "nguyen"},
    {"a byte that is not UTF-8", "a\xFF", "a\uFFFD"},
};

static void folding_forgets_case_and_accents(void **state) {
    const struct fold_row *row = *state;
    struct buffer got = {0};
    zi_text_fold(&got, text_of(row->text));
    buffer_char(&got, '\0');
    assert_string_equal(got.at, row->expected);
    zi_buffer_free(&got);
}

static void padding_counts_columns(void **state) {
    struct buffer b = {0};
    (void)state;
    zi_text_pad(&b, TEXT("漢"), 4, false);
    zi_text_pad(&b, TEXT("e\u0301"), 3, true);
    zi_text_pad(&b, TEXT("long"), 2, true);
    assert_true(text_is(buffered(&b), "漢    e\u0301long"));
    zi_buffer_free(&b);
}

/* Every code point is encoded and decoded; what is none becomes U+FFFD. */
static void characters_come_back(void **state) {
    struct buffer b = {0};
    (void)state;
    for (uint32_t c = 0; c < 0x110010; c++) {
        bool whole = c < 0xD800 || (c > 0xDFFF && c <= 0x10FFFF), ascii;
        uint32_t back;
        char room[CHARACTER_BYTES];
        const struct text written = zi_character_utf8(c, room);
        struct text t = written;
        assert_int_equal(zi_utf8_check(t, &ascii), t.len);
        zi_character_next(&t, &back);
        assert_int_equal(t.len, 0);
        assert_int_equal(back, whole ? c : REPLACEMENT_CHARACTER);
        assert_true(zi_text_columns(written) <= 2);
        b.len = 0;
        zi_text_fold(&b, (struct text){"", 0});
        assert_int_equal(b.len, 0);
    }
    zi_buffer_free(&b);
}

/* The bytes of the character that the end of the text cuts are not looked at. */
static void a_cut_character_is_replaced(void **state) {
    static const char *const whole[] = {"\u00e9", "\u20ac", "\U0001F600"};
    (void)state;
    for (size_t i = 0; i < COUNT(whole); i++)
        for (size_t len = 1; len < strlen(whole[i]); len++) {
            struct text t = {whole[i], len};
            uint32_t c;
            zi_character_next(&t, &c);
            assert_int_equal(c, REPLACEMENT_CHARACTER);
            assert_int_equal(t.len, len - 1);
        }
}

/* A grapheme, a name or a word of a megabyte: in more than linear time this takes hours. */
static void long_texts_are_cut(void **state) {
    enum { PAIRS = 500000 };
    static char text[2 * PAIRS + 2];
    (void)state;
    text[0] = 'z';
    for (size_t i = 0; i < PAIRS; i++)
        memcpy(text + 1 + 2 * i, "\u0301", 2);
    struct text t = {text, 2 * PAIRS + 1}, rest = t;
    /* a grapheme has at most 16 characters, so that one that never ends still ends */
    assert_int_equal(zi_grapheme_next(&rest).len, 1 + (GRAPHEME_CHARACTERS_MAX - 1) * 2);
    assert_true(zi_text_columns(t) >= 1);
    assert_int_equal(zi_text_truncate(t, 0).len, 0);
    memset(text, 'x', sizeof text);
    assert_int_equal(zi_text_truncate(t, 1000000).len, 1000000);
}

/* A letter that stands for eighteen others, and a control, have no form in ASCII. */
static void some_have_no_ascii(void **state) {
    static const uint32_t none[] = {0xFDFA, 0x1B, 0x85, 0x6F22};
    struct buffer b = {0};
    (void)state;
    for (size_t i = 0; i < COUNT(none); i++)
        assert_false(zi_character_ascii(&b, none[i]));
    assert_int_equal(b.len, 0);
    assert_true(zi_character_ascii(&b, 0xFB03)); /* a ligature of three letters */
    assert_true(text_is(buffered(&b), "ffi"));
    zi_buffer_free(&b);
}

static const struct deceptive_row {
    const char *name;
    uint32_t before, c;
    bool deceptive;
} deceptive[] = {
    {"a letter", 0, 'a', false},
    {"escape", 'a', 0x1B, true},
    {"delete", 'a', 0x7F, true},
    {"a C1 control", 'a', 0x9B, true},
    {"a no-break space", 'a', 0xA0, false},
    {"an override", 'a', 0x202E, true},
    {"an embedding", 'a', 0x202A, true},
    {"an isolate", 0x5D0, 0x2067, true},
    {"the end of an isolate", 0x5D0, 0x2069, true},
    {"a mark of direction", 0x5D0, 0x200F, true},
    {"the Arabic mark of direction", 0x627, 0x61C, true},
    {"a line separator", 'a', 0x2028, true},
    {"a paragraph separator", 'a', 0x2029, true},
    {"a space of no width", 0x4E00, 0x200B, true},
    {"a byte order mark", 'a', 0xFEFF, true},
    {"a soft hyphen", 'a', 0xAD, true},
    {"a joiner after a Latin letter", 'a', 0x200D, true},
    {"a joiner at the start", 0, 0x200D, true},
    {"a joiner in Hindi", 0x94D, 0x200D, false},
    {"a non-joiner in Persian", 0x6CC, 0x200C, false},
    {"two joiners", 0x200D, 0x200D, true},
    {"a joiner in an emoji", 0x1F468, 0x200D, false},
    {"an emoji's form", 0x2764, 0xFE0F, false},
    {"a joiner after an emoji's form", 0xFE0F, 0x200D, false},
    {"a keycap's form", '1', 0xFE0F, false},
    {"a form after a letter", 'a', 0xFE0F, true},
    {"a tag after a letter", 'a', 0xE0061, true},
    {"a tag in a flag", 0x1F3F4, 0xE0067, false},
    {"a tag after a tag", 0xE0067, 0xE0062, false},
    {"a filler", 0xAC00, 0x3164, true},
    {"an annotation", 'a', 0xFFF9, true},
    {"a noncharacter", 'a', 0xFFFE, true},
    {"a noncharacter of a higher plane", 'a', 0x1FFFF, true},
    {"the replacement character", 'a', 0xFFFD, false},
    {"another keycap's form", '#', 0xFE0F, false},
    {"the last keycap's form", '*', 0xFE0F, false},
    {"a variant of an ideograph", 0x845B, 0xE0100, false},
    {"a variant after a letter", 'a', 0xE01EF, true},
    {"behind the variants", 0x845B, 0xE01F0, true},
    {"the last of the invisible", 'a', 0xE0FFF, true},
    {"what is behind the invisible", 'a', 0xE1000, false},
    {"an invisible character of the future", 'a', 0x2065, true},
    {"another invisible character of the future", 'a', 0xFFF0, true},
    {"the last such character", 'a', 0xFFF8, true},
    {"a Mongolian variant", 0x1820, 0x180B, false},
    {"the Mongolian vowel separator", 0x1820, 0x180E, true},
    {"the last Mongolian variant", 0x1820, 0x180F, false},
};

static void what_deceives_is_known(void **state) {
    const struct deceptive_row *row = *state;
    assert_int_equal(zi_character_is_deceptive(row->c, row->before), row->deceptive);
}

/* Texts of every length, with one other byte at every place. */
static void one_other_byte_is_noticed(void **state) {
    enum { LENGTH = 150 };
    char text[LENGTH], other[LENGTH];
    bool ascii;
    (void)state;
    memset(text, 'x', sizeof text);
    memset(other, 'x', sizeof other);
    for (size_t length = 0; length <= LENGTH; length++) {
        assert_ptr_equal(find_one_of(other, other + length, '\n', '\n', '\n'), other + length);
        assert_int_equal(zi_utf8_check((struct text){text, length}, &ascii), length);
        assert_true(ascii);
        for (size_t i = 0; i < LENGTH; i++) {
            other[i] = '\n';
            assert_ptr_equal(find_one_of(other, other + length, '\n', '\n', '\n'),
                             other + (i < length ? i : length));
            other[i] = '\x80';
            assert_int_equal(zi_utf8_check((struct text){other, length}, &ascii),
                             i < length ? i : length);
            other[i] = 'x';
        }
    }
}

int main(void) {
    static const struct CMUnitTest single[] = {
        cmocka_unit_test(padding_counts_columns),    cmocka_unit_test(characters_come_back),
        cmocka_unit_test(one_other_byte_is_noticed), cmocka_unit_test(a_cut_character_is_replaced),
        cmocka_unit_test(long_texts_are_cut),        cmocka_unit_test(some_have_no_ascii),
    };
    static struct CMUnitTest
        rows[COUNT(columns) + COUNT(truncated) + COUNT(folds) + COUNT(deceptive)];
    size_t n = 0;
#define ROWS(table, test)                                                                          \
    for (size_t i = 0; i < COUNT(table); i++)                                                      \
    rows[n++] = (struct CMUnitTest){table[i].name, test, NULL, NULL, (void *)&table[i]}
    ROWS(columns, graphemes_and_columns);
    ROWS(truncated, truncation_ends_at_a_grapheme);
    ROWS(folds, folding_forgets_case_and_accents);
    ROWS(deceptive, what_deceives_is_known);
    int failed = cmocka_run_group_tests(single, NULL, NULL);
    return failed + cmocka_run_group_tests_name("unicode", rows, NULL, NULL);
}
