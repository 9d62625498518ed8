/* Edit distance between spellings. */
#pragma once

#include "notation/base/text.h"

enum {
    EDITS_MAX = 15,            /* the largest bound on a distance */
    EDIT_CHARACTERS_MAX = 256, /* longer texts are not compared */
};

/* The minimum number of edits that turn one text into the other: insert, delete or replace a
   character, or swap two neighbors (optimal string alignment). Returns most + 1 if it exceeds
   `most`, which is at most EDITS_MAX. Takes time proportional to the longer length times `most`. */
unsigned zi_edit_distance(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count,
                          unsigned most);

/* The same by the characters of two texts; most + 1 if either has more than EDIT_CHARACTERS_MAX
   bytes. */
unsigned zi_text_distance(struct text a, struct text b, unsigned most);
