/* Marks of moves as data that the script of a page draws. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/drawing/figure.h"

/* Appends the shapes of the figure as a list of strings: the number of the role, a letter for the
   kind (c circle, r rectangle, p path, t text) and the numbers that SVG has for it; the role alone,
   if the rest is that of the shape before. A path begins with its first point and goes on with
   relative commands, in tenths of a unit; lines of one role that follow each other are one path. */
void zet_page_marks(struct buffer *out, const struct figure *f);
