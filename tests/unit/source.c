/* Streams of YAML documents, made at random from the lines that matter and read in pieces of any
   size. A second implementation of the rules cuts the same streams line by line. */
#include "tests/unit/unit.h"

#include "notation/base/buffer.h"
#include "tests/feed.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define BOM "\xEF\xBB\xBF"

enum { LINES_MAX = 10, DOCUMENTS_MAX = LINES_MAX + 2, STREAMS = 4000 };

static const struct line_row {
    const char *text;
    enum kind { BLANK, DIRECTIVE, START, END, CONTENT } kind;
} lines[] = {
    {"---", START},     {"--- a", START},      {"---\t", START},  {BOM "---", START},
    {"...", END},       {"... a", END},        {"...\t", END},    {BOM "...", END},
    {"---a", CONTENT},  {"--", CONTENT},       {"-", CONTENT},    {"- a", CONTENT},
    {"-.-", CONTENT},   {"----", CONTENT},     {"....", CONTENT}, {"..", CONTENT},
    {".", CONTENT},     {"...a", CONTENT},     {" ---", CONTENT}, {" ...", CONTENT},
    {"--a", CONTENT},   {"..a", CONTENT},      {"a: 1", CONTENT}, {"a: 1", CONTENT},
    {BOM "a", CONTENT}, {"\xEF\xBB", CONTENT}, {" %a", CONTENT},  {BOM " # a", BLANK},
    {"%a", DIRECTIVE},  {BOM "%a", DIRECTIVE}, {"", BLANK},       {"", BLANK},
    {" ", BLANK},       {"\t", BLANK},         {"# a", BLANK},    {" \t# ---", BLANK},
    {BOM, BLANK},
};

/* A stream, and the end of each of its lines. */
struct stream {
    char at[400];
    size_t len, count, end[LINES_MAX];
    enum kind kind[LINES_MAX];
};

struct cut {
    size_t from, to, line; /* with a byte order mark */
    bool marked, directive, after_end, ends;
};

static uint32_t state = 1;

static size_t draw(size_t n) {
    state = state * 1664525 + 1013904223;
    return (state >> 8) % n;
}

static struct stream make_stream(void) {
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    struct stream s = {.count = draw(LINES_MAX + 1)};
    size_t mixed = draw(2), own = draw(3);
    for (size_t i = 0; i < s.count; i++) {
        const struct line_row *row = &lines[draw(COUNT(lines))];
        bool last = i + 1 == s.count && draw(2) && *row->text;
        const char *end = last ? "" : ends[mixed ? draw(3) : own];
        if (i && s.at[s.len - 1] == '\r' && *row->text == '\0' && *end == '\n')
            end = "\r"; /* else the CR and the LF would be one line end */
        s.len += (size_t)snprintf(s.at + s.len, sizeof s.at - s.len, "%s%s", row->text, end);
        s.kind[i] = row->kind;
        s.end[i] = s.len;
    }
    return s;
}

/* The documents in the lines from the first up to `count`. */
static size_t cut_lines(const struct stream *s, size_t count, struct cut out[DOCUMENTS_MAX]) {
    size_t documents = 0;
    bool content = false, anything = false, after_end = false;
    struct cut now = {.line = 1};
    for (size_t i = 0; i <= count; i++) {
        enum kind kind = i < count ? s->kind[i] : END;
        size_t start = i ? s->end[i - 1] : 0;
        bool here = i == count || (content && kind == START);
        if (i < count && !here) {
            now.directive |= kind == DIRECTIVE && !content;
            now.marked |= kind == START;
            content |= kind == START || kind == CONTENT;
            anything |= kind != BLANK && kind != END;
            start = s->end[i];
            here = kind == END;
            now.ends = here;
        }
        if (!here)
            continue;
        if (anything) {
            now.to = start;
            now.after_end = after_end;
            out[documents++] = now;
            after_end = now.ends;
        }
        bool again = i < count && kind == START; /* which begins the next */
        now = (struct cut){.from = start, .line = i + !again + 1};
        content = anything = false;
        if (again) {
            content = anything = now.marked = true;
        }
    }
    return documents;
}

static void assert_document(const struct stream *s, const struct cut *cut,
                            const struct document *d) {
    struct text whole = {s->at + cut->from, cut->to - cut->from};
    size_t mark = text_mark(whole);
    assert_int_equal(d->piece, PIECE_DOCUMENT);
    assert_int_equal(d->mark, mark);
    assert_int_equal(d->offset, cut->from + mark);
    assert_int_equal(d->line, cut->line);
    assert_true(text_same(d->text, (struct text){whole.at + mark, whole.len - mark}));
    assert_int_equal(d->after_end, cut->after_end);
    assert_int_equal(d->directive, cut->directive);
    assert_int_equal(d->unmarked, cut->after_end && !cut->marked);
    assert_int_equal(d->follows, d->unmarked);
    assert_false(d->too_long);
}

