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

/* Visits the file that an argument names, `-` included, or every .yaml and .yml file under a
   directory in the order of the names. False where a directory could not be looked at, or has no
   such file; that was said on stderr. */
bool files_visit(char *argument, file_visitor *visit, void *context);

#endif
