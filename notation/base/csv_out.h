/* CSV (RFC 4180), written into a buffer. */
#pragma once

#include "notation/base/buffer.h"

/* Appends a field of data as it is. It is in quotes where it has a comma, a quote, CR or LF, or
   begins or ends with white space, which readers cut off else. */
void zet_csv_field(struct buffer *out, struct text t);

/* The same of a text that nobody vouches for, in a table that is opened in a spreadsheet: where the
   field begins with `=`, `+`, `-`, `@`, tab, CR or LF, `'` comes before it, so that it is no
   formula. What could steer a terminal, or turns the direction of text, becomes U+FFFD. */
void zet_csv_text(struct buffer *out, struct text t);

/* Whether a text begins with what makes that `'` necessary: the characters above, after any number
   of `'`, so that the mark can be taken away again. */
bool zet_csv_is_formula(struct text t);

/* Whether zet_csv_text writes the text without putting U+FFFD into it. */
bool zet_csv_holds(struct text t);

/* A row in the making; starts as {.to = buffer}. */
struct csv_row {
    struct buffer *to;
    bool begun;
};

/* The comma before a field that the caller appends to `to` himself, which must need no quotes. */
static inline void csv_next(struct csv_row *row) {
    if (row->begun)
        buffer_char(row->to, ',');
    row->begun = true;
}

static inline void csv_field(struct csv_row *row, struct text t) {
    csv_next(row);
    zet_csv_field(row->to, t);
}

static inline void csv_text(struct csv_row *row, struct text t) {
    csv_next(row);
    zet_csv_text(row->to, t);
}

static inline void csv_number(struct csv_row *row, unsigned long long n) {
    csv_next(row);
    zet_buffer_number(row->to, n);
}

/* CR LF; the next field begins another row. */
static inline void csv_end(struct csv_row *row) {
    buffer_text(row->to, TEXT("\r\n"));
    row->begun = false;
}
