/* Scores, which people write for results. */
#pragma once

#include "notation/games/movetext.h"
#include "validators/games/ruleset.h"

/* Reads a score. False if the text is not one. */
bool zi_words_read_score(struct text t, enum said *said);

/* What a score says, as `result` has it: by who moves first in the game. NULL if that is
   unknown, because in the record's own position `start` the other side moves first. `said` is not
   SAID_RESIGNS. */
const char *zi_words_result(enum said said, const struct ruleset *rs, const struct setup *start);
