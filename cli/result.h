/* The result of a command: on standard output, or in the file given by --output. */
#pragma once

#include "cli/command.h"

/* Runs the command. With --output its result goes to the file, which gets its name unless the
   status is STATUS_ERROR. Returns the status. */
int result_run(struct invocation *in, command_runner *run);

/* Whether the result goes to a file. */
bool result_has_file(void);

/* Returns false on failure, after a message unless command_finish prints it. */
bool result_write(const char *bytes, size_t size);
