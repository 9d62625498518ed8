#include "notation/record/source.h"

#include <stdint.h>
#include <stdlib.h>

enum { READ_BYTES = 64 * 1024 };

void zet_source_open(struct source *s, source_reader *read, void *context) {
    *s = (struct source){.read = read, .context = context, .line = 1, .column = 1};
}

void zet_source_close(struct source *s) {
    free(s->buffer);
    s->buffer = NULL;
}

/* Makes room and reads once more. */
bool zet_source_more(struct source *s) {
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

/* Moves on over bytes that are handed out or dropped. */
static void pass(struct source *s, size_t length, size_t lines) {
    s->begin += length;
    s->passed += length;
    s->line += lines;
}

struct document zet_source_take(struct source *s, size_t length) {
    struct document d = {
        .text = {s->buffer + s->begin, length}, .line = s->line, .offset = s->passed};
    struct place end = {d.text, 0, s->line, s->column};
    d.column = s->column;
    zet_place_move(&end, length);
    bool one_end = s->after_cr && length && *d.text.at == '\n'; /* CR LF */
    s->after_cr = length ? d.text.at[length - 1] == '\r' : s->after_cr;
    pass(s, length, end.line - s->line - one_end);
    s->column = end.column;
    return d;
}

/* What a line is to the cutter. */
enum line_kind { LINE_BLANK, LINE_DIRECTIVE, LINE_START, LINE_END, LINE_CONTENT };

static bool is_marker(const char *p, const char *end, char c) {
    return end - p >= 3 && p[0] == c && p[1] == c && p[2] == c &&
           (end - p == 3 || p[3] == ' ' || p[3] == '\t' || p[3] == '\n' || p[3] == '\r');
}

/* The line from `p`, which ends before `end`, its line end left out. */
static enum line_kind line_kind(const char *p, const char *end) {
    if (end - p >= 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0)
        p += 3;
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

/* How far the line at `at` (an offset from s->begin) goes: the offset after its line end. Reads on
   as needed; *text gets the length without the line end. With too_long set it does not wait for the
   line end but hands the line out in pieces. */
static size_t line_end(struct source *s, size_t at, bool too_long, size_t *text) {
    size_t from = at;
    *text = 0;
    if (!s->buffer && !zet_source_more(s) && !s->buffer)
        return at;
    for (;;) {
        const char *line = s->buffer + s->begin;
        size_t have = s->end - s->begin;
        const char *nl = have > from ? memchr(line + from, '\n', have - from) : NULL;
        const char *cr = NULL;
        if (s->returns && have > from)
            cr = memchr(line + from, '\r', nl ? (size_t)(nl - line) - from : have - from);
        if (cr && (size_t)(cr - line) + 1 < have) {
            *text = (size_t)(cr - line) - at;
            return (size_t)(cr - line) + (cr[1] == '\n' ? 2 : 1);
        }
        if (nl && !cr) {
            *text = (size_t)(nl - line) - at;
            return (size_t)(nl - line) + 1;
        }
        from = cr ? (size_t)(cr - line) : have;
        if ((too_long || have - at > RECORD_BYTES_MAX) && have > at + 4 && !cr) {
            *text = have - at;
            return have;
        }
        if (!zet_source_more(s)) {
            *text = s->end - s->begin - at - (cr ? 1 : 0);
            return s->end - s->begin;
        }
    }
}

/* Drops what is left of a document that is too long: goes on to the next one's start. Returns
   whether it ended with `...`. */
static bool skip_document(struct source *s, bool at_line_start) {
    for (;;) {
        size_t text, end = line_end(s, 0, true, &text);
        const char *line = s->buffer + s->begin;
        enum line_kind kind = at_line_start ? line_kind(line, line + text) : LINE_CONTENT;
        if (end == 0 || kind == LINE_START)
            return false;
        at_line_start = end > text;
        pass(s, end, at_line_start);
        if (kind == LINE_END)
            return true;
    }
}

/* Hands out the start of a document that is too long, and drops the rest. */
static void cut_long(struct source *s, size_t length, size_t lines, bool whole_line,
                     struct document *out) {
    memcpy(s->head, s->buffer + s->begin, sizeof s->head);
    out->text = (struct text){s->head, sizeof s->head};
    out->too_long = true;
    pass(s, length, lines);
    s->after_end = skip_document(s, whole_line);
}

/* Forgets the blank lines and comments at the front. */
static void drop(struct source *s, size_t *length, size_t *lines) {
    pass(s, *length, *lines);
    *length = *lines = 0;
}

/* Moves on over lines that are plainly no marker, as far as they have been read: *length and *lines
   count them. What begins with `-`, `.` or a byte order mark is for line_kind to judge. */
static void skip_content(const struct source *s, size_t *length, size_t *lines) {
    const char *start = s->buffer + s->begin, *end = s->buffer + s->end;
    const char *p = start + *length, *nl;
    while (p < end && *p != '-' && *p != '.' && *p != '\xEF' &&
           (nl = memchr(p, '\n', (size_t)(end - p)))) {
        p = nl + 1;
        ++*lines;
    }
    *length = (size_t)(p - start);
}

bool zet_source_next(struct source *s, struct document *out) {
    size_t at = 0, lines = 0;
    bool content = false, anything = false, whole_line = true, marked = false;
    enum line_kind kind = LINE_BLANK;
    for (;;) {
        if (content && whole_line && !s->returns)
            skip_content(s, &at, &lines);
        size_t text, end = line_end(s, at, false, &text);
        if (end == at)
            break;
        const char *line = s->buffer + s->begin + at;
        if (whole_line)
            kind = line_kind(line, line + text);
        if (kind == LINE_START && content && whole_line)
            break;
        content |= kind == LINE_START || kind == LINE_CONTENT;
        marked |= kind == LINE_START;
        anything |= kind != LINE_BLANK && kind != LINE_END;
        whole_line = end - at > text;
        lines += whole_line;
        at = end;
        if (kind == LINE_END && anything)
            break;
        if (at > RECORD_BYTES_MAX && anything) {
            *out = (struct document){.line = s->line,
                                     .offset = s->passed,
                                     .follows = s->after_end && !marked,
                                     .unmarked = s->after_end && !marked};
            cut_long(s, at, lines, whole_line, out);
            return true;
        }
        if (kind == LINE_END || at > RECORD_BYTES_MAX)
            drop(s, &at, &lines);
    }
    /* A document of which not all could be read is not judged. */
    if (!anything || s->failed || s->out_of_memory) {
        drop(s, &at, &lines);
        return false;
    }
    const char *p = s->buffer + s->begin;
    size_t mark = at >= 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    *out = (struct document){.text = {p + mark, at - mark},
                             .line = s->line,
                             .offset = s->passed + mark,
                             .follows = s->after_end && !marked,
                             .unmarked = s->after_end && !marked};
    s->after_end = kind == LINE_END;
    drop(s, &at, &lines);
    return true;
}

/* How many characters begin in the text. */
static size_t count_characters(struct text t) {
    size_t count = 0, i = 0;
    uint64_t eight;
    for (; t.len - i >= sizeof eight; i += sizeof eight) {
        memcpy(&eight, t.at + i, sizeof eight);
        uint64_t begins = (~(eight >> 7) | eight >> 6) & 0x0101010101010101U;
        count += begins * 0x0101010101010101U >> 56;
    }
    for (; i < t.len; i++)
        count += ((unsigned char)t.at[i] & 0xC0) != 0x80;
    return count;
}

/* Where lines end with LF, without a look at every byte; not where there are CRs. */
static void place_move_far(struct place *p, size_t offset) {
    const char *at = p->text.at + p->offset, *end = p->text.at + offset, *nl;
    if (at < end && memchr(at, '\r', (size_t)(end - at)))
        return;
    for (; at < end && (nl = memchr(at, '\n', (size_t)(end - at))); at = nl + 1) {
        p->line++;
        p->column = 1;
    }
    p->column += count_characters((struct text){at, (size_t)(end - at)});
    p->offset = offset;
}

void zet_place_move(struct place *p, size_t offset) {
    if (offset > p->text.len)
        offset = p->text.len;
    if (offset > p->offset)
        place_move_far(p, offset);
    for (; p->offset < offset; p->offset++) {
        char c = p->text.at[p->offset];
        bool cr_lf = c == '\r' && p->offset + 1 < p->text.len && p->text.at[p->offset + 1] == '\n';
        if (c == '\n' || (c == '\r' && !cr_lf)) {
            p->line++;
            p->column = 1;
        } else if (((unsigned char)c & 0xC0) != 0x80 && !cr_lf) {
            p->column++;
        }
    }
}