/* Checks the documents of a stream; with `pieces`, also the text between them. */
static void assert_cut(const struct stream *s, size_t step, bool pieces) {
    struct cut cuts[DOCUMENTS_MAX];
    size_t count = cut_lines(s, s->count, cuts), i = 0, at = 0;
    struct feed feed = {s->at, s->len, step};
    struct source source;
    struct document d;
    zi_source_open(&source, feed_read, &feed);
    source.pieces = pieces;
    while (zi_source_next(&source, &d)) {
        if (pieces) {
            assert_int_equal(d.offset - d.mark, at);
            at += d.mark + d.text.len;
        }
        if (d.piece == PIECE_DOCUMENT) {
            assert_true(i < count);
            assert_document(s, &cuts[i++], &d);
        } else {
            assert_true(d.follows && d.piece == PIECE_BETWEEN);
            assert_memory_equal(d.text.at, s->at + d.offset, d.text.len);
        }
    }
    assert_int_equal(i, count);
    assert_true(!pieces || at == s->len);
    assert_int_equal(source.passed, s->len);
    zi_source_close(&source);
}

static void streams_are_cut(void **unused) {
    (void)unused;
    for (int n = 0; n < STREAMS; n++) {
        struct stream s = make_stream();
        size_t step = draw(8) + 1;
        assert_cut(&s, step, false);
        assert_cut(&s, step, true);
    }
}

/* Reads the rest, then fails. */
static long fail_at_end(void *context, char *to, size_t cap) {
    long n = feed_read(context, to, cap);
    return n ? n : -1;
}

/* If reading fails, only documents whose end was read are returned. */
static void half_a_document_is_dropped(void **unused) {
    (void)unused;
    for (int n = 0; n < STREAMS; n++) {
        struct stream s = make_stream();
        struct cut cuts[DOCUMENTS_MAX];
        size_t whole = 0, read = draw(s.len + 1), i = 0;
        for (; whole < s.count && s.end[whole] <= read; whole++)
            if (s.at[s.end[whole] - 1] != '\n' && s.end[whole] == read)
                break; /* a LF may follow the CR */
        size_t count = cut_lines(&s, whole, cuts);
        count -= count && !(cuts[count - 1].ends && cuts[count - 1].to <= read);
        struct feed feed = {s.at, read, draw(8) + 1};
        struct source source;
        struct document d;
        zi_source_open(&source, fail_at_end, &feed);
        for (; zi_source_next(&source, &d); i++) {
            assert_true(i < count);
            assert_document(&s, &cuts[i], &d);
        }
        assert_int_equal(i, count);
        assert_true(source.failed);
        zi_source_close(&source);
    }
}

/* Documents about as long as the limit, between two short ones: a line of theirs, their end, and
   the next document. */
static const struct long_row {
    const char *line, *tail, *next;
} longs[] = {
    {"abc\n", "\n", "---\nb: 2\n"},
    {"abc\n", "\n...\n", "b: 2\n"},
    {"ab\r\n", "\r\n", "---\r\nb: 2\n"},
    {"abc\r", "\r...\r", "b: 2\n"},
    {"abc-", "\n", "---\nb: 2\n"},
    {"--- ", "\n", "---\nb: 2\n"},
    {"... ", "\r...\r", "b: 2\n"},
    {"... ", "", ""},
    {"#bc\n", "\n", ""},
    {"abc\n", "\n...", ""},
};

static void assert_long(const struct long_row *row, size_t more, bool pieces) {
    struct buffer b = {0};
    struct source source;
    struct document d;
    buffer_string(&b, "a: 1\n---\nxyz"); /* the lines begin where reads do */
    size_t marker = strchr(row->tail, '.') ? strlen(row->tail) - 1 : 0; /* not counted */
    size_t start = 5, length = RECORD_BYTES_MAX + marker + more, end = start + length, at;
    size_t tail = end - strlen(row->tail);
    while (b.len < tail)
        buffer_string(&b, row->line);
    b.len = tail;
    buffer_string(&b, row->tail);
    buffer_string(&b, row->next);
    struct feed feed = {b.at, b.len, 65536};
    zi_source_open(&source, feed_read, &feed);
    source.pieces = pieces;
    assert_true(zi_source_next(&source, &d) && d.text.len == start);
    assert_true(zi_source_next(&source, &d));
    assert_int_equal(d.too_long, more > 0);
    assert_int_equal(d.text.len, d.too_long ? 256 : length);
    assert_int_equal(d.offset, start);
    assert_int_equal(d.line, 2);
    assert_memory_equal(d.text.at, b.at + start, d.text.len);
    at = d.too_long && pieces ? start : end;
    bool next = zi_source_next(&source, &d);
    for (; next && d.piece == PIECE_OF_LONG; next = zi_source_next(&source, &d)) {
        assert_true(d.follows);
        assert_int_equal(d.offset, at);
        assert_memory_equal(d.text.at, b.at + at, d.text.len);
        at += d.text.len;
    }
    assert_int_equal(at, end);
    assert_int_equal(next, *row->next != '\0');
    if (next) {
        struct place there = {{b.at, b.len}, 0, 1, 1};
        zi_place_move(&there, end);
        assert_int_equal(d.offset, end);
        assert_int_equal(d.line, there.line);
        assert_int_equal(d.unmarked, *row->next == 'b');
        assert_int_equal(d.text.len, strlen(row->next));
        assert_false(zi_source_next(&source, &d));
    }
    assert_int_equal(source.passed, b.len);
    assert_true(source.cap < 3 * RECORD_BYTES_MAX / 2); /* however long a document or a line is */
    zi_source_close(&source);
    zi_buffer_free(&b);
}

