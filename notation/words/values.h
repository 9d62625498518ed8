/* Words that people write for the values of records, in any case and in the readers' languages. */
#pragma once

#include "notation/base/text.h"

/* Returns the entry of `words` (canonical words, ends with NULL) that the text means: by its
   letters, in typographic quotes, as `8 x 8` for `8x8`, or as a word of a language. NULL if it
   means none of them. */
const char *zi_value_meant(struct text t, const char *const *words);

/* The same for the longest word at the start of the text, of *length bytes, before a blank or a
   sign. */
const char *zi_value_begins(struct text t, const char *const *words, size_t *length);

/* The text without surrounding typographic quotes. */
struct text zi_value_unquoted(struct text t);

/* The text with characters corrected that text recognition confuses: letters in numbers become
   digits, `rn` becomes `m`. NO_TEXT if nothing changes or it does not fit. */
struct text zi_value_unconfused(struct text t, char room[64]);
