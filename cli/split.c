#include "cli/attach.h"
#include "cli/into.h"

struct options {
    const char *into, *names;
    bool force;
};

static int run(struct invocation *in) {
    const struct options *o = in->options;
    if (!o->into)
        return command_error("--into DIR is required: the folder for the files");
    if (!attach_file(in, "names", o->names, NAMES_BYTES_MAX))
        return STATUS_ERROR;
    return run_into(in, o->into, o->force);
}

static const struct option_row options[] = {
    {"into", 0, "DIR", "the folder for the files; it is created if it does not exist", OPTION_TEXT,
     offsetof(struct options, into)},
    {"force", 0, NULL, "replace files that are there", OPTION_FLAG,
     offsetof(struct options, force)},
    NAMES_ROW(struct options, names),
    {0}};

const struct command command_split = {
    .name = "split",
    .writes = true,
    .about = "put records into files by event, player, year or game",
    .arguments = "[FILE|DIR|-]...",
    .files = true,
    .help = "Put the records of FILEs, of the .yaml and .yml files under DIRs, or of standard\n"
            "input (-, or no argument) into files in the folder of --into, with every byte of\n"
            "theirs and in their order: a file for each event, player, year or game, named after\n"
            "it. A game is in the files of both its players. Files that are there are replaced\n"
            "only with --force; without it nothing is written then. Each file comes into being as\n"
            "a whole. Records are not judged.\n",
    .help_end = "exit status: 0 all was written, 2 wrong usage, or a file could not be read or\n"
                "written.\n",
    .options = options,
    .task = "split",
    .hidden = "jobs",
    .options_size = sizeof(struct options),
    .run = run,
};
