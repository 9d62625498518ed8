/* Where diagrams go: to standard output, into a file, or each into a file of its own. */
#ifndef ZET_CLI_SHEETS_H
#define ZET_CLI_SHEETS_H

#include "cli/new_file.h"
#include "notation/drawing/drawing.h"

/* The caller sets the first block and zeroes the rest. */
struct sheets {
    const char *path; /* NULL: standard output; with `%d` or `%03d`: a file each, numbered from 1 */
    const struct drawing_format *format; /* NULL: only pages come */
    struct drawing_options options;

    struct buffer text; /* of the present file, as far as it is not written out */
    struct drawing drawing;
    struct new_file output;
    struct buffer name; /* of the present file; terminated */
    size_t count;       /* diagrams and pages so far */
    bool drawn;         /* a drawing has begun */
};

/* Why the path is no pattern, a static text; NULL where it is one, or none is needed. */
const char *sheets_judge_path(const char *path);

/* Adds a diagram, or a page, which is a whole file; it empties the page. False, after a message,
   where there is no place for it. */
bool sheets_add(struct sheets *s, const struct diagram *diagram);
bool sheets_add_page(struct sheets *s, struct buffer *page);

/* Completes what has been begun; with `keep` false it leaves no trace of it. False, after a
   message, where that failed. Frees everything. */
bool sheets_end(struct sheets *s, bool keep);

#endif
