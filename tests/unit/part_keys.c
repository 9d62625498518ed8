/* Keys at the front of lines of parts, by which a line of another set is passed over unread. */
#include "tests/unit/unit.h"
#include "validators/tasks/part.h"

#define REST ",\"record\":1,\"counts\":{},\"row\":["

static void test_line_keys(void **state) {
    (void)state;
    static const struct {
        const char *line;
        bool has;
        uint32_t key;
    } lines[] = {
        {"{\"key\":0" REST, true, 0},
        {"{\"key\":7" REST "3]}", true, 7},
        {"{\"key\":2147483647" REST "3,{\"record\":9}]}", true, 2147483647},
        {"{\"key\":4294967295" REST, true, UINT32_MAX},
        {"{\"key\":4294967296" REST, false, 0},
        {"{\"key\":42949672960" REST, false, 0},
        {"{\"key\":99999999999999999999" REST, false, 0},
        {"{\"key\":" REST, false, 0},
        {"{\"key\":-1" REST, false, 0},
        {"{\"key\":1.5" REST, false, 0},
        {"{\"key\": 7" REST, false, 0},
        {"{\"key\":\"7\"" REST, false, 0},
        {"{\"key\":7,\"record\":0,\"counts\":{},\"row\":[3]}", false, 0},
        {"{\"key\":7,\"record\":1,\"counts\":{\"notes\":1},\"row\":[3]}", false, 0},
        {"{\"key\":7,\"record\":1,\"counts\":{},\"out\":[]}", false, 0},
        {"{\"record\":1,\"counts\":{},\"row\":[3]}", false, 0},
        {"{\"record\":1,\"key\":7,\"counts\":{},\"row\":[3]}", false, 0},
        {"", false, 0},
        {"\n", false, 0},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        uint32_t key = 0;
        bool has = zet_part_line_key(text_of(lines[i].line), &key);
        if (has != lines[i].has || (has && key != lines[i].key))
            fail_msg("%s: %d, %u", lines[i].line, has, (unsigned)key);
    }
}

/* A line that is cut anywhere is none of a record; the bytes are exact, so that a sanitizer sees
   what is read past them. */
static void test_cut_lines(void **state) {
    (void)state;
    static const char line[] = "{\"key\":2147483647" REST;
    for (size_t length = 0; length < sizeof line; length++) {
        char *exact = malloc(length ? length : 1);
        uint32_t key;
        assert_non_null(exact);
        memcpy(exact, line, length);
        assert_int_equal(zet_part_line_key((struct text){exact, length}, &key),
                         length == sizeof line - 1);
        free(exact);
    }
}

static void test_sets(void **state) {
    (void)state;
    struct key_set set;
    zet_error error;
    static const char *const wrong[] = {
        "",     "3",    "/",     "0/4", "5/4",          "1/0",         "1/65537",
        "-1/4", "1/4 ", "1/4/4", "a/b", "4294967297/4", "1/4294967297"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (zet_key_set_read(wrong[i], &set, &error))
            fail_msg("%s was read", wrong[i]);
    assert_true(zet_key_set_read("3/16", &set, &error));
    assert_int_equal(set.number, 2);
    assert_int_equal(set.count, 16);
    assert_true(zet_key_set_read("65536/65536", &set, &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_line_keys),
                                       cmocka_unit_test(test_cut_lines),
                                       cmocka_unit_test(test_sets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
