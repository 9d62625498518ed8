/* The word that a misspelt one may be meant for. */
#pragma once

#include "notation/base/text.h"

/* The one of `names` (ends with NULL) that is nearest to `word` by edit distance, upper and lower
   case apart; of equally near ones the first. NULL if none is near enough to be meant: within a
   third of its characters, at least one, but fewer than it has. */
const char *zi_nearest(struct text word, const char *const *names);
