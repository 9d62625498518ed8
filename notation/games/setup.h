/* A position as written: the contents of the cells and the side to move. The rules decide whether
   it is playable. */
#pragma once

#include "notation/games/move.h"

/* The content of a cell in hogga, halma and akron. In husbao it is the number of stones. */
enum {
    ZI_CELL_EMPTY,
    ZI_CELL_BLACK,
    ZI_CELL_WHITE,
    ZI_CELL_BLACK_HOGGA,
    ZI_CELL_WHITE_HOGGA,
    CELL_CONTENTS
};

struct setup {
    uint8_t turn;          /* side to move: 0 black or a, 1 white or b */
    uint8_t at[CELLS_MAX]; /* indexed by cell; 0 for cells that are not on the board */
};

/* The shape of a board, and other facts of the variant and options that readers need. */
struct board {
    uint8_t files, ranks;
    uint8_t levels; /* akron: level n (from 0) has files - n files and ranks - n ranks; else 1 */
    char direction; /* husbao: the direction fixed by the rules, '+' or '-'; else 0 */
    char pieces[CELL_CONTENTS + 1]; /* the notation's letters of cell contents, by ZI_CELL_... */
};

/* The half of the ranks with a cell of level 1: the south side's (0) or the north side's (1). */
static inline unsigned board_half(const struct board *board, cell c) {
    return cell_rank(c) * 2U / board->ranks;
}

/* The look of a board, independent of the rules. */

/* Signs on the ground of a cell: a dark cell of a checkered board, a dot in a side's color, a
   side's yard. */
enum ground {
    GROUND_DARK = 1,
    GROUND_DOT = 2,  /* in the color of side 0; the next bit: of side 1 */
    GROUND_YARD = 8, /* of side 0; the next bit: of side 1 */
};

struct look {
    enum { LOOK_SQUARES, LOOK_CIRCLES, LOOK_PITS } cells;
    bool halves;       /* the north half is dark, the south half light */
    uint8_t south;     /* the side that sits in the south */
    uint8_t border[4]; /* the side to link the north, east, south, west border: side + 1, or 0 */
    uint8_t ground[CELLS_MAX / LEVELS_MAX]; /* bits of enum ground, by cell of level 1 */
};