static void long_documents_are_passed(void **unused) {
    static const size_t more[] = {0, 1, RECORD_BYTES_MAX};
    (void)unused;
    for (size_t i = 0; i < COUNT(longs); i++)
        for (size_t k = 0; k < COUNT(more); k++)
            for (unsigned pieces = 0; pieces < 2; pieces++)
                assert_long(&longs[i], more[k], pieces);
}

/* The line after a document that is too long is recognized even if a read ends within it. */
static void markers_may_come_in_two_reads(void **unused) {
    static const char *const markers[] = {BOM "---\n", BOM "---a\n", "---\n", "---a\n", "...\n"};
    enum { READ = 60000 };
    (void)unused;
    for (size_t i = 0; i < 8 * COUNT(markers); i++) {
        const char *marker = markers[i / 8];
        struct buffer b = {0};
        struct source source;
        struct document d;
        size_t length = (RECORD_BYTES_MAX / READ + 2) * READ - i % 8, count = 0;
        while (b.len < length - 1)
            buffer_string(&b, "b: ");
        b.len = length - 1;
        buffer_string(&b, "\n");
        buffer_string(&b, marker);
        buffer_string(&b, "c: 3\n");
        struct feed feed = {b.at, b.len, READ};
        zi_source_open(&source, feed_read, &feed);
        for (; zi_source_next(&source, &d); count++)
            assert_int_equal(d.too_long, !count);
        assert_int_equal(count, strchr(marker, 'a') ? 1 : 2);
        zi_source_close(&source);
        zi_buffer_free(&b);
    }
}

/* Of a document that is too long the start is kept, wherever it is in the stream. */
static void long_documents_have_starts(void **unused) {
    enum { LONGS = 5 };
    struct buffer b = {0};
    struct source source;
    struct document d;
    size_t start[LONGS];
    (void)unused;
    for (unsigned i = 0; i < LONGS; i++) {
        start[i] = b.len;
        buffer_string(&b, "---\nx-");
        for (size_t end = b.len + RECORD_BYTES_MAX + 1000 * i; b.len < end;) {
            zi_buffer_number(&b, b.len);
            buffer_string(&b, i & 1 ? ": a\n" : ": b\r\n");
        }
    }
    struct feed feed = {b.at, b.len, 65536};
    zi_source_open(&source, feed_read, &feed);
    for (unsigned i = 0; i < LONGS; i++) {
        assert_true(zi_source_next(&source, &d) && d.too_long);
        assert_int_equal(d.offset, start[i]);
        assert_memory_equal(d.text.at, b.at + start[i], d.text.len);
    }
    assert_false(zi_source_next(&source, &d));
    zi_source_close(&source);
    zi_buffer_free(&b);
}

/* Other formats take the bytes read so far in parts of any length. The line of a part is the number
   of line ends before it plus 1. CR LF is one line end, even if a part ends within it. */
static void assert_taken(const struct stream *s, size_t step) {
    struct feed feed = {s->at, s->len, step};
    struct source source;
    size_t at = 0, line = 1, column = 1;
    zi_source_open(&source, feed_read, &feed);
    while (source_ahead(&source).len || zi_source_more(&source)) {
        size_t end = at + draw(source_ahead(&source).len + 1);
        struct document d = zi_source_take(&source, end - at);
        assert_int_equal(d.offset, at);
        assert_int_equal(d.line, line);
        assert_int_equal(d.column, column);
        assert_true(text_same(d.text, (struct text){s->at + at, end - at}));
        for (; at < end; at++) {
            char c = s->at[at];
            line += c == '\r' || (c == '\n' && (!at || s->at[at - 1] != '\r'));
            column = c == '\r' || c == '\n' ? 1 : column + !is_continuation(c);
        }
    }
    assert_int_equal(source.passed, s->len);
    zi_source_close(&source);
}

