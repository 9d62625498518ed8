/* A unified diff of two streams of text, given piece by piece. */
#pragma once

#include "notation/base/buffer.h"

/* Lines of context, and the most unchanged lines between two changes of one hunk. */
enum { DIFF_CONTEXT = 3, DIFF_GAP_MAX = 2 * DIFF_CONTEXT };

/* A line that does not end within this many bytes cannot be shown. */
enum { DIFF_LINE_MAX = 16 * 1024 * 1024 };

/* A diff in progress; starts zeroed. It contains the incomplete hunk, which is cut when it gets
   long, and the pieces since both streams were last at the start of a line. Only LF ends a line. */
struct diff {
    struct text name;       /* of both streams, for the heading; must outlive the diff */
    bool begun;             /* the heading has been written */
    bool line_too_long;     /* nothing more is added */
    struct buffer old, new; /* not yet compared */

    uint64_t old_line, new_line; /* complete lines before here */
    struct buffer hunk;
    bool open;                         /* else the hunk has only the last unchanged lines */
    size_t lead;                       /* unchanged lines at the start of the hunk */
    size_t trail;                      /* unchanged lines at its end */
    size_t trail_at[DIFF_GAP_MAX + 1]; /* their offsets in the hunk */
    uint64_t old_start, new_start;     /* lines before the hunk */
};

/* Continues the streams with different pieces, or both with the same piece. Appends the complete
   part of the diff to `out`: nothing until something differs. Sets out->failed when out of
   memory. */
void zi_diff_change(struct diff *d, struct text old, struct text new, struct buffer *out);
void zi_diff_same(struct diff *d, struct text both, struct buffer *out);

/* Ends both streams. The diff may be reused with another name. */
void zi_diff_end(struct diff *d, struct buffer *out);

void zi_diff_free(struct diff *d);

/* Removes the first line from a text that is not empty and returns it; the last line may lack a
   line end. And counts the lines. */
struct text zi_diff_line(struct text *t);
size_t zi_diff_lines(struct text t);

/* Sets old_changed[i] and new_changed[i] for the lines that differ, one entry per line. The
   unchanged lines of both texts are the same, in the same order. Their number is maximal if few
   lines differ; the work is at most proportional to the bytes. False when out of memory. */
bool zi_diff_compare(struct text old, struct text new, bool *old_changed, bool *new_changed);
