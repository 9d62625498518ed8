/* The unified diff: applied to the old text it gives the new one, whatever the texts and however
   they are cut; and it has no more changed lines than a longest common subsequence leaves. */
#include "notation/base/diff.h"

#include <stdlib.h>

#include "tests/unit/unit.h"

/* Takes a line of *t, its line end included. */
static struct text next_line(struct text *t) {
    const char *nl = t->len ? memchr(t->at, '\n', t->len) : NULL;
    struct text line = {t->at, nl ? (size_t)(nl - t->at) + 1 : t->len};
    *t = (struct text){t->at + line.len, t->len - line.len};
    return line;
}

static unsigned long number_at(const char **p) {
    char *end;
    unsigned long n = strtoul(*p, &end, 10);
    assert_true(end > *p);
    *p = end;
    return n;
}

struct range {
    unsigned long start, count;
};

static struct range read_range(const char **p, char sign) {
    struct range range = {.count = 1};
    assert_int_equal(*(*p)++, sign);
    range.start = number_at(p);
    if (**p == ',') {
        ++*p;
        range.count = number_at(p);
    }
    return range;
}

/* Applies the hunk after its heading. Copies what is before it. Returns its changed lines. */
static size_t apply_hunk(struct text *diff, struct text *old, size_t *old_line, struct buffer *new,
                         size_t *new_line, struct text heading) {
    const char *p = heading.at + 3;
    struct range from = read_range(&p, '-');
    p++;
    struct range to = read_range(&p, '+');
    size_t changed = 0, lead = 0, trail = 0, before = from.count ? from.start - 1 : from.start;
    bool at_front = before == 0, any = false;
    assert_true(before >= *old_line);
    for (; *old_line < before; ++*old_line, ++*new_line)
        buffer_text(new, next_line(old));
    assert_int_equal(to.count ? to.start - 1 : to.start, *new_line);
    while (from.count || to.count) {
        struct text line = next_line(diff), rest = {line.at + 1, line.len - 1};
        if (diff->len && *diff->at == '\\') {
            next_line(diff);
            rest.len--;
        }
        if (*line.at != '+') {
            struct text was = next_line(old);
            assert_true(text_same(was, rest));
            from.count--;
            ++*old_line;
        }
        if (*line.at != '-') {
            buffer_text(new, rest);
            to.count--;
            ++*new_line;
        }
        any |= *line.at != ' ';
        lead += !any;
        trail = *line.at == ' ' ? trail + 1 : 0;
        changed += *line.at != ' ';
    }
    assert_true(any && lead <= DIFF_CONTEXT && trail <= DIFF_CONTEXT);
    /* less context at one side says that the file begins or ends there */
    assert_true(lead == trail || (lead < trail ? at_front : !old->len));
    return changed;
}

/* The new text into `new`. Returns the changed lines. */
static size_t apply(struct text diff, struct text old, struct buffer *new) {
    size_t old_line = 0, new_line = 0, changed = 0;
    if (diff.len) {
        assert_true(text_is(next_line(&diff), "--- name\n"));
        assert_true(text_is(next_line(&diff), "+++ name\n"));
        assert_true(diff.len > 0);
    }
    while (diff.len) {
        struct text heading = next_line(&diff);
        assert_int_equal(*heading.at, '@');
        changed += apply_hunk(&diff, &old, &old_line, new, &new_line, heading);
    }
    buffer_text(new, old);
    return changed;
}

/* The fewest lines that must change, by the plain table. */
static size_t fewest_changes(struct text old, struct text new) {
    enum { LINES = 128 };
    static size_t common[LINES + 1][LINES + 1];
    struct text a[LINES], b[LINES];
    size_t n = 0, m = 0;
    while (old.len)
        a[n++] = next_line(&old);
    while (new.len)
        b[m++] = next_line(&new);
    for (size_t i = n + 1; i-- > 0;)
        for (size_t k = m + 1; k-- > 0;) {
            size_t skip = 0;
            if (i < n)
                skip = common[i + 1][k];
            if (k < m && common[i][k + 1] > skip)
                skip = common[i][k + 1];
            bool same = i < n && k < m && text_same(a[i], b[k]);
            common[i][k] =
                same && common[i + 1][k + 1] + 1 > skip ? common[i + 1][k + 1] + 1 : skip;
        }
    return n + m - 2 * common[0][0];
}

static uint32_t seed = 1;
static uint32_t random_below(uint32_t n) {
    seed = seed * 1664525U + 1013904223U;
    return (seed >> 8) % n;
}

static void add_line(struct buffer *b, uint32_t letters) {
    buffer_char(b, (char)('a' + random_below(letters)));
    buffer_char(b, '\n');
}

