/* Finds the intended word for a misspelt one. */
#pragma once

#include "notation/base/text.h"

/* Returns the entry of `names` (ends with NULL) nearest to `word` by edit distance, case-sensitive;
   the first if several are equally near. NULL if none is near enough: within a third of its
   characters, at least one, but fewer than it has. */
const char *zi_nearest(struct text word, const char *const *names);
