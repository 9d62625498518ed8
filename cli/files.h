/* The files that arguments name. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "cli/command.h"

struct level;
struct list;

/* The files named by a command's arguments and by --files-from, `-` included; without any, standard
   input. A directory is searched for files of records in name order: names that end with .yaml or
   .yml (in any case), optionally followed by .gz, .xz or .zst. Hidden files and directories and
   zet.yaml are omitted. Links are skipped with a message, or followed with --follow. A file that is
   named or found twice, under any name, comes once. Irregular files and files without records
   (side_files.h) are skipped with a message. Starts zeroed except for `in`. */
struct files {
    const struct invocation *in;
    size_t argument;   /* the next one */
    struct list *list; /* of --files-from */
    struct level *top; /* the directory that is read, or NULL */
    char *entry;       /* the last path in it */
    struct stat st;
    void *seen;     /* a tree of the files so far */
    bool listed;    /* the list was opened */
    bool any;       /* the argument's directory has a file of records */
    bool had_error; /* an error was reported for it */
    size_t unread;  /* tables and sheets in it that the command could read */
    bool failed;    /* a file does not exist or could not be examined, which was reported */
};

/* The next file. *found: the file that a directory or a list has under that path, which may have no
   record. The opened file must agree with it, so that a folder that becomes a link meanwhile leads
   nowhere else. NULL for a path that an argument names. False after the last one. */
bool files_next(struct files *f, const char **path, const struct stat **found);

/* Frees everything. Returns false if a file failed. */
bool files_end(struct files *f);

/* Calls a function for each of these files. */
typedef void file_visitor(void *context, const char *path, const struct stat *found);
bool files_visit_all(const struct invocation *in, file_visitor *visit, void *context);

/* Whether the name is that of a file of records or, with `tables`, of a table or sheet. */
bool files_is_record(const char *name, bool tables);

/* Whether an argument is a directory. */
bool files_have_directory(const struct invocation *in);
