/* A folder of files that comes into being as a whole: until then it is a hidden folder beside its
   place, and the signals that end the program remove it. */
#ifndef ZET_CLI_NEW_FOLDER_H
#define ZET_CLI_NEW_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* The file in which such a folder lists its files, a line each after the first. */
#define NEW_FOLDER_LIST "zet-site.txt"

/* Starts zeroed; no two may be open at a time. What goes wrong is said on stderr. */
struct new_folder {
    const char *path; /* as given, which must stay */
    bool there;       /* there is a folder already */
    bool begun;       /* the hidden folder is there */
    bool failed;      /* and said */
};

/* Checks that the folder can take this place: there is nothing, an empty folder, or one that was
   made so before; with `force` any folder. False after a message. */
bool new_folder_check(struct new_folder *f, const char *path, bool force);

/* One file at a time is opened, written and closed. The name has no `/`. False after a message. */
bool new_folder_open(struct new_folder *f, const char *name);
bool new_folder_write(struct new_folder *f, const char *bytes, size_t size);
bool new_folder_close(struct new_folder *f);

/* Puts the folder in its place. Of a folder that was there the files that it lists go; all else in
   it moves into the new one, unless there is a new file of that name. False after a message. */
bool new_folder_commit(struct new_folder *f);

/* Leaves no trace. Does nothing where nothing is open. */
void new_folder_discard(struct new_folder *f);

#endif
