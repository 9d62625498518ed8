/* Where diagrams go: to standard output, into a file, or each into a file of its own. */
#pragma once

#include "cli/draw_process.h"
#include "cli/replace.h"

/* Why the path is no pattern, a static text; NULL where it is one, or none is needed. */
const char *sheets_check_path(const char *path);

/* Files on disk. The caller sets the path and zeroes the rest. */
struct sheet_files {
    const char *path; /* NULL: standard output; with `%d` or `%03d`: a file each, numbered from 1 */
    bool force;       /* files that are there are replaced */
    struct replace_set set;
    struct replacement *now; /* the present file, or NULL */
    char *name;              /* its name */
    size_t count;            /* files begun */
    bool failed;             /* after a message */
};

/* What writes into these files. */
struct drawn_sink sheet_files_sink(struct sheet_files *files);

/* Completes what has been begun, and puts the files in their places, unless one failed; with `keep`
   false it leaves no trace of them. False, after a
   message, where something failed. Frees everything. */
bool sheet_files_end(struct sheet_files *files, bool keep);

/* Diagrams on their way into files. The caller sets the first block and zeroes the rest. */
struct sheets {
    const char *path; /* as above */
    const zet_diagram_options *options;
    const char *format;
    const char *too_many;     /* the message where a second one has no place */
    const zet_canvas *canvas; /* or NULL */
    const struct drawn_sink *to;

    zet_output *out; /* the present file as far as it is not handed on */
    zet_diagram_file *file;
    size_t count; /* diagrams so far */
};

/* Adds a diagram. False, after a message, where there is no place for it. */
bool sheets_add(struct sheets *s, const zet_diagram *diagram);

/* Completes what has been begun, if `keep`. False, after a message, where that failed. Frees
   everything. */
bool sheets_end(struct sheets *s, bool keep);
