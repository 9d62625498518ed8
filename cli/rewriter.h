/* Runs a task that changes streams over the files that a command names. */
#pragma once

#include "cli/command.h"

/* What is done with the new text: it goes to standard output, or only the differences do; it takes
   the file's place; or the name of the file is printed where it would change. */
enum rewriter_mode { REWRITER_TEXT, REWRITER_DIFF, REWRITER_IN_PLACE, REWRITER_CHECK };

/* The options --check, --diff and --in-place as a command has them. */
struct rewriter_options {
    bool check, diff, in_place;
};
#define REWRITER_ROWS(type, member, diff_about, command)                                           \
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

/* The mode that the options choose, `otherwise` without one of them. False, with a message, where
   there are two. */
bool rewriter_mode(const struct rewriter_options *o, enum rewriter_mode otherwise,
                   enum rewriter_mode *mode);

/* Runs the invocation's task, which has an option `output`, over its arguments, with its messages
   to standard error unless `quiet`. A file is replaced as a whole or, on any error, stays as it
   was; links stay links; owner and mode stay as far as the system lets them. Returns the exit
   status: STATUS_ERROR where something could not be read or written, else STATUS_INVALID where the
   task counts a record as invalid, or --check has named a file. */
int rewriter_run(struct invocation *in, enum rewriter_mode mode, bool quiet);
