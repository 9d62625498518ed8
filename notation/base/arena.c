#include "notation/base/arena.h"

#include <stdlib.h>

#ifndef ARENA_BLOCK_BYTES /* tests use smaller ones */
#define ARENA_BLOCK_BYTES (64 * 1024)
#endif

enum { BLOCK_BYTES = ARENA_BLOCK_BYTES };

struct arena_block {
    struct arena_block *next;
    size_t size;
    alignas(max_align_t) char bytes[];
};

static struct arena_block *block_new(size_t size) {
    struct arena_block *b = malloc(sizeof *b + size);
    if (b)
        *b = (struct arena_block){.next = NULL, .size = size};
    return b;
}

void *zi_arena_grow(struct arena *a, size_t size) {
    struct arena_block *next = a->current ? a->current->next : a->first, *b = next;
    if (!next || next->size < size) {
        b = block_new(size > BLOCK_BYTES ? size : BLOCK_BYTES);
        if (!b)
            return NULL;
        b->next = next;
        *(a->current ? &a->current->next : &a->first) = b;
    }
    a->current = b;
    a->at = b->bytes + size;
    a->left = b->size - size;
    return b->bytes;
}

struct text zi_arena_copy(struct arena *a, struct text t, bool *failed) {
    char *at = zi_arena_alloc(a, t.len + 1);
    if (!at) {
        *failed = true;
        return (struct text){NULL, 0};
    }
    memcpy(at, t.at ? t.at : "", t.len);
    at[t.len] = '\0';
    return (struct text){at, t.len};
}

/* Frees large blocks, so that one huge record does not hold memory forever. */
void zi_arena_reset(struct arena *a) {
    for (struct arena_block **at = &a->first; *at;) {
        struct arena_block *b = *at;
        if (b->size > BLOCK_BYTES) {
            *at = b->next;
            free(b);
        } else {
            at = &b->next;
        }
    }
    a->current = NULL;
    a->at = NULL;
    a->left = 0;
}

void zi_arena_free(struct arena *a) {
    while (a->first) {
        struct arena_block *next = a->first->next;
        free(a->first);
        a->first = next;
    }
    *a = (struct arena){0};
}
