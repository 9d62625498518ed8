#include "cli/attach.h"
#include "cli/runner.h"

struct options {
    const char *names, *write;
    bool force;
};

static int run(struct invocation *in) {
    const struct options *o = in->options;
    if (o->force && !o->write)
        return command_error("--force: only allowed with --write");
    if (!attach_file(in, "names", o->names, NAMES_BYTES_MAX))
        return STATUS_ERROR;
    if (!o->write)
        return runner_run_with(in, &(struct runner_options){.whole = true});
    zet_task_set(in->task, "format", "yaml", NULL);
    return runner_run_to_file(in, o->write, o->force ? REPLACE_ANY : REPLACE_NOTHING);
}

static const struct option_row options[] = {
    NAMES_ROW(struct options, names),
    {"write", 0, "FILE", "write a names file of the persons that --names does not have",
     OPTION_TEXT, offsetof(struct options, write)},
    {"force", 0, NULL, "replace the file of --write if it exists", OPTION_FLAG,
     offsetof(struct options, force)},
    {0}};

const struct command command_names = {
    .name = "names",
    .writes = true,
    .about = "list the players with the spellings of their names, and write a names file",
    .arguments = "[FILE|DIR|-]...",
    .files = true,
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
