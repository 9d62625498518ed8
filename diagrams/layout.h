/* The layout of a diagram. */
#pragma once

#include "diagrams/diagram.h"
#include "diagrams/figure.h"

/* Draws the whole diagram; clears the figure first. */
void zi_layout(struct figure *f, const struct diagram *d);

/* Draws its parts, for a page that updates a position in place: everything but men and moves
   (board, coordinates, names, caption; no side to move), which clears the figure and sets its
   corners; the content of a cell, around the origin. */
void zi_layout_board(struct figure *f, const struct diagram *d);
void zi_layout_content(struct figure *f, const struct diagram *d, unsigned level, uint8_t content);

/* The center of a cell. */
struct point zi_layout_center(const struct diagram *d, cell c);
