/* Reading streams and records: line ends in unusual places, what is too long, and findings where
   few records have any. */
#include "tests/unit/unit.h"

#include "notation/record/side_document.h"
#include "notation/record/yaml.h"
#include "tests/feed.h"

#define BOM "\xEF\xBB\xBF"

static struct record record;

/* Streams. */

/* A line that is too long ends with CR LF, of which the CR is the last byte of what was read: it is
   one line end, wherever in a piece of the line it comes. */
static void a_line_end_may_come_in_two_pieces(void **state) {
    enum { PIECE_BYTES = 5 };
    (void)state;
    for (size_t more = 0; more < PIECE_BYTES; more++) {
        struct buffer b = {0};
        struct source source;
        struct document d;
        buffer_string(&b, "a: ");
        buffer_chars(&b, 'x', RECORD_BYTES_MAX + 100 + more);
        buffer_string(&b, "\r\n---\nb: c\n");
        struct feed feed = {b.at, b.len, 1};
        zi_source_open(&source, feed_read, &feed);
        assert_true(zi_source_next(&source, &d));
        assert_true(d.too_long);
        assert_true(zi_source_next(&source, &d));
        assert_true(text_is(d.text, "---\nb: c\n"));
        assert_int_equal(d.line, 2);
        assert_false(zi_source_next(&source, &d));
        zi_source_close(&source);
        zi_buffer_free(&b);
    }
}

/* A document after `...` has to begin with `---`, also one that is too long. */
static void a_long_document_may_be_unmarked(void **state) {
    struct buffer b = {0};
    (void)state;
    for (int marked = 0; marked < 2; marked++) {
        struct source source;
        struct document d;
        b.len = 0;
        buffer_string(&b, "a: b\n...\n");
        buffer_string(&b, marked ? "---\n" : "");
        for (size_t i = 0; i < RECORD_BYTES_MAX / 8; i++)
            buffer_string(&b, "x-a: bcd\n");
        struct feed feed = {b.at, b.len, b.len};
        zi_source_open(&source, feed_read, &feed);
        assert_true(zi_source_next(&source, &d));
        assert_false(d.too_long || d.unmarked);
        assert_true(zi_source_next(&source, &d));
        assert_true(d.too_long && d.after_end);
        assert_true(d.unmarked == !marked && d.follows == !marked);
        zi_source_close(&source);
    }
    zi_buffer_free(&b);
}

/* However long a stream is, its memory is that of a document and what was read ahead of it. */
static void memory_does_not_grow(void **state) {
    enum { STREAM_BYTES = 4 * 1024 * 1024, MEMORY = 256 * 1024 };
    static const size_t steps[] = {1000, 65536, STREAM_BYTES};
    struct buffer b = {0};
    (void)state;
    while (b.len < STREAM_BYTES)
        buffer_string(&b, "---\na: b\n");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct feed feed = {b.at, b.len, steps[i]};
        struct source source;
        struct document d;
        size_t count = 0;
        zi_source_open(&source, feed_read, &feed);
        for (; zi_source_next(&source, &d); count++) {
            assert_true(text_is(d.text, "---\na: b\n"));
            assert_int_equal(d.line, 1 + 2 * count);
            assert_int_equal(d.offset, 9 * count);
        }
        assert_int_equal(9 * count, b.len);
        assert_int_equal(source.cap, MEMORY);
        zi_source_close(&source);
    }
    zi_buffer_free(&b);
}

/* Findings. */

static void read_record(struct text t, bool unmarked) {
    const struct document d = {.text = t, .line = 1, .unmarked = unmarked};
    record.broken = false;
    assert_true(zi_record_read(&record, &d));
    zi_record_finalize(&record, false);
}

/* The one finding of a record. */
static const struct finding *the_finding(enum finding_code code) {
    assert_int_equal(record.findings.count, 1);
    assert_int_equal(record.findings.at[0].code, code);
    return &record.findings.at[0];
}

/* Each line end that YAML has is one before and after directives. */
static void directives_are_counted(void **state) {
    static const char *const ends[] = {"\n",       "\r",           "\r\n",
                                       "\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"};
    enum { DIRECTIVES_MOST = 64 };
    (void)state;
    for (size_t end = 0; end < sizeof ends / sizeof *ends; end++)
        for (int more = 0; more < 2; more++) {
            struct buffer b = {0};
            buffer_string(&b, "\xEF\xBB\xBF");
            buffer_string(&b, ends[end]);
            for (int i = 0; i < DIRECTIVES_MOST + more; i++) {
                buffer_string(&b, "  # \xC2\xA0 \xE2\x82\xAC \xE2\x80\xA0"); /* no line ends */
                buffer_string(&b, ends[end]);
                buffer_string(&b, "%X");
                buffer_string(&b, ends[end]);
            }
            buffer_string(&b, "---\ngame: hogga\n");
            read_record(buffered(&b), false);
            if (more)
                the_finding(FINDING_LIMIT);
            else if (record.findings.count) /* libyaml may not take an unknown directive */
                assert_int_not_equal(record.findings.at[0].code, FINDING_LIMIT);
            zi_buffer_free(&b);
        }
    struct buffer b = {0};
    for (int i = 0; i <= DIRECTIVES_MOST; i++)
        buffer_string(&b, " %X\n");
    read_record(buffered(&b), false);
    the_finding(FINDING_YAML);
    zi_buffer_free(&b);
    read_record(TEXT("%X"), false);
    read_record(TEXT("%X\n  "), false);
}

