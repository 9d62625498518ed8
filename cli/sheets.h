/* Where diagrams go: to standard output, into a file, or each into a file of its own. */
#pragma once

#include <zet.h>

#include "cli/replace.h"

/* Why the path is not a pattern, a static text; NULL if it is one, or none is needed. */
const char *sheets_check_path(const char *path);

/* Whether there is a number in it, so that each diagram gets a file. */
bool sheets_are_numbered(const char *path);

struct sheet_files;

/* Draws something into the files, with a canvas where there is one. Returns an exit status. */
typedef int sheet_work(void *context, struct sheet_files *files, const zet_canvas *canvas);

/* Files on disk. The caller sets the first block and zeroes the rest. */
struct sheet_files {
    const char *path; /* NULL: standard output; with `%d` or `%03d`: a file each, numbered from 1 */
    bool force;       /* files that are there are replaced */
    sheet_work *work;
    void *context; /* of the work */

    struct replace_set set;
    struct replacement *now; /* the current file, or NULL */
    char *name;              /* its name */
    size_t count;            /* files begun */
    bool failed;             /* after a message */
};

/* A zet_write_function, with the files as its context; and the end of a file. False after a
   message, or where command_finish has one. */
bool sheet_files_write(void *files, const char *bytes, size_t size);
bool sheet_files_end(struct sheet_files *files);

/* Runs the work, in a process of its own where the format is drawn on a canvas, and puts what it
   draws into these files, all or none. An exit status. */
int sheet_files_draw(struct sheet_files *files, const char *format);
