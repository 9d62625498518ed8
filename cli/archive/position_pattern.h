/* Positions to search for: a position text with wildcards, parsed for each board that it fits. */
#pragma once

#include "notation/base/arena.h"
#include "validators/games/ruleset.h"

/* Longer than any pattern that fits a board; longer texts are read up to this limit. */
enum { PATTERN_BYTES_MAX = 4096 };

/* The required content of one cell. */
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
    struct pattern_cell cells[]; /* without wildcards; the occupied ones first */
};

/* Parses a pattern for a board. NULL if it does not fit, with the message in *why and the byte
 * offset in `text` in *fault; or if memory runs out, with NULL in *why. The result lives as long as
 * the arena. `?` is any content of one cell, any number of stones in one pit, or any player to
 * move. `*`, at most once in a rank, is the number of such cells that the rank lacks; in place of
 * the last level it is that level and all above it. */
struct pattern_fit *pattern_fit(struct arena *arena, struct text text, const struct ruleset *rs,
                                const char **why, size_t *fault);

/* Whether the cells match the pattern. Ignores the player to move. */
bool pattern_holds(const struct pattern_fit *fit, const struct setup *setup);
