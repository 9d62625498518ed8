#include "notation/record/source.h"

#include <stdlib.h>

#include "notation/base/wide.h"

/* A byte order mark, `---` and one more byte decide whether a line is a marker. */
enum { READ_BYTES = 64 * 1024, MARKER_BYTES = 7 };

void zi_source_open(struct source *s, source_reader *read, void *context) {
    *s = (struct source){.read = read, .context = context, .line = 1, .column = 1};
}

long zi_text_read(void *context, char *to, size_t size) {
    struct text *left = context;
    size_t n = left->len < size ? left->len : size;
    if (n)
        memcpy(to, left->at, n);
    *left = text_after(*left, n);
    return (long)n;
}

void zi_source_close(struct source *s) {
    free(s->buffer);
    s->buffer = NULL;
    if (s->kept)
        s->kept_free(s->kept);
    s->kept = NULL;
}

/* Makes space and reads once. */
bool zi_source_more(struct source *s) {
    if (s->ended || s->failed || s->out_of_memory)
        return false;
    if (s->begin && s->cap - s->end < READ_BYTES) {
        memmove(s->buffer, s->buffer + s->begin, s->end - s->begin);
        s->end -= s->begin;
        s->begin = 0;
    }
    if (s->cap - s->end < READ_BYTES) {
        size_t cap = s->cap ? s->cap + s->cap / 2 : 4 * READ_BYTES;
        char *buffer = realloc(s->buffer, cap);
        if (!buffer) {
            s->out_of_memory = true;
            return false;
        }
        s->buffer = buffer;
        s->cap = cap;
    }
    long n = s->read(s->context, s->buffer + s->end, READ_BYTES);
    if (n <= 0) {
        s->ended = n == 0;
        s->failed = n < 0;
        return false;
    }
    s->returns |= memchr(s->buffer + s->end, '\r', (size_t)n) != NULL;
    s->end += (size_t)n;
    return true;
}

/* Moves past bytes that are returned or dropped. */
static void pass(struct source *s, size_t length, size_t lines) {
    s->begin += length;
    s->passed += length;
    s->line += lines;
}

struct text zi_source_head(struct source *s) {
    while (source_ahead(s).len < HEAD_BYTES && zi_source_more(s))
        continue;
    struct text head = source_ahead(s);
    head.len = head.len < HEAD_BYTES ? head.len : HEAD_BYTES;
    return head;
}

struct document zi_source_take(struct source *s, size_t length) {
    struct document d = {
        .text = {s->buffer + s->begin, length}, .line = s->line, .offset = s->passed};
    struct place end = {d.text, 0, s->line, s->column};
    d.column = s->column;
    zi_place_move(&end, length);
    bool one_end = s->after_cr && length && *d.text.at == '\n'; /* CR LF */
    s->after_cr = length ? d.text.at[length - 1] == '\r' : s->after_cr;
    pass(s, length, end.line - s->line - one_end);
    s->column = end.column;
    return d;
}

/* The kinds of lines. */
enum line_kind { LINE_BLANK, LINE_DIRECTIVE, LINE_START, LINE_END, LINE_CONTENT };

/* Checks a line that begins with `c`, without its line end. */
static bool is_marker(const char *p, const char *end, char c) {
    return end - p >= 3 && p[1] == c && p[2] == c && (end - p == 3 || p[3] == ' ' || p[3] == '\t');
}

/* The kind of the line from `p` to `end`, without its line end. */
static enum line_kind line_kind(const char *p, const char *end) {
    p += text_mark((struct text){p, (size_t)(end - p)});
    if (p == end)
        return LINE_BLANK;
    if (*p == '-' && is_marker(p, end, '-'))
        return LINE_START;
    if (*p == '.' && is_marker(p, end, '.'))
        return LINE_END;
    if (*p == '%')
        return LINE_DIRECTIVE;
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    return p == end || *p == '#' ? LINE_BLANK : LINE_CONTENT;
}

/* The end of the line at `at` (an offset from s->begin): the offset after its line end. Reads more
   as needed; *text gets the length without the line end. With too_long set it does not wait for the
   line end but returns the line in pieces. */
