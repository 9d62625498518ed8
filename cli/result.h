/* The result of a command: on standard output, or in the file that --output names. */
#pragma once

#include "cli/command.h"

/* Runs the command. With --output its result goes to the file, which gets its name if the status is
   not STATUS_ERROR. Returns the status. */
int result_run(struct invocation *in, command_runner *run);

/* Whether it goes to a file. */
bool result_has_file(void);

/* False on failure, after a message where command_finish has none. */
bool result_write(const char *bytes, size_t size);
