/* Where everything of a diagram is. */
#pragma once

#include "notation/drawing/diagram.h"
#include "notation/drawing/figure.h"

/* The whole diagram as a figure, which is cleared before. */
void zi_layout(struct figure *f, const struct diagram *d);

/* Its parts, for a page that changes a position in place: everything but men and moves (board,
   coordinates, names, the caption; no side to move); what is on one cell, drawn around the
   origin; the moves. The first clears the figure and sets its corners, the others only add. */
void zi_layout_board(struct figure *f, const struct diagram *d);
void zi_layout_content(struct figure *f, const struct diagram *d, unsigned level, uint8_t content);
void zi_layout_moves(struct figure *f, const struct diagram *d);

/* The center of a cell. */
struct point zi_layout_center(const struct diagram *d, cell c);
