/* Moves within the part of the board that is shown. For the layout. */
#pragma once

#include "notation/drawing/tracks.h"

void zi_figure_plan_moves(struct tracks *t);
void zi_figure_moves(struct figure *f, struct tracks *t);
