/* Diagrams of positions of games: fills in from rules, rulesets and turns what a diagram shows. */
#pragma once

#include "notation/drawing/diagram.h"
#include "validators/replay/turns.h"

/* Fills in what is the same in every diagram of the game, and clears the rest. */
void zi_diagram_begin(struct diagram *d, const struct ruleset *rs);

/* How a game ended as a person says it, in English for zi_word; what is no reason as it is. */
const char *zi_reason_in_words(const char *reason);

void zi_diagram_set_outcome(struct diagram *d, const struct outcome *outcome);

/* Fills in the chain that won, where one did; `room` lives as long as the diagram. */
void zi_diagram_set_chain(struct diagram *d, const struct ruleset *rs, const void *position,
                          cell room[CELLS_MAX]);

/* Fills in the move of a turn that was played, from the positions before and after it. What it
   points to lives in `a`; its text and path are the turn's. False if memory runs out. */
bool zi_shown_move(struct shown_move *out, const struct ruleset *rs, const struct turn *turn,
                   const struct setup *before, const struct setup *after, struct arena *a);

/* A move that breaks a rule in the position. Its path is the move's. */
struct shown_move zi_shown_fault(const struct ruleset *rs, const void *position,
                                 const struct move *m);

/* Appends the position in which a move broke a rule, with the move, as zi_text_board does but with
   room between the cells. */
void zi_text_fault(struct buffer *out, const struct ruleset *rs, const void *position,
                   const struct move *m, unsigned indent);

/* Appends the board of a position in plain ASCII, every line indented, at most 79 columns: without
   names, decorations and caption. */
void zi_text_board(struct buffer *out, const struct ruleset *rs, const struct setup *setup,
                   unsigned indent);
