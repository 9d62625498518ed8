#include "notation/base/buffer.h"

#include <stdint.h>
#include <stdlib.h>

char *zi_buffer_room(struct buffer *b, size_t more) {
    if (b->failed || more > PTRDIFF_MAX - b->len) { /* smaller sizes can be doubled */
        b->failed = true;
        return NULL;
    }
    if (b->cap - b->len >= more && b->at)
        return b->at + b->len;
    size_t cap = b->cap ? b->cap : 1024;
    while (cap - b->len < more)
        cap *= 2;
    char *at = realloc(b->at, cap);
    if (!at) {
        b->failed = true;
        return NULL;
    }
    b->at = at;
    b->cap = cap;
    return at + b->len;
}

void zi_buffer_free(struct buffer *b) {
    free(b->at);
    *b = (struct buffer){0};
}

void zi_buffer_end(struct buffer *b, bool *failed) {
    *failed |= b->failed;
    zi_buffer_free(b);
}

void zi_buffer_number(struct buffer *b, unsigned long long n) {
    char room[DIGITS_ROOM];
    if (n < 10)
        buffer_char(b, (char)('0' + n));
    else
        buffer_text(b, digits_of(n, room));
}

bool zi_text_is_crlf(struct text t) {
    bool any = false;
    for (size_t i = 0; i < t.len; i++) {
        if (!is_line_end(t.at[i]))
            continue;
        if (t.at[i] != '\r' || i + 1 == t.len || t.at[i + 1] != '\n')
            return false;
        any = true;
        i++;
    }
    return any;
}

void zi_buffer_crlf(struct buffer *b, struct text t) {
    for (size_t i = 0; i < t.len; i++) {
        if (t.at[i] == '\n')
            buffer_char(b, '\r');
        buffer_char(b, t.at[i]);
    }
}
