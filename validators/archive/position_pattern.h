/* Positions to look for: a position text with holes, read for every board that it fits. */
#pragma once

#include "notation/base/arena.h"
#include "validators/games/ruleset.h"

/* No pattern that fits a board is as long; what is longer is read as far as this. */
enum { PATTERN_BYTES_MAX = 4096 };

/* What one cell has to hold. */
struct pattern_cell {
    cell at;
    uint8_t content;
};

/* A pattern on one board. */
struct pattern_fit {
    struct pattern_fit *next;
    const struct rules *rules;
    struct board board;
    bool any_turn;
    uint8_t turn;
    size_t count;
    struct pattern_cell cells[]; /* those that are no hole, the occupied ones first */
};

/* Reads a pattern for a board: NULL if it does not fit, with the sentence in *why and the byte
   of `text` in *fault; or if memory runs out, with NULL in *why. It lives as long as the arena.

   `?` is any content of one cell, any number of stones in one pit, any player to move. `*`, at most
   once in a rank, is as many such cells as the rank lacks; in the place of the last level it is
   that level and all above it. */
struct pattern_fit *zi_pattern_fit(struct arena *arena, struct text text, const struct ruleset *rs,
                                   const char **why, size_t *fault);

/* Whether the cells are as the pattern has them; else *witness is one that is not. The player to
   move is not looked at. */
bool zi_pattern_holds(const struct pattern_fit *fit, const struct setup *setup, cell *witness);
