/* Files that take their places as a whole. Until then a temporary file is beside the place, in a
   folder that is open; the signals that end the program remove it. A file and its name have reached
   the disk when it is committed. */
#ifndef ZET_CLI_REPLACE_H
#define ZET_CLI_REPLACE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

#include "cli/compression.h"

/* What may be there already. It is checked by the call that gives the file its name. */
enum replace_rule {
    REPLACE_NOTHING, /* nothing; the message names --force */
    REPLACE_NEVER,   /* nothing, and there is no --force */
    REPLACE_ANY,     /* with --force: any file that the command does not read; of a link the link */
    REPLACE_SAME     /* only the file that was read, as it was then; links to it stay */
};

/* One file in the making. Starts zeroed, and stays where it is until it is discarded. What goes
   wrong is said on stderr, once a file, as `zet: PATH: why`. */
struct replacement {
    const char *path;        /* for messages, which must stay */
    FILE *file;              /* to write to; NULL: not open */
    struct encoder *encoder; /* of what goes there; NULL: it is not compressed */
    enum replace_rule rule;
    const struct stat *read; /* with REPLACE_SAME */
    bool failed;             /* and said */

    char *name; /* in the folder; NULL: `file` is the thing itself */
    int folder;
    bool own_folder; /* it is closed with the file */
    struct stat was; /* what has the name */
    bool there;
    struct stat made; /* the complete file */
    char temporary[16];
    bool exists; /* the temporary file does */
    struct replacement *volatile next, *before;
};

/* Begins the file that the user named, compressed where the name ends with .gz, .xz or .zst. Links
   are followed to its folder, but not from its name: with REPLACE_ANY it is the link that goes. A
   device and a pipe, and what standard output or standard error goes to, also by /dev/stdout or
   /dev/fd/N, are written straight, which replaces nothing. False: nothing is open. */
bool replace_begin(struct replacement *r, const char *path, enum replace_rule rule);

/* Begins a file in an open folder. Nothing is written straight. */
bool replace_begin_in(struct replacement *r, int folder, const char *name, const char *path,
                      enum replace_rule rule);

/* Begins a file in the place of one that was read: `path` must be the one that was so (`read` must
   stay), now and at the end. Links to it are followed, and stay. */
bool replace_begin_same(struct replacement *r, const char *path, const struct stat *read,
                        enum compression compression);

/* Whether the file could be begun, as far as is known now: false after a message. */
bool replace_check(const char *path, enum replace_rule rule);

/* False where not all could be written, now or before. */
bool replace_write(struct replacement *r, const char *bytes, size_t size);

/* Completes the temporary file; with `sync` it reaches the disk. False where that failed, or any
   writing before. */
bool replace_end(struct replacement *r, bool sync);

/* The complete file reaches the disk, for one of many that were ended without that. */
bool replace_sync_file(struct replacement *r);

/* Gives the complete file its name. The folder has not reached the disk after it. */
bool replace_place(struct replacement *r);

/* What happened in the folder reaches the disk. */
bool replace_sync(int folder, const char *path);

/* All that. False: there is the file of before, or none, or the message says more. */
bool replace_commit(struct replacement *r);

/* Leaves no trace of what was not placed, but for what was written straight. Does nothing where
   nothing is open. */
void replace_discard(struct replacement *r);

/* The folder that a file is in, to be freed; NULL when out of memory. */
char *folder_of(const char *path);

/* Opens a folder; with `make` it is made where there is none, without its parents, and
   a signal that ends the program removes it if it is empty (the name must stay). A link at the
   end of the name is followed with `links` only. -1 with errno. */
int replace_open_folder(int from, const char *name, bool make, bool links);

#endif
