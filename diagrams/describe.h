/* Fills in diagrams of game positions from rules, rulesets and turns. */
#pragma once

#include "diagrams/diagram.h"
#include "validators/replay/move_reader.h"

/* Fills in the parts common to all diagrams of the game, and clears the rest. */
void zi_diagram_begin(struct diagram *d, const struct ruleset *rs);

/* The reason for the end of a game in plain English, for zi_word; an unknown reason is returned
   unchanged. */
const char *zi_reason_in_words(const char *reason);

void zi_diagram_set_outcome(struct diagram *d, const struct outcome *outcome);

/* Fills in the winning chain, if any; `room` must live as long as the diagram. */
void zi_diagram_set_chain(struct diagram *d, const struct ruleset *rs, const void *position,
                          cell room[CELLS_MAX]);

/* Fills in the move of a turn that was played, from the positions before and after it. Its data is
   in `a`, but its text and path belong to the turn. Returns false if memory runs out. */
bool zi_shown_move(struct shown_move *out, const struct ruleset *rs, const struct turn *turn,
                   const struct setup *before, const struct setup *after, struct arena *a);

/* The illegal move of a verdict that has one. Its cells belong to the verdict. */
bool zi_shown_fault(struct shown_move *out, const struct verdict *v, struct arena *a);

/* Appends the part of the board around the illegal move of a verdict that has one, with the move,
   as zi_text_board does but with space between the cells. */
void zi_text_fault(struct buffer *out, const struct verdict *v, unsigned indent);

/* Appends the board of a position in plain ASCII, each line indented, in at most 79 columns,
   without names, decorations or caption. */
void zi_text_board(struct buffer *out, const struct ruleset *rs, const struct setup *setup,
                   unsigned indent);
