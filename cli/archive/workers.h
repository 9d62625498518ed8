/* Worker threads. Results are taken in the order in which the jobs were given. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The kind of work. Jobs are structures of the caller; each thread also has an `own` structure. */
struct work {
    size_t job_size, own_size;
    bool (*begin)(void *own, const void *context); /* or NULL; false: out of memory */
    void (*run)(void *own, void *job);
    void (*end_job)(void *job);
    void (*end)(void *own); /* or NULL */
    const void *context;    /* argument of begin */
};

struct workers;

/* With 0 `threads`, the caller's thread does a job when it is taken. Returns NULL, after a message,
   on failure. */
struct workers *workers_new(const struct work *work, unsigned threads);
void workers_free(struct workers *w);

/* Whether no job can be given until one is taken; whether no jobs are pending. */
bool workers_are_full(const struct workers *w);
bool workers_are_empty(const struct workers *w);

/* The slot for the next job, zeroed or as its last job left it. The workers must not be full. */
void *workers_room(struct workers *w);
void workers_give(struct workers *w);

/* Waits for the oldest job, which is valid until workers_done. The workers must not be empty. */
void *workers_take(struct workers *w);
void workers_done(struct workers *w);