/* libyaml would skip a byte order mark at the start of a line. */
static void marks_are_refused(void **state) {
    static const struct {
        const char *text;
        long at;
    } rows[] = {
        {BOM "a", -1},
        {BOM "a\n" BOM, 5},
        {"game: hogga\n" BOM "moves: a\n", 12},
        {"game: hogga\r" BOM "moves: a\n", 12},
        {"game: hogga\r\n" BOM, 13},
        {"event: " BOM "\nsite: a" BOM "\n" BOM "x-a: 1\n", 22},
        {"x-a: " BOM "a\nx-b: a" BOM "\n", -1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct document d = {.text = text_of(rows[i].text), .line = 1};
        zi_record_begin(&record, &d);
        const struct node *root = zi_yaml_read(&record);
        assert_int_equal(root == NULL, rows[i].at >= 0);
        if (!root)
            assert_int_equal(the_finding(FINDING_YAML)->offset, rows[i].at);
    }
}

/* Features that records do not have and faults are reported at their place. */
static void yaml_is_refused(void **state) {
    static const char tag[] = "a record has no tags; quote text that begins with `!`",
                      anchor[] = "a record has no anchors; quote text that begins with `&`",
                      alias[] = "a record has no aliases; quote text that begins with `*`",
                      none[] = "there is no record here",
                      second[] = "a second document begins without `---`",
                      tab[] = "a tab cannot indent; use spaces",
                      colon[] = "this line has no `: ` after its key",
                      quote[] = "this quote is not closed before the record ends";
    static const struct {
        const char *text;
        size_t at;
        const char *words;
    } rows[] = {
        {"\u00E9: !b c\n", 4, tag},
        {"\u00E9: !b [c]\n", 4, tag},
        {"a: !b\n  c: d\n", 3, tag},
        {"!b a: c\n", 0, tag},
        {"a: &b c\n", 3, anchor},
        {"a: &b [c]\n", 3, anchor},
        {"a: &b\n  c: d\n", 3, anchor},
        {"a: &b !c d\n", 3, anchor},
        {"a: *b\n", 3, alias},
        {"# a\n", 0, none},
        {"", 0, none},
        {"a: b\n---\nc: d\n", 5, second},
        {"\u00E9: b\n...\n---\nc: d\n", 10, second},
        {"a:\n\tb: c\n", 3, tab},
        {"a: [b,\n\tc\n", 3, NULL},
        {"\u00E9: 'b\n", 4, quote},
        {"a: b\nc\nd: e\n", 5, colon},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct document d = {.text = text_of(rows[i].text), .line = 1};
        zi_record_begin(&record, &d);
        zi_record_check_utf8(&record, &record.by_bytes);
        assert_null(zi_yaml_read(&record));
        const struct finding *f = the_finding(FINDING_YAML);
        if (f->offset != rows[i].at)
            fail_msg("`%s`: %zu", rows[i].text, f->offset);
        if (rows[i].words && !text_begins(f->detail, rows[i].words) &&
            strcmp(f->sentence, rows[i].words) != 0)
            fail_msg("`%s`: %s", rows[i].text, f->sentence);
    }
}

/* Nested collections count, siblings do not. Places are in characters if the text is not only
   ASCII. */
static void nesting_has_a_limit(void **state) {
    enum { DEPTH_MAX = 64, BESIDE = 70 };
    (void)state;
    for (size_t depth = DEPTH_MAX; depth <= DEPTH_MAX + 1; depth++) {
        struct buffer b = {0};
        buffer_string(&b, "moves: ''\nx-a: [");
        for (unsigned i = 0; i < BESIDE; i++)
            buffer_string(&b, "[], {}, \xC3\xA9, ");
        size_t third = b.len;
        buffer_chars(&b, '[', depth - 2);
        buffer_string(&b, depth > DEPTH_MAX ? "*a" : ""); /* after the limit: not reported */
        buffer_chars(&b, ']', depth - 1);
        buffer_string(&b, "\ngame: hogga\n");
        const struct document d = {.text = buffered(&b), .line = 1};
        zi_record_begin(&record, &d);
        zi_record_check_utf8(&record, &record.by_bytes);
        const struct node *root = zi_yaml_read(&record);
        assert_int_equal(root != NULL, depth == DEPTH_MAX);
        if (!root)
            assert_int_equal(the_finding(FINDING_LIMIT)->offset, third + DEPTH_MAX - 2);
        zi_buffer_free(&b);
    }
}

/* A list of names is a sequence. A tournament is a mapping with both keys and without moves. The
   text may break off. */
static void side_documents_have_kinds(void **state) {
    static const struct {
        const char *head;
        enum side_kind kind;
    } rows[] = {
        {"tournament: x\nplayers: [a]\n", SIDE_TOURNAMENT},
        {"tournament: x\nplayers: [a, b", SIDE_TOURNAMENT},
        {"{players: {a: moves}, tournament: [moves]}", SIDE_TOURNAMENT},
        {"? [a]\n: b\ntournament: {}\nplayers: []\n", SIDE_TOURNAMENT},
        {"a: &a b\nc: *a\ntournament:\nplayers:\n", SIDE_TOURNAMENT},
        {"tournament: x\nplayers: [a]\n---\nmoves: a\n", SIDE_TOURNAMENT},
        {"- a\n- b\n", SIDE_NAMES},
        {"# a\n---\n[a", SIDE_NAMES},
        {"", SIDE_NONE},
        {"a\n", SIDE_NONE},
        {"tournament", SIDE_NONE},
        {"tournament: players\n", SIDE_NONE},
        {"players: tournament\n", SIDE_NONE},
        {"tournament: x\nplayers: [a]\nmoves: b\n", SIDE_NONE},
        {"a: {tournament: x, players: y}\n", SIDE_NONE},
        {"a: tournament\nb: players\n", SIDE_NONE},
        {"a: []\nb: {}\nc: [d]\n", SIDE_NONE},
        {"a: [[]]\nb: {c: {}}\nplayers: d\ne: tournament\n", SIDE_NONE},
        {"a: &a b\nc: *a\nd: tournament\ne: players\n", SIDE_NONE},
        {"tournament: x\n---\nplayers: [a]\n", SIDE_NONE},
        {"tournament: x\n...\nplayers: [a]\n", SIDE_NONE},
        {"a: b\n---\n- c\n", SIDE_NONE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool failed = false;
        if (zi_yaml_side_kind(text_of(rows[i].head), &failed) != rows[i].kind || failed)
            fail_msg("%s", rows[i].head);
    }
}

static void encodings_are_told(void **state) {
    static const char utf_16[] = "the file is UTF-16; save it as UTF-8",
                      other[] = "save the file as UTF-8";
    (void)state;
    read_record(TEXT("\xFF\xFEg\0"), false);
    assert_true(text_is(the_finding(FINDING_ENCODING)->detail, utf_16));
    read_record(TEXT("\xFE\xFF\0g"), false);
    assert_true(text_is(the_finding(FINDING_ENCODING)->detail, utf_16));
    read_record(TEXT("\xFF"), false);
    assert_true(text_is(the_finding(FINDING_ENCODING)->detail, other));
    read_record(TEXT("a: \xFF\n"), true); /* which comes before the marker that lacks */
    assert_true(text_is(the_finding(FINDING_ENCODING)->detail, other));
    read_record(TEXT("a: b\n"), true);
    the_finding(FINDING_YAML);
}

/* Players: a key that appears twice is told as that alone, and too many keys stop the record. */
static void keys_of_players_are_met(void **state) {
    struct buffer b = {0};
    (void)state;
    read_record(TEXT("game: akron\nplayers: {black: {skill: 1, skill: 2}}\nmoves: d4\n"), false);
    assert_int_equal(record.findings.count, 2);
    assert_int_equal(record.findings.at[0].code, FINDING_UNKNOWN_KEY);
    assert_int_equal(record.findings.at[1].code, FINDING_DUPLICATE_KEY);
    buffer_string(&b, "game: akron\nplayers: {black: {x-0: 1");
    for (int i = 1; i < 300; i++) {
        buffer_string(&b, ", x-");
        zi_buffer_number(&b, (unsigned)i);
        buffer_string(&b, ": 1");
    }
    buffer_string(&b, "}}\nmoves: d4\n");
    read_record(buffered(&b), false);
    const struct finding *f = the_finding(FINDING_LIMIT);
    assert_memory_equal(b.at + f->offset, "x-256:", 6);
    zi_buffer_free(&b);
}

/* Too many options, too; and findings beyond the most that there are do not outlive what stops the
   record. */
static void too_many_keys_stop_the_record(void **state) {
    struct buffer b = {0};
    (void)state;
    for (int players = 0; players < 2; players++) {
        b.len = 0;
        buffer_string(&b, players ? "game: akron\nplayers:\n" : "game: akron\nrules:\n");
        for (unsigned i = 0; i <= 256; i++) {
            buffer_string(&b, "  n");
            zi_buffer_number(&b, i);
            buffer_string(&b, ": ");
            for (unsigned k = 0; players && k < 80; k++) { /* 20,480 keys that no player has */
                buffer_string(&b, k ? ", q" : "{q");
                zi_buffer_number(&b, k);
                buffer_string(&b, ": 1");
            }
            buffer_string(&b, players ? "}\n" : "1\n");
        }
        buffer_string(&b, "moves: d4\n");
        read_record(buffered(&b), false);
        const struct finding *f = the_finding(FINDING_LIMIT);
        assert_memory_equal(b.at + f->offset, "n256:", 5);
    }
    zi_buffer_free(&b);
}

/* Where a finding ends: with the scalar that it is in, however deep; else with the word, which is
   cut behind 256 bytes, but not within a character. */
static void findings_have_ends(void **state) {
    static const char deep[] =
        "game: akron\nplayers: {black: {name: {a: {b: c}}, rating: x}}\nmoves: d4\n";
    struct buffer b = {0};
    (void)state;
    read_record(text_of(deep), false);
    assert_true(record.findings.count > 0);
    for (size_t i = 0; i < record.findings.count; i++)
        assert_true(record.findings.at[i].end > record.findings.at[i].offset);
    for (int before = 0; before < 2; before++) {
        b.len = 0;
        buffer_string(&b, before ? "game: akron\n%a" : "game: akron\n%");
        for (int i = 0; i < 200; i++)
            buffer_string(&b, "\u00F8");
        read_record(buffered(&b), false);
        const struct finding *f = the_finding(FINDING_YAML);
        assert_int_equal(f->offset, strlen("game: akron\n"));
        assert_int_equal(f->end - f->offset, before ? 256 : 257);
    }
    zi_buffer_free(&b);
}

/* A move may be longer than what is written of it: \\P is one character of three bytes. Its finding
   ends with the word then, and within the record. */
static void moves_may_be_longer_than_what_is_written(void **state) {
    static const char written[] = "game: akron\nmoves: \"\\P\\P\\P\"";
    static const char meant[] = "\u2029\u2029\u2029";
    const size_t at = strlen("game: akron\nmoves: \"");
    (void)state;
    read_record(text_of(written), false);
    assert_int_equal(record.findings.count, 0);
    assert_true(text_is(record.field[KEY_MOVES].text, meant));
    assert_int_equal(zi_field_offset(&record, &record.field[KEY_MOVES], 0), at);
    struct finding *f = zi_report_add(&record, FINDING_SYNTAX, PART_MOVES, at, NULL, NO_TEXT);
    assert_non_null(f);
    f->move = record.field[KEY_MOVES].text;
    assert_true(f->move.len > strlen(written) - at);
    zi_record_finalize(&record, false);
    assert_int_equal(the_finding(FINDING_SYNTAX)->end, strlen(written));
}

/* Side documents. */

/* A document may be longer than one piece of a stream; its lines are counted in any order. */
static void side_documents_have_lines(void **state) {
    struct side_document d;
    struct buffer b = {0};
    (void)state;
    buffer_string(&b, "a:\n");
    for (int i = 0; i < 100000; i++)
        buffer_string(&b, "- b\n");
    assert_true(zi_side_open(&d, buffered(&b), "too long"));
    assert_non_null(d.root);
    const struct node *list = d.root->first->next;
    assert_int_equal(zi_side_line(&d, list->last), 100001);
    assert_int_equal(zi_side_line(&d, list->first), 2);
    zi_side_close(&d);
    assert_true(zi_side_open(&d, TEXT("a: b\n c: d\n"), "too long"));
    assert_null(d.root);
    b.len = 0;
    zi_side_fault(&d, TEXT("f"), &b);
    assert_memory_equal(b.at, "f:2: error: ", 12);
    zi_side_close(&d);
    zi_buffer_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_end_may_come_in_two_pieces),
        cmocka_unit_test(a_long_document_may_be_unmarked),
        cmocka_unit_test(memory_does_not_grow),
        cmocka_unit_test(directives_are_counted),
        cmocka_unit_test(marks_are_refused),
        cmocka_unit_test(yaml_is_refused),
        cmocka_unit_test(nesting_has_a_limit),
        cmocka_unit_test(side_documents_have_kinds),
        cmocka_unit_test(encodings_are_told),
        cmocka_unit_test(keys_of_players_are_met),
        cmocka_unit_test(too_many_keys_stop_the_record),
        cmocka_unit_test(findings_have_ends),
        cmocka_unit_test(moves_may_be_longer_than_what_is_written),
        cmocka_unit_test(side_documents_have_lines),
    };
    zi_record_open(&record);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    zi_record_close(&record);
    return failed;
}
