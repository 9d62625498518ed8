/* What is on a cell. For the layout. */
#pragma once

#include "notation/drawing/geometry.h"

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
