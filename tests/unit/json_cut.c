/* Streams of JSON values: what they are cut into, with a read of every size. */
#include "tests/unit/unit.h"

#include "notation/record/json.h"
#include "tests/feed.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define BOM "\xEF\xBB\xBF"

enum { DOCUMENTS_MAX = 9 };

/* A text that is empty: something is missing between values. */
static const struct row {
    const char *name, *json, *values[DOCUMENTS_MAX];
    bool by_name;
} rows[] = {
    {"nothing", "", {0}, false},
    {"blanks alone", " \t\r\n ", {0}, false},
    {"a byte order mark alone", BOM, {0}, false},
    {"a byte order mark before values", BOM "1 2", {"1", "2"}, false},
    {"a byte order mark before an array", BOM " [1]", {"1"}, false},
    {"a byte order mark later", "1 " BOM "2", {"1", BOM "2"}, false},
    {"half of a byte order mark", "\xEF\xBB", {"\xEF\xBB"}, false},
    {"words", "a z\tA\nZ\r0 9 - + .", {"a", "z", "A", "Z", "0", "9", "-", "+", "."}, false},
    {"a word with every kind of sign", "-1.5e+09azAZ", {"-1.5e+09azAZ"}, false},
    {"signs beside those of words", "`\n@\n[\n/ ] {1}", {"`", "@", "/ ", "{1}"}, false},
    {"a word ends before what is none", "a@\nz{\n9/", {"a", "@", "z", "{\n9/"}, false},
    {"words and texts joined",
     "1\"a\"\"b\"2{}3[4]5",
     {"1", "\"a\"", "\"b\"", "2", "{}", "3", "4", "5"},
     false},

    {"an array", "[1,2]", {"1", "2"}, false},
    {"an array with blanks", " [ 1\n,\t2\r] ", {"1", "2"}, false},
    {"an array of collections",
     "[[1,[2]],{\"a\":[3]},[],{}]",
     {"[1,[2]]", "{\"a\":[3]}", "[]", "{}"},
     false},
    {"empty arrays", "[] [ ][]", {0}, false},
    {"arrays and values in turn", "1[2]3[4,5][6]", {"1", "2", "3", "4", "5", "6"}, false},
    {"a comma before the end of an array", "[1,] 2", {"1", "]", "2"}, false},
    {"a comma before the first value", "[,1] 2", {",1", "2"}, false},
    {"two commas", "[1,,2] 3", {"1", ",2", "3"}, false},
    {"two commas with a comma behind", "[1,,2,3]", {"1", ",2", "3"}, false},
    {"no comma", "[1 2] 3", {"1", "", "2", "3"}, false},
    {"no comma twice", "[1 2 3]", {"1", "", "2", "", "3"}, false},
    {"no bracket at the end", "[1", {"1", ""}, false},
    {"no bracket after a comma", "[1, ", {"1", ""}, false},
    {"no bracket behind a bracket", " [ ", {""}, false},
    {"no bracket behind what is broken", "[{1}", {"{1}"}, false},
    {"no bracket behind a collection", "[{}", {"{}", ""}, false},
    {"no bracket behind a broken value and one that is not", "[{1},2", {"{1}", "2", ""}, false},
    {"no bracket behind an open object", "[{\"a\":", {"{\"a\":"}, false},
    {"no bracket behind an open text", "[\"a", {"\"a"}, false},
    {"another bracket in an array", "[}1] 2", {"}1", "2"}, false},
    {"a bracket that closes nothing", "]1", {"]1"}, false},
    {"brackets that close nothing", "1]} 2", {"1", "]", "} 2"}, false},
    {"a comma between values", "1,\n2", {"1", ",", "2"}, false},
    {"a comma before a value in its line", "1,2", {"1", ",2"}, false},

    {"what is no value, before a comma", "!,1", {"!", ",1"}, false},
    {"what is no value, before an array", "![1]", {"!", "1"}, false},
    {"what is no value, before an object", "!a{1}2", {"!a", "{1}", "2"}, false},
    {"what is no value, before a bracket that closes", "!]\n!}", {"!", "]", "!", "}"}, false},
    {"what is no value, before a line", "!\n1\n!\r1", {"!", "1", "!", "1"}, false},
    {"what is no value, with a text", "!\"a,[{\" 1,\n2", {"!\"a,[{\" 1", ",", "2"}, false},
    {"a word and a sign in an array", "[x!]3", {"x", "", "!", "3"}, false},

    {"a text with escapes", "\"a\\\"b\" \"\\\\\" 1", {"\"a\\\"b\"", "\"\\\\\"", "1"}, false},
    {"a text with an escape at its start", "\"\\\"\"1", {"\"\\\"\"", "1"}, false},
    {"a text with other signs",
     "\"\xC3\xA9\x7F\"\"\x01\" 1",
     {"\"\xC3\xA9\x7F\"", "\"\x01\"", "1"},
     false},
    {"a text without an end", "\"a b", {"\"a b"}, false},
    {"a text without an end behind an escape", "\"a\\", {"\"a\\"}, false},
    {"a text with a line end", "\"a\n{}", {"\"a\n", "{}"}, false},
    {"a text with a return", "\"a\r{}", {"\"a\r", "{}"}, false},
    {"a text with a line end behind a backslash", "\"a\\\n{}", {"\"a\\\n", "{}"}, false},
    {"a key with a line end", "{\"a\n{}", {"{\"a\n", "{}"}, false},
    {"a text in a broken value", "{1 \"}\\\"}\" } 2", {"{1 \"}\\\"}\" }", "2"}, false},
    {"a text that ends with a backslash in a broken value",
     "{1 \"}\\\\\" } 2",
     {"{1 \"}\\\\\" }", "2"},
     false},
    {"a text with a line end in a broken value", "{1 \"a\n } 2", {"{1 \"a\n }", "2"}, false},
    {"a line end behind a backslash in a broken value",
     "{1 \"a\\\n } 2",
     {"{1 \"a\\\n }", "2"},
     false},
    {"a return behind a backslash in a broken value", "{1 \"a\\\r{}", {"{1 \"a\\\r", "{}"}, false},
    {"brackets in a broken value", "{1 [}] } 2", {"{1 [}]", "} 2"}, false},
    {"objects in a broken value", "{1 {} [] {[]} } 2", {"{1 {} [] {[]} }", "2"}, false},
    {"a line with a brace behind what broke",
     "{1\n[\n{\"a\":\n{}}",
     {"{1\n[\n", "{\"a\":\n{}}"},
     false},
    {"a brace in a line behind a blank", "{1\n {} }2", {"{1\n {} }", "2"}, false},
    {"a line with a brace before what broke",
     "{\"a\":[0,\n{\"b\":1},\n{\"c\":2} !]}",
     {"{\"a\":[0,\n", "{\"b\":1}", ",", "{\"c\":2}", "!", "]", "}"},
     false},
    {"a return and a brace before what broke", "{\"a\":\r{1", {"{\"a\":\r", "{1"}, false},
    {"a brace in the first line", "{}\n{1\n{}", {"{}", "{1\n", "{}"}, false},

    {"objects that hold no records", "{\"a\":{\"x\":1}}{}", {"{\"a\":{\"x\":1}}", "{}"}, false},
    {"records by name", "{\"a\":{\"x\":1},\"b\":{}} 3", {"\"a\":{\"x\":1}", "\"b\":{}", "3"}, true},
    {"records by name, with blanks",
     " {\n\"a\" :\t{ } ,\r\"b\": {}\n} ",
     {"\"a\" :\t{ }", "\"b\": {}"},
     true},
    {"two objects of records", "{\"a\":{}}{\"b\":{}}", {"\"a\":{}", "\"b\":{}"}, true},
    {"a record with a header", "{\"header\":{}}", {"{\"header\":{}}"}, true},
    {"a record with a game", "{ \"game\" : {} }", {"{ \"game\" : {} }"}, true},
    {"names that are like keys",
     "{\"head\":{},\"game\":{}}{\"games\":{}}{\"gam\\\"e\":{}}",
     {"\"head\":{}", "\"game\":{}", "\"games\":{}", "\"gam\\\"e\":{}"},
     true},
    {"names with escapes",
     "{\"\\\"\":{}}{\"\\\\\":{}}{\"\":{}}",
     {"\"\\\"\":{}", "\"\\\\\":{}", "\"\":{}"},
     true},
    {"a value that is no object",
     "{\"a\":1}{\"a\":[]}{\"a\":\"{\"}",
     {"{\"a\":1}", "{\"a\":[]}", "{\"a\":\"{\"}"},
     true},
    {"an empty object", "{} { }", {"{}", "{ }"}, true},
    {"a name without a colon", "{\"a\" {}} 1", {"{\"a\" {}}", "1"}, true},
    {"a name without a value", "{\"a\":", {"{\"a\":"}, true},
    {"a name without an end", "{\"a", {"{\"a"}, true},
    {"a name without an end behind a backslash", "{\"a\\", {"{\"a\\"}, true},
    {"a brace at the end", "{", {"{"}, true},
    {"a key that is no text first", "{1:{}}", {"{1:{}}"}, true},
    {"an object in an array", "[{\"a\":{}}]{\"b\":{}}", {"{\"a\":{}}", "\"b\":{}"}, true},
    {"a comma before the end of names", "{\"a\":{},}1", {"\"a\":{}", "}", "1"}, true},
    {"no comma between names", "{\"a\":{}\"b\":{}}", {"\"a\":{}", "", "\"b\":{}"}, true},
    {"no name", "{\"a\":{},1} 2", {"\"a\":{}", "1", "2"}, true},
    {"no name but an object", "{\"a\":{},{}} 2", {"\"a\":{}", "{}", "2"}, true},
    {"another bracket behind names", "{\"a\":{}] 2", {"\"a\":{}", "", "] 2"}, true},
    {"no end behind a record", "{\"a\":{}", {"\"a\":{}", ""}, true},
    {"no end behind a word with a name", "{\"a\":{},\"b\":1", {"\"a\":{}", "\"b\":1", ""}, true},
    {"no end behind a colon", "{\"a\":{},\"b\":", {"\"a\":{}", "\"b\":"}, true},
    {"no end behind a name", "{\"a\":{},\"b\"", {"\"a\":{}", "\"b\""}, true},
    {"values that are no objects later",
     "{\"a\":{},\"b\":1,\"c\":[],\"d\":\"e\"}",
     {"\"a\":{}", "\"b\":1", "\"c\":[]", "\"d\":\"e\""},
     true},
};

