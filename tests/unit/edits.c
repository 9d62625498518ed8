/* Edits of a text: their result, two lists combined, and the origin of each byte. Random edits of
   short texts are compared with a copy that is edited byte by byte. */
#include "tests/unit/unit.h"

#include "notation/record/edits.h"

enum { TEXTS = 20000, TEXT_MAX = 60, EDITS_MAX = 4 };

static uint32_t state = 1;

static size_t draw(size_t n) {
    state = state * 1664525 + 1013904223;
    return (state >> 8) % n;
}

/* A text, and where each of its bytes came from: its place, or -1 for a byte of an edit. */
struct origins {
    char at[TEXT_MAX];
    size_t len;
    long from[TEXT_MAX];
};

/* Edits in the order of their places, some of which are blocked. `digit` is their first byte. */
static struct edits draw_edits(size_t length, char digit, bool blocked) {
    static const char digits[] = "0123456789";
    struct edits list = {0};
    size_t at = 0;
    for (size_t n = draw(EDITS_MAX + 1); n > 0; n--) {
        struct edit e = {.at = at + draw(length - at + 1), .blocked = blocked && !draw(3)};
        e.end = e.at + draw(length - e.at < 4 ? length - e.at + 1 : 4);
        e.with = (struct text){digits + (digit - '0'), draw(4)};
        e.old = e.blocked ? TEXT("old") : NO_TEXT;
        at = e.blocked ? e.at : e.end;
        if (e.blocked || e.end > e.at || e.with.len)
            zi_edits_add(&list, e);
    }
    assert_false(list.failed);
    return list;
}

static void edit(const struct origins *before, const struct edits *list, struct origins *after) {
    size_t i = 0;
    after->len = 0;
    for (size_t at = 0; at <= before->len; at++) {
        size_t gone = 0;
        for (; i < list->count && list->at[i].at <= at; i++) {
            const struct edit *e = &list->at[i];
            for (size_t n = 0; !e->blocked && n < e->with.len; n++) {
                after->from[after->len] = -1;
                after->at[after->len++] = e->with.at[n];
            }
            gone = e->blocked ? gone : e->end - e->at;
            if (gone)
                break;
        }
        if (gone) {
            at += gone - 1;
            i++;
        } else if (at < before->len) {
            after->from[after->len] = (long)at;
            after->at[after->len++] = before->at[at];
        }
    }
}

static struct origins draw_text(void) {
    struct origins text = {.len = draw(12)};
    for (size_t i = 0; i < text.len; i++)
        text.at[i] = "abcdefghijklmnop"[i];
    return text;
}

static void assert_applied(const struct edits *list, struct text before, struct text after) {
    struct buffer out = {0};
    zi_edits_apply(list, before, &out);
    if (!text_same(buffered(&out), after))
        fail_msg("`%.*s`, not `%.*s`, out of `%.*s`", (int)out.len, out.at, (int)after.len,
                 after.at, (int)before.len, before.at);
    zi_buffer_free(&out);
}

static struct text text_in(const struct origins *o) { return (struct text){o->at, o->len}; }

static void edits_are_applied(void **unused) {
    (void)unused;
    for (int i = 0; i < TEXTS; i++) {
        struct origins before = draw_text(), after;
        struct edits list = draw_edits(before.len, '0', true);
        struct edits_walk walk = {0};
        size_t possible = 0;
        for (size_t k = 0; k < list.count; k++)
            possible += !list.at[k].blocked;
        assert_int_equal(list.possible, possible);
        edit(&before, &list, &after);
        assert_applied(&list, text_in(&before), text_in(&after));
        for (size_t at = 0; at <= after.len; at++) {
            size_t origin = zi_edits_origin(&list, &walk, at);
            if (at == after.len)
                assert_int_equal(origin, before.len);
            else if (after.from[at] >= 0)
                assert_int_equal(origin, after.from[at]);
            else
                assert_true(origin <= before.len);
        }
        zi_edits_free(&list);
    }
}

