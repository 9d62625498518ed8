/* Runs a task over the files that a command names. */
#pragma once

#include "cli/command.h"
#include "notation/base/option.h"

/* The destination of the result. */
enum runner_mode {
    RUNNER_RESULT,   /* standard output */
    RUNNER_TEXT,     /* likewise: the new text of each file, or the changes in it */
    RUNNER_IN_PLACE, /* the result is the new text and replaces the file */
    RUNNER_COPY,     /* the task's copy replaces it, and the result goes to standard output */
    RUNNER_CHECK     /* only the names of files that would change are printed */
};

struct runner_options {
    enum runner_mode mode;
    bool unspoken; /* no messages */
    bool whole;    /* no result unless all files could be read */
};

/* Runs the invocation's task over its arguments (without any, standard input), with messages to
   standard error, and finishes it. A file is replaced atomically and on any error stays unchanged.
   Links stay links; owner and mode are kept as far as the system allows. Returns STATUS_ERROR if
   something could not be read or written, else STATUS_INVALID if a record is not valid, a claim is
   wrong, or RUNNER_CHECK has named a file. */
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

/* Runs such a command. Without these options the task's output is `usual`. Returns a status. */
int runner_rewrite(struct invocation *in, const struct rewrite_options *o, const char *usual,
                   bool quiet);
