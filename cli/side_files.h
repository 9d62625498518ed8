/* Files beside records that are none: a walk through a directory leaves them out, with a message.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <zet.h>

/* Those that the command line or zet.yaml names. Starts zeroed. */
struct side_files {
    struct side_file {
        dev_t device;
        ino_t inode;
        const char *what;
    } at[4];
    size_t count;
};

/* Adds the file; `what` it is (`names`) must stay. Does nothing if there is no such file. */
void side_files_add(struct side_files *s, const char *path, const char *what);

/* What a file of that name is, if it has no records; *what is NULL: it is to be read. `head` is how
   it begins. False if memory runs out. */
bool side_files_kind(const char *path, zet_text head, const char **what);

/* The same of a file on the disk, or of one that was added. `st` is what stat says of it. */
bool side_files_find(const struct side_files *s, const char *path, const struct stat *st,
                     const char **what);