/* Where the source says that a document begins. */
static void assert_place(struct text stream, const struct document *d) {
    struct place there = {stream, 0, 1, 1};
    assert_true(d->offset + d->text.len <= stream.len);
    assert_memory_equal(stream.at + d->offset, d->text.at, d->text.len);
    zi_place_move(&there, (size_t)d->offset);
    size_t marks = text_mark(stream) ? 1 : 0; /* which is a column */
    assert_int_equal(d->line, there.line);
    assert_true(d->column == there.column || (marks && d->column + 1 == there.column));
}

static void cut(struct text stream, size_t step, const char *const *values, bool by_name) {
    struct feed feed = {stream.at, stream.len, step};
    struct source source;
    struct document d;
    size_t i = 0;
    zi_source_open(&source, feed_read, &feed);
    for (; zi_json_next(&source, &d, by_name); i++) {
        if (i == DOCUMENTS_MAX || !values[i])
            fail_msg("`%.*s` comes with reads of %zu", (int)d.text.len, d.text.at, step);
        if (!text_is(d.text, values[i]))
            fail_msg("`%.*s`, not `%s`, comes with reads of %zu", (int)d.text.len, d.text.at,
                     values[i], step);
        assert_place(stream, &d);
    }
    if (i < DOCUMENTS_MAX && values[i])
        fail_msg("`%s` does not come with reads of %zu", values[i], step);
    assert_false(source.failed || source.out_of_memory);
    assert_false(zi_json_next(&source, &d, by_name));
    zi_source_close(&source);
}

