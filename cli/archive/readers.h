/* Reads pieces of files into batches, in the order of the pieces. */
#pragma once

#include "cli/archive/batch.h"
#include "validators/api/pool.h"
#include "validators/replay/settings.h"

/* A piece to read. */
struct job {
    int descriptor;
    uint64_t from, to;
    const zet_settings *settings; /* or NULL */
    struct batch_wish wish;
    void *file;       /* for the caller */
    bool last;        /* last piece of its file; for the caller */
    uint64_t hash_to; /* hash of the file up to `to`; for the caller */

    /* The result. */
    struct batch batch;
    bool more;         /* other batches of the piece follow */
    uint64_t lines;    /* lines in the piece */
    zet_status status; /* ZET_OK, or why reading stopped early */
    int error;         /* errno of ZET_READ_FAILED */
};

/* Workers for these jobs. `gather`: as in struct batch_wish. Each has a copy of `query`, which may
   be NULL. Returns NULL, after a message, on failure. */
struct pool *readers_new(unsigned threads, unsigned gather, const struct query *query);

/* Adds a job; the caller sets its first part. The workers must not be full. */
void readers_give(struct pool *w, const struct job *job);

/* Does a job of any size in the caller's thread: `take` gets its batches in order. Returns false if
   memory runs out. */
bool readers_read(struct job *job, const struct query *query,
                  void (*take)(void *context, struct job *job), void *context);
