#include <unistd.h>

#include "cli/runner.h"

static int convert_records(struct invocation *in) {
    zet_task_set(in->task, "color", command_color(in, STDERR_FILENO) ? "true" : "false", NULL);
    return runner_run(in, &(struct runner_options){0});
}

/* The formats in listing order, zet's own first. */
const struct command command_convert = {
    .name = "convert",
    .writes = true,
    .about = "convert records from one format to another",
    .arguments = "[FILE|DIR|-]...",
    .output = true,
    .files = true,
    .tables = true,
    .examples = "  zet convert --to json examples/hogga.yaml\n"
                "  zet convert --from text --game hogga examples/hogga.txt\n",
    .help = "Convert every record and write the result to standard output. Findings, and what the\n"
            "target cannot hold, go to standard error. Under DIRs, .csv, .tsv and .txt files are\n"
            "read, too; those that are neither a table nor a score sheet are named and counted.\n",
    .help_end =
        "exit status: 0 every record is converted, 1 some record has an error, 2 wrong usage\n"
        "or an unreadable file.\n",
    .list_name = "formats",
    .list = ZET_CATALOGUE_FORMATS,
    .task = "convert",
    .hidden = (const char *const[]){"color", "folder", NULL},
    .run = convert_records,
};
