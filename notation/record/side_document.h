/* A document that is not a record: claimed standings, a tournament. */
#pragma once

#include "notation/record/record.h"

/* It must not be moved while it is open, because its parts point to each other. */
struct side_document {
    struct record record;    /* its arena has the tree; its first finding says why there is none */
    const struct node *root; /* NULL: not readable */
    struct place place;      /* the current position in the text */

    struct source source;
    struct text left;
};

/* Reads the first document of a text, YAML or JSON, which must outlive *d. `too_long` is the
   sentence for more than RECORD_BYTES_MAX. False when out of memory; it must be closed even
   then. */
bool zi_side_open(struct side_document *d, struct text text, const char *too_long);
void zi_side_close(struct side_document *d);

/* For a text in another format: opens the record and the source without reading. */
void zi_side_begin(struct side_document *d, struct text text);

/* The first line of a node. Requests in ascending order take one pass. */
size_t zi_side_line(struct side_document *d, const struct node *n);

/* Appends the first finding, which says why there is no root, as `FILE:LINE: error: ...`. */
void zi_side_fault(struct side_document *d, struct text file, struct buffer *out);
