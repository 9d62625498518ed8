/* Which legal moves an illegal one may have been meant for. */
#pragma once

#include "validators/replay/move_list.h"

/* Brings the legal moves that are near to the illegal `move` to the front of the list: first those
   one edit away from it as it was written or in canonical form, then those with its origin, each in
   byte order. Returns how many there are. */
size_t zi_suggest(struct move_list *legal, const struct notation *notation, const struct move *move,
                  struct text written);
