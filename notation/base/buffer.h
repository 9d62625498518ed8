/* A growing text buffer. */
#pragma once

#include "notation/base/text.h"

/* Starts zeroed. After an allocation fails it stays `failed` and ignores further text. */
struct buffer {
    char *at;
    size_t len, cap;
    bool failed;
};

/* Returns space for `more` bytes after the text; NULL when out of memory. The caller adds the bytes
   it writes to len. */
char *zi_buffer_room(struct buffer *b, size_t more);
void zi_buffer_free(struct buffer *b);
void zi_buffer_end(struct buffer *b, bool *failed); /* also sets *failed if it failed */

/* The same, inlined for the case that the space exists. */
static inline char *buffer_room(struct buffer *b, size_t more) {
    bool fits = b->at && !b->failed && b->cap - b->len >= more;
    return fits ? b->at + b->len : zi_buffer_room(b, more);
}

static inline void buffer_text(struct buffer *b, struct text t) {
    char *at = buffer_room(b, t.len);
    if (!at || !t.len)
        return;
    copy_text(at, t);
    b->len += t.len;
}

static inline void buffer_string(struct buffer *b, const char *terminated) {
    buffer_text(b, text_of(terminated));
}

static inline void buffer_char(struct buffer *b, char c) {
    char *at = b->len < b->cap && !b->failed ? b->at + b->len : zi_buffer_room(b, 1);
    if (!at)
        return;
    *at = c;
    b->len++;
}

static inline void buffer_chars(struct buffer *b, char c, size_t count) {
    while (count--)
        buffer_char(b, c);
}

/* Appends the last `places` hexadecimal digits of a number. */
static inline void buffer_hex(struct buffer *b, uint32_t n, unsigned places, bool upper) {
    while (places--)
        buffer_char(b, (upper ? "0123456789ABCDEF" : "0123456789abcdef")[n >> 4 * places & 15]);
}

/* Appends a decimal number without leading zeros. */
void zi_buffer_number(struct buffer *b, unsigned long long n);

/* Whether the text has lines and all end with CR LF; and appends a text, whose lines end with LF,
   with CR LF instead. */
bool zi_text_is_crlf(struct text t);
void zi_buffer_crlf(struct buffer *b, struct text t);

/* The text so far; valid until more is added. */
static inline struct text buffered(const struct buffer *b) { return (struct text){b->at, b->len}; }
