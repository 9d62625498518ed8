/* Files that a task makes in a folder: the option --into DIR. */
#ifndef ZET_CLI_INTO_H
#define ZET_CLI_INTO_H

#include "cli/runner.h"

/* Runs the invocation's task, whose files come into the folder, which is created if it does not
   exist; each comes into being as a whole. Files that are there are replaced only with `force`;
   without it nothing is written then. Returns an exit status. */
int run_into(struct invocation *in, const char *path, bool force);

#endif
