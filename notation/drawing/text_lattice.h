/* The board of a diagram as text on a lattice: a cell is 4 columns wide and 2 lines high, so that
   paths, arrows and levels have room between cells; a pit is 6 columns wide. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/drawing/diagram.h"

/* What a sign on the board means. Those of marks are in the order of enum mark_kind. */
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

/* What is said below the board. */
struct text_notes {
    unsigned signs;        /* bits of the signs that are on the board */
    struct buffer below;   /* what has no room on it: `8 at h3; 9 at h4` */
    struct buffer covered; /* the stones below others: `w d4, b e5` */
};

/* Appends the board, at most 79 columns wide, every line indented, no trailing blanks. What is said
   below it is added to *notes, whose buffers the caller frees. */
void zi_text_lattice(struct buffer *out, const struct diagram *d, bool unicode, unsigned indent,
                     struct text_notes *notes);

/* Appends the sign as it is on the board; and its meaning in English for zi_word. */
void zi_text_sign(struct buffer *out, enum text_sign sign, bool unicode);
const char *zi_text_sign_meaning(enum text_sign sign);
