/* Where findings begin and end: a row has a sign before the finding and one after it. */
#include "tests/unit/unit.h"

#include "notation/record/record.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { LINE = 7, COLUMN = 3, TEXT_MAX = 1000 };

static const struct row {
    const char *text;
    bool moves;       /* the finding is about the moves, not the header */
    const char *move; /* the finding's, or NULL */
} rows[] = {
    /* Scalars of the header, to their ends. */
    {"event: @a b@ # c\n", false, NULL},
    {"event: a @b c@\nsite: d\n", false, NULL},
    {"site: c\nevent: @a b@\n", false, NULL},
    {"event: @'a b'@\n", false, NULL},
    {"event: 'a @b c@' # d\n", false, NULL},
    {"event: '@a b c@'\n", false, NULL},
    {"event: \"@a b c@\"\n", false, NULL},
    {"event: @\"a b c\"@\n", false, NULL},
    {"@event@: a b\n", false, NULL},
    {"@x y@: a b\n", false, NULL},
    {"event: |\n  @a b\n  c@\n\nsite: d\n", false, NULL},
    {"event: @|\n  a b@\n", false, NULL},
    {"event: |\n  a\n@@\nsite: d\n", false, NULL},
    {"event: @a\n  b@\n", false, NULL},
    {"event: \xC3\xA9\nsite: @\xC3\xA9 \xC3\xA9@ # d\n", false, NULL},
    {"players: {black: @A B@, white: C D}\n", false, NULL},
    {"players: {black: A B, white: @C D@}\n", false, NULL},
    {"players:\n  black:\n    id: 7 8\n    name: @A B@\n  white: C D\n", false, NULL},
    {"players: {black: {name: 'A @B C@'}}\nsite: D E\n", false, NULL},
    {"players: {black: {name: A B}}\nsite: @D E@\n", false, NULL},
    {"x-a: {b: {@c d@: e f}}\n", false, NULL},
    {"x-a: {b: {c: {d: @e@ f}}}\n", false, NULL},
    {"x-a: [@b@ c]\n", false, NULL},
    {"x-a: [b c]\nevent: @d e@\n", false, NULL},
    {"x-a: @[b@ c]\n", false, NULL},
    {"event: a # @b@ c\n", false, NULL},
    /* Words elsewhere. */
    {"moves: @a@ b\n", true, NULL},
    {"moves: a @b@\n", true, NULL},
    {"moves: a@ @b\n", true, NULL},
    {"moves: a@@\n", true, NULL},
    {"moves: a@@", true, NULL},
    {"moves: @ab@", true, NULL},
    {"moves: @\xC3\xA9@ b\n", true, NULL},
    {"moves: a\r\n  @b@\r\n", true, NULL},
    {"moves: a@@\r\n", true, NULL},
    {"moves: @a\t@\t\n", true, "a\t"},
    {"moves: a @b c@ d\n", true, "b c"},
    {"moves: a @b@ c\n", true, "b d"},
    {"moves: a @b@", true, "b c"},
    {"moves: a @b c@", true, "b c"},
    {"event: a @b@ c\n", true, NULL},
};

/* The text without its signs, and their places. The bytes after it could continue a character. */
static struct text take_signs(const char *from, char to[TEXT_MAX], size_t at[2]) {
    size_t n = 0, count = 0;
    memset(to, '\x80', TEXT_MAX);
    for (; *from; from++)
        if (*from == '@')
            at[count++] = n;
        else
            to[n++] = *from;
    assert_int_equal(count, 2);
    return (struct text){to, n};
}

/* Counts the characters of a text whose first byte is in LINE and COLUMN; CR LF is one line end. */
static void assert_place(struct text t, size_t offset, size_t line, size_t column) {
    size_t lines = LINE, columns = COLUMN;
    for (size_t i = 0; i < offset; i++) {
        bool ends = t.at[i] == '\n';
        lines += ends;
        columns = ends ? 1 : columns + !is_continuation(t.at[i]);
    }
    assert_int_equal(line, lines);
    assert_int_equal(column, columns);
}

static void read(struct record *r, struct text t) {
    const struct document d = {.text = t, .line = LINE, .column = COLUMN};
    zi_record_open(r);
    assert_true(zi_record_read(r, &d));
    assert_false(r->broken);
    r->findings.count = 0; /* findings of the reader */
    r->findings.has_error = false;
}

static struct finding *report(struct record *r, size_t at, bool moves) {
    return zi_report_add(r, FINDING_STYLE, moves ? PART_MOVES : PART_HEADER, at, "x", NO_TEXT);
}

static void findings_have_ends(void **state) {
    const struct row *row = *state;
    char room[TEXT_MAX];
    size_t at[2];
    struct record r;
    struct text t = take_signs(row->text, room, at);
    read(&r, t);
    struct finding *f = report(&r, at[0], row->moves);
    f->move = row->move ? text_of(row->move) : NO_TEXT;
    zi_record_finalize(&r, false);
    f = r.findings.at;
    assert_int_equal(f->offset, at[0]);
    assert_int_equal(f->end, at[1]);
    assert_place(t, at[0], f->line, f->column);
    assert_place(t, at[1], f->end_line, f->end_column);
    zi_record_close(&r);
}

