/* Where the cells of a diagram are. For the layout and its parts. */
#pragma once

#include "notation/drawing/diagram.h"
#include "notation/drawing/figure.h"

/* The board's corner up and left is the origin. */
struct geometry {
    const struct diagram *d;
    const struct look *look;
    unsigned file, rank, files, ranks; /* shown: the lowest, and how many */
    double cell_height;                /* its width is FIGURE_CELL */
    struct point size;                 /* of what is shown of the board */

    /* Of letters: the heights of the coordinates and names, of which every step-th coordinate has
       room; 0: none. No text is lower than `least`. */
    double coordinate, name, note, least;
    unsigned step;
    unsigned lanes; /* for the sowings of a side, which run beside each other */

    cell filling;         /* whose content is drawn */
    struct buffer *below; /* what has no room on the board and is said below it; or NULL */
};

struct geometry zi_geometry(const struct diagram *d);

/* The center of a cell, whether or not it is shown. */
struct point zi_geometry_center(const struct geometry *g, cell c);

/* A point of the board, in cells from its south-west corner. */
struct point zi_geometry_point(const struct geometry *g, double file, double rank);

/* Whether the ground of a cell has a dot; and draws it. */
bool zi_geometry_has_dot(const struct geometry *g, cell c);
void zi_geometry_dot(struct figure *f, const struct geometry *g, cell c);
#define GROUND_DOT_RADIUS 1.1

/* The radius of what is on a cell. */
double zi_geometry_radius(const struct diagram *d, unsigned level);

#define PIT_RADIUS 4.2

/* From pits to the edge of the board: rings and numbers around them touch no edge. */
#define PIT_MARGIN 0.6

/* Where a sowing goes from a row to the other one, at the ends of the rows: the x of its line,
   which is so far from the middle of the pit. */
double zi_geometry_turn(const struct geometry *g, cell c);
#define PIT_TURN 2.9

/* From the rim of a pit to the line of a sowing in that lane. More lanes are not as wide as a pit.
 */
#define LANE_GAP 1.7
#define LANES_MAX 4
static inline double lane_depth(unsigned lane) { return 2.3 + LANE_GAP * lane; }

/* Half the size of a sign beside a pit. */
double zi_geometry_pit_sign(const struct geometry *g);

/* The middle of what is said beside a pit, on the side where no sowing passes; the height in which
   it is drawn there in bold, 0 if it has no room; and draws it, or returns false. */
struct point zi_geometry_beside_pit(const struct geometry *g, cell c);
double zi_geometry_fit_beside_pit(const struct geometry *g, cell c, struct text t);
bool zi_geometry_label_beside_pit(struct figure *f, const struct geometry *g, enum role role,
                                  cell c, struct text t);

/* 1 where that side of the pit is the lower one, else -1. */
double zi_geometry_pit_side(const struct geometry *g, cell c);

/* How far above the baseline the middle of letters is, in their heights. */
#define TEXT_MIDDLE 0.36

static inline struct point point_between(struct point a, struct point b, double part) {
    return (struct point){a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part};
}

/* A text with its baseline there. */
void zi_geometry_text(struct figure *f, enum role role, struct point at, struct text t,
                      double height, enum anchor anchor, double room);

/* What a file is called, and a rank or a level, counted from 0. */
struct text zi_geometry_file(unsigned file);
struct text zi_geometry_number(unsigned index);
static inline struct text level_number(cell c) { return zi_geometry_number(cell_level(c)); }

/* The height in which a text in bold is drawn in that room: `height`, or lower, but no lower than
   readable. 0 if it has no room. */
double zi_geometry_fit(const struct geometry *g, struct text t, double height, double room);

/* The radius of a circle around a text in bold. */
double zi_geometry_circle_around(struct text t, double height);

/* Draws a number or a letter with its middle there. */
void zi_geometry_label(struct figure *f, enum role role, struct point center, struct text t,
                       double height);

/* The same in a room; false if it has none, and nothing is drawn. */
bool zi_geometry_label_in(struct figure *f, const struct geometry *g, enum role role,
                          struct point center, struct text t, double height, double room);

/* Where the next thing is said below the board, or NULL; and says there `t at c`. */
struct buffer *zi_geometry_below(const struct geometry *g);
void zi_geometry_say_below(const struct geometry *g, struct text t, cell c);
