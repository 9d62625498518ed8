/* The files that arguments name. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "cli/command.h"

/* `found`: the file that a directory or a list has under that path, which may have no record. The
   opened file must agree with it, so that a folder that becomes a link meanwhile leads nowhere
   else. NULL for a path that an argument names. */
typedef void file_visitor(void *context, const char *path, const struct stat *found);

/* Visits the files named by the command's arguments and by --files-from, `-` included; without any,
   standard input. A directory is searched for files of records in name order: names that end with
   .yaml or .yml (in any case), optionally followed by .gz, .xz or .zst. Hidden files and
   directories and zet.yaml are omitted. Links are skipped with a message, or followed with
   --follow. A file that is named or found twice, under any name, is visited once. Irregular files
   and files without records (side_files.h) are skipped with a message. Returns false if a file does
   not exist or could not be examined, which was reported. */
bool files_visit_all(const struct invocation *in, file_visitor *visit, void *context);

/* Whether the name is that of a file of records or, with `tables`, of a table or sheet. */
bool files_is_record(const char *name, bool tables);

/* Whether an argument is a directory. */
bool files_have_directory(const struct invocation *in);
