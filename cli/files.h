/* The files that arguments name. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cli/command.h"

typedef void file_visitor(void *context, const char *path);

/* Visits the files that the arguments of a command and the names of --files-from name, `-`
   included; standard input where there are neither. Under a directory these are all files of
   records in the order of the names: those that end with .yaml or .yml (in any case), and with .gz,
   .xz or .zst after it. Hidden files and directories are omitted, and so is zet.yaml; links are
   followed to files, not to directories; what is not a regular file, and what is no file of records
   (side_files.h), is skipped with a message. False if something could not be looked at, or there
   is no such file; that was reported. */
bool files_visit_all(const struct invocation *in, file_visitor *visit, void *context);

/* Whether the name is that of a file of records or, with `tables`, of tables and sheets. */
bool files_is_record(const char *name, bool tables);

/* Whether an argument is a directory. */
bool files_have_directory(const struct invocation *in);
