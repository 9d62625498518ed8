#include "cli/attach.h"
#include "cli/runner.h"

struct options {
    const char *names, *output;
    bool force;
};

static int run(struct invocation *in) {
    const struct options *o = in->options;
    if (o->force && !o->output)
        return command_error("--force: only allowed with --output");
    if (!attach_file(in, "names", o->names, NAMES_BYTES_MAX))
        return STATUS_ERROR;
    if (!o->output)
        return runner_run_with(in, &(struct runner_options){.whole = true});
    zet_task_set(in->task, "format", "yaml", NULL);
    return runner_run_to_file(in, o->output, o->force ? REPLACE_ANY : REPLACE_NOTHING);
}

static const zet_option options[] = {
    NAMES_ROW(struct options, names, "names"),
    OUTPUT_ROW(struct options, output,
               "write a names file of the persons that --names does not have",
               "zet names -o build/names.yaml --force examples"),
    FORCE_ROW(struct options, force, "zet names -o build/names.yaml --force examples"),
    {0}};

const struct command command_names = {
    .name = "names",
    .writes = true,
    .about = "list the players with the spellings of their names, and write a names file",
    .arguments = "[FILE|DIR|-]...",
    .files = true,
    .examples = "  zet names examples/club\n"
                "  zet names -o build/names.yaml --force examples/club\n",
    .help = "List the persons who play in the records of FILEs, of the .yaml and .yml files under\n"
            "DIRs, or of standard input (-, or no argument): how often each spelling of their\n"
            "names comes, and who may be one person under two names. Records are read, not\n"
            "judged.\n",
    .help_end = "exit status: 0 all records were read, 1 some record could not be read, 2 wrong\n"
                "usage or a file that could not be read or written.\n",
    .options = options,
    .task = "names",
    .options_size = sizeof(struct options),
    .run = run,
};
