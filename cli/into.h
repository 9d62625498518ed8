/* Files that a command creates in a folder: the option --into DIR. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cli/replace.h"

/* The output folder. */
struct folder {
    const char *path;
    bool force;
    struct replace_set set;
    struct replacement *now; /* the current file */
    size_t there;            /* existing files that must not be replaced */
};

/* Opens the folder and creates it if it does not exist. Replaces existing files only with `force`.
   Returns false after a message. */
bool folder_open(struct folder *f, const char *path, bool force);

/* `done`: all went well, and the files get their names. Reports how many got theirs before a
   failure. Returns false after a message. */
bool folder_close(struct folder *f, bool done);

/* Called with every name before the first file begins: reports existing files. If there are any, no
   file can begin. */
void folder_expect(struct folder *f, const char *name);

/* Each returns false after a message. folder_write is a zet_write_function; its context is `f`. */
bool folder_begin(struct folder *f, const char *name);
bool folder_write(void *context, const char *bytes, size_t size);
bool folder_end(struct folder *f);
