/* Converts moves from and to the public header's data. */
#pragma once

#include "validators/games/rules.h"
#include "validators/zet.h"

/* Writes a canonical move with its text. *out points into the move and the text. */
void zi_move_write(zet_move *out, const struct move *m, unsigned side, struct text text);

/* Reads a move given by the caller, as if from text. False with the message if it does not have the
 * form of a move of the game, or is not on the board. */
bool zi_move_read(struct move *out, const zet_move *from, const struct ruleset *rs,
                  zet_error *error);
