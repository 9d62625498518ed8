/* Inserts proved points, and a playout that proves them, into a record; all other bytes stay. */
#pragma once

#include "notation/record/change.h"
#include "validators/replay/judge.h"
#include "validators/solver/score.h"

/* The state of one thread. Starts zeroed. */
struct score_writer {
    struct judge judge; /* of the changed record */
    struct buffer text;
    struct changes changes; /* of the current record */
    int64_t replaced;       /* the points that are replaced; -1: none */
};

/* False when memory runs out; it must be closed nevertheless. */
bool zi_score_writer_open(struct score_writer *w);
void zi_score_writer_close(struct score_writer *w);

/* Finds the changes that insert the proved score into the record `r`, whose document is `d`, and
   verifies their result. Returns NULL, or a static text that explains why this is impossible; then
   there are no changes. r->out_of_memory is set when memory runs out. */
const char *zi_score_write(struct score_writer *w, struct record *r, const struct document *d,
                           const struct score *score);
