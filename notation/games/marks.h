/* An author's marks in a diagram, as text: `arrow c3-e5` in options, `[%arrow c3-e5]` in
   comments. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/games/setup.h"

enum { MARKS_MAX = 256, LABEL_BYTES_MAX = 8 };

/* The corners of a frame, a filled ground, a sign on the cell or in its stone. */
enum mark_kind { MARK_FRAME, MARK_FILL, MARK_CROSS, MARK_SQUARE, MARK_TRIANGLE };

struct marked_cell {
    enum mark_kind kind;
    cell at;
};

struct marked_arrow {
    cell from, to;
};

struct marked_label {
    cell at;
    char text[LABEL_BYTES_MAX + 1]; /* UTF-8, terminated */
};

/* An author's additions to every diagram. */
struct marks {
    size_t mark_count, arrow_count, label_count; /* at most MARKS_MAX each */
    struct marked_cell mark[MARKS_MAX];
    struct marked_arrow arrow[MARKS_MAX];
    struct marked_label label[MARKS_MAX];
};

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
