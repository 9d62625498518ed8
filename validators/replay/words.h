/* Scores such as `1-0`, which people write as results. */
#pragma once

#include "notation/games/movetext.h"
#include "validators/games/ruleset.h"

/* Reads a score. False if the text is not one. */
bool zi_words_read_score(struct text t, enum said *said);

/* The value of the key `result` for a score, which depends on the side that moves first. NULL if
   that side is unknown, because the other side moves first in the record's own position `start`.
   `said` must not be SAID_RESIGNS. */
const char *zi_words_result(enum said said, const struct ruleset *rs, const struct setup *start);
