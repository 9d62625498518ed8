/* Position texts of boards with pieces: ranks from north to south, level by level. */
#pragma once

#include "notation/games/notation.h"

/* See read_setup and write_setup of struct notation. */
const char *zi_grid_read(struct text from, const struct board *board, struct setup *to,
                         size_t *fault);
void zi_grid_write(struct writer *w, const struct board *board, const struct setup *from);

/* The ranks of the last position of a board, so that the next one writes only those that change. */
struct grid_text {
    struct rank_text {
        uint8_t cells[FILES_MAX];
        char text[FILES_MAX];
        size_t length; /* 0: not written yet, and the others are not set */
    } rank[LEVELS_MAX][RANKS_MAX];
};

/* The same as zi_grid_write, where w has SETUP_TEXT_MAX bytes and nothing yet. */
void zi_grid_write_next(struct writer *w, const struct board *board, const struct setup *from,
                        struct grid_text *known);

/* The number of levels written: up to the highest occupied one, at least one. */
unsigned zi_grid_levels(const struct board *board, const struct setup *setup);
