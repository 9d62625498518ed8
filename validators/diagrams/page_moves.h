/* The moves of a page. */
#ifndef ZET_VALIDATORS_DIAGRAMS_PAGE_MOVES_H
#define ZET_VALIDATORS_DIAGRAMS_PAGE_MOVES_H

#include "validators/diagrams/page_parts.h"

/* Appends the moves of the record with what is between them. */
void zet_page_moves(const struct page *p);

#endif
