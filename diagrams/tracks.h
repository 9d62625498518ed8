/* Lines from cell to cell that do not cross the content of a one-level board: they stop at its rim
   and continue after it, and lines along the same cells run side by side. For the layout. */
#pragma once

#include <math.h>

#include "diagrams/geometry.h"

enum { TRACK_DIRECTIONS = 4, TRACK_LANES = 5 };

/* Plan all lines first, then draw them in the same order. */
struct tracks {
    const struct geometry *g;
    bool over;              /* on a board with levels: lines lie on stones, from rim to rim */
    float whole[CELLS_MAX]; /* radius of the content; 0: nothing */
    bool number[CELLS_MAX]; /* only the number in it */
    cell kept[CELLS_MAX];   /* cells with content that lines avoid */
    size_t kept_count;
    /* For each cell of level 1 and direction: bits of the lanes from it to the next cell. */
    uint8_t used[CELLS_MAX / LEVELS_MAX][TRACK_DIRECTIONS];
    uint8_t drawn[CELLS_MAX / LEVELS_MAX][TRACK_DIRECTIONS];
    uint16_t gaps[RANKS_MAX]; /* of rows of pits: bits of the gaps between pits in use */
};

/* Keeps lines away from every stone of the position. */
void zi_tracks_begin(struct tracks *t, const struct geometry *g);

/* Also keeps lines away from a circle around a cell's center. */
void zi_tracks_keep(struct tracks *t, cell c, double radius);

/* On a board with levels, where lines lie on stones, keeps them away from the number in a stone. */
void zi_tracks_keep_number(struct tracks *t, cell c, double radius);

void zi_tracks_plan(struct tracks *t, cell from, cell to);

/* Draws a line of these roles; head: ROLES for no head. Its tip touches the content of its last
   cell. False if the head does not fit. */
bool zi_tracks_draw(struct figure *f, struct tracks *t, cell from, cell to, enum role line,
                    enum role head);

/* Draws the head of an arrow from `from`, with its tip at `to`. */
void zi_arrow_head(struct figure *f, enum role role, struct point from, struct point to,
                   double length);

static inline double point_distance(struct point a, struct point b) {
    return hypot(b.x - a.x, b.y - a.y);
}
