/* Files beside records that are none: a walk through a directory leaves them out, with a message.
 */
#ifndef ZET_CLI_SIDE_FILES_H
#define ZET_CLI_SIDE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* Those that the command line or zet.yaml names. Starts zeroed. */
struct side_files {
    struct side_file {
        dev_t device;
        ino_t inode;
        const char *what;
    } at[4];
    size_t count;
};

/* Adds the file; `what` it is (`names`) must stay. Does nothing where there is no such file. */
void side_files_add(struct side_files *s, const char *path, const char *what);

/* What a file of that name is, if it is no record; NULL: it is to be read. `head` is how it begins;
   NULL: what it may be. */
const char *side_files_kind(const char *path, const char *head);

/* What the file is if it is no record: one that was added, or one that is called names.yaml or
   tournament.yaml and begins as such a file does. NULL: it is to be read. `st` is what stat says of
   it. */
const char *side_files_find(const struct side_files *s, const char *path, const struct stat *st);

#endif
