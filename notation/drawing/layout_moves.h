/* Moves within the part of the board that is shown. For the layout. */
#ifndef ZET_NOTATION_DRAWING_LAYOUT_MOVES_H
#define ZET_NOTATION_DRAWING_LAYOUT_MOVES_H

#include "notation/drawing/tracks.h"

void zet_figure_plan_moves(struct tracks *t);
void zet_figure_moves(struct figure *f, struct tracks *t);

#endif
