/* The files that arguments name. */
#ifndef ZET_CLI_FILES_H
#define ZET_CLI_FILES_H

#include <stdbool.h>

typedef void file_visitor(void *context, const char *path);

/* Visits the file that an argument names, `-` included, or every .yaml and .yml file under a
   directory in the order of the names. False where a directory could not be looked at, or has no
   such file; that was said on stderr. */
bool zet_files_visit(char *argument, file_visitor *visit, void *context);

#endif
