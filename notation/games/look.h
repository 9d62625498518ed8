/* The look of a board, independent of the rules. */
#pragma once

#include "notation/games/move.h"

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
