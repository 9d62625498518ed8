/* A document that is no record: claimed standings, a tournament. */
#pragma once

#include "notation/record/record.h"

/* It may not be moved while it is open, because its parts point at each other. */
struct side_document {
    struct record record; /* whose arena has the tree; its first finding says why there is none */
    const struct node *root; /* NULL: it could not be read */
    struct place place;      /* walks over the text */

    struct source source;
    struct text left;
};

/* Reads the first document of a text, YAML or JSON, which must stay. `too_long` is said of more
   than RECORD_BYTES_MAX. False when memory runs out; it must be closed all the same. */
bool zi_side_open(struct side_document *d, struct text text, const char *too_long);
void zi_side_close(struct side_document *d);

/* For a text in another format: opens the record and the source, from which nothing is read. */
void zi_side_begin(struct side_document *d, struct text text);

/* The line in which a node starts. In ascending order this costs one walk. */
size_t zi_side_line(struct side_document *d, const struct node *n);

/* The line of the first finding, of which there must be one; its sentence is why there is no
   root. */
size_t zi_side_finding_line(struct side_document *d);
