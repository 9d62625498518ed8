/* The levels of a board, right of it or below: as small grids, or as the pile that they are. For
   the layout. */
#pragma once

#include "notation/drawing/geometry.h"

/* From `left` on; they widen the figure. */
void zi_figure_panels(struct figure *f, const struct geometry *g, double left);
void zi_figure_pile(struct figure *f, const struct geometry *g, double left);
