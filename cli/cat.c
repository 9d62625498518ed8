#include "cli/runner.h"

static int run(struct invocation *in) { return runner_run(in, false); }

const struct command command_cat = {
    .name = "cat",
    .about = "put files of records together to one stream",
    .arguments = "[FILE|DIR|-]...",
    .files = true,
    .help = "Write the records of FILEs, of the .yaml and .yml files under DIRs, or of standard\n"
            "input (-, or no argument) one after the other, with every byte of theirs. What a\n"
            "stream needs between records is added: a line end, `---`, and `...` before\n"
            "directives. Records are not judged.\n",
    .help_end = "exit status: 0 all was written, 2 wrong usage or a file that could not be read.\n",
    .task = "cat",
    .hidden = "jobs",
    .run = run,
};
