/* Worker threads. The caller's thread fills batches of documents, the workers process them, and the
 * caller's thread merges them in the order in which it filled them. Instead of waiting, it
 * processes batches itself with the task's own worker, so there are never more threads than
 * requested. */
#pragma once

#include "validators/api/task.h"

/* Consecutive documents of one stream. */
struct batch {
    struct buffer text;  /* of its documents, concatenated */
    struct document *at; /* `count` of them; their texts are offsets in `text` */
    size_t count, cap;
    size_t bytes;  /* of the stream up to the end of the batch */
    size_t number; /* of its first record */
    struct text file;
    bool uncertain; /* a document in it may not be a record */

    struct task_result result;
    bool done, failed;
    struct task_worker *worker; /* the one that processed it */
};

struct pool;

/* Makes a pool of `jobs` workers, at least two, with the task's own. NULL when out of memory. */
struct pool *zi_pool_new(struct zet_task *task, unsigned jobs);
void zi_pool_free(struct pool *p);

/* The batch to fill. It is empty after zi_pool_send. */
struct batch *zi_pool_batch(struct pool *p);

/* Hands the batch to the workers. If all others are in use, waits for the oldest one and returns
 * it, to be merged and released. */
struct batch *zi_pool_send(struct pool *p);

/* Waits for the oldest batch sent and returns it; NULL if none is left. */
struct batch *zi_pool_wait(struct pool *p);

/* Returns a merged batch to the pool. */
void zi_pool_release(struct pool *p, struct batch *b);

/* Waits for all batches and discards their contents, sent or not. */
void zi_pool_reset(struct pool *p);
