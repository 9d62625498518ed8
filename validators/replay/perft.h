/* Counts move sequences (MOVES.md, canonical moves). */
#pragma once

#include <stdatomic.h>

#include "validators/replay/move_list.h"
#include "validators/replay/replay.h"

/* The maximum number of threads. */
enum { PERFT_JOBS_MAX = 256 };

/* A request to end a count early. */
struct perft_stop {
    bool (*asked)(void *context); /* or NULL; each thread calls it some hundred times a second */
    void *context;
    atomic_bool stopped;
};

/* The number of move sequences of `depth` plies from the position of *r, which is restored
   afterwards; arbitrary if the count is stopped. The history must have room for `depth` more
   positions. */
uint64_t zi_perft(struct replay *r, unsigned depth, struct perft_stop *stop);

/* The same for each first move, on `jobs` threads, from 1 to PERFT_JOBS_MAX. Requires depth > 0.
   The caller frees *moves, which is empty if none exist, and *counts, in their order. False, with
   nothing to free, when out of memory. */
bool zi_perft_divide(const struct replay *r, unsigned depth, unsigned jobs, struct perft_stop *stop,
                     struct move_list *moves, uint64_t **counts);
