/* Single cells outside a move. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/games/setup.h"

/* Writes the canonical form: `c3`, or `2c3` on a higher level. */
static inline void write_cell(struct writer *w, cell c) {
    if (cell_level(c))
        write_number(w, cell_level(c) + 1);
    write_char(w, (char)('a' + cell_file(c)));
    write_number(w, cell_rank(c) + 1);
}

static inline void buffer_cell(struct buffer *b, cell c) {
    char room[8];
    struct writer w = {room, sizeof room, 0};
    write_cell(&w, c);
    buffer_text(b, written(&w));
}

/* Whether the board has the cell. */
bool zi_board_has(const struct board *board, cell c);

/* Reads the cell at *p and moves *p past it; accepts upper-case letters and an explicit level 1.
   False if it is not a cell or is not on the board. */
bool zi_cell_next(const char **p, const char *end, const struct board *board, cell *to);

/* The position after a cell of level 1 on any board; NULL if `p` is NULL or not at one. */
static inline const char *cell_skip(const char *p, const char *end) {
    if (!p || end - p < 2 || (unsigned)(*p | 0x20) - 'a' >= FILES_MAX || (unsigned)p[1] - '1' >= 9)
        return NULL;
    return p + 2 + (end - p > 2 && is_digit(p[2]));
}

/* The same for a text that is exactly one cell. */
bool zi_cell_read(struct text from, const struct board *board, cell *to);
