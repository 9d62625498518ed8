/* An input file. Compressed files are decompressed while they are read. */
#pragma once

#include "cli/command.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "cli/compression.h"

/* One thread at a time. */
struct input;

/* Opens a file; `-` is standard input. Returns NULL, after a message, on failure. The path must
   outlive the input. */
struct input *input_open(const char *path);

/* Opens a file without records: names, settings or a list of files. */
struct input *input_open_beside(const char *path);

/* Opens the same regular file again, from its first byte. `in` must stay open and can still be
   read. Returns NULL, after a message, if memory runs out. */
struct input *input_again(const struct input *in);

void input_close(struct input *in);

/* A zet_read_function whose context is the input. The first bytes determine the compression; a name
   that ends with .gz, .xz or .zst must agree. */
long input_read(void *context, char *to, size_t size);

/* Why input_read failed, or NULL. Valid until the input is closed. */
const char *input_fault(const struct input *in);

/* The compression, which is known after the first read. */
enum compression input_compression(const struct input *in);

/* Remembers a file that the command reads; with `beside` it contains no records. Returns false if
   memory runs out. input_open and input_open_beside call this. */
bool input_note(int descriptor, bool beside);

/* Whether a command that writes files opened that file in this way. */
bool input_is_known(const struct stat *st, bool beside);

/* Calls fstat on the file. Returns false with errno. */
bool input_stat(const struct input *in, struct stat *to);

/* Whether the file is the one found in a directory, unless `found` is NULL. Returns false after a
   message. */
bool input_is_found(const struct input *in, const struct stat *found);

bool input_is_standard(const struct input *in);

/* The files that arguments name. */

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
