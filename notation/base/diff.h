/* A unified diff of two streams of text that are given piece by piece. */
#pragma once

#include "notation/base/buffer.h"

/* Lines of context, and the most unchanged lines between two changes of one hunk. */
enum { DIFF_CONTEXT = 3, DIFF_GAP_MAX = 2 * DIFF_CONTEXT };

/* A line that does not end within so many bytes cannot be shown. */
enum { DIFF_LINE_MAX = 16 * 1024 * 1024 };

/* A diff in the making; starts zeroed. What it holds: the hunk that is not complete, which is cut
   where it becomes long, and the pieces since the last place where both streams were at the start
   of a line. Only LF ends a line. */
struct diff {
    struct text name;       /* of both, in the heading; must stay */
    bool begun;             /* the heading is written */
    bool line_too_long;     /* nothing more is added */
    struct buffer old, new; /* not compared yet */

    uint64_t old_line, new_line; /* complete lines before here */
    struct buffer hunk;
    bool open;                         /* else it has only the last unchanged lines */
    size_t lead;                       /* unchanged lines at its front */
    size_t trail;                      /* and at its end */
    size_t trail_at[DIFF_GAP_MAX + 1]; /* where they begin in the hunk */
    uint64_t old_start, new_start;     /* lines before it */
};

/* Both streams continue with different pieces, or with the same one. Appends the complete
   part of the diff to `out`: empty until something differs. out->failed: memory ran out. */
void zi_diff_change(struct diff *d, struct text old, struct text new, struct buffer *out);
void zi_diff_same(struct diff *d, struct text both, struct buffer *out);

/* Both streams have ended. The diff may be used again, for another name. */
void zi_diff_end(struct diff *d, struct buffer *out);

void zi_diff_free(struct diff *d);

/* Takes the first line off a text that is not empty; the last one may lack its line end. How many
   lines there are. */
struct text zi_diff_line(struct text *t);
size_t zi_diff_lines(struct text t);

/* Which lines of two texts differ: sets old_changed[i] and new_changed[i], one for each line. The
   unchanged lines of both are the same, in the same order; their number is the largest possible
   where few lines differ: the work is at most in proportion to the bytes. False if memory runs out.
 */
bool zi_diff_compare(struct text old, struct text new, bool *old_changed, bool *new_changed);
