#include "formats/lines.h"

#include "notation/base/unicode.h"
#include "notation/base/wide.h"

size_t zi_line_end(struct source *s, size_t from) {
    size_t at = from;
    for (;;) {
        struct text ahead = source_ahead(s);
        if (at < ahead.len)
            at = (size_t)(find_one_of(ahead.at + at, ahead.at + ahead.len, '\n', '\r', '\n') -
                          ahead.at);
        bool cr = at < ahead.len && ahead.at[at] == '\r';
        if (at < ahead.len && !cr)
            return at + 1;
        if (at + 1 < ahead.len)
            return at + 1 + (ahead.at[at + 1] == '\n');
        if (at - from > RECORD_BYTES_MAX && !cr)
            return at;
        if (!zi_source_more(s))
            return ahead.len;
    }
}

void zi_line_drop(struct source *s, size_t length, struct document *out) {
    struct document piece = zi_source_take(s, length);
    if (!out->too_long) {
        size_t head = length < sizeof s->head ? length : sizeof s->head;
        memcpy(s->head, piece.text.at, head);
        *out = piece;
        out->text = (struct text){s->head, head};
        out->too_long = true;
    }
    while (piece.text.len && !is_line_end(piece.text.at[piece.text.len - 1]))
        piece = zi_source_take(s, zi_line_end(s, 0));
}

size_t zi_line_mark(struct text t, uint64_t offset) { return offset ? 0 : text_mark(t); }

void zi_line_unmark(struct document *d) {
    size_t mark = zi_line_mark(d->text, d->offset);
    d->text = text_after(d->text, mark);
    d->offset += mark;
}

bool zi_line_next(struct source *s, struct document *out) {
    size_t length;
    *out = (struct document){0};
    while ((length = zi_line_end(s, 0)) > 0) {
        if (length > RECORD_BYTES_MAX) {
            zi_line_drop(s, length, out);
            return true;
        }
        *out = zi_source_take(s, length);
        zi_line_unmark(out);
        if (zi_line_body(out).len)
            return true;
    }
    return false;
}

struct text zi_line_body(const struct document *document) {
    return text_trimmed(document->text, BLANK_MARKS);
}

bool zi_line_is_text(const struct document *document) {
    bool ascii;
    return !document->too_long && zi_utf8_check(document->text, &ascii) == document->text.len;
}

void zi_line_begin_text(struct record *r, const struct document *document) {
    zi_record_begin(r, document);
    r->by_bytes = true;
}

bool zi_line_begin(struct record *r, const struct document *document) {
    bool ascii;
    zi_line_begin_text(r, document);
    if (document->too_long) {
        zi_record_stop(r, FINDING_LIMIT, 0, "a record has at most 1 MiB", NO_TEXT);
        return false;
    }
    return zi_record_check_utf8(r, &ascii);
}

/* The replacement of a character: a blank, a hyphen, nothing (0), or itself (1). */
enum { NOTHING, ITSELF };
static char plain_sign(uint32_t c) {
    if (c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000)
        return ' ';
    bool upright = c == 0x2502 || c == 0x2503 || c == 0x2506 || c == 0x250A || c == 0x2551;
    if (c >= 0x2500 && c <= 0x257F) /* the lines of a table */
        return upright ? '|' : '-';
    if (c == 0x2010 || c == 0x2011)
        return '-';
    bool none = c == 0xAD || c == 0x200B || c == 0x2060 || c == 0xFEFF;
    return none || (zi_character_turns(c) && c != 0x2028 && c != 0x2029) ? NOTHING : ITSELF;
}

void zi_line_plain(char *text, size_t length) {
    struct text left = {text, length};
    char *to = text;
    bool ascii, braces = false, wide = false;
    uint32_t c;
    if (zi_utf8_check(left, &ascii) < length || ascii)
        return;
    for (struct text all = left; all.len && !wide;) {
        zi_character_next(&all, &c);
        wide = c >= 0xFF10 && c <= 0xFF19; /* digits as wide as Chinese characters */
    }
    while (left.len) {
        struct text one = zi_character_next(&left, &c);
        braces = c == '{' || (braces && c != '}');
        bool full = wide && c >= 0xFF01 && c <= 0xFF5E;
        char plain = braces ? ITSELF : full ? (char)(c - 0xFF01 + '!') : plain_sign(c);
        for (; c == '\n' && to < one.at; to++)
            *to = ' ';
        if (plain == ITSELF)
            memmove(to, one.at, one.len);
        else if (plain)
            *to = plain;
        to += plain == ITSELF ? one.len : plain != NOTHING;
    }
    memset(to, ' ', (size_t)(text + length - to));
}
