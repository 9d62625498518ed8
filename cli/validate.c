#include "cli/runner.h"

struct options {
    bool quiet;
};

static int run(struct invocation *in) {
    const struct options *o = in->options;
    command_color_output(in);
    if (o->quiet)
        zet_task_set(in->task, "format", "none", NULL);
    return runner_run(in, &(struct runner_options){0});
}

static const zet_option options[] = {{"quiet", NULL, "no report, only the exit status",
                                      "zet validate -q examples/hogga.yaml", ZET_OPTION_FLAG,
                                      .offset = offsetof(struct options, quiet), .letter = 'q'},
                                     {0}};

const struct command command_validate = {
    .name = "validate",
    .writes = true,
    .about = "report whether records are valid and, if not, what is wrong and where",
    .arguments = "[FILE|DIR|-]...",
    .output = true,
    .files = true,
    .examples = "  zet validate examples/hogga.yaml\n"
                "  zet validate --format json examples/bad.yaml\n",
    .help =
        "Validate every record in FILEs, in the .yaml and .yml files under DIRs, or in standard\n"
        "input (-, or no argument). With --from, .csv, .tsv and .txt files under DIRs are read, "
        "too.\n",
    .help_end = "exit status: 0 every record is valid, 1 some record is not, 2 wrong usage or an\n"
                "unreadable file.\n",
    .options = options,
    .task = "validate",
    .hidden = (const char *const[]){"color", "folder", NULL},
    .options_size = sizeof(struct options),
    .run = run,
};
