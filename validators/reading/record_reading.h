/* The reading of the moves of a record, where replaying them stops at a fault. */
#pragma once

#include "validators/reading/reading.h"
#include "validators/replay/judge.h"

/* Whether the moves have a fault that a reading may explain. */
bool zi_record_stopped(const struct record *r, const struct verdict *verdict);

/* Whether its moves are present and few enough to be read. */
bool zi_record_readable(const struct record *r, const struct verdict *verdict);

/* Reads the moves of a record that was judged. `other`: the moves of
   another sheet of the game, or empty. The texts of *out live as long as the record. False when out
   of memory. */
bool zi_record_reading(struct record *r, const struct verdict *verdict, struct text other,
                       struct reading_purse *purse, struct reading *out);

/* The move of a turn from 0, without its annotations; NO_TEXT if there is none. */
struct text zi_reading_turn(const struct reading *r, uint32_t turn);
