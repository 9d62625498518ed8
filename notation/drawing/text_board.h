/* Diagrams as text: what its two parts share. For the text formats alone. */
#ifndef ZET_NOTATION_DRAWING_TEXT_BOARD_H
#define ZET_NOTATION_DRAWING_TEXT_BOARD_H

#include "notation/drawing/drawing.h"

enum { TEXT_COLUMNS = 79 };

/* The cells that a move begins and ends on, as far as it has some; returns how many. */
static inline unsigned move_ends(const struct move *m, cell ends[2]) {
    if (m->kind == MOVE_SWAP || m->kind == MOVE_SKIP || m->kind == MOVE_GIVE ||
        m->kind == MOVE_PASS)
        return 0;
    ends[0] = move_from(m);
    ends[1] = move_to(m);
    return 2;
}

/* The board with what is marked on it: `[x]` where the last move began and ended, `(x)` where the
   author marks a cell, `{x}` where both. `bare`: the ground of empty cells is not shown. Not wider
   than TEXT_COLUMNS, no trailing blanks. */
void zet_text_cells(struct buffer *out, const struct diagram *d, bool unicode, bool bare,
                    unsigned indent);

#endif
