/* The destination of diagrams: standard output, one file, or one file per diagram. */
#pragma once

#include <zet.h>

#include "cli/replace.h"

/* Why the path is not a pattern, as a static text. NULL if it is one, or none is needed. */
const char *sheets_check_path(const char *path);

/* Whether the path has a number pattern, so that each diagram gets a file. */
bool sheets_are_numbered(const char *path);

struct sheet_files;

/* Draws into the files, on a canvas if given. Returns an exit status. */
typedef int sheet_work(void *context, struct sheet_files *files, const zet_canvas *canvas);

/* Files on disk. The caller sets the first block and zeroes the rest. */
struct sheet_files {
    const char *path; /* NULL: standard output; with `%d` or `%03d`: numbered files, from 1 */
    bool force;       /* replace existing files */
    sheet_work *work;
    void *context; /* of the work */

    struct replace_set set;
    struct replacement *now; /* the current file, or NULL */
    char *name;              /* its name */
    size_t count;            /* files begun */
    bool failed;             /* after a message */
};

/* sheet_files_write is a zet_write_function whose context is the files; sheet_files_end ends a
   file. Both return false after a message, unless command_finish prints it. */
bool sheet_files_write(void *files, const char *bytes, size_t size);
bool sheet_files_end(struct sheet_files *files);

/* Runs the work, in a separate process if the format needs a canvas, and places all files that it
   draws, or none. Returns an exit status. */
int sheet_files_draw(struct sheet_files *files, const char *format);