/* The origin of a byte of an edit is the byte that it replaced, or the end of these bytes. */
static void replaced_bytes_have_an_origin(void **unused) {
    static const size_t expected[] = {0, 1, 1, 2, 3, 3, 3, 3, 3, 4, 6};
    struct edits list = {0};
    struct edits_walk walk = {0};
    (void)unused;
    zi_edits_add(&list, (struct edit){.at = 1, .end = 1, .with = TEXT("x")});
    zi_edits_add(&list, (struct edit){.at = 2, .end = 2, .with = TEXT("blocked"), .blocked = true});
    zi_edits_add(&list, (struct edit){.at = 2, .end = 3, .with = TEXT("xyzuv")});
    zi_edits_add(&list, (struct edit){.at = 4, .end = 6, .with = TEXT("z")});
    for (size_t at = 0; at < sizeof expected / sizeof *expected; at++)
        assert_int_equal(zi_edits_origin(&list, &walk, at), expected[at]);
    zi_edits_free(&list);
}

/* Combined lists can have fewer blocked edits, because merging drops them. */
static size_t count_blocked(const struct edits *list) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += list->at[i].blocked;
    return count;
}

/* No edit contains a byte that both lists keep. */
static void assert_apart(const struct edits *both, const struct origins *between,
                         const struct origins *after) {
    for (size_t at = 0; at < after->len; at++) {
        long from = after->from[at] < 0 ? -1 : between->from[after->from[at]];
        for (size_t i = 0; i < both->count && from >= 0; i++)
            assert_false((long)both->at[i].at <= from && from < (long)both->at[i].end);
    }
}

static void assert_one_list(const struct edits *both, struct text text, bool joins) {
    for (size_t i = 0; i < both->count; i++) {
        const struct edit *e = &both->at[i];
        assert_true(e->at <= e->end && e->end <= text.len);
        assert_true(!i || both->at[i - 1].end + joins <= e->at);
        if (e->blocked)
            assert_true(text_is(e->old, "old") && e->at == e->end);
        else if (!joins)
            assert_true(text_same(e->old, (struct text){text.at + e->at, e->end - e->at}));
        else
            assert_true(!e->old.at && (e->end > e->at || e->with.len));
    }
}

static void two_lists_are_one(void **unused) {
    (void)unused;
    for (int i = 0; i < TEXTS; i++) {
        bool joins = draw(2);
        struct origins text = draw_text(), between, after;
        struct edits first = draw_edits(text.len, '0', false), both = {0};
        edit(&text, &first, &between);
        struct edits second = draw_edits(between.len, '5', !joins);
        edit(&between, &second, &after);
        struct arena arena = {0};
        zi_edits_then(&both, &first, &second, text_in(&text), text_in(&between), joins, &arena);
        assert_false(both.failed);
        assert_applied(&both, text_in(&text), text_in(&after));
        assert_one_list(&both, text_in(&text), joins);
        assert_apart(&both, &between, &after);
        assert_true(count_blocked(&both) <= count_blocked(&second));
        zi_edits_free(&first);
        zi_edits_free(&second);
        zi_edits_free(&both);
        zi_arena_free(&arena);
    }
}

/* Edits that the other list does not touch stay unchanged. */
static void edits_apart_stay(void **unused) {
    (void)unused;
    struct edits first = {0}, second = {0}, both = {0};
    struct arena arena = {0};
    struct text text = TEXT("abcdefgh"), between = TEXT("xxbcdfgh");
    zi_edits_add(&first, (struct edit){.at = 0, .end = 1, .with = TEXT("xx"), .ply = 1});
    zi_edits_add(&first, (struct edit){.at = 4, .end = 5, .with = TEXT(""), .ply = 3});
    zi_edits_add(&second, (struct edit){.at = 4, .blocked = true, .old = TEXT("old"), .ply = 4});
    zi_edits_add(&second, (struct edit){.at = 6, .end = 7, .with = TEXT("y"), .ply = 5});
    zi_edits_then(&both, &first, &second, text, between, false, &arena);
    assert_int_equal(both.count, 4);
    for (size_t i = 0; i < both.count; i++) {
        static const size_t places[] = {0, 3, 4, 6};
        static const uint32_t plies[] = {1, 4, 3, 5};
        assert_int_equal(both.at[i].at, places[i]);
        assert_int_equal(both.at[i].ply, plies[i]);
    }
    assert_int_equal(both.possible, 3);
    zi_edits_free(&first);
    zi_edits_free(&second);
    zi_edits_free(&both);
    zi_arena_free(&arena);
}

