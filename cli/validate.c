#include "cli/config.h"
#include "cli/runner.h"
#include "notation/base/option.h"

struct options {
    bool quiet, verbose;
};

static int validate_records(struct invocation *in) {
    const struct options *o = in->options;
    command_color_output(in);
    if (o->quiet)
        zet_task_set(in->task, "format", "none", NULL);
    if (o->verbose && !in->config)
        return command_error("--verbose: not with --no-config");
    if (in->config)
        in->config->verbose = o->verbose;
    return runner_run(in, &(struct runner_options){0});
}

static const zet_option options[] = {{"quiet", NULL, "no report, only the exit status",
                                      "zet validate -q examples/hogga.yaml", ZET_OPTION_FLAG,
                                      .offset = offsetof(struct options, quiet), .letter = 'q'},
                                     {"verbose", NULL,
                                      "say on standard error which zet.yaml applies to each file, "
                                      "and its settings",
                                      "zet validate --verbose examples/club", ZET_OPTION_FLAG,
                                      .offset = offsetof(struct options, verbose)},
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
        "Validate every record. With --from, .csv, .tsv and .txt files under DIRs are read, too.\n",
    .help_end = "exit status: 0 every record is valid, 1 some record is not, 2 wrong usage or an\n"
                "unreadable file.\n",
    .options = options,
    .task = "validate",
    .hidden = (const char *const[]){"color", "folder", NULL},
    .options_size = sizeof(struct options),
    .run = validate_records,
};
