/* Finds names that may belong to one person. */
#pragma once

#include "notation/base/likeness.h"

/* Up to DOUBLES_COMPARED_MAX names are all compared with each other. Beyond that, only those that
 * differ in spelling alone or share a word that at most DOUBLES_WORD_MAX names have. */
enum { DOUBLES_COMPARED_MAX = 5000, DOUBLES_WORD_MAX = 2000, DOUBLES_PAIRS_MAX = 1000 };

/* Two names, by index, the lower one first. */
struct double_pair {
    uint32_t a, b;
    bool same; /* zi_name_same, else zi_name_near */
};

/* The names to compare. */
struct doubles_of {
    size_t count;
    struct text (*name)(const void *context, uint32_t number);
    bool (*are_two)(const void *context, uint32_t a, uint32_t b); /* known to be two people */
    const void *context;
};

struct doubles {
    struct double_pair *at; /* ordered, each once */
    size_t count, cap;
    bool cut;     /* there were more than DOUBLES_PAIRS_MAX */
    bool partial; /* not all names were compared with each other */
};

/* Finds the pairs. *d starts zeroed. False when memory runs out. */
bool zi_doubles_find(struct doubles *d, const struct doubles_of *of);
void zi_doubles_free(struct doubles *d);