/* Edits of two lists that touch are one; those of one list are not. */
static void edits_that_touch_are_one(void **unused) {
    static const struct {
        struct edit first[2], second;
        const char *both; /* `AT-END WITH` of each, with `!` if it is blocked */
    } rows[] = {
        {{{.at = 0, .end = 1, .with = {"x", 1}}}, {.at = 1, .end = 2, .with = {"y", 1}}, "0-2 xy;"},
        {{{.at = 1, .end = 2, .with = {"x", 1}}}, {.at = 0, .end = 1, .with = {"y", 1}}, "0-2 yx;"},
        {{{.at = 0, .end = 1, .with = {"xx", 2}}, {.at = 1, .end = 2, .with = {"y", 1}}},
         {.at = 0, .end = 1, .with = {"z", 1}},
         "0-1 zx;1-2 y;"},
        {{{.at = 2, .end = 4, .with = {"xyz", 3}}}, {.at = 3, .blocked = true}, "2-2!;2-4 xyz;"},
        {{{.at = 2, .end = 4, .with = {"xyz", 3}}}, {.at = 1, .blocked = true}, "1-1!;2-4 xyz;"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct edits first = {0}, second = {0}, both = {0};
        struct arena arena = {0};
        struct buffer between = {0};
        char got[80] = "";
        for (size_t k = 0; k < 2 && rows[i].first[k].end; k++)
            zi_edits_add(&first, rows[i].first[k]);
        zi_edits_add(&second, rows[i].second);
        zi_edits_apply(&first, TEXT("abcdef"), &between);
        zi_edits_then(&both, &first, &second, TEXT("abcdef"), buffered(&between), false, &arena);
        for (size_t k = 0, used = 0; k < both.count; k++) {
            const struct edit *e = &both.at[k];
            used += (size_t)snprintf(got + used, sizeof got - used, "%zu-%zu%s%.*s;", e->at, e->end,
                                     e->blocked ? "!" : " ", (int)e->with.len, e->with.at);
        }
        assert_string_equal(got, rows[i].both);
        zi_edits_free(&first);
        zi_edits_free(&second);
        zi_edits_free(&both);
        zi_arena_free(&arena);
        zi_buffer_free(&between);
    }
}

static void edits_are_sorted(void **unused) {
    (void)unused;
    for (int i = 0; i < 1000; i++) {
        struct edits list = {0};
        for (size_t n = draw(12); n > 0; n--) {
            size_t at = draw(4);
            zi_edits_add(&list, (struct edit){.at = at, .end = at + draw(3)});
        }
        zi_edits_sort(&list);
        for (size_t k = 1; k < list.count; k++) {
            const struct edit *a = &list.at[k - 1], *b = &list.at[k];
            assert_true(a->at < b->at || (a->at == b->at && a->end <= b->end));
        }
        zi_edits_free(&list);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_are_applied), cmocka_unit_test(replaced_bytes_have_an_origin),
        cmocka_unit_test(two_lists_are_one), cmocka_unit_test(edits_apart_stay),
        cmocka_unit_test(edits_are_sorted),  cmocka_unit_test(edits_that_touch_are_one),
    };
    return cmocka_run_group_tests_name("edits", tests, NULL, NULL);
}
