/* Where diagrams go: to standard output, into a file, or each into a file of its own. */
#pragma once

#include "cli/draw_process.h"
#include "cli/replace.h"

/* Why the path is no pattern, a static text; NULL where it is one, or none is needed. */
const char *sheets_check_path(const char *path);

/* Whether there is a number in it, so that each diagram gets a file. */
bool sheets_are_numbered(const char *path);

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
   false it leaves no trace of them. False, after a message, where something failed. Frees
   everything. */
bool sheet_files_end(struct sheet_files *files, bool keep);
