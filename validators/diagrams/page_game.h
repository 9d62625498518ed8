/* One game of a page. */
#pragma once

#include "validators/diagrams/page_parts.h"

/* Appends the game as a section; what it is about has been filled in up to `look_id`. False when
   memory runs out, or p->too_long. */
bool zi_page_game(struct page *p);
