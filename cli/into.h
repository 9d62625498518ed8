/* Files that a command makes in a folder: the option --into DIR. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cli/replace.h"

/* The folder that the files come into. */
struct folder {
    const char *path;
    bool force;
    struct replace_set set;
    struct replacement *now; /* the current file */
    size_t there;            /* files that must not be replaced */
};

/* Opens the folder, which is created if it does not exist. Files that are there are replaced only
   with `force`. False after a message. */
bool folder_open(struct folder *f, const char *path, bool force);

/* `done`: all went well, and the files come into being; else it is said how many were written
   before. False after a message. */
bool folder_close(struct folder *f, bool done);

/* Called with every name before the first file begins: says which files are in the way. Where there
   is one no file can begin. */
void folder_expect(struct folder *f, const char *name);

/* Each false after a message. folder_write is a zet_write_function; the context is the folder. */
bool folder_begin(struct folder *f, const char *name);
bool folder_write(void *context, const char *bytes, size_t size);
bool folder_end(struct folder *f);