static void streams_are_cut(void **state) {
    const struct row *row = *state;
    struct text stream = text_of(row->json);
    for (size_t step = 1; step <= stream.len + 1; step++)
        cut(stream, step, row->values, row->by_name);
}

/* Between a value and the next one in an array there has to be a comma, but not behind a broken
   one. */
static const char *const sound[] = {"1",
                                    "-1.5e+3",
                                    "true",
                                    "\"\"",
                                    "\"a\\\"b\"",
                                    "\"\\\\\"",
                                    "\"{[,:\"",
                                    "{}",
                                    "[]",
                                    "{ }",
                                    "[\n]",
                                    "{\"a\":1}",
                                    "{\"a\" : [ 1 , 2 ] , \"b\" : {} }",
                                    "[[[]]]",
                                    "{\"a\":\"b\"}",
                                    "[1,\"a\",null,{}]",
                                    "[{\"a\":1},[2]]",
                                    "{\"a\":[],\"b\":\"c\",\"d\":{}}",
                                    "[1\n,\n{}\n]",
                                    "{\"\\\"\":\"\\\\\"}"};
static const char *const broken[] = {"{1}",
                                     "{\"a\"}",
                                     "{\"a\",1}",
                                     "{\"a\":}",
                                     "{\"a\":1,}",
                                     "{,}",
                                     "[1,]",
                                     "[,]",
                                     "[1 2]",
                                     "[1:2]",
                                     "{\"a\":1:2}",
                                     "{\"a\":1 \"b\"}",
                                     "{\"a\"1}",
                                     "{\"a\" \"b\"}",
                                     "[\"a\" \"b\"]",
                                     "[{} {}]",
                                     "{[1]:2}",
                                     "[\"a\":1]",
                                     "[!]",
                                     "{!}",
                                     "[1;2]",
                                     "{\"a\":1]",
                                     "[1}",
                                     "[1\"a\"]",
                                     "{\"a\"::1}",
                                     "{\"a\":1,,\"b\":2}",
                                     "[1,,2]",
                                     "{a:1}",
                                     "{1 \"}\"}",
                                     "[}",
                                     "{]",
                                     "[1,\"]\\\"]\" 2]",
                                     "{\"a\":{} \"b\":1}",
                                     "[[]1]",
                                     "{\"a\":[] 1}"};

