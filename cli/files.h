/* The files that arguments name. */
#ifndef ZET_CLI_FILES_H
#define ZET_CLI_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* Opens a file for reading, `-` as standard input. -1, with a message, where that fails. */
int files_open(const char *path);
void files_close(int descriptor);

/* A zet_read_function; the context is the descriptor's address. */
long files_read(void *context, char *to, size_t cap);

typedef void file_visitor(void *context, const char *path);

/* Visits the file that an argument names, `-` included, or every .yaml and .yml file (in any case)
   under a directory in the order of the names. Hidden files and directories are left out; links are
   followed to files, not to directories; what is not a regular file is skipped with a message.
   False where something could not be looked at, or there is no such file; that was reported. */
bool files_visit(const char *argument, file_visitor *visit, void *context);

#endif
