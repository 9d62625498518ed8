/* What is written for machines: JSON and CSV. */
#include "tests/unit/unit.h"

#include "notation/base/safe_text.h"
#include "notation/base/value.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct out_row {
    const char *name, *text, *json, *field, *safe; /* `safe`: as zi_csv_text has it */
} rows[] = {
    {"nothing", "", "\"\"", "", ""},
    {"a word", "Anna", "\"Anna\"", "Anna", "Anna"},
    {"a comma", "a,b", "\"a,b\"", "\"a,b\"", "\"a,b\""},
    {"quotes", "a\"b\"", "\"a\\\"b\\\"\"", "\"a\"\"b\"\"\"", "\"a\"\"b\"\"\""},
    {"a backslash", "a\\b", "\"a\\\\b\"", "a\\b", "a\\b"},
    {"line ends", "a\r\nb", "\"a\\u000d\\u000ab\"", "\"a\r\nb\"", "\"a\r\nb\""},
    {"a tab within", "a\tb", "\"a\\u0009b\"", "a\tb", "a\tb"},
    {"controls", "\x1B\x7F", "\"\\u001b\\u007f\"", "\x1B\x7F", "\uFFFD\uFFFD"},
    {"blanks at the ends", " a ", "\" a \"", "\" a \"", "\" a \""},
    {"other white space at an end", "a\v", "\"a\\u000b\"", "\"a\v\"", "a\uFFFD"},
    {"letters of any script", "Zoë 漢😀", "\"Zoë 漢😀\"", "Zoë 漢😀", "Zoë 漢😀"},
    {"bytes that are not UTF-8", "a\xFF\xE2\x82z", "\"a\uFFFD\uFFFD\uFFFDz\"", "a\xFF\xE2\x82z",
     "a\uFFFD\uFFFD\uFFFDz"},
    {"what turns the direction", "a\u202Eb\u2066c", "\"a\\u202eb\\u2066c\"", "a\u202Eb\u2066c",
     "a\uFFFDb\uFFFDc"},
    {"a line separator", "a\u2028b", "\"a\\u2028b\"", "a\u2028b", "a\uFFFDb"},
    {"a C1 control", "\xC2\x9Bm", "\"\\u009bm\"", "\xC2\x9Bm", "\uFFFDm"},
    {"an emoji of several people", "👩‍🚀", "\"👩‍🚀\"", "👩‍🚀", "👩‍🚀"},
    {"U+FFFD itself", "\uFFFD", "\"\uFFFD\"", "\uFFFD", "\uFFFD"},
    {"a formula", "=1+1", "\"=1+1\"", "=1+1", "'=1+1"},
    {"a formula with a comma", "=A(1,2)", "\"=A(1,2)\"", "\"=A(1,2)\"", "\"'=A(1,2)\""},
    {"a formula with quotes", "@a\"b", "\"@a\\\"b\"", "\"@a\"\"b\"", "\"'@a\"\"b\""},
    {"a sign", "+31 20", "\"+31 20\"", "+31 20", "'+31 20"},
    {"a minus sign", "-", "\"-\"", "-", "'-"},
    {"a tab in front", "\t=1", "\"\\u0009=1\"", "\"\t=1\"", "\"'\t=1\""},
    {"full-width signs", "\uFF1D1+1", "\"\uFF1D1+1\"", "\uFF1D1+1", "'\uFF1D1+1"},
    {"a full-width letter", "\uFF211", "\"\uFF211\"", "\uFF211", "\uFF211"},
    {"a sign within", "a=1", "\"a=1\"", "a=1", "a=1"},
};

static void expect(struct buffer *got, const char *expected) {
    buffer_char(got, '\0');
    assert_string_equal(got->at, expected);
    zi_buffer_free(got);
}

static void a_text_is_written(void **state) {
    const struct out_row *row = *state;
    struct buffer json = {0}, field = {0}, safe = {0};
    zi_json_string(&json, text_of(row->text));
    zi_csv_field(&field, text_of(row->text));
    zi_csv_text(&safe, text_of(row->text));
    expect(&json, row->json);
    expect(&field, row->field);
    expect(&safe, row->safe);
}