/* A word has at most 256 bytes, and whole characters. */
static void long_words_are_cut(void **state) {
    (void)state;
    for (size_t before = 252; before < 260; before++) {
        struct record r;
        struct buffer b = {0};
        buffer_string(&b, "moves: ");
        buffer_chars(&b, 'a', before);
        buffer_string(&b, "\xF0\x9F\x98\x80");
        buffer_string(&b, before % 2 ? "bc\n" : "bcdefghij k\n");
        read(&r, buffered(&b));
        report(&r, 7, true);
        zi_record_finalize(&r, false);
        size_t word = before + (before % 2 ? 6 : 13);
        size_t most = before < 256 && before + 4 > 256 ? before + 4 : 256;
        assert_int_equal(r.findings.at[0].end, 7 + (word < most ? word : most));
        zi_record_close(&r);
        zi_buffer_free(&b);
    }
}

/* A word ends at the end of a long document, also if letters follow in memory. */
static void documents_end_words(void **state) {
    char text[401];
    struct record r;
    (void)state;
    memset(text, 'x', sizeof text);
    memcpy(text, "moves: ", 7);
    text[396] = ' ';
    read(&r, (struct text){text, 400});
    report(&r, 397, true);
    zi_record_finalize(&r, false);
    assert_int_equal(r.findings.at[0].end, 400);
    zi_record_close(&r);
}

/* Findings are in the order of their places; at one place, in the order of the reports. */
static void findings_are_sorted(void **state) {
    static const size_t places[] = {9, 3, 20, 3, 9, 0, 3}, sorted[] = {5, 1, 3, 6, 0, 4, 2};
    static const char *const names[] = {"0", "1", "2", "3", "4", "5", "6"};
    struct record r;
    (void)state;
    read(&r, TEXT("event: a b c\nsite: d e f\nmoves: ''\n"));
    for (size_t i = 0; i < COUNT(places); i++)
        report(&r, places[i], false)->sentence = names[i];
    zi_record_finalize(&r, false);
    for (size_t i = 0; i < COUNT(places); i++)
        assert_string_equal(r.findings.at[i].sentence, names[sorted[i]]);
    assert_false(r.findings.has_error);
    zi_record_close(&r);
}

/* Nothing is read after the last finding. */
static void findings_fill_their_memory(void **state) {
    struct record r;
    (void)state;
    read(&r, TEXT("event: a\nsite: b\nmoves: ''\n"));
    do
        report(&r, 7, false);
    while (r.findings.count < r.findings.cap);
    zi_record_finalize(&r, true);
    for (size_t i = 0; i < r.findings.count; i++)
        assert_int_equal(r.findings.at[i].end, 8);
    zi_record_close(&r);
}

/* Findings that are not shown are counted in the order of the reports. */
static void unseen_findings_have_no_places(void **state) {
    struct record r;
    (void)state;
    read(&r, TEXT("event: a\nmoves: ''\n"));
    r.unseen = true;
    report(&r, 7, false);
    report(&r, 0, false);
    zi_record_finalize(&r, false);
    assert_int_equal(r.findings.at[0].offset, 7);
    assert_int_equal(r.findings.at[0].line, 0);
    zi_record_close(&r);
}

static void notes_are_errors_if_strict(void **state) {
    struct record r;
    (void)state;
    read(&r, TEXT("event: a\nmoves: ''\n"));
    report(&r, 0, false);
    zi_report_add(&r, FINDING_UNKNOWN_KEY, PART_HEADER, 1, NULL, NO_TEXT);
    zi_record_finalize(&r, false);
    assert_int_equal(r.findings.at[0].severity, SEVERITY_NOTE);
    zi_record_finalize(&r, true);
    assert_int_equal(r.findings.at[0].severity, SEVERITY_ERROR);
    assert_int_equal(r.findings.at[1].severity, SEVERITY_WARNING);
    assert_true(r.findings.has_error);
    zi_record_close(&r);
}

/* If there are too many findings, the last one says that more were found. */
static void too_many_findings_are_one(void **state) {
    (void)state;
    for (size_t more = 0; more < 3; more++) {
        struct record r;
        read(&r, TEXT("event: a\nmoves: ''\n"));
        for (size_t i = 0; i < FINDINGS_MAX + more; i++)
            report(&r, i < FINDINGS_MAX - 1 ? 3 : i < FINDINGS_MAX ? 5 : 7, false);
        zi_record_finalize(&r, false);
        assert_int_equal(r.findings.count, FINDINGS_MAX);
        assert_int_equal(r.findings.dropped, more);
        assert_int_equal(r.findings.has_error, more > 0);
        const struct finding *last = &r.findings.at[FINDINGS_MAX - 1];
        assert_int_equal(last->code, more ? FINDING_LIMIT : FINDING_STYLE);
        assert_int_equal(last->offset, 5);
        assert_int_equal(last[-1].code, FINDING_STYLE);
        zi_record_close(&r);
    }
}

int main(void) {
    static struct CMUnitTest tests[COUNT(rows) + 7];
    static char names[COUNT(rows)][20];
    size_t count = 0;
    for (; count < COUNT(rows); count++) {
        snprintf(names[count], sizeof *names, "row %zu", count + 1);
        tests[count] = (struct CMUnitTest){.name = names[count],
                                           .test_func = findings_have_ends,
                                           .initial_state = (void *)(uintptr_t)&rows[count]};
    }
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(long_words_are_cut);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(documents_end_words);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(findings_are_sorted);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(findings_fill_their_memory);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(unseen_findings_have_no_places);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(notes_are_errors_if_strict);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(too_many_findings_are_one);
    return _cmocka_run_group_tests("finalize", tests, count, NULL, NULL);
}
