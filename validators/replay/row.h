/* Rows: a worker's results for one record, as bytes, until the caller's thread adds them to the
 * totals of many records. A row is a sequence of numbers and texts, read in the order of writing.
 */
#pragma once

#include "notation/base/buffer.h"

void zi_row_number(struct buffer *out, uint64_t n);
void zi_row_text(struct buffer *out, struct text t);

/* Reads consecutive rows: starts as {.left = bytes}. */
struct row_reader {
    struct text left;
};

uint64_t zi_row_read_number(struct row_reader *r);
struct text zi_row_read_text(struct row_reader *r); /* points into the bytes */

static inline bool row_reader_has_more(const struct row_reader *r) { return r->left.len > 0; }
