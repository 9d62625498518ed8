#include "validators/archive/row.h"

/* An item begins with a number, the low bits first: its kind and then 4 bits in the first byte, and
   7 in each other, whose highest bit says whether another byte follows. Of a text it is the length,
   and its bytes come after it. */
enum { KIND_BITS = 3, FIRST_BITS = 4, MORE_BITS = 7, MORE = 0x80 };

static bool is_text(enum row_kind kind) { return kind == ROW_TEXT || kind == ROW_PLACED; }

static void write_number_item(struct buffer *out, enum row_kind kind, uint64_t n) {
    unsigned char byte = (unsigned char)((n & ((1U << FIRST_BITS) - 1)) << KIND_BITS | kind);
    for (n >>= FIRST_BITS; n; n >>= MORE_BITS) {
        buffer_char(out, (char)(byte | MORE));
        byte = n & ((1U << MORE_BITS) - 1);
    }
    buffer_char(out, (char)byte);
}

static void write_text_item(struct buffer *out, enum row_kind kind, struct text t) {
    write_number_item(out, kind, t.len);
    buffer_text(out, t);
}

void zet_row_number(struct buffer *out, uint64_t n) { write_number_item(out, ROW_NUMBER, n); }
void zet_row_record(struct buffer *out, uint64_t n) { write_number_item(out, ROW_RECORD, n); }
void zet_row_line(struct buffer *out, uint64_t n) { write_number_item(out, ROW_LINE, n); }
void zet_row_text(struct buffer *out, struct text t) { write_text_item(out, ROW_TEXT, t); }
void zet_row_placed(struct buffer *out, struct text t) { write_text_item(out, ROW_PLACED, t); }

static struct row_item fail(struct row_reader *r) {
    r->bad = true;
    r->left = NO_TEXT;
    return (struct row_item){.text = {"", 0}};
}

struct row_item zet_row_read_item(struct row_reader *r) {
    struct row_item item = {0};
    for (unsigned shift = 0; r->left.len; shift += shift ? MORE_BITS : FIRST_BITS) {
        unsigned byte = (unsigned char)*r->left.at;
        uint64_t bits = byte & (MORE - 1U);
        if (!shift)
            item.kind = (enum row_kind)(bits & ((1U << KIND_BITS) - 1));
        bits = shift ? bits : bits >> KIND_BITS;
        if (item.kind > ROW_PLACED || shift >= 64 || (bits << shift) >> shift != bits)
            break;
        item.number |= bits << shift;
        r->left = (struct text){r->left.at + 1, r->left.len - 1};
        if (byte & MORE)
            continue;
        if (!is_text(item.kind))
            return item;
        if (item.number > r->left.len)
            break;
        item.text = (struct text){r->left.at, (size_t)item.number};
        r->left = (struct text){r->left.at + item.text.len, r->left.len - item.text.len};
        return item;
    }
    return fail(r);
}

uint64_t zet_row_read_number(struct row_reader *r) {
    struct row_item item = zet_row_read_item(r);
    return is_text(item.kind) ? fail(r).number : item.number;
}

struct text zet_row_read_text(struct row_reader *r) {
    struct row_item item = zet_row_read_item(r);
    return is_text(item.kind) ? item.text : fail(r).text;
}
