/* Texts with wildcards: `*` is any text, even an empty one. */
#pragma once

#include "notation/base/arena.h"
#include "notation/base/buffer.h"

/* Whether the text matches the pattern, ignoring ASCII case; with `one`, `?` is any one byte. */
bool zi_glob_fits(struct text pattern, struct text text, bool one);

/* Folds a pattern (zi_text_fold) into the arena. False when memory runs out. */
bool zi_glob_fold(struct text pattern, struct arena *arena, struct text *out);

/* The same for a folded pattern, without `one`: case, accents and the form of characters are
   ignored, in any script. room->failed is set when memory runs out. */
bool zi_glob_text_fits(struct text folded_pattern, struct text text, struct buffer *room);
