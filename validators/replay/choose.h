/* Choosing the rules of a record. */
#pragma once

#include "validators/replay/verdict.h"

/* Values for records without these keys; empty: none. */
struct defaults {
    struct text game, variant;
};

/* The number of the default variant of a game, or -1. `defaults` may be NULL. */
int zi_default_variant(const struct rules *rules, const struct defaults *defaults);

struct terms {
    bool known;                /* the rules are known */
    bool playable;             /* so is the position that the record begins with */
    const struct setup *start; /* the record's own position, or NULL */
    struct setup position;
};

/* Sets the rules of the verdict, and *terms. `last` caches the last rules without options; it
   starts zeroed. */
void zi_choose(struct record *r, const struct defaults *defaults, struct ruleset *last,
               struct verdict *out, struct terms *terms);
