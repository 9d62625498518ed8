/* Moves as data of the public header. */
#pragma once

#include "validators/games/rules.h"
#include "validators/zet.h"

/* A canonical move with its text. What *out points to is the move's and the text's. */
void zi_move_write(zet_move *out, const struct move *m, unsigned side, struct text text);

/* A move that the caller gives: as if it had been read. False with the message: it has not the form
   of a move of the game, or is not on the board. */
bool zi_move_read(struct move *out, const zet_move *from, const struct ruleset *rs,
                  zet_error *error);

/* Visits what happens in a legal move on that board; `effect` is what playing it did. */
void zi_trace(const struct ruleset *rs, const struct move *m, const struct effect *effect,
              const struct setup *before, zet_event_function *event, void *context);

/* Does to the board what the stones given do. */
void zi_setup_give(struct setup *at, const struct move *m);