static size_t line_end(struct source *s, size_t at, bool too_long, size_t *text) {
    size_t from = at;
    *text = 0;
    if (!s->buffer && !zi_source_more(s) && !s->buffer)
        return at;
    for (;;) {
        const char *line = s->buffer + s->begin;
        size_t have = s->end - s->begin;
        const char *nl = memchr(line + from, '\n', have - from), *cr = NULL;
        if (s->returns)
            cr = memchr(line + from, '\r', nl ? (size_t)(nl - line) - from : have - from);
        if (cr && (size_t)(cr - line) + 1 < have) {
            *text = (size_t)(cr - line) - at;
            return (size_t)(cr - line) + (cr[1] == '\n' ? 2 : 1);
        }
        if (nl) { /* an earlier CR would be the line end */
            *text = (size_t)(nl - line) - at;
            return (size_t)(nl - line) + 1;
        }
        from = cr ? (size_t)(cr - line) : have;
        if ((too_long || have - at > RECORD_BYTES_MAX) && have >= at + MARKER_BYTES && !cr) {
            *text = have - at;
            return have;
        }
        if (!zi_source_more(s)) {
            *text = s->end - s->begin - at - (cr ? 1 : 0);
            return s->end - s->begin;
        }
    }
}

/* The next part of a document that is too long: its scanned bytes, or `end` bytes of a line. False
   if the document has ended: before the next document, at the end, or after a line that begins with
   `...`. */
static bool next_of_long(struct source *s, size_t *end) {
    size_t text;
    if (s->known) {
        *end = s->known;
        s->known = 0;
        return true;
    }
    if (!s->in_document)
        return false;
    *end = line_end(s, 0, true, &text);
    const char *line = s->buffer + s->begin;
    enum line_kind kind = s->whole_line ? line_kind(line, line + text) : LINE_CONTENT;
    s->after_end = kind == LINE_END;
    s->in_document = kind != LINE_END;
    if (*end == 0 || kind == LINE_START) {
        s->in_document = false;
        return false;
    }
    s->whole_line = *end > text;
    s->known_lines = s->whole_line;
    return true;
}

/* Returns the start of a document that is too long, of which `length` bytes have been scanned. */
static void cut_long(struct source *s, size_t length, size_t lines, bool whole_line,
                     struct document *out) {
    memcpy(s->head, s->buffer + s->begin, sizeof s->head);
    out->text = (struct text){s->head, sizeof s->head};
    out->too_long = true;
    s->in_document = true;
    s->after_end = false;
    s->whole_line = whole_line;
    s->known = length;
    s->known_lines = lines;
    while (!s->pieces && next_of_long(s, &length))
        pass(s, length, s->known_lines);
}

/* Returns the bytes up to `length` unchanged. */
static bool cut_piece(struct source *s, enum piece piece, size_t length, size_t lines,
                      struct document *out) {
    *out = (struct document){.piece = piece,
                             .follows = true,
                             .text = {s->buffer + s->begin, length},
                             .line = s->line,
                             .offset = s->passed};
    pass(s, length, lines);
    return true;
}

/* Returns or drops text between documents. True if it was returned. */
static bool cut_between(struct source *s, size_t *length, size_t *lines, struct document *out) {
    if (s->pieces && *length)
        return cut_piece(s, PIECE_BETWEEN, *length, *lines, out);
    pass(s, *length, *lines);
    *length = *lines = 0;
    return false;
}

/* Whether a line with this first byte may be more than content; line_kind decides for `-`, `.` and
   byte order marks. */
static bool may_be_marker(char c) { return c == '-' || c == '.' || c == '\xEF'; }

/* Skips lines with LF or CR LF that cannot be markers, as far as they have been read; adds to
 *length and *lines. */
static void skip_content(const struct source *s, size_t *length, size_t *lines) {
    const char *start = s->buffer + s->begin, *end = s->buffer + s->end, *line = start + *length;
    while (line < end && !may_be_marker(*line)) {
        const char *nl = memchr(line, '\n', (size_t)(end - line));
        const char *cr = nl && s->returns ? memchr(line, '\r', (size_t)(nl - line)) : NULL;
        if (!nl || (cr && cr + 1 < nl))
            break;
        line = nl + 1;
        ++*lines;
    }
    *length = (size_t)(line - start);
}

