/* Files that are replaced atomically. Until then a temporary file is next to the target, in a
   folder that is open and locked (flock, shared). Signals that end the program remove it. If the
   program was killed, the next one that writes into the folder removes it, unless the folder is
   locked. A committed file and its name have reached the disk. */
#pragma once

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>

#include "cli/compression.h"
#include "notation/base/option.h"

/* What may already exist. Checked when the file gets its name. */
enum replace_rule {
    REPLACE_NOTHING, /* nothing; the message names --force */
    REPLACE_NEVER,   /* nothing, and there is no --force */
    REPLACE_ANY, /* with --force: any file that the command does not read; replaces a link itself */
    REPLACE_SAME /* only the file that was read, unchanged; links to it stay */
};

/* A file that is being written. Starts zeroed, and must not move until it is discarded. Errors are
   reported on stderr, once per file, as `zet: PATH: why`. */
struct replacement {
    char *path;              /* for messages */
    FILE *file;              /* to write to; NULL: not open */
    struct encoder *encoder; /* NULL: not compressed */
    enum replace_rule rule;
    const struct stat *read; /* with REPLACE_SAME */
    bool failed;             /* after a message */

    char *name; /* in the folder; NULL: `file` is written directly */
    int folder;
    bool own_folder; /* close the folder with the file */
    struct stat was; /* the existing file of that name */
    bool there;
    struct stat made; /* the complete file */
    bool placed;
    char temporary[16];
    bool exists; /* the temporary file exists */
    struct replacement *volatile next, *before;
};

/* Begins the file that the user named, compressed if the name ends with .gz, .xz or .zst. Links to
   its folder are followed; a link at the name itself is replaced with REPLACE_ANY. Devices, pipes,
   /dev/stdout, /dev/stderr and /dev/fd/N are written directly, which replaces nothing. Returns
   false with nothing open. */
bool replace_begin(struct replacement *r, const char *path, enum replace_rule rule);

/* Begins a file in an open folder. Messages call it `path`. It is never written directly. */
bool replace_begin_in(struct replacement *r, int folder, const char *path, const char *name,
                      enum replace_rule rule);

/* Begins the replacement of a file that was read: `path` must be the file that `read` describes,
   now and at the end (`read` must stay valid). Links to it are followed and stay. */
bool replace_begin_same(struct replacement *r, const char *path, const struct stat *read,
                        enum compression compression);

/* Whether the file can currently be begun. Returns false after a message. */
bool replace_check(const char *path, enum replace_rule rule);

/* Returns false if this write or an earlier one failed. */
bool replace_write(struct replacement *r, const char *bytes, size_t size);

/* Flushes changes of the folder to disk. */
bool replace_sync(int folder, const char *path);

/* Completes the file and gives it its name. On failure the old file, or none, is there; or the new
   one is `placed` and may not have reached the disk. */
bool replace_commit(struct replacement *r);

/* Removes an unplaced file, except one that was written directly. Does nothing if nothing is
   open. */
void replace_discard(struct replacement *r);

/* Files of one folder that are placed together, so that the disk is waited for once. Starts
   zeroed. */
struct replace_set {
    int folder; /* for replace_set_begin_in; must stay open */
    struct replacement **at;
    size_t count, cap, placed;
};

/* Begins a file of the set, as replace_begin does. A file of another folder commits the set first.
   Returns NULL after a message. */
struct replacement *replace_set_begin(struct replace_set *s, const char *path,
                                      enum replace_rule rule);

/* The same with replace_begin_in, in the folder of the set. */
struct replacement *replace_set_begin_in(struct replace_set *s, const char *path, const char *name,
                                         enum replace_rule rule);

/* Completes the file that was begun last. Commits a large set, unless it must stay `whole`. */
bool replace_set_end(struct replace_set *s, bool whole);

/* Flushes the contents of all files to disk. */
bool replace_set_sync(struct replace_set *s);

/* Gives all files their names, without flushing the folder to disk. */
bool replace_set_place(struct replace_set *s);

/* Does all of this, flushes the folder and empties the set. */
bool replace_set_commit(struct replace_set *s);

/* With `hold`, delays signals that end the program until as many calls without it. */
void replace_hold_signals(bool hold);

/* Sets a function that signals which end the program call first; or NULL. */
void replace_at_signals(void (*first)(int number));

/* Makes fault signals remove temporary files, too, before they end the program. */
void replace_catch_faults(const int *faults, size_t count);

/* Removes the files that were not placed. */
void replace_set_discard(struct replace_set *s);

/* The folder of a file, which the caller frees; NULL if memory runs out. */
char *folder_of(const char *path);

/* Opens a folder's entries; the folder stays open. NULL with errno. */
DIR *folder_entries(int folder);

/* Removes the files that a killed program left in the folder of the path. */
void replace_clean(const char *path);

/* Opens a folder to write to. With `make` a missing folder is created (but no parents), and a
   signal that ends the program removes it if it is empty (the name must stay valid). A link at the
   end of the name is followed only with `links`. -1 with errno. */
int replace_open_folder(int from, const char *name, bool make, bool links);

/* The options --output and --force. */
#define OUTPUT_ROW(type, member, what, use)                                                        \
    {                                                                                              \
        "output", "FILE", what, use, ZET_OPTION_TEXT, .offset = offsetof(type, member),            \
                                                      .letter = 'o'                                \
    }
#define FORCE_ROW(type, member, use)                                                               \
    {                                                                                              \
        "force", NULL, "replace files that exist", use, ZET_OPTION_FLAG,                           \
            .offset = offsetof(type, member)                                                       \
    }

/* Files that a command creates in a folder: the option --into DIR. */

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

/* Unnamed files for text that is read again, in TMPDIR or /tmp. */

/* The descriptor of a new file, or -1 after a message. */
int spool_file(void);

/* Writes all bytes. Returns false with errno. */
bool spool_write(int descriptor, const void *bytes, size_t size);

/* Whose file is this: the rule for files that the user did not name: an index, zet.yaml, the names
   file that it names, and what a folder has. */

enum whose {
    WHOSE_OWN,     /* it belongs to the user or to root */
    WHOSE_FOLDERS, /* it belongs to the owner of the folder */
    WHOSE_OTHERS,  /* it belongs to another user */
    WHOSE_OUTSIDE, /* it is outside of the folder, or a link leads out of it */
    WHOSE_UNKNOWN  /* with errno */
};

/* `st`: of the open file; NULL: of the path, and a path outside of the folder is WHOSE_OUTSIDE.
   `folder` may be NULL. */
enum whose whose_file(const char *path, const struct stat *st, const char *folder);
