/* Finds legal moves that an illegal move may have meant. */
#pragma once

#include "validators/replay/replay.h"

/* Moves the legal moves that resemble the illegal `move` to the front of the list: first those one
 * edit away from it as written or in canonical form, then those with its origin, each in byte
 * order. Returns their number. */
size_t zi_suggest(struct move_list *legal, const struct notation *notation, const struct move *move,
                  struct text written);
