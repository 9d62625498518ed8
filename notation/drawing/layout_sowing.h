/* A sowing as it is taught: its path, the pits where its stages ended, what it captured. For the
   layout. */
#pragma once

#include "notation/drawing/geometry.h"

void zi_figure_sowing(struct figure *f, const struct geometry *g, const struct shown_move *m);

/* The cells where a move captured, in any game. */
void zi_figure_captures(struct figure *f, const struct geometry *g, const struct shown_move *m);
