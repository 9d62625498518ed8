/* Proved points, and a playout that proves them, put into a record; all its other bytes stay. */
#pragma once

#include "notation/record/change.h"
#include "validators/replay/judge.h"
#include "validators/scores/score.h"

/* What one thread needs. Starts zeroed. */
struct score_writer {
    struct judge judge; /* of the record as it will be */
    struct buffer text;
    struct changes changes; /* of the current record */
    int64_t replaced;       /* the points that others take the place of; -1: none */
};

/* False when memory runs out; it must be closed all the same. */
bool zi_score_writer_open(struct score_writer *w);
void zi_score_writer_close(struct score_writer *w);

/* Finds the changes that put what the score proves into the record `r`, whose document is `d`, and
   proves that they do. NULL, or a static text why that cannot be done; then there are no changes.
   r->out_of_memory is set when memory runs out. */
const char *zi_score_write(struct score_writer *w, struct record *r, const struct document *d,
                           const struct score *score);
