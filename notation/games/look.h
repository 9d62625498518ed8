/* How a board looks, in words that need no rule. */
#pragma once

#include "notation/games/move.h"

/* What the ground of a cell shows: a dark cell of a chequered board, a dot in a side's color, a
   side's yard. */
enum ground {
    GROUND_DARK = 1,
    GROUND_DOT = 2,  /* in the color of side 0; of side 1: the next bit */
    GROUND_YARD = 8, /* of side 0; of side 1: the next bit */
};

struct look {
    enum { LOOK_SQUARES, LOOK_CIRCLES, LOOK_PITS } cells;
    bool halves;       /* the north half is dark, the south half light */
    uint8_t south;     /* the side that sits there */
    uint8_t border[4]; /* whose the north, east, south, west borders are to link: side + 1, or 0 */
    uint8_t ground[CELLS_MAX / LEVELS_MAX]; /* bits of enum ground, by cell of level 1 */
};
