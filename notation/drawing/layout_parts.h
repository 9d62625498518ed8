/* The parts of a layout, within the part of the board that is shown. */
#pragma once

#include "notation/drawing/tracks.h"

/* What is on a cell. */

/* A man without the number of its level. */
void zi_figure_man(struct figure *f, struct point at, uint8_t content, double radius);

/* A man or stones, or nothing if the cell is empty. */
void zi_figure_content(struct figure *f, const struct geometry *g, struct point at, cell c,
                       uint8_t content);

/* The height of the number in a stone of a higher level; 0: it has no room. */
double zi_figure_level_height(const struct geometry *g, cell c);

/* The label that is set below that number, or an empty text; how far from the middle of the stone
   the middle of both is. */
struct text zi_figure_level_label(const struct geometry *g, cell c);
double zi_figure_level_rise(double height);

/* Moves. First all lines are planned. */

void zi_figure_plan_moves(struct tracks *t);
void zi_figure_moves(struct figure *f, struct tracks *t);

/* A sowing as it is taught: its path, the pits where its stages ended. */
void zi_figure_sowing(struct figure *f, const struct geometry *g, const struct shown_move *m);

/* The cells where a move captured, in any game. */
void zi_figure_captures(struct figure *f, const struct geometry *g, const struct shown_move *m);

/* What an author adds. */

void zi_figure_plan_marks(struct tracks *t);
void zi_figure_arrows(struct figure *f, struct tracks *t);
void zi_figure_marks(struct figure *f, struct tracks *t);

/* The mark of a stone that is drawn with it, before those above it. */
void zi_figure_ring(struct figure *f, const struct geometry *g, cell c);

/* Whether the author fills the ground of the cell. */
bool zi_figure_is_filled(const struct diagram *d, cell c);

/* Sets a text in the stone on that cell, in the color of what is on it. False if it has no
   room. */
bool zi_figure_on_man(struct figure *f, const struct geometry *g, cell c, struct text t);

/* The levels of a board, right of it or below: as small grids, or as the pile that they are. */

/* From `left` on; they widen the figure. */
void zi_figure_panels(struct figure *f, const struct geometry *g, double left);
void zi_figure_pile(struct figure *f, const struct geometry *g, double left);
