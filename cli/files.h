/* The files that arguments name. */
#ifndef ZET_CLI_FILES_H
#define ZET_CLI_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "notation/record/source.h"

/* Opens a file for reading, `-` as standard input. -1, with a message, where that fails. */
int zet_files_open(const char *path);
void zet_files_close(int descriptor);

/* A source_reader; the context is the descriptor's address. */
long zet_files_read(void *context, char *to, size_t cap);

/* Whether a stream was read to its end, and memory was not out elsewhere; else that is said. To be
   asked right after the last reading. */
bool zet_files_was_read(const struct source *s, const char *path, bool out_of_memory);

typedef void file_visitor(void *context, const char *path);

/* Visits the file that an argument names, `-` included, or every .yaml and .yml file under a
   directory in the order of the names. False where a directory could not be looked at, or has no
   such file; that was said on stderr. */
bool zet_files_visit(char *argument, file_visitor *visit, void *context);

#endif
