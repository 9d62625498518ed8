/* The destination of diagrams: standard output, one file, or one file per diagram. */
#pragma once

#include <zet.h>

#include "cli/replace.h"
#include "cli/rsvg.h"

/* Why the path is not a pattern, as a static text. NULL if it is one, or none is needed. */
const char *numbered_files_check(const char *path);

/* Whether the path has a number pattern, so that each diagram gets a file. */
bool numbered_files_named(const char *path);

struct numbered_files;

/* Draws into the files. Returns an exit status. */
typedef int sheet_work(void *context, struct numbered_files *files);

/* Files on disk. The caller sets the first block and zeroes the rest. */
struct numbered_files {
    const char *path; /* NULL: standard output; with `%d` or `%03d`: numbered files, from 1 */
    bool force;       /* replace existing files */
    sheet_work *work;
    void *context;      /* of the work */
    const char *format; /* that is made from SVG documents; or NULL: files are written as drawn */

    struct svg_pages pages; /* of the current file */
    struct replace_set set;
    struct replacement *now; /* the current file, or NULL */
    char *name;              /* its name */
    size_t count;            /* files begun */
    bool failed;             /* after a message */
};

/* numbered_files_write is a zet_write_function whose context is the files; numbered_files_end_page
   ends an SVG document, numbered_files_end a file. They return false after a message, unless
   command_finish prints it. */
bool numbered_files_write(void *files, const char *bytes, size_t size);
bool numbered_files_end_page(struct numbered_files *files);
bool numbered_files_end(struct numbered_files *files);

/* Runs the work and places all files that it draws, or none. Returns an exit status. */
int numbered_files_draw(struct numbered_files *files, const char *format);
