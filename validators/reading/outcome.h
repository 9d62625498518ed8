/* Describes the result of a search: the moves, the departures from the text, and the question. */
#pragma once

#include "validators/reading/search.h"

/* Describes the best reading in *out. `rival`: the cost of the next one, UINT32_MAX if there is
   none. s->failed is set when out of memory. */
void zi_outcome_describe(struct search *s, uint32_t rival, struct reading *out);
