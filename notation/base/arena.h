/* A bump allocator for data that lives as long as one record. */
#pragma once

#include <stdalign.h>

#include "notation/base/text.h"

/* Grows by blocks that zi_arena_reset keeps for reuse and zi_arena_free frees. */
struct arena {
    struct arena_block *first, *current;
    char *at; /* the free bytes of *current */
    size_t left;
};

enum { ARENA_UNIT = alignof(max_align_t) };

/* The slow path of zi_arena_alloc, when *current is full; `size` is a multiple of ARENA_UNIT. */
void *zi_arena_grow(struct arena *a, size_t size);

/* Returns `size` uninitialized bytes, aligned for any type; NULL when out of memory. They live
   until reset or free. */
static inline void *zi_arena_alloc(struct arena *a, size_t size) {
    size = (size + ARENA_UNIT - 1) / ARENA_UNIT * ARENA_UNIT;
    if (size > a->left || !a->at)
        return zi_arena_grow(a, size);
    char *at = a->at;
    a->at += size;
    a->left -= size;
    return at;
}

/* Returns a terminated copy of `t`; sets *failed and returns {NULL, 0} when out of memory. */
struct text zi_arena_copy(struct arena *a, struct text t, bool *failed);

void zi_arena_reset(struct arena *a);
void zi_arena_free(struct arena *a);
