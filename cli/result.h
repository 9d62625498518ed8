/* The result of a command: on standard output, or in the file given by --output. */
#pragma once

#include "cli/command.h"

/* Begins the file of --output, if it is given. Returns false after a message. */
bool result_begin(struct invocation *in);

/* Gives the file its name unless the status is STATUS_ERROR. Returns the status. */
int result_end(int status);

/* Whether the result goes to a file. */
bool result_has_file(void);

/* Returns false on failure, after a message unless command_finish prints it. */
bool result_write(const char *bytes, size_t size);
