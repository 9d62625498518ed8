/* Hash tables. Our own and not uthash, which takes 56 bytes and an allocation an entry and ends the
   program when out of memory: here an entry takes 8 to 16 bytes, and each failure is reported. */
#pragma once

#include "notation/base/arena.h"

/* Numbers of items that the caller keeps in an array of his own, to be found by a hash. Open
   addressing, at least a third of the slots empty. Starts zeroed. */
struct index {
    uint32_t *slot; /* number + 1, or 0 */
    uint32_t *hash; /* of the item in the slot */
    size_t mask, count;
};

enum { INDEX_ITEMS_MAX = 1 << 30 };

/* Looks up the items of a hash one after the other: *at starts as INDEX_START, is changed by each
   call, and the caller compares the item. -1 if there are no more. */
#define INDEX_START SIZE_MAX
int64_t zi_index_next(const struct index *index, uint64_t hash, size_t *at);

/* Adds an item's number. False when out of memory or where there are INDEX_ITEMS_MAX; then the
   index is as before. */
bool zi_index_add(struct index *index, uint64_t hash, uint32_t number);

void zi_index_free(struct index *index);

/* A hash of any bytes; the same on every machine and in every run. */
uint64_t zi_hash(struct text t);

/* Texts that are kept once each, under the numbers 0, 1, ... in the order of their coming. Starts
   zeroed. */
struct map {
    struct text *at; /* the texts by their numbers */
    size_t count, cap;
    struct index index;
    struct arena arena;
    bool failed; /* out of memory, or full */
};

/* The number of a text, which is copied where it is new. 0, with `failed` set, when out of memory.
 */
uint32_t zi_map_number(struct map *m, struct text t);

/* The number of a text, or -1. */
int64_t zi_map_find(const struct map *m, struct text t);

void zi_map_free(struct map *m);
