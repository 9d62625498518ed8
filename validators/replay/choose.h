/* Choosing the rules by which a record is played. */
#pragma once

#include "validators/replay/verdict.h"

/* What counts for records that do not say it; empty: nothing. */
struct defaults {
    struct text game, variant;
};

/* The number of the variant that counts where the record of a game does not say it, or -1.
   `defaults` may be NULL. */
int zi_default_variant(const struct rules *rules, const struct defaults *defaults);

struct terms {
    bool known;                /* the rules are */
    bool playable;             /* and the position that the record begins with */
    const struct setup *start; /* the record's own position, or NULL */
    struct setup position;
};

/* Sets the rules of the verdict, and *terms. `last`: the rules that were begun last, without
   options; starts zeroed. */
void zi_choose(struct record *r, const struct defaults *defaults, struct ruleset *last,
               struct verdict *out, struct terms *terms);
