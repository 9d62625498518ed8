/* Replays the moves of a record. */
#pragma once

#include "validators/replay/choose.h"
#include "validators/replay/move_reader.h"

/* Plays moves and playout by the chosen rules, which must be known, with the replay of `b`. Sets
   the verdict's position, plies, outcome and points, and *proof. r->out_of_memory is set when out
   of memory. */
void zi_play(struct branches *b, struct grammar *grammar, const struct observer *observer,
             struct record *r, const struct terms *terms, struct verdict *out, struct proof *proof);
