/* The packed data of a page: unpacked by what its header says of it, it is the same JSON, and it
   has nothing that HTML would take for markup. */
#include "validators/diagrams/page_pack.h"

#include <stdlib.h>

#include <jansson.h>

#include "tests/unit/unit.h"

static size_t digit(char c) {
    assert_true(c >= '!' && c <= '~' && c != '<');
    return (size_t)(c - '!') - (c > '<');
}

static size_t two_digits(const char **p) {
    size_t n = digit((*p)[0]) * 93 + digit((*p)[1]);
    *p += 2;
    return n;
}

/* The text that is packed; to be freed. */
static char *unpack(struct text packed, size_t *length) {
    char *rest;
    size_t size = strtoul(packed.at, &rest, 10), done = 0;
    const char *p = rest, *end = packed.at + packed.len;
    char *to = malloc(size + 1);
    assert_non_null(to);
    assert_int_equal(*p++, ' ');
    while (p < end) {
        const char *lead = strchr(PACK_LEADS, *p);
        if (!lead) {
            assert_true(done < size);
            to[done++] = *p++;
            continue;
        }
        p++;
        size_t n = lead[1] ? (size_t)(lead - PACK_LEADS) : two_digits(&p), back = two_digits(&p);
        assert_true(back >= 1 && back <= done && n + 4 <= size - done);
        for (n += 4; n; n--, done++)
            to[done] = to[done - back];
    }
    assert_ptr_equal(p, end);
    assert_int_equal(done, size);
    to[done] = '\0';
    *length = size;
    return to;
}

/* Returns the length of what is packed. */
static size_t check(struct text json) {
    struct buffer b = {0};
    size_t length;
    zet_page_pack(&b, json);
    buffer_char(&b, '\0');
    assert_false(b.failed);
    b.len--;
    for (size_t i = 0; i < b.len; i++)
        assert_true(b.at[i] >= ' ' && b.at[i] < 0x7F && b.at[i] != '<');
    char *text = unpack(buffered(&b), &length);
    json_t *wanted = json_loadb(json.at, json.len, JSON_DECODE_ANY, NULL);
    json_t *found = json_loadb(text, length, JSON_DECODE_ANY, NULL);
    assert_non_null(wanted);
    assert_non_null(found);
    assert_true(json_equal(wanted, found));
    json_decref(wanted);
    json_decref(found);
    free(text);
    size_t packed = b.len;
    zet_buffer_free(&b);
    return packed;
}

static void small(void **state) {
    static const char *const texts[] = {
        "0",
        "[]",
        "[1]",
        "\"\"",
        "\"abcdabcd\"",
        "[1,2,3,1,2,3,1,2,3]",
        "\"czarne \xC5\x82\xC3\xB3w, ABC `~`, \xF0\x9F\x98\x80 \xEF\xBF\xBD\"",
        "{\"a\":\"Hogga\\u0027s of white\",\"b\":\"Hogga\\u0027s of black\"}"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check(text_of(texts[i]));
}

/* A text of this length of so many different letters, and long repetitions. */
static struct text made_of(struct buffer *b, size_t length, unsigned letters, unsigned seed) {
    b->len = 0;
    buffer_char(b, '"');
    while (b->len <= length) {
        seed = seed * 1103515245U + 12345U;
        unsigned draw = seed >> 16;
        if (draw % 50 || b->len < 20) {
            buffer_char(b, (char)('a' + draw / 50 % letters));
            continue;
        }
        size_t n = draw % 7 ? draw % 90 : draw % 30000, from = 1 + draw % (b->len - 1);
        for (size_t i = 0; i < n && b->len <= length; i++)
            buffer_char(b, b->at[from + i]);
    }
    buffer_char(b, '"');
    assert_false(b->failed);
    return buffered(b);
}

static void random_texts(void **state) {
    struct buffer b = {0};
    (void)state;
    for (unsigned seed = 1; seed < 400; seed++) {
        struct text t = made_of(&b, seed * seed % 40000, 1 + seed % 20, seed);
        check(t);
    }
    zet_buffer_free(&b);
}

static void repetitions_are_short(void **state) {
    struct buffer b = {0};
    (void)state;
    check(made_of(&b, 1000000, 20, 7));
    b.len = 0;
    buffer_char(&b, '"');
    buffer_chars(&b, 'x', 1000000);
    buffer_char(&b, '"');
    assert_true(check(buffered(&b)) < 1000);
    b.len = 0;
    buffer_char(&b, '[');
    for (unsigned i = 0; i < 1000; i++)
        buffer_string(&b, i ? ",[104,[23,45],\"24p25 9.4v3m0 5.2\"]" : "1");
    buffer_char(&b, ']');
    assert_true(check(buffered(&b)) < 200);
    zet_buffer_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small),
        cmocka_unit_test(random_texts),
        cmocka_unit_test(repetitions_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
