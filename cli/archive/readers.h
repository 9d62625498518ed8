/* Threads that read pieces of files into batches, in the order of the pieces. */
#pragma once

#include "cli/archive/batch.h"

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

struct readers;

/* `gather`: as struct batch_wish's; of `search`, or NULL, each has a copy. `threads` 0: the piece
   is read when it is taken, by the caller's thread. NULL, after a message, where that fails. */
struct readers *readers_new(unsigned threads, unsigned gather, const zet_search *search);
void readers_free(struct readers *r);

/* Whether no more jobs can be given until one is taken; whether there is none. */
bool readers_are_full(const struct readers *r);
bool readers_are_empty(const struct readers *r);

/* Gives a job, of which the upper part is set. They are not full. */
void readers_give(struct readers *r, const struct job *job);

/* Waits for the oldest job, which is valid until readers_done. They are not empty. */
struct job *readers_take(struct readers *r);
void readers_done(struct readers *r);

/* Counts lines as zet_record_line does. Starts zeroed. */
struct line_count {
    uint64_t lines;
    bool after_cr;
};

void line_count_add(struct line_count *c, const char *bytes, size_t size);
