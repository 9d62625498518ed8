/* The parts of a layout, within the visible part of the board. */
#pragma once

#include "diagrams/tracks.h"

/* Draws a man without its level number. */
void zi_figure_man(struct figure *f, struct point at, uint8_t content, double radius);

/* Draws a man or stones; nothing if the cell is empty. */
void zi_figure_content(struct figure *f, const struct geometry *g, struct point at, cell c,
                       uint8_t content);

/* The height of the level number in a stone of a higher level; 0: it does not fit. */
double zi_figure_level_height(const struct geometry *g, cell c);

/* The radius of the space that lines leave to it; 0: none. */
double zi_figure_number_radius(const struct geometry *g, cell c);

/* Draws a stone's mark together with it, before the stones above it. */
void zi_figure_ring(struct figure *f, const struct geometry *g, cell c);

/* Whether the author fills the cell's ground. */
bool zi_figure_is_filled(const struct diagram *d, cell c);

/* Writes a text in the stone on that cell, in the color of signs on it. False if it does not
   fit. */
bool zi_figure_on_man(struct figure *f, const struct geometry *g, cell c, struct text t);

/* Draw the moves and the author's additions; all lines are planned first. */
void zi_figure_plan(struct tracks *t);
void zi_figure_moves(struct figure *f, struct tracks *t);
void zi_figure_marks(struct figure *f, const struct geometry *g);
void zi_figure_arrows(struct figure *f, struct tracks *t);
void zi_figure_labels(struct figure *f, const struct geometry *g);

/* The levels of a board, to its right or below it: apart, one above the other, with arrows for a
   relocation and its falls; or as a pile. */

/* Begin at `left` and widen the figure. */
void zi_figure_panels(struct figure *f, const struct geometry *g, double left);
void zi_figure_pile(struct figure *f, const struct geometry *g, double left);