/* What a field of a table cannot hold as it is, a formula apart. */
static void a_field_holds_what_is_harmless(void **state) {
    (void)state;
    assert_true(zi_text_is_safe(TEXT("")));
    assert_true(zi_text_is_safe(TEXT("Zo\xC3\xAB ~")));
    assert_true(zi_text_is_safe(TEXT("a\tb\r\n")));
    assert_false(zi_text_is_safe(TEXT("a\x7F")));
    assert_false(zi_text_is_safe(TEXT("a\x1B")));
    assert_false(zi_text_is_safe(TEXT("a\xFF")));
    assert_false(zi_text_is_safe(TEXT("a\u202E")));
    assert_true(zi_csv_is_formula(TEXT("'=1")));
    assert_true(zi_csv_is_formula(TEXT("'\uFF0B1")));
    assert_true(zi_csv_is_formula(TEXT("\uFF0D1")));
    assert_true(zi_csv_is_formula(TEXT("\uFF20A")));
    assert_false(zi_csv_is_formula(TEXT("\uFF0C1")));
    assert_false(zi_csv_is_formula(TEXT("\xEF\xBC")));
    assert_false(zi_csv_is_formula(TEXT("'")));
    assert_false(zi_csv_is_formula((struct text){"\0", 1}));
}

static void line_ends_are_known(void **state) {
    (void)state;
    assert_true(zi_text_is_crlf(TEXT("a\r\nb\r\n")));
    assert_true(zi_text_is_crlf(TEXT("\r\nb")));
    assert_false(zi_text_is_crlf(TEXT("a")));
    assert_false(zi_text_is_crlf(TEXT("a\r\nb\n")));
    assert_false(zi_text_is_crlf(TEXT("a\r\nb\rc")));
    assert_false(zi_text_is_crlf(TEXT("a\r\nb\r")));
}

/* As jansson writes a string. */
static void a_string_is_short(void **state) {
    struct buffer b = {0};
    (void)state;
    zi_json_string_short(&b, TEXT("\a\b\t\n\v\f\r\x0E \"\\/\x7F"));
    expect(&b, "\"\\u0007\\b\\t\\n\\u000B\\f\\r\\u000E \\\"\\\\/\\u007F\"");
}

static void commas_come_by_themselves(void **state) {
    struct buffer b = {0};
    struct json_out j = {.to = &b};
    (void)state;
    zi_json_open(&j, '{');
    json_members(&j, "a", "x", "b\"", UINT64_MAX);
    zi_json_key(&j, "c");
    zi_json_open(&j, '[');
    zi_json_close(&j, ']');
    zi_json_key(&j, "d");
    zi_json_open(&j, '[');
    const struct value values[] = {value_string(NULL), value_bool(true), value_bool(false)};
    for (size_t i = 0; i < COUNT(values); i++)
        zi_json_put(&j, &values[i]);
    zi_json_line(&j);
    zi_json_open(&j, '{');
    zi_json_close(&j, '}');
    zi_json_open(&j, '[');
    zi_json_put(&j, &(struct value){.kind = VALUE_NUMBER});
    zi_json_close(&j, ']');
    zi_json_value(&j);
    buffer_string(&b, "-1.5");
    zi_json_put(&j, &values[0]);
    zi_json_close(&j, ']');
    zi_json_close(&j, '}');
    expect(&b, "{\"a\":\"x\",\"b\\\"\":18446744073709551615,\"c\":[],\"d\":[null,true,false,\n"
               "{},[0],-1.5,null]}");
}

/* Sizes that no memory has end at once, and leave the text as it was. */
static void a_buffer_has_an_end(void **state) {
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX - 1024, SIZE_MAX / 2 + 1,
                                   SIZE_MAX / 2};
    (void)state;
    for (size_t i = 0; i < 2 * COUNT(sizes); i++) {
        struct buffer b = {0};
        if (i % 2)
            buffer_string(&b, "text");
        else if (sizes[i / 2] <= PTRDIFF_MAX)
            continue; /* the allocator's to say */
        assert_null(zi_buffer_room(&b, sizes[i / 2]));
        assert_true(b.failed);
        buffer_char(&b, 'x');
        assert_int_equal(b.len, i % 2 ? 4 : 0);
        zi_buffer_free(&b);
    }
}

