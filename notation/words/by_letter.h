/* Looks up words by their first two characters. */
#pragma once

#include <stdatomic.h>

#include "notation/base/text.h"

enum { LETTERS = 32, LISTS = LETTERS * LETTERS, BY_LETTER_MAX = 4096 };

/* An array of words; NULL entries are skipped. Indexed on first use, by any number of threads. */
struct by_letter {
    const char *const *words;
    size_t count; /* less than BY_LETTER_MAX */
    atomic_bool made;
    _Atomic(uint16_t) first[LISTS], next[BY_LETTER_MAX]; /* from 1; 0: no more */
};

/* Sets *next to the place, from 1, of the next word after it that may begin like the text, in any
   case; a word of one character only if the text has one. The first call has 0 there. False if
   there are no more. */
bool zi_by_letter_next(struct by_letter *l, struct text t, size_t *next);
