/* Lines from cell to cell that leave whole what is on a board of one level: they stop at its
   rim and continue behind it, and lines along the same cells run side by side. For the layout. */
#pragma once

#include <math.h>

#include "notation/drawing/geometry.h"

enum { TRACK_DIRECTIONS = 4, TRACK_LANES = 5 };

/* First every line is planned, then they are drawn in the same order. */
struct tracks {
    const struct geometry *g;
    bool over;              /* on a board with levels: lines lie on stones, from rim to rim */
    float whole[CELLS_MAX]; /* the radius of what is there; 0: nothing */
    cell kept[CELLS_MAX];   /* where there is something */
    size_t kept_count;
    /* By cell of level 1 and direction, a bit for each lane of the way to the next cell. */
    uint8_t used[CELLS_MAX / LEVELS_MAX][TRACK_DIRECTIONS];
    uint8_t drawn[CELLS_MAX / LEVELS_MAX][TRACK_DIRECTIONS];
    uint16_t gaps[RANKS_MAX]; /* of rows of pits: a bit for each gap between two that is passed */
};

/* Keeps every stone of the position whole. */
void zi_tracks_begin(struct tracks *t, const struct geometry *g);

/* Keeps a circle around a cell's center whole, too. */
void zi_tracks_keep(struct tracks *t, cell c, double radius);

void zi_tracks_plan(struct tracks *t, cell from, cell to);

/* Draws a line of these roles; head: ROLES where it has none. Its tip is at the rim of what is
   at its end. False if there is no room for the head. */
bool zi_tracks_draw(struct figure *f, struct tracks *t, cell from, cell to, enum role line,
                    enum role head);

/* The head of an arrow that comes from `from`, with its tip at `to`. */
void zi_arrow_head(struct figure *f, enum role role, struct point from, struct point to,
                   double length);

static inline double point_distance(struct point a, struct point b) {
    return hypot(b.x - a.x, b.y - a.y);
}
