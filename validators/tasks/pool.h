/* Workers in threads of their own. The caller's thread fills batches of documents, the workers
   process them, and the caller's thread merges them in the order in which it filled them. Instead
   of waiting it processes batches itself, with the task's own worker, so that there are no more
   threads than are asked for. */
#pragma once

#include "validators/tasks/task.h"

/* A run of documents of one stream. */
struct batch {
    struct buffer text;  /* of its documents, one after the other */
    struct document *at; /* `count` of them; their texts are offsets in `text` */
    size_t count, cap;
    size_t bytes;  /* of the stream up to its end */
    size_t number; /* of its first record */
    struct text file;
    bool uncertain; /* a document in it may be no record */

    struct task_result result;
    bool done, failed;
    struct task_worker *worker; /* who processed it */
};

struct pool;

/* `jobs` workers of the task, at least two, the task's own among them. NULL when out of memory. */
struct pool *zi_pool_new(struct zet_task *task, unsigned jobs);
void zi_pool_free(struct pool *p);

/* The batch that is being filled. It is empty after _send. */
struct batch *zi_pool_batch(struct pool *p);

/* Hands the batch to the workers. Where all others are in use, the oldest is waited for first; it
   is then in *done, to be merged and released. */
struct batch *zi_pool_send(struct pool *p);

/* The oldest batch that was sent, once it is done; NULL if none is left. */
struct batch *zi_pool_wait(struct pool *p);

/* Gives back a batch that was merged. */
void zi_pool_release(struct pool *p, struct batch *b);

/* Waits for all batches and forgets what they hold, sent or not. */
void zi_pool_reset(struct pool *p);
