#include "validators/replay/row.h"

/* A number has 7 bits per byte, low bits first; the top bit means that another byte follows. A text
 * is its length and its bytes. */
enum { BITS = 7, MORE = 0x80 };

void zi_row_number(struct buffer *out, uint64_t n) {
    for (; n >= MORE; n >>= BITS)
        buffer_char(out, (char)(n | MORE));
    buffer_char(out, (char)n);
}

void zi_row_text(struct buffer *out, struct text t) {
    zi_row_number(out, t.len);
    buffer_text(out, t);
}

uint64_t zi_row_read_number(struct row_reader *r) {
    uint64_t n = 0;
    unsigned byte = MORE;
    for (unsigned shift = 0; byte & MORE; shift += BITS) {
        byte = (unsigned char)*r->left.at;
        n |= (uint64_t)(byte & (MORE - 1)) << shift;
        r->left = text_after(r->left, 1);
    }
    return n;
}

struct text zi_row_read_text(struct row_reader *r) {
    size_t length = (size_t)zi_row_read_number(r);
    struct text t = {r->left.at, length};
    r->left = text_after(r->left, length);
    return t;
}
