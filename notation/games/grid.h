/* Position texts of boards with pieces: ranks from north to south, level by level. */
#pragma once

#include "notation/games/notation.h"

/* See read_setup and write_setup of struct notation. */
const char *zi_grid_read(struct text from, const struct board *board, struct setup *to,
                         size_t *fault);
void zi_grid_write(struct writer *w, const struct board *board, const struct setup *from);

/* The number of levels written: up to the highest occupied one, at least one. */
unsigned zi_grid_levels(const struct board *board, const struct setup *setup);
