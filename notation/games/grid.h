/* Position texts of boards with pieces: ranks from north to south, level by level. */
#pragma once

#include "notation/games/notation.h"

/* As struct notation's read_setup, write_setup and write_rank; pieces[ZET_CELL_...] is the letter
   of each content of the game; the string ends after the last. */
const char *zet_grid_read(struct text from, const struct board *board, const char *pieces,
                          struct setup *to, size_t *fault);
void zet_grid_write(struct writer *w, const struct board *board, const char *pieces,
                    const struct setup *from);
char *zet_grid_write_rank(char to[RANK_BYTES_MAX], const char *pieces, const uint8_t *at,
                          unsigned width);

/* The levels that are written: up to the highest occupied one, at least one. */
unsigned zet_grid_levels(const struct board *board, const struct setup *setup);
bool zet_grid_level_is_empty(const struct board *board, const struct setup *setup, unsigned level);
