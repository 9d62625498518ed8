/* Words that people write for the values of a record: in any letter case, in the languages of the
   rules' sources, and scores for results. */
#pragma once

#include "notation/games/movetext.h"
#include "notation/record/record.h"
#include "validators/games/rules.h"

/* Makes the value the one of `words` (ends with NULL) that it means by its letters or as a word of
   another language, with a style note. False, without a note, if it means none. */
bool zi_words_restate(struct record *r, struct field *f, const char *const *words);

/* The same for the key `result`. NULL, or what is wrong with the value. `start` is the record's own
   position or NULL. */
extern const char zi_no_such_result[];
const char *zi_words_restate_result(struct record *r, const struct ruleset *rs,
                                    const struct setup *start);

/* Reads a score. False if the text is not one. */
bool zi_words_read_score(struct text t, enum said *said);

/* What a score says, as `result` has it: by who moves first in the game. NULL where that is
   unknown, because in the record's own position `start` the other side moves first. `said` is not
   SAID_RESIGNS. */
const char *zi_words_result(enum said said, const struct ruleset *rs, const struct setup *start);
