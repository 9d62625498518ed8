/* Runs a task over the files that a command names. */
#ifndef ZET_CLI_RUNNER_H
#define ZET_CLI_RUNNER_H

#include "cli/command.h"

/* Runs the invocation's task over its arguments (standard input where there are none), with the
   result to standard output, unless `quiet`, and messages to standard error. Finishes the task.
   Returns the exit status: STATUS_ERROR where something could not be read or written, else
   STATUS_INVALID where a record is not valid. */
int runner_run(struct invocation *in, bool quiet);

#endif
