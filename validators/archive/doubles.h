/* Names among many that may be one person's. */
#pragma once

#include "notation/base/name_likeness.h"

/* Up to so many names are compared each with each other one. Of more, those that are the same but
   for their spelling, and those that have a word in common which no more than DOUBLES_WORD_MAX of
   them have. */
enum { DOUBLES_COMPARED_MAX = 5000, DOUBLES_WORD_MAX = 2000, DOUBLES_PAIRS_MAX = 1000 };

/* Two names, by their numbers, the lower one first. */
struct double_pair {
    uint32_t a, b;
    bool same; /* zi_name_same, else zi_name_near */
};

/* Whose names they are. */
struct doubles_of {
    size_t count;
    struct text (*name)(const void *context, uint32_t number);
    bool (*are_two)(const void *context, uint32_t a, uint32_t b); /* known to be; no pair */
    const void *context;
};

struct doubles {
    struct double_pair *at; /* ordered, each once */
    size_t count, cap;
    bool cut;     /* there are more than DOUBLES_PAIRS_MAX */
    bool partial; /* not every name was compared with every other */
};

/* Finds them. *d is zeroed. False when memory runs out. */
bool zi_doubles_find(struct doubles *d, const struct doubles_of *of);
void zi_doubles_free(struct doubles *d);
