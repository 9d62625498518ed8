/* The files that arguments name. */
#ifndef ZET_CLI_FILES_H
#define ZET_CLI_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/command.h"

/* The name of the file with settings, which is no file of records. */
#define CONFIG_FILE "zet.yaml"

typedef void file_visitor(void *context, const char *path);

/* Visits the file that an argument names, `-` included, or every file of records under a directory
   in the order of the names: those that end with .yaml or .yml (in any case), and with .gz, .xz or
   .zst behind it. Hidden files and directories are left out, and so are tournament.yaml, names.yaml
   and zet.yaml, which are no records; links are followed to files, not to directories; what is not
   a regular file is skipped with a message. False where something could not be looked at, or there
   is no such file; that was reported. */
bool files_visit(const char *argument, file_visitor *visit, void *context);

/* The same for all arguments of a command that takes files, and for the names of --files-from;
   standard input where there are neither. */
bool files_visit_all(const struct invocation *in, file_visitor *visit, void *context);

#endif
