/* How far one spelling is from another. */
#pragma once

#include "notation/base/text.h"

enum {
    EDITS_MAX = 15,            /* the largest bound on a distance */
    EDIT_CHARACTERS_MAX = 256, /* longer texts are not compared */
};

/* The least number of edits that make one of the other: a character inserted, deleted or replaced,
   or two neighbors swapped (optimal string alignment). most + 1 where there are more than `most`,
   which is at most EDITS_MAX. Time: the longer length times `most`. */
unsigned zi_edit_distance(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count,
                          unsigned most);

/* The same of two texts by their characters; most + 1 where one of them has more than
   EDIT_CHARACTERS_MAX bytes. */
unsigned zi_text_distance(struct text a, struct text b, unsigned most);
