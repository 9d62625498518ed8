/* Threads that do jobs, whose results are taken in the order in which the jobs were given. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* What is done. A job is the caller's structure, and each thread has one of its own. */
struct work {
    size_t job_size, own_size;
    bool (*begin)(void *own, const void *context); /* or NULL; false: out of memory */
    void (*run)(void *own, void *job);
    void (*end_job)(void *job);
    void (*end)(void *own); /* or NULL */
    const void *context;    /* of begin */
};

struct workers;

/* `threads` 0: a job is done when it is taken, by the caller's thread. NULL, after a message, where
   that fails. */
struct workers *workers_new(const struct work *work, unsigned threads);
void workers_free(struct workers *w);

/* Whether no more jobs can be given until one is taken; whether there is none. */
bool workers_are_full(const struct workers *w);
bool workers_are_empty(const struct workers *w);

/* The job that is given next, as it was when it was done last, at first zeroed. They are not full.
 */
void *workers_room(struct workers *w);
void workers_give(struct workers *w);

/* Waits for the oldest job, which is valid until workers_done. They are not empty. */
void *workers_take(struct workers *w);
void workers_done(struct workers *w);

/* Does so many jobs: `make` makes each of them, by its number from 0, and `use` gets what came of
   it, both in their order and in the caller's thread. False, after a message, where one of them
   returned false. */
struct work_steps {
    bool (*make)(void *context, void *job, size_t number);
    bool (*use)(void *context, const void *job);
    void *context;
};
bool workers_do(const struct work *work, unsigned threads, size_t count,
                const struct work_steps *steps);
