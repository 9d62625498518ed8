/* An author's marks in a diagram, as text: `arrow c3-e5` in options, `[%arrow c3-e5]` in
   comments. */
#pragma once

#include "diagrams/diagram.h"
#include "notation/base/buffer.h"

/* Why a mark cannot be drawn. */
struct mark_fault {
    struct text value; /* the faulty part; empty if the kind is unknown */
    const char *why;
    bool cell; /* the cell is not on the board */
};

/* Adds the marks of a list such as `c3,d4` to *marks. On failure returns false, sets *fault and
   leaves *marks unchanged. Kinds: mark, cross, square, triangle, fill, arrow, label. */
bool zi_marks_read(struct marks *marks, struct text kind, struct text list,
                   const struct board *board, struct mark_fault *fault);

/* Reads `c3-e5`. */
bool zi_marks_read_pair(struct text value, const struct board *board, cell *from, cell *to,
                        struct mark_fault *fault);

/* A mark in a comment. */
struct comment_mark {
    struct text whole, kind, list;
};

/* Removes the text up to the end of the next mark from *comment. False if none exists. `[%clk
   0:04:12]` is a clock time, not a mark. */
bool zi_comment_mark_next(struct text *comment, struct comment_mark *mark);

/* Adds those marks of a comment that can be drawn. */
void zi_marks_add_comment(struct marks *marks, struct text comment, const struct board *board);

/* Appends the comment without its marks and their surrounding blanks. */
void zi_comment_without_marks(struct buffer *out, struct text comment);