static void parts_are_taken(void **unused) {
    (void)unused;
    for (int n = 0; n < STREAMS; n++) {
        struct stream s = make_stream();
        assert_taken(&s, draw(8) + 1);
    }
}

/* The head identifies a format. No more of the stream is read for it. */
static void heads_are_read(void **unused) {
    static const size_t lengths[] = {0, 10, 4095, 4096, 4097, 10000},
                        steps[] = {1, 1000, 1024, 9999};
    char text[10000];
    (void)unused;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + i % 23);
    for (size_t i = 0; i < COUNT(lengths) * COUNT(steps); i++) {
        size_t length = lengths[i / COUNT(steps)], step = steps[i % COUNT(steps)];
        size_t head = length < 4096 ? length : 4096, read = (head + step - 1) / step * step;
        struct feed feed = {text, length, step};
        struct source source;
        zi_source_open(&source, feed_read, &feed);
        for (int again = 0; again < 2; again++)
            assert_true(text_same(zi_source_head(&source), (struct text){text, head}));
        assert_int_equal(source_ahead(&source).len, read < length ? read : length);
        zi_source_close(&source);
    }
}

static void texts_are_read(void **unused) {
    char to[8];
    (void)unused;
    for (size_t size = 1; size < sizeof to; size++) {
        struct text left = TEXT("abcdef");
        for (size_t at = 0, n; at <= 6; at += n ? n : 1) {
            n = 6 - at < size ? 6 - at : size;
            assert_int_equal(zi_text_read(&left, to, size), n);
            assert_memory_equal(to, "abcdef" + at, n);
        }
    }
}

/* The second read ends the stream or fails; the third would not. */
static long end_once(void *context, char *to, size_t cap) {
    long *ends = context;
    (void)cap;
    memcpy(to, "a: 1\n", 5);
    return ++ends[0] == 2 ? ends[1] : 5;
}

static void an_end_is_final(void **unused) {
    (void)unused;
    for (long end = -1; end <= 0; end++) {
        long ends[] = {0, end};
        struct source source;
        zi_source_open(&source, end_once, ends);
        assert_true(zi_source_more(&source));
        for (int again = 0; again < 2; again++)
            assert_false(zi_source_more(&source));
        assert_int_equal(ends[0], 2);
        assert_int_equal(source.failed, end < 0);
        assert_int_equal(source.ended, end == 0);
        zi_source_close(&source);
    }
}

/* A line of blanks or a comment that is longer than a document is between documents. */
static void long_lines_between_are_passed(void **unused) {
    static const char *const before[] = {"#x", "---\n...\n#x", "  # - ", "# a\n#%", "# a\n "};
    (void)unused;
    for (size_t i = 0; i < 4 * COUNT(before); i++) {
        struct buffer b = {0};
        struct source source;
        struct document d = {0};
        size_t at = 0, documents = 0;
        buffer_string(&b, before[i / 4]);
        char fill = b.at[b.len - 1] == ' ' ? ' ' : 'x';
        buffer_chars(&b, fill, i & 1 ? RECORD_BYTES_MAX + 9 : 2 * RECORD_BYTES_MAX + 9);
        buffer_string(&b, "\na: 1\n");
        struct feed feed = {b.at, b.len, 65536};
        zi_source_open(&source, feed_read, &feed);
        source.pieces = i & 2;
        for (; zi_source_next(&source, &d); documents += d.piece == PIECE_DOCUMENT) {
            assert_true(!source.pieces || d.offset == at);
            at = d.offset + d.text.len;
        }
        struct place there = {{b.at, b.len}, 0, 1, 1};
        zi_place_move(&there, b.len - 5);
        assert_int_equal(documents, i / 4 == 1 ? 2 : 1);
        assert_true(text_is(d.text, "a: 1\n") && d.piece == PIECE_DOCUMENT);
        assert_int_equal(d.line, there.line);
        assert_int_equal(at, b.len);
        zi_source_close(&source);
        zi_buffer_free(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_are_cut),
        cmocka_unit_test(half_a_document_is_dropped),
        cmocka_unit_test(long_documents_are_passed),
        cmocka_unit_test(long_lines_between_are_passed),
        cmocka_unit_test(markers_may_come_in_two_reads),
        cmocka_unit_test(long_documents_have_starts),
        cmocka_unit_test(parts_are_taken),
        cmocka_unit_test(heads_are_read),
        cmocka_unit_test(texts_are_read),
        cmocka_unit_test(an_end_is_final),
    };
    return cmocka_run_group_tests_name("source", tests, NULL, NULL);
}
