/* Hash tables. They replace uthash, which takes 56 bytes and an allocation per entry and exits when
   out of memory: here an entry takes 8 to 16 bytes, and every failure is reported. */
#pragma once

#include <stdatomic.h>

#include "notation/base/arena.h"

/* Finds items of the caller's array, by number, from their hashes. Open addressing; at least a
   third of the slots are empty. Starts zeroed. */
struct index {
    uint32_t *slot; /* number + 1, or 0 */
    uint32_t *hash; /* of the item in that slot */
    size_t mask, count;
};

enum { INDEX_ITEMS_MAX = 1 << 30 };

/* Enumerates the items with a hash: *at starts as INDEX_START and is updated by each call; the
   caller compares the items. Returns -1 when no more exist. */
#define INDEX_START SIZE_MAX
int64_t zi_index_next(const struct index *index, uint64_t hash, size_t *at);

/* Adds an item's number. False if out of memory or if the index has INDEX_ITEMS_MAX; the index is
   then unchanged. */
bool zi_index_add(struct index *index, uint64_t hash, uint32_t number);

void zi_index_free(struct index *index);

/* Hashes any bytes; the same on every machine and in every run. */
uint64_t zi_hash(struct text t);

/* Unique texts, numbered 0, 1, ... in order of insertion. Starts zeroed. */
struct map {
    struct text *at; /* by number */
    size_t count, cap;
    struct index index;
    struct arena arena;
    bool failed; /* out of memory, or full */
};

/* Returns the number of a text, and copies the text if it is new. Returns 0 and sets `failed` when
   out of memory. */
uint32_t zi_map_number(struct map *m, struct text t);

/* The number of a text, or -1. */
int64_t zi_map_find(const struct map *m, struct text t);

void zi_map_free(struct map *m);

/* Looks up words by their first two characters. */

enum {
    BY_LETTER_KINDS = 32,
    BY_LETTER_LISTS = BY_LETTER_KINDS * BY_LETTER_KINDS,
    BY_LETTER_MAX = 4096
};

/* An array of words; NULL entries are skipped. Indexed on first use, by any number of threads. */
struct by_letter {
    const char *const *words;
    size_t count; /* less than BY_LETTER_MAX */
    atomic_bool made;
    _Atomic(uint16_t) first[BY_LETTER_LISTS], next[BY_LETTER_MAX]; /* from 1; 0: no more */
};

/* Sets *next to the place, from 1, of the next word after it that may begin like the text, in any
   case; a word of one character only if the text has one. The first call has 0 there. False if
   there are no more. */
bool zi_by_letter_next(struct by_letter *l, struct text t, size_t *next);