static void commas_are_needed(void **state) {
    char stream[80];
    (void)state;
    for (size_t i = 0; i < COUNT(sound); i++) {
        const char *values[DOCUMENTS_MAX] = {sound[i], "", "2"};
        snprintf(stream, sizeof stream, "[%s 2]", sound[i]);
        for (size_t step = 1; step <= strlen(stream); step++)
            cut(text_of(stream), step, values, false);
    }
    for (size_t i = 0; i < COUNT(broken); i++) {
        const char *values[DOCUMENTS_MAX] = {broken[i], "2"};
        snprintf(stream, sizeof stream, "[%s 2]", broken[i]);
        for (size_t step = 1; step <= strlen(stream); step++)
            cut(text_of(stream), step, values, false);
    }
}

/* What is nested too deep to be read is not followed, but its brackets are. */
static void nesting_is_followed(void **state) {
    struct buffer b = {0}, value = {0};
    (void)state;
    for (unsigned deeper = 0; deeper < 3; deeper++) {
        unsigned depth = YAML_DEPTH_MAX + deeper;
        b.len = value.len = 0;
        buffer_chars(&value, '[', depth);
        buffer_chars(&value, ']', depth);
        buffer_char(&value, '\0');
        buffer_add(&b, "[", value.at, " 2]");
        const char *values[DOCUMENTS_MAX] = {value.at, deeper < 2 ? "" : "2",
                                             deeper < 2 ? "2" : NULL};
        cut(buffered(&b), 7, values, false);
        cut(buffered(&b), b.len, values, false);
    }
    zi_buffer_free(&b);
    zi_buffer_free(&value);
}

