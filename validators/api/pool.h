/* Worker threads. Results are taken in the order in which the jobs were given. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The kind of work. Jobs are structures of the caller; each thread also has an `own` structure,
   zeroed at first. */
struct work {
    size_t job_size, own_size;
    bool (*begin)(void *own, void *context); /* or NULL; false: out of memory */
    void (*run)(void *own, void *job);
    void (*end_job)(void *job);
    void (*end)(void *own); /* or NULL; also after `begin` failed */
    void *context;          /* argument of begin */
    void *caller;           /* the caller's thread does jobs with it instead of waiting; or NULL */
};

struct pool;

/* With 0 `threads`, the caller's thread does a job when it is taken; there may be fewer threads
   than wanted. NULL when out of memory. */
struct pool *zi_pool_new(const struct work *work, unsigned threads);
void zi_pool_free(struct pool *pool);

/* Whether no job can be given until one is taken; whether no jobs are pending. */
bool zi_pool_is_full(const struct pool *pool);
bool zi_pool_is_empty(const struct pool *pool);

/* The slot for the next job, zeroed or as its last job left it. The pool must not be full. */
void *zi_pool_room(struct pool *pool);
void zi_pool_give(struct pool *pool);

/* Waits for the oldest job, which is valid until zi_pool_done. The pool must not be empty. */
void *zi_pool_take(struct pool *pool);
void zi_pool_done(struct pool *pool);
