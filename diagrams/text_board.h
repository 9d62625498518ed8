/* The board of a diagram as text. */
#pragma once

#include "diagrams/diagram.h"
#include "diagrams/text_canvas.h"
#include "notation/base/buffer.h"

/* The one-character glyph of a cell: its man, or its ground unless `bare`. `large`: a man is shown
   as a Hogga. */
struct text zi_text_glyph(const struct diagram *d, cell c, bool unicode, bool bare, bool large);

/* Appends the owner of a row of counts: `B, front row`. */
void zi_text_owner(struct buffer *out, const struct diagram *d, bool unicode, unsigned rank);

/* Appends the board with its marks: `[x]` where the last move began and ended, `(x)` on cells that
   the author marks, `{x}` for both. `bare`: omits the ground of empty cells. At most TEXT_COLUMNS
   wide, no trailing blanks. */
void zi_text_cells(struct buffer *out, const struct diagram *d, bool unicode, bool bare,
                   unsigned indent);

/* The board on a lattice: a cell is 4 columns wide and 2 lines high, which leaves space for paths,
   arrows and levels between cells; a pit is 6 columns wide. */

/* Meanings of the signs on a board. Those of marks are in the order of enum mark_kind. */
enum text_sign {
    SIGN_FRAME,
    SIGN_FILL,
    SIGN_CROSS,
    SIGN_SQUARE,
    SIGN_TRIANGLE,
    SIGN_START,
    SIGN_LANDING,
    SIGN_PLACED,
    SIGN_END,
    SIGN_STAGE,
    SIGN_CAPTURED,
    SIGN_FELL,
    SIGN_CHAIN,
    SIGN_FAULT,
    SIGN_TARGET,
    TEXT_SIGNS
};

/* Notes below the board. */
struct text_notes {
    unsigned signs;        /* bits of the signs on the board */
    struct buffer below;   /* items that do not fit on it: `8 at h3; 9 at h4` */
    struct buffer covered; /* stones hidden by others: `w d4, b e5` */
};

/* Appends the board, at most 79 columns wide, indented, without trailing blanks. Adds the text for
   below it to *notes, whose buffers the caller frees. */
void zi_text_lattice(struct buffer *out, const struct diagram *d, bool unicode, unsigned indent,
                     struct text_notes *notes);

/* Appends a sign as shown on the board; and returns its meaning in English for zi_word. */
void zi_text_sign(struct buffer *out, enum text_sign sign, bool unicode);
const char *zi_text_sign_meaning(enum text_sign sign);