/* As text, and as JSON. */
static void a_value_is_written_in_both_ways(void **state) {
    (void)state;
    struct buffer written = {0};
    buffer_string(&written, "[[1]]");
    const char *const none = NULL;
    const struct {
        struct value value;
        const char *text, *json;
    } row[] = {
        {VALUE("a\x1B\""), "a\x1B\"", "\"a\\u001b\\\"\""},
        {VALUE(TEXT("slice")), "slice", "\"slice\""},
        {VALUE(TEXT("")), "", "\"\""},
        {VALUE(NO_TEXT), "", "null"},
        {VALUE(none), "", "null"},
        {VALUE(UINT64_MAX), "18446744073709551615", "18446744073709551615"},
        {VALUE((unsigned char)0), "0", "0"},
        {value_bool(true), "true", "true"},
        {value_if_any(TEXT("")), "", "null"},
        {value_if_any(TEXT("a")), "a", "\"a\""},
        {value_unless_0(0), "", "null"},
        {value_unless_0(7), "7", "7"},
        {value_safe(TEXT("a\n\x1B"), SAFE_TEXT), "a??", "\"a\\u000a\\u001b\""},
        {value_line(TEXT("abcdefgh"), 6), "abc...", "\"abcdefgh\""},
        {value_quoted(TEXT("abcdefgh"), 6), "`abc...`", "\"abcdefgh\""},
        {value_place(TEXT("a\nb"), 7), "a b:7", "\"a\\u000ab\""},
        {value_markup(TEXT("<a & \"b\">")), "&lt;a &amp; &quot;b&quot;&gt;", "\"<a & \\\"b\\\">\""},
        {value_isolated(TEXT("a<")), "<bdi>a&lt;</bdi>", "\"a<\""},
        {value_linked(value_isolated(TEXT("a<")), "player", 12),
         "<a href=\"player-12.html\"><bdi>a&lt;</bdi></a>", "\"a<\""},
        {value_linked(value_markup(TEXT("a")), "x", 1), "<a href=\"x-1.html\">a</a>", "\"a\""},
        {value_linked(value_isolated(TEXT("a")), "x", 0), "<bdi>a</bdi>", "\"a\""},
        {value_padded(7, 3), "  7", "7"},
        {value_padded(1234, 3), " 1234", "1234"},
        {value_decimal_in(25, 1, ","), "2,5", "2.5"},
        {value_counted(1, " game", " games"), "1 game", "1"},
        {value_counted(0, " game", " games"), "0 games", "0"},
        {value_decimal(-17500, 4), "-1.75", "-1.75"},
        {value_decimal(30000, 4), "3", "3"},
        {value_decimal(INT64_MIN, 0), "-9223372036854775808", "-9223372036854775808"},
        {value_ratio(2, 3, 2), "0.67", "0.67"},
        {value_ratio(1999, 1000, 2), "2.00", "2.00"},
        {value_ratio(5, 2, 0), "3", "3"},
        {value_ratio(1, 0, 2), "", "null"},
        {{.kind = VALUE_WRITTEN, .text = buffered(&written)}, "[[1]]", "[[1]]"},
        {value_list("a", 1U, value_list(none)), "[\"a\",1,[null]]", "[\"a\",1,[null]]"},
        {value_object("a", 1U, "b", value_object("c", value_bool(true))),
         "{\"a\":1,\"b\":{\"c\":true}}", "{\"a\":1,\"b\":{\"c\":true}}"},
    };
    for (size_t i = 0; i < COUNT(row); i++) {
        struct buffer text = {0}, json = {0};
        struct json_out j = {.to = &json};
        buffer_add(&text, "<", row[i].value, ">");
        zi_json_put(&j, &row[i].value);
        json_members(&j, "k", "v");
        struct buffer expected = {0}, more = {0};
        buffer_add(&expected, "<", row[i].text, ">");
        buffer_add(&more, row[i].json, ",\"k\":\"v\"");
        buffer_char(&expected, '\0');
        buffer_char(&more, '\0');
        expect(&text, expected.at);
        expect(&json, more.at);
        zi_buffer_free(&expected);
        zi_buffer_free(&more);
    }
    zi_buffer_free(&written);
}

int main(void) {
    static const struct CMUnitTest single[] = {
        cmocka_unit_test(commas_come_by_themselves),

        cmocka_unit_test(a_field_holds_what_is_harmless),
        cmocka_unit_test(line_ends_are_known),
        cmocka_unit_test(a_string_is_short),
        cmocka_unit_test(a_buffer_has_an_end),
        cmocka_unit_test(a_value_is_written_in_both_ways),
    };
    static struct CMUnitTest tests[COUNT(rows)];
    for (size_t i = 0; i < COUNT(rows); i++)
        tests[i] = (struct CMUnitTest){rows[i].name, a_text_is_written, NULL, NULL,
                                       (void *)(uintptr_t)&rows[i]};
    int failed = cmocka_run_group_tests(single, NULL, NULL);
    return failed + cmocka_run_group_tests_name("texts", tests, NULL, NULL);
}
