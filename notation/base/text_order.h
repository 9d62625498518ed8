/* Compares the texts that people use as numbers. */
#pragma once

#include "notation/base/arena.h"
#include "notation/base/buffer.h"
#include "notation/base/text.h"

/* Numbers come by value, before other texts, which come by bytes; the empty text comes last.
   Negative, 0 or positive. */
int zi_text_order(struct text a, struct text b);

/* The same, but 0 for two spellings of one number, such as `3` and `03`. */
int zi_text_order_loose(struct text a, struct text b);

/* Texts with wildcards: `*` is any text, even an empty one. */

/* Whether the text matches the pattern, ignoring ASCII case; with `one`, `?` is any one byte. */
bool zi_glob_fits(struct text pattern, struct text text, bool one);

/* Folds a pattern (zi_text_fold) into the arena. False when memory runs out. */
bool zi_glob_fold(struct text pattern, struct arena *arena, struct text *out);

/* The same for a folded pattern, without `one`: case, accents and the form of characters are
   ignored, in any script. room->failed is set when memory runs out. */
bool zi_glob_text_fits(struct text folded_pattern, struct text text, struct buffer *room);
