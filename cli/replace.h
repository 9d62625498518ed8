/* Files that take their places as a whole. Until then a temporary file is beside the place, in a
   folder that is open and locked (flock, shared). The signals that end the program remove it; where
   the program was killed the next one that writes into this folder does, if nobody has the lock. A
   file and its name have reached the disk when it is committed. */
#pragma once

#include <dirent.h>
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
    char *path;              /* for messages */
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
    bool placed;
    char temporary[16];
    bool exists; /* the temporary file does */
    struct replacement *volatile next, *before;
};

/* Begins the file that the user named, compressed where the name ends with .gz, .xz or .zst. Links
   are followed to its folder, but not from its name: with REPLACE_ANY it is the link that goes. A
   device and a pipe, and what standard output or standard error goes to, also by /dev/stdout or
   /dev/fd/N, are written straight, which replaces nothing. False: nothing is open. */
bool replace_begin(struct replacement *r, const char *path, enum replace_rule rule);

/* Begins a file in an open folder, which messages call `path`. Nothing is written straight. */
bool replace_begin_in(struct replacement *r, int folder, const char *path, const char *name,
                      enum replace_rule rule);

/* Begins a file in the place of one that was read: `path` must be the one that was so (`read` must
   stay), now and at the end. Links to it are followed, and stay. */
bool replace_begin_same(struct replacement *r, const char *path, const struct stat *read,
                        enum compression compression);

/* Whether the file could be begun, as far as is known now: false after a message. */
bool replace_check(const char *path, enum replace_rule rule);

/* False if not all could be written, now or before. */
bool replace_write(struct replacement *r, const char *bytes, size_t size);

/* What happened in the folder reaches the disk. */
bool replace_sync(int folder, const char *path);

/* Completes the file, and gives it its name. False: there is the file of before, or none, or it is
   `placed` and may not have reached the disk. */
bool replace_commit(struct replacement *r);

/* Leaves no trace of what was not placed, but for what was written straight. Does nothing if
   nothing is open. */
void replace_discard(struct replacement *r);

/* Files of one folder that come to it together, so that the disk is waited for once. Starts zeroed.
 */
struct replace_set {
    int folder; /* of replace_set_begin_in, which must stay open */
    struct replacement **at;
    size_t count, cap, placed;
};

/* Begins a file of the set, as replace_begin does. What is already in the set is committed before
   a file of another folder. NULL after a message. */
struct replacement *replace_set_begin(struct replace_set *s, const char *path,
                                      enum replace_rule rule);

/* The same as replace_begin_in does, in the folder of the set. */
struct replacement *replace_set_begin_in(struct replace_set *s, const char *path, const char *name,
                                         enum replace_rule rule);

/* Completes the file that was begun last. Where the set need not stay `whole` and is large it is
   committed. */
bool replace_set_end(struct replace_set *s, bool whole);

/* The bytes of all reach the disk. */
bool replace_set_sync(struct replace_set *s);

/* Gives all of them their names. The folder has not reached the disk after it. */
bool replace_set_place(struct replace_set *s);

/* All that, and the folder reaches the disk; the set is empty after it. */
bool replace_set_commit(struct replace_set *s);

/* With `hold` signals that end the program wait until as many calls without it. */
void replace_hold_signals(bool hold);

/* From here on signals that end the program call `first` before anything else; NULL: nothing. */
void replace_at_signals(void (*first)(int number));

/* Signals of faults remove temporary files, too, before they end the program. */
void replace_catch_faults(const int *faults, size_t count);

/* Leaves no trace of what was not placed. */
void replace_set_discard(struct replace_set *s);

/* The folder that a file is in, to be freed; NULL when out of memory. */
char *folder_of(const char *path);

/* The entries of a folder that stays open; NULL with errno. */
DIR *folder_entries(int folder);

/* Removes what a killed program left in the folder of the file. */
void replace_clean(const char *path);

/* Opens a folder to write to; with `make` it is made if none exists, without its parents, and
   a signal that ends the program removes it if it is empty (the name must stay). A link at the
   end of the name is followed with `links` only. -1 with errno. */
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
