/* Positions of a diagram's cells, for the layout and its parts. */
#pragma once

#include "diagrams/diagram.h"
#include "diagrams/figure.h"

/* The origin is the board's top left corner. */
struct geometry {
    const struct diagram *d;
    const struct look *look;
    unsigned file, rank, files, ranks; /* visible: the lowest, and their number */
    double cell_height;                /* its width is FIGURE_CELL */
    struct point size;                 /* of the visible part of the board */

    /* Heights of coordinates, names and notes; every step-th coordinate fits; step is 0 if none
       does. No text is lower than `least`. */
    double coordinate, name, note, least;
    unsigned step;

    cell filling;         /* the cell whose content is drawn */
    struct buffer *below; /* items that do not fit on the board, listed below it; or NULL */
};

struct geometry zi_geometry(const struct diagram *d);

/* The center of a cell, visible or not. */
struct point zi_geometry_center(const struct geometry *g, cell c);

/* A point of the board, in cells from its south-west corner: as seen by the reader, in cells to the
   right and up from the corner of the visible part; and in the figure. */
struct point zi_geometry_seen(const struct geometry *g, double file, double rank);
struct point zi_geometry_point(const struct geometry *g, double file, double rank);

/* Whether the ground of a cell has a dot; and draws the dot. */
bool zi_geometry_has_dot(const struct geometry *g, cell c);
void zi_geometry_dot(struct figure *f, const struct geometry *g, cell c);
#define GROUND_DOT_RADIUS 1.1

/* The radius of the content of a cell. */
double zi_geometry_radius(const struct diagram *d, unsigned level);

#define PIT_RADIUS 4.2

/* The distance from pits to the edge of the board, which leaves space for rings and numbers. */
#define PIT_MARGIN 0.6

/* The x of a sowing's line where it turns from one row to the other at the rows' ends, PIT_TURN
   from the middle of the pit. */
double zi_geometry_turn(const struct geometry *g, cell c);
#define PIT_TURN 2.9

/* Half the size of a sign next to a pit. */
double zi_geometry_pit_sign(const struct geometry *g);

/* The middle of a label next to a pit, on the side without sowings; its height there in bold, 0 if
   it does not fit; and draws it, or returns false. */
struct point zi_geometry_beside_pit(const struct geometry *g, cell c);
double zi_geometry_fit_beside_pit(const struct geometry *g, cell c, struct text t);
bool zi_geometry_label_beside_pit(struct figure *f, const struct geometry *g, enum role role,
                                  cell c, struct text t);

/* 1 if that side of the pit is the lower one, else -1. */
double zi_geometry_pit_side(const struct geometry *g, cell c);

/* The height of the middle of letters above the baseline, relative to their height. */
#define TEXT_MIDDLE 0.36

static inline struct point point_between(struct point a, struct point b, double part) {
    return (struct point){a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part};
}

/* Draws a text with its baseline at `at`. */
void zi_geometry_text(struct figure *f, enum role role, struct point at, struct text t,
                      double height, enum anchor anchor, double room);

/* The names of a file, and of a rank or a level, counted from 0. */
struct text zi_geometry_file(unsigned file);
struct text zi_geometry_number(unsigned index);
static inline struct text level_number(cell c) { return zi_geometry_number(cell_level(c)); }

/* The height at which a bold text fits in `room`: at most `height`, and at least readable. 0 if it
   does not fit. */
double zi_geometry_fit(const struct geometry *g, struct text t, double height, double room);

/* The radius of a circle around a bold text. */
double zi_geometry_circle_around(struct text t, double height);

/* Draws a number or a letter centered at `center`. */
void zi_geometry_label(struct figure *f, enum role role, struct point center, struct text t,
                       double height);

/* The same in a limited width; draws nothing and returns false if it does not fit. */
bool zi_geometry_label_in(struct figure *f, const struct geometry *g, enum role role,
                          struct point center, struct text t, double height, double room);

/* Where to append the next item below the board, or NULL; and appends `t at c` there. */
struct buffer *zi_geometry_below(const struct geometry *g);
void zi_geometry_say_below(const struct geometry *g, struct text t, cell c);
