/* Files that come into being as a whole: until then a temporary file is beside them, and the
   signals that end the program remove it. */
#ifndef ZET_CLI_NEW_FILE_H
#define ZET_CLI_NEW_FILE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

#include "cli/compression.h"

/* One file in the making. Starts zeroed; no two may be open at a time. What goes wrong is said on
   stderr, once a file, as `zet: PATH: why`. */
struct new_file {
    const char *path;        /* as given, which must stay */
    FILE *file;              /* to write to; NULL: not open */
    struct encoder *encoder; /* of what goes there; NULL: it is not compressed */
    char *target; /* what comes into being, links followed; NULL: `file` is the thing itself */
    const struct stat *replaced;
    struct stat was; /* what was there */
    bool there;
    bool sync;   /* it reaches the disk before it takes its place */
    bool failed; /* and said */
};

/* Begins the file `path`, compressed where the name ends with .gz, .xz or .zst. What is no regular
   file (a device, a pipe), and what standard output or standard error goes to, is written straight.
   A file that is there is replaced, through links, and its mode and owner stay as far as the system
   lets them. False: nothing is open. */
bool new_file_open(struct new_file *o, const char *path);

/* The same for a file that was read: `path` must still be the one that was so (`replaced` must
   stay), now and at the end, and the new one, which is compressed as said, reaches the disk before
   it takes its place. */
bool new_file_replace(struct new_file *o, const char *path, const struct stat *replaced,
                      enum compression compression);

/* The open file reaches the disk before it takes its place, as with `replaced`. */
void new_file_sync(struct new_file *o);

/* False where not all could be written, now or before. */
bool new_file_write(struct new_file *o, const char *bytes, size_t size);

/* Puts the file in its place. False where that failed, or any writing before: then there is the
   file of before, or none. Closes it in any case. */
bool new_file_commit(struct new_file *o);

/* Leaves no trace, but for what was written straight. Does nothing where nothing is open. */
void new_file_discard(struct new_file *o);

/* A file without a name under TMPDIR or /tmp, to write and to read again: its descriptor, or -1
   with errno. */
int new_file_unnamed(void);

#endif