/* Behind an item of an array that is too long no comma is needed, and places go on from there. */
static void a_long_item_is_passed(void **state) {
    struct buffer b = {0};
    struct source source;
    struct document d;
    (void)state;
    buffer_string(&b, "[ [0");
    for (size_t i = 0; i < JSON_BYTES_MAX / 16 + 9000; i++)
        buffer_string(&b, ",\n \"12345678901\"");
    size_t lines = JSON_BYTES_MAX / 16 + 9000, behind = b.len + 2;
    buffer_string(&b, "] 2\n3]");
    struct feed feed = {b.at, b.len, b.len};
    zi_source_open(&source, feed_read, &feed);
    assert_true(zi_json_next(&source, &d, false));
    assert_true(d.too_long);
    assert_int_equal(d.offset, 2);
    assert_int_equal(d.line, 1);
    assert_memory_equal(d.text.at, b.at + 2, d.text.len);
    assert_true(zi_json_next(&source, &d, false));
    assert_true(text_is(d.text, "2") && !d.too_long);
    assert_int_equal(d.offset, behind);
    assert_int_equal(d.line, 1 + lines);
    assert_true(zi_json_next(&source, &d, false));
    assert_int_equal(d.text.len, 0);
    assert_true(zi_json_next(&source, &d, false));
    assert_true(text_is(d.text, "3"));
    assert_int_equal(d.line, 2 + lines);
    assert_false(zi_json_next(&source, &d, false));
    zi_source_close(&source);
    zi_buffer_free(&b);
}

/* What is just not too long is handed out, however it is read. */
static void the_longest_value_is_read(void **state) {
    static const size_t steps[] = {1000, 65536};
    struct buffer b = {0};
    (void)state;
    buffer_chars(&b, '1', JSON_BYTES_MAX);
    buffer_string(&b, " 2");
    for (size_t i = 0; i < COUNT(steps); i++) {
        struct feed feed = {b.at, b.len, steps[i]};
        struct source source;
        struct document d;
        zi_source_open(&source, feed_read, &feed);
        assert_true(zi_json_next(&source, &d, false));
        assert_false(d.too_long);
        assert_int_equal(d.text.len, JSON_BYTES_MAX);
        assert_true(zi_json_next(&source, &d, false));
        assert_true(text_is(d.text, "2"));
        zi_source_close(&source);
    }
    zi_buffer_free(&b);
}

/* A value with its name is a document if the value begins in the first 64 KiB of its object. */
static void long_names_are_read(void **state) {
    static const size_t steps[] = {1000, 60000, 65536};
    (void)state;
    for (size_t i = 0; i < 3 * COUNT(steps); i++) {
        struct buffer b = {0};
        size_t begins = 65535 + i / COUNT(steps);
        buffer_string(&b, "{\"");
        buffer_chars(&b, 'k', begins - 4);
        buffer_string(&b, "\":{}}");
        struct feed feed = {b.at, b.len, steps[i % COUNT(steps)]};
        struct source source;
        struct document d;
        zi_source_open(&source, feed_read, &feed);
        assert_true(zi_json_next(&source, &d, true));
        assert_int_equal(d.text.len, begins < 65536 ? b.len - 2 : b.len);
        zi_source_close(&source);
        zi_buffer_free(&b);
    }
}

int main(void) {
    static struct CMUnitTest tests[COUNT(rows) + 5];
    size_t count = 0;
    for (size_t i = 0; i < COUNT(rows); i++)
        tests[count++] = (struct CMUnitTest){rows[i].name, streams_are_cut, NULL, NULL,
                                             (void *)(uintptr_t)&rows[i]};
    const struct CMUnitTest others[] = {
        cmocka_unit_test(commas_are_needed), cmocka_unit_test(nesting_is_followed),
        cmocka_unit_test(a_long_item_is_passed), cmocka_unit_test(the_longest_value_is_read),
        cmocka_unit_test(long_names_are_read)};
    for (size_t i = 0; i < COUNT(others); i++)
        tests[count++] = others[i];
    return _cmocka_run_group_tests("json_cut", tests, count, NULL, NULL);
}
