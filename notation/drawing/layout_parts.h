/* The parts of a layout, within the visible part of the board. */
#pragma once

#include "notation/drawing/tracks.h"

/* The content of cells. */

/* Draws a man without its level number. */
void zi_figure_man(struct figure *f, struct point at, uint8_t content, double radius);

/* Draws a man or stones; nothing if the cell is empty. */
void zi_figure_content(struct figure *f, const struct geometry *g, struct point at, cell c,
                       uint8_t content);

/* The height of the level number in a stone of a higher level; 0: it does not fit. */
double zi_figure_level_height(const struct geometry *g, cell c);

/* The label below that number, or an empty text; and the distance from the middle of the stone to
   the middle of both. */
struct text zi_figure_level_label(const struct geometry *g, cell c);
double zi_figure_level_rise(double height);

/* Moves. All lines are planned first. */

void zi_figure_plan_moves(struct tracks *t);
void zi_figure_moves(struct figure *f, struct tracks *t);

/* Draws a sowing in full: its path, and the pits where its stages ended. */
void zi_figure_sowing(struct figure *f, const struct geometry *g, const struct shown_move *m);

/* Marks the cells of a move's captures, in any game. */
void zi_figure_captures(struct figure *f, const struct geometry *g, const struct shown_move *m);

/* The author's additions. */

void zi_figure_plan_marks(struct tracks *t);
void zi_figure_arrows(struct figure *f, struct tracks *t);
void zi_figure_marks(struct figure *f, struct tracks *t);

/* Draws a stone's mark together with it, before the stones above it. */
void zi_figure_ring(struct figure *f, const struct geometry *g, cell c);

/* Whether the author fills the cell's ground. */
bool zi_figure_is_filled(const struct diagram *d, cell c);

/* Writes a text in the stone on that cell, in the color of signs on it. False if it does not
   fit. */
bool zi_figure_on_man(struct figure *f, const struct geometry *g, cell c, struct text t);

/* The levels of a board, to its right or below it: as small grids, or as a pile. */

/* Begin at `left` and widen the figure. */
void zi_figure_panels(struct figure *f, const struct geometry *g, double left);
void zi_figure_pile(struct figure *f, const struct geometry *g, double left);
