/* The board of a page. */
#pragma once

#include "validators/diagrams/page_parts.h"

/* Appends the board with both sides; and to `data` the positions of all turns as JSON, which is to
   be in the page too. False when memory runs out, or p->too_long. */
bool zi_page_board(struct page *p, struct buffer *data);