/* The scanned part of the document or of the text before it. */
struct sight {
    size_t at, lines; /* bytes and line ends */
    bool content, anything, whole_line, marked, directive;
    enum line_kind kind; /* of the last line */
};

static void see_line(struct source *s, struct sight *n, size_t text, size_t end) {
    const char *line = s->buffer + s->begin + n->at;
    if (n->whole_line)
        n->kind = line_kind(line, line + text);
    n->content |= n->kind == LINE_START || n->kind == LINE_CONTENT;
    n->marked |= n->kind == LINE_START;
    n->directive |= n->kind == LINE_DIRECTIVE && !n->content;
    n->anything |= n->kind != LINE_BLANK && n->kind != LINE_END;
    n->whole_line = end - n->at > text;
    n->lines += n->whole_line;
    n->at = end;
}

/* Whether the line at n->at begins the next document. */
static bool begins_next(const struct source *s, const struct sight *n, size_t text) {
    const char *line = s->buffer + s->begin + n->at;
    return n->content && text && (*line == '-' || *line == '\xEF') &&
           line_kind(line, line + text) == LINE_START;
}

static struct document document_here(const struct source *s, const struct sight *n) {
    bool unmarked = s->after_end && !n->marked;
    return (struct document){.line = s->line,
                             .offset = s->passed,
                             .after_end = s->after_end,
                             .directive = n->directive,
                             .follows = unmarked,
                             .unmarked = unmarked};
}

static void cut_document(struct source *s, const struct sight *n, struct document *out) {
    struct text t = {s->buffer + s->begin, n->at};
    *out = document_here(s, n);
    out->mark = text_mark(t);
    out->text = text_after(t, out->mark);
    out->offset += out->mark;
    s->after_end = n->kind == LINE_END;
    pass(s, n->at, n->lines);
}

bool zi_source_next(struct source *s, struct document *out) {
    struct sight n = {.whole_line = !s->in_line, .kind = LINE_BLANK};
    size_t text, end;
    bool rest = s->in_line; /* the rest of that line is not part of a document */
    s->in_line = false;
    if (s->pieces && next_of_long(s, &end))
        return cut_piece(s, PIECE_OF_LONG, end, s->known_lines, out);
    for (;;) {
        if (n.content && n.whole_line)
            skip_content(s, &n.at, &n.lines);
        if (n.at > RECORD_BYTES_MAX && n.anything) {
            *out = document_here(s, &n);
            cut_long(s, n.at, n.lines, n.whole_line, out);
            return true;
        }
        end = line_end(s, n.at, false, &text);
        if (end == n.at || begins_next(s, &n, text))
            break;
        see_line(s, &n, text, end);
        if (n.kind == LINE_END && n.anything)
            break;
        if (n.anything || (n.kind != LINE_END && n.at <= RECORD_BYTES_MAX && !rest))
            continue;
        rest = !n.whole_line;
        if (cut_between(s, &n.at, &n.lines, out)) {
            s->in_line = rest;
            return true;
        }
    }
    if (!n.anything)
        return cut_between(s, &n.at, &n.lines, out);
    /* A document that could not be read completely is dropped. */
    if (s->failed || s->out_of_memory) {
        pass(s, n.at, n.lines);
        return false;
    }
    cut_document(s, &n, out);
    return true;
}

void zi_place_move(struct place *p, size_t offset) {
    if (offset > p->text.len)
        offset = p->text.len;
    while (p->offset < offset) {
        if (offset - p->offset >= WIDE) { /* skips printable ASCII */
            bytes16 other = wide_unprintable(wide_load(p->text.at + p->offset));
            unsigned n = wide_any(other) ? wide_first(other) : WIDE;
            p->offset += n;
            p->column += n;
            if (n == WIDE)
                continue;
        }
        char c = p->text.at[p->offset++];
        bool cr_lf = c == '\r' && p->offset < p->text.len && p->text.at[p->offset] == '\n';
        if (c == '\n' || (c == '\r' && !cr_lf)) {
            p->line++;
            p->column = 1;
        } else if (!is_continuation(c) && !cr_lf) {
            p->column++;
        }
    }
}
