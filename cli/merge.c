#include <unistd.h>

#include "cli/attach.h"
#include "cli/into.h"
#include "cli/runner.h"

struct options {
    const char *color, *claims, *names, *into;
    bool force;
};

static int run(struct invocation *in) {
    const struct options *o = in->options;
    if (!command_color_output(in, o->color))
        return STATUS_ERROR;
    if (!attach_file(in, "claims", o->claims, NAMES_BYTES_MAX) ||
        !attach_file(in, "names", o->names, NAMES_BYTES_MAX))
        return STATUS_ERROR;
    if (o->into)
        return run_into(in, o->into, o->force);
    return runner_run_with(in, &(struct runner_options){.whole = true});
}

static const struct option_row options[] = {
    {"claims", 0, "FILE", "of standings: others in YAML or JSON to compare with", OPTION_TEXT,
     offsetof(struct options, claims)},
    NAMES_ROW(struct options, names),
    {"into", 0, "DIR", "the folder for the files of --split; it is created if it does not exist",
     OPTION_TEXT, offsetof(struct options, into)},
    {"force", 0, NULL, "replace files that are there", OPTION_FLAG,
     offsetof(struct options, force)},
    COLOR_ROWS(struct options, color),
    {0}};

const struct command command_merge = {
    .name = "merge",
    .writes = true,
    .about = "join parts of a result into what one run over everything writes",
    .arguments = "[PART|-]...",
    .help = "Join PARTs, which validate, stats, find and score --table write with --partial, into\n"
            "what one run with the same options over everything writes, byte for byte. The parts\n"
            "are in the order of their streams. Standard input of parts that follow each other is\n"
            "one stream, which was cut into pieces before a line `---`; a file is a stream of its\n"
            "own, and has to be whole.\n"
            "With --split the parts of find --duplicates are split by key: a part for each set,\n"
            "as a file in the folder of --into.\n",
    .help_end =
        "exit status: that of one run over everything; 2 also where a part is not whole, or\n"
        "parts do not go together.\n",
    .task = "merge",
    .options = options,
    .options_size = sizeof(struct options),
    .hidden = "color",
    .run = run,
};
