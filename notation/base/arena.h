/* Bump memory for what lives as long as one record. */
#pragma once

#include <stdalign.h>

#include "notation/base/text.h"

/* Grows by blocks that stay until arena_free and are used again after arena_reset. */
struct arena {
    struct arena_block *first, *current;
    char *at; /* the free bytes of *current */
    size_t left;
};

enum { ARENA_UNIT = alignof(max_align_t) };

/* For zi_arena_alloc, where *current has no room; `size` is a multiple of ARENA_UNIT. */
void *zi_arena_grow(struct arena *a, size_t size);

/* `size` bytes, not set, aligned for anything; NULL when memory runs out. Lives until reset or
 * free.
 */
static inline void *zi_arena_alloc(struct arena *a, size_t size) {
    size = (size + ARENA_UNIT - 1) / ARENA_UNIT * ARENA_UNIT;
    if (size > a->left || !a->at)
        return zi_arena_grow(a, size);
    char *at = a->at;
    a->at += size;
    a->left -= size;
    return at;
}

/* A copy of `t`; {NULL, 0} with *failed set when memory runs out. */
struct text zi_arena_copy(struct arena *a, struct text t, bool *failed);

void zi_arena_reset(struct arena *a);
void zi_arena_free(struct arena *a);
