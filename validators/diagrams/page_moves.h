/* The moves of a page. */
#pragma once

#include "validators/diagrams/page_parts.h"

/* Appends the moves of the record with what is between them. */
void zi_page_moves(const struct page *p);
