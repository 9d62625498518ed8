/* Files next to records that contain none: a directory traversal skips them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <zet.h>

/* The files that the command line or zet.yaml names. Starts zeroed. */
struct side_files {
    struct side_file {
        dev_t device;
        ino_t inode;
    } at[4];
    size_t count;
};

/* Adds the file if it exists. */
void side_files_add(struct side_files *s, const char *path);

/* Sets *what to the kind of a file without records, by its name and its beginning `head`; NULL if
   it is to be read. Returns false if memory runs out. */
bool side_files_kind(const char *path, zet_text head, const char **what);

/* The same for a file on disk; "" for one that was added. `st` is the result of stat. */
bool side_files_find(const struct side_files *s, const char *path, const struct stat *st,
                     const char **what);
