/* Bump memory for what lives as long as one record. */
#ifndef ZET_NOTATION_BASE_ARENA_H
#define ZET_NOTATION_BASE_ARENA_H

#include "notation/base/text.h"

/* Grows by blocks that stay until arena_free and are used again after arena_reset. */
struct arena {
    struct arena_block *first, *current;
    size_t used; /* bytes of *current */
};

/* `size` bytes, aligned for anything; NULL when memory runs out. Lives until reset or free. */
void *zet_arena_alloc(struct arena *a, size_t size);

/* A copy of `t`; {NULL, 0} with *failed set when memory runs out. */
struct text zet_arena_copy(struct arena *a, struct text t, bool *failed);

void zet_arena_reset(struct arena *a);
void zet_arena_free(struct arena *a);

#endif
