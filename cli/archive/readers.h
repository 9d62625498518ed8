/* Reading pieces of files into batches, in the order of the pieces. */
#pragma once

#include "cli/archive/batch.h"
#include "cli/archive/workers.h"

/* A piece that is to be read. */
struct job {
    int descriptor;
    uint64_t from, to;
    const zet_settings *settings; /* or NULL */
    struct batch_wish wish;
    void *file;       /* the caller's */
    bool last;        /* of its file; the caller's */
    uint64_t hash_to; /* the hash of the file up to `to`; the caller's */

    /* What came of it. */
    struct batch batch;
    uint64_t lines;    /* that it has */
    zet_status status; /* ZET_OK, or why it was not read to its end */
    int error;         /* errno of ZET_READ_FAILED */
};

/* Workers whose jobs are these. `gather`: as struct batch_wish's; of `search`, or NULL, each has a
   copy. NULL, after a message, where that fails. */
struct workers *readers_new(unsigned threads, unsigned gather, const zet_search *search);

/* Makes the next job, of which the upper part is given. They are not full. */
void readers_give(struct workers *w, const struct job *job);

/* Counts lines as zet_record_line does. Starts zeroed. */
struct line_count {
    uint64_t lines;
    bool after_cr;
};

void line_count_add(struct line_count *c, const char *bytes, size_t size);
