/* The board of a diagram as compact text: one glyph a cell. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/drawing/diagram.h"

enum { TEXT_COLUMNS = 79 };

/* What a cell shows, one character: its man, or its ground unless `bare`. `large`: a man as a Hogga
   is shown. */
struct text zi_text_glyph(const struct diagram *d, cell c, bool unicode, bool bare, bool large);

/* Words of zet's with a value, in characters that the format has. */
void zi_text_words(struct buffer *out, const struct diagram *d, bool unicode, const char *english,
                   struct text value);

/* Whose row of counts it is: `B, front row`. */
void zi_text_owner(struct buffer *out, const struct diagram *d, bool unicode, unsigned rank);

/* Ends a line without blanks at its end. */
void zi_text_end_line(struct buffer *out);

/* Appends the board with what is marked on it: `[x]` where the last move began and ended, `(x)`
   where the author marks a cell, `{x}` where both. `bare`: the ground of empty cells is not shown.
   Not wider than TEXT_COLUMNS, no trailing blanks. */
void zi_text_cells(struct buffer *out, const struct diagram *d, bool unicode, bool bare,
                   unsigned indent);
