/* What an author adds, within the part of the board that is shown. For the layout. */
#pragma once

#include "notation/drawing/tracks.h"

void zi_figure_plan_marks(struct tracks *t);
void zi_figure_arrows(struct figure *f, struct tracks *t);
void zi_figure_marks(struct figure *f, struct tracks *t);

/* The mark of a stone that is drawn with it, before those above it. */
void zi_figure_ring(struct figure *f, const struct geometry *g, cell c);

/* Whether the author fills the ground of the cell. */
bool zi_figure_is_filled(const struct diagram *d, cell c);

/* Sets a text in the stone on that cell, in the colour of what is on it. False if it has no
   room. */
bool zi_figure_on_man(struct figure *f, const struct geometry *g, cell c, struct text t);
