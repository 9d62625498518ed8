/* The board of a diagram as text. */
#ifndef ZET_NOTATION_DRAWING_TEXT_BOARD_H
#define ZET_NOTATION_DRAWING_TEXT_BOARD_H

#include "notation/base/buffer.h"
#include "notation/drawing/diagram.h"

enum { TEXT_COLUMNS = 79 };

/* Appends the board with what is marked on it: `[x]` where the last move began and ended, `(x)`
   where the author marks a cell, `{x}` where both. `bare`: the ground of empty cells is not shown.
   Not wider than TEXT_COLUMNS, no trailing blanks. */
void zet_text_cells(struct buffer *out, const struct diagram *d, bool unicode, bool bare,
                    unsigned indent);

#endif
