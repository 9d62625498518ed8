/* Duplicate keys of a mapping. */
#pragma once

#include "notation/base/map.h"
#include "notation/record/node.h"

/* The keys of one mapping that have been met: a bit for each, by a hash, so that only a key whose
   bit is set need be compared with those before it; many keys are in a map. Starts zeroed. */
struct keys_met {
    size_t number; /* keys so far */
    uint64_t bits[4];
    struct map map; /* from KEYS_BY_BITS keys on */
};

enum { KEYS_BY_BITS = 256 };

/* Adds the next key of the mapping, and tells whether one before it is the same text. `key` is
   linked in the mapping. A key that is no scalar is never the same. */
bool zet_keys_met(struct keys_met *met, const struct node *mapping, const struct node *key);

/* Needed only where there may be more than KEYS_BY_BITS keys. */
void zet_keys_met_free(struct keys_met *met);
