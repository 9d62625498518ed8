/* Texts that are kept once each, under a number. */
#ifndef ZET_VALIDATORS_SCORES_WORDS_H
#define ZET_VALIDATORS_SCORES_WORDS_H

#include "notation/base/arena.h"

/* Starts zeroed. The numbers count from 0, in the order of their coming. */
struct words {
    struct text *at;
    size_t count, cap;
    uint32_t *slots; /* open addressing; a number + 1, or 0 */
    size_t mask;
    struct arena arena;
    bool failed; /* memory ran out */
};

/* The number of a text, which is copied where it is new. 0, with `failed` set, when memory runs
 * out.
 */
uint32_t zet_words_number(struct words *w, struct text t);

/* The number of a text, or -1. */
int64_t zet_words_find(const struct words *w, struct text t);

void zet_words_free(struct words *w);

#endif
