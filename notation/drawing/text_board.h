/* The board of a diagram as compact text: one glyph per cell. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/drawing/diagram.h"

enum { TEXT_COLUMNS = 79 };

/* The one-character glyph of a cell: its man, or its ground unless `bare`. `large`: a man is shown
   as a Hogga. */
struct text zi_text_glyph(const struct diagram *d, cell c, bool unicode, bool bare, bool large);

/* Appends words of zet with a value, in the format's characters. */
void zi_text_words(struct buffer *out, const struct diagram *d, bool unicode, const char *english,
                   struct text value);

/* Appends the owner of a row of counts: `B, front row`. */
void zi_text_owner(struct buffer *out, const struct diagram *d, bool unicode, unsigned rank);

/* Ends a line and removes its trailing blanks. */
void zi_text_end_line(struct buffer *out);

/* Appends the board with its marks: `[x]` where the last move began and ended, `(x)` on cells that
   the author marks, `{x}` for both. `bare`: omits the ground of empty cells. At most TEXT_COLUMNS
   wide, no trailing blanks. */
void zi_text_cells(struct buffer *out, const struct diagram *d, bool unicode, bool bare,
                   unsigned indent);