/* Pieces of at most 20 lines, same or not; the last one may lack its line end. */
static void check_random(struct diff *d, uint32_t pieces, uint32_t letters, bool whole) {
    struct buffer old = {0}, new = {0}, out = {0}, again = {0};
    d->name = TEXT("name");
    while (pieces--) {
        size_t old_at = old.len, new_at = new.len;
        bool same = random_below(2);
        for (uint32_t n = random_below(20); n; n--)
            add_line(&old, letters);
        if (same)
            buffer_text(&new, (struct text){old.at + old_at, old.len - old_at});
        else
            for (uint32_t n = random_below(20); n; n--)
                add_line(&new, letters);
        bool cut = random_below(6) == 0 || !pieces;
        if (cut && old.len > old_at && random_below(2))
            old.len--;
        if (cut && new.len > new_at && random_below(2))
            new.len--;
        if (whole)
            continue;
        struct text a = {old.at + old_at, old.len - old_at},
                    b = {new.at + new_at, new.len - new_at};
        if (text_same(a, b))
            zi_diff_same(d, a, &out);
        else
            zi_diff_change(d, a, b, &out);
    }
    if (whole)
        zi_diff_change(d, buffered(&old), buffered(&new), &out);
    zi_diff_end(d, &out);
    size_t changed = apply(buffered(&out), buffered(&old), &again);
    assert_true(text_same(buffered(&again), buffered(&new)));
    if (whole)
        assert_int_equal(changed, fewest_changes(buffered(&old), buffered(&new)));
    zi_buffer_free(&old);
    zi_buffer_free(&new);
    zi_buffer_free(&out);
    zi_buffer_free(&again);
}

static void test_random(void **state) {
    struct diff d = {0};
    (void)state;
    for (uint32_t i = 0; i < 3000; i++)
        check_random(&d, random_below(6), 2 + random_below(8), true);
    for (uint32_t i = 0; i < 3000; i++)
        check_random(&d, random_below(40), 2 + random_below(8), false);
    zi_diff_free(&d);
}

static void add_lines(struct buffer *b, uint32_t count, uint32_t letters) {
    for (uint32_t i = 0; i < count; i++) {
        zi_buffer_number(b, random_below(letters));
        buffer_char(b, '\n');
    }
}

/* Texts without a common order end soon, whatever the bound on their search is: of many lines,
   whose hunk of megabytes is cut, after the same lines too; of so many that the bound is between
   its least and its most; a few lines against many of the same; and lines that are only added. */
static void test_large(void **state) {
    static const struct {
        uint32_t front, old, new, letters;
    } rows[] = {{0, 400000, 400000, 1000}, {5, 300000, 300000, 1000}, {0, 12000, 12000, 500},
                {1, 3, 6000, 2},           {0, 6000, 3, 2},           {0, 30, 6000, 2},
                {0, 6000, 30, 2},          {0, 0, 400000, 1000},      {5, 400000, 0, 1000}};
    (void)state;
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        struct buffer before = {0}, old = {0}, new = {0}, out = {0}, again = {0};
        struct diff d = {.name = TEXT("name")};
        for (uint32_t i = 0; i < rows[row].front; i++) {
            zi_diff_same(&d, TEXT("front\n"), &out);
            buffer_string(&before, "front\n");
        }
        add_lines(&old, rows[row].old, rows[row].letters);
        add_lines(&new, rows[row].new, rows[row].letters);
        zi_diff_change(&d, buffered(&old), buffered(&new), &out);
        for (uint32_t i = 0; i < 9; i++)
            zi_diff_same(&d, TEXT("same\n"), &out);
        zi_diff_end(&d, &out);
        for (uint32_t i = 0; i < 9; i++) {
            buffer_string(&old, "same\n");
            buffer_string(&new, "same\n");
        }
        size_t front = before.len;
        buffer_text(&before, buffered(&old));
        apply(buffered(&out), buffered(&before), &again);
        assert_true(again.len == front + new.len && !memcmp(again.at, before.at, front) &&
                    !memcmp(again.at + front, new.at, new.len));
        zi_buffer_free(&before);
        zi_buffer_free(&old);
        zi_buffer_free(&new);
        zi_buffer_free(&out);
        zi_buffer_free(&again);
        zi_diff_free(&d);
    }
}

/* A line that is too long to be shown, in either text or in both; then nothing more is said, until
   the texts end. */
static void test_long_line(void **state) {
    static char line[DIFF_LINE_MAX + 1];
    const struct text full = {line, DIFF_LINE_MAX}, over = {line, DIFF_LINE_MAX + 1};
    const struct {
        struct text old, new;
        bool too_long;
    } rows[] = {{full, NO_TEXT, false},
                {over, NO_TEXT, true},
                {NO_TEXT, full, false},
                {NO_TEXT, over, true},
                {over, over, true}};
    (void)state;
    memset(line, 'a', sizeof line);
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        struct diff d = {.name = TEXT("name")};
        struct buffer out = {0};
        zi_diff_change(&d, rows[row].old, rows[row].new, &out);
        assert_int_equal(d.line_too_long, rows[row].too_long);
        zi_diff_change(&d, TEXT("b\n"), TEXT("c\n"), &out);
        zi_diff_same(&d, TEXT("d\ne\n"), &out);
        zi_diff_change(&d, TEXT("f\n"), TEXT("g\n"), &out);
        assert_int_equal(d.line_too_long, rows[row].too_long);
        if (rows[row].too_long)
            assert_int_equal(out.len, 0);
        zi_diff_end(&d, &out);
        assert_false(d.line_too_long);
        out.len = 0;
        zi_diff_change(&d, TEXT("a\n"), TEXT("b\n"), &out);
        zi_diff_end(&d, &out);
        assert_true(text_is(buffered(&out), "--- name\n+++ name\n@@ -1 +1 @@\n-a\n+b\n"));
        zi_buffer_free(&out);
        zi_diff_free(&d);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_large),
                                       cmocka_unit_test(test_long_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
