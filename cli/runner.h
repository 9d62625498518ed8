/* Runs a task over the files that a command names. */
#pragma once

#include "cli/command.h"
#include "cli/replace.h"

struct runner_options {
    bool quiet;      /* no result */
    bool whole;      /* a result only where all files could be read */
    bool in_place;   /* the text that the task makes of a file takes its place */
    zet_output *out; /* where the result goes; NULL: standard output */
};

/* Runs the invocation's task over its arguments (standard input if none exist), with the
   result to standard output, unless `quiet`, and messages to standard error. Finishes the task.
   Returns the exit status: STATUS_ERROR where something could not be read or written, else
   STATUS_INVALID where a record is not valid or a claim is wrong. */
int runner_run(struct invocation *in, bool quiet);

int runner_run_with(struct invocation *in, const struct runner_options *options);
