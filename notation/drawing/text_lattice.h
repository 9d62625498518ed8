/* The board of a diagram as text on a lattice: a cell is 4 columns wide and 2 lines high, which
   leaves space for paths, arrows and levels between cells; a pit is 6 columns wide. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/drawing/diagram.h"

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
