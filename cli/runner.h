/* Runs a task over the files that a command names. */
#pragma once

#include "cli/command.h"

/* What becomes of the result. */
enum runner_mode {
    RUNNER_RESULT,   /* it goes to standard output */
    RUNNER_TEXT,     /* likewise: it is the new text of each file, or the changes in it */
    RUNNER_IN_PLACE, /* it is the new text, and takes the place of the file */
    RUNNER_COPY,     /* the task's copy does, and the result goes to standard output */
    RUNNER_CHECK     /* only the name of a file is printed that would change */
};

struct runner_options {
    enum runner_mode mode;
    bool unspoken; /* no messages */
    bool whole;    /* a result only where all files could be read */
};

/* Runs the invocation's task over its arguments (standard input if none exist), with messages to
   standard error, and finishes it. A file is replaced as a whole or, on any error, stays as it was;
   links stay links; owner and mode stay as far as the system lets them. Returns the exit status:
   STATUS_ERROR where something could not be read or written, else STATUS_INVALID where a record is
   not valid, a claim is wrong, or RUNNER_CHECK has named a file. */
int runner_run(struct invocation *in, const struct runner_options *options);

/* The options --check, --diff and --in-place of a command whose task has an option `output`. */
struct rewrite_options {
    bool check, diff, in_place;
};
#define REWRITE_ROWS(type, member, diff_about, command)                                            \
    {"check",                                                                                      \
     NULL,                                                                                         \
     "print the names of the files that would change",                                             \
     "zet " command " --check examples",                                                           \
     ZET_OPTION_FLAG,                                                                              \
     .offset = offsetof(type, member.check)},                                                      \
        {"diff",          NULL,                                                                    \
         diff_about,      "zet " command " --diff examples/hogga.yaml",                            \
         ZET_OPTION_FLAG, .offset = offsetof(type, member.diff)},                                  \
    {                                                                                              \
        "in-place", NULL, "change the files", "zet " command " --in-place examples/hogga.yaml",    \
            ZET_OPTION_FLAG, .offset = offsetof(type, member.in_place)                             \
    }

/* Runs such a command; without one of them the task's output is `usual`. An exit status. */
int runner_rewrite(struct invocation *in, const struct rewrite_options *o, const char *usual,
                   bool quiet);
