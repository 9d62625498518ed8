#include "cli/runner.h"
#include "cli/spool.h"

static int run(struct invocation *in) {
    struct spool spool;
    int status = STATUS_ERROR;
    if (spool_open(&spool, in->task))
        status = runner_run_with(in, &(struct runner_options){.whole = true});
    spool_close(&spool);
    return status;
}

const struct command command_sort = {
    .name = "sort",
    .about = "put records in the order of date, event, round, table, players",
    .arguments = "[FILE|DIR|-]...",
    .files = true,
    .help =
        "Write the records of FILEs, of the .yaml and .yml files under DIRs, or of standard\n"
        "input (-, or no argument) in order, with every byte of theirs. Numbers come by their\n"
        "value and before other texts, which are compared whatever their case and accents;\n"
        "records without a value come last, and those that are alike stay in their order.\n"
        "Records are not judged. They are kept in a file without a name under TMPDIR or /tmp.\n",
    .help_end = "exit status: 0 all was written, 2 wrong usage, or a file could not be read or\n"
                "written; then there is no output.\n",
    .task = "sort",
    .hidden = "jobs",
    .run = run,
};
