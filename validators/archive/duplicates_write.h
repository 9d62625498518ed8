/* Writing groups of duplicates. */
#ifndef ZET_VALIDATORS_ARCHIVE_DUPLICATES_WRITE_H
#define ZET_VALIDATORS_ARCHIVE_DUPLICATES_WRITE_H

#include "validators/archive/duplicates.h"

/* Appends a record of a group: a line for people, after a heading where the group begins; or one
   JSON object and a line end. `files` are the names of the files by their numbers. */
void zet_duplicate_text(struct buffer *out, const struct duplicate *d, const struct text *files);
void zet_duplicate_json(struct buffer *out, const struct duplicate *d, const struct text *files);

#endif
