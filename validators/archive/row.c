#include "validators/archive/row.h"

/* An item begins with a number, the low bits first: one bit that tells texts from numbers, then 6
   bits in the first byte and 7 in each other, whose highest bit says whether another byte follows.
   Of a text it is the length, and its bytes come after it. */
enum { ITEM_TEXT = 1, FIRST_BITS = 6, MORE_BITS = 7, MORE = 0x80 };

static void write_item(struct buffer *out, uint64_t n, unsigned is_text) {
    unsigned char byte = (unsigned char)((n & ((1U << FIRST_BITS) - 1)) << 1 | is_text);
    for (n >>= FIRST_BITS; n; n >>= MORE_BITS) {
        buffer_char(out, (char)(byte | MORE));
        byte = n & ((1U << MORE_BITS) - 1);
    }
    buffer_char(out, (char)byte);
}

void zet_row_number(struct buffer *out, uint64_t n) { write_item(out, n, 0); }

void zet_row_text(struct buffer *out, struct text t) {
    write_item(out, t.len, ITEM_TEXT);
    buffer_text(out, t);
}

static uint64_t fail(struct row_reader *r) {
    r->bad = true;
    r->left = NO_TEXT;
    return 0;
}

static uint64_t read_item(struct row_reader *r, unsigned is_text) {
    uint64_t n = 0;
    for (unsigned shift = 0; r->left.len; shift += shift ? MORE_BITS : FIRST_BITS) {
        unsigned byte = (unsigned char)*r->left.at;
        uint64_t bits = byte & (MORE - 1U);
        if (!shift && (bits & ITEM_TEXT) != is_text)
            break;
        bits = shift ? bits : bits >> 1;
        if (shift >= 64 || (bits << shift) >> shift != bits)
            break;
        n |= bits << shift;
        r->left = (struct text){r->left.at + 1, r->left.len - 1};
        if (!(byte & MORE))
            return n;
    }
    return fail(r);
}

uint64_t zet_row_read_number(struct row_reader *r) { return read_item(r, 0); }

struct text zet_row_read_text(struct row_reader *r) {
    uint64_t length = read_item(r, ITEM_TEXT);
    if (length > r->left.len)
        length = fail(r);
    struct text t = {r->left.at, (size_t)length};
    if (length)
        r->left = (struct text){r->left.at + length, r->left.len - (size_t)length};
    return t;
}
