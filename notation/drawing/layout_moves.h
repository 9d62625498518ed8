/* Moves and what an author adds, within the part of the board that is shown. For the layout. */
#ifndef ZET_NOTATION_DRAWING_LAYOUT_MOVES_H
#define ZET_NOTATION_DRAWING_LAYOUT_MOVES_H

#include "notation/drawing/geometry.h"

void zet_figure_moves(struct figure *f, const struct geometry *g);
void zet_figure_marks(struct figure *f, const struct geometry *g);

#endif
