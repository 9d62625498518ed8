/* Rows: what one record contributes to something that is computed over many, as bytes that can be
   kept, sent to another machine, and added there. A row is a sequence of items; each says what it
   is, so that a row can be written in another way, such as JSON, by who does not know what it
   means. The same on every machine. */
#ifndef ZET_VALIDATORS_ARCHIVE_ROW_H
#define ZET_VALIDATORS_ARCHIVE_ROW_H

#include "notation/base/buffer.h"

/* Records and lines are numbers that count from the start of a stream; they move where the stream
   is a piece of a longer one. So do the places in a placed text (notation/base/placed_text.h). */
enum row_kind { ROW_NUMBER, ROW_TEXT, ROW_RECORD, ROW_LINE, ROW_PLACED };

void zet_row_number(struct buffer *out, uint64_t n);
void zet_row_text(struct buffer *out, struct text t);
void zet_row_record(struct buffer *out, uint64_t n);
void zet_row_line(struct buffer *out, uint64_t n);
void zet_row_placed(struct buffer *out, struct text t);

/* Reads rows one after the other: starts as {.left = bytes}. What is read does not fail: where the
   bytes end early or have something else, `bad` is set, and numbers are 0 and texts empty. */
struct row_reader {
    struct text left;
    bool bad;
};

uint64_t zet_row_read_number(struct row_reader *r);
struct text zet_row_read_text(struct row_reader *r); /* points into the bytes */

/* The next item, whatever it is: its number, or its text. */
struct row_item {
    enum row_kind kind;
    uint64_t number;
    struct text text;
};
struct row_item zet_row_read_item(struct row_reader *r);

static inline bool row_reader_has_more(const struct row_reader *r) {
    return r->left.len && !r->bad;
}

#endif
