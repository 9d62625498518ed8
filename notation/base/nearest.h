/* The word that a misspelt one may be meant for. */
#pragma once

#include "notation/base/text.h"

/* The edits up to which a word of so many characters may be meant for another one: a third of them,
   at least one, but fewer than the word has. */
unsigned zi_edits_allowed(size_t characters);

/* The one of `names` (ends with NULL) that is nearest to `word` by edit distance within
   zi_edits_allowed, upper and lower case apart; of equally near ones the first. NULL if none is
   near enough to be meant. */
const char *zi_nearest(struct text word, const char *const *names);
