/* Rows: what one record contributes to something that is computed over many, as bytes that can be
   kept, sent to another machine, and added there. A row is a sequence of numbers and texts; each
   says which of the two it is, so that a row can be written in another way, such as JSON, by who
   does not know what it means. The same on every machine. */
#ifndef ZET_VALIDATORS_ARCHIVE_ROW_H
#define ZET_VALIDATORS_ARCHIVE_ROW_H

#include "notation/base/buffer.h"

void zet_row_number(struct buffer *out, uint64_t n);
void zet_row_text(struct buffer *out, struct text t);

/* Reads rows one after the other: starts as {.left = bytes}. What is read does not fail: where the
   bytes end early or have something else, `bad` is set, and numbers are 0 and texts empty. */
struct row_reader {
    struct text left;
    bool bad;
};

uint64_t zet_row_read_number(struct row_reader *r);
struct text zet_row_read_text(struct row_reader *r); /* points into the bytes */

static inline bool row_reader_has_more(const struct row_reader *r) {
    return r->left.len && !r->bad;
}

#endif
