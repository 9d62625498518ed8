/* Words, found by their first two characters. */
#pragma once

#include <stdatomic.h>

#include "notation/base/text.h"

enum { LETTERS = 32, LISTS = LETTERS * LETTERS, BY_LETTER_MAX = 4096 };

/* An array of words; NULL is none. Made at its first use, by any number of threads at once. */
struct by_letter {
    const char *const *words;
    size_t count; /* less than BY_LETTER_MAX */
    atomic_bool made;
    _Atomic(uint16_t) first[LISTS], next[BY_LETTER_MAX]; /* from 1; 0: there is no other one */
};

/* Makes *next the place, from 1, of the next word after that place that may begin as the text does,
   in any case; a word of one character only where the text has one. The first call has 0 there.
   False where there is no other one. */
bool zi_by_letter_next(struct by_letter *l, struct text t, size_t *next);
