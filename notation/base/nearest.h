/* The nearest of some words to a misspelt one. */
#ifndef ZET_NOTATION_BASE_NEAREST_H
#define ZET_NOTATION_BASE_NEAREST_H

#include "notation/base/text.h"

/* The one of `names` (at least one, ends with NULL) that is nearest to `word` by edit distance; of
   equally near ones the first. */
const char *zet_nearest(struct text word, const char *const *names);

#endif
