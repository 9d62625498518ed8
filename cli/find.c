#include "cli/attach.h"
#include "cli/runner.h"

struct options {
    bool include_invalid, invalid;
    const char *names;
};

static int run(struct invocation *in) {
    const struct options *o = in->options;
    zet_task_set(in->task, "include-invalid", o->include_invalid ? "true" : "false", NULL);
    zet_task_set(in->task, "invalid", o->invalid ? "true" : "false", NULL);
    int status =
        attach_file(in, "names", o->names, NAMES_BYTES_MAX) ? runner_run(in, false) : STATUS_ERROR;
    unsigned long long left_out = zet_task_count(in->task, ZET_COUNT_INVALID);
    if (left_out && !o->include_invalid && !o->invalid)
        command_error(left_out == 1 ? "%llu record was left out; --include-invalid keeps it"
                                    : "%llu records were left out; --include-invalid keeps them",
                      left_out);
    return status;
}

static const struct option_row options[] = {
    {"include-invalid", 0, NULL,
     "search records that are not valid too, as far as they were replayed", OPTION_FLAG,
     offsetof(struct options, include_invalid)},
    NAMES_ROW(struct options, names),
    {"invalid", 0, NULL, "search only those", OPTION_FLAG, offsetof(struct options, invalid)},
    {0}};

const struct command command_find = {
    .name = "find",
    .about = "search records, and find records that are copies of each other",
    .arguments = "[FILE|DIR|-]...",
    .files = true,
    .help = "Search the records in FILEs, in the .yaml and .yml files under DIRs, or in standard "
            "input\n"
            "(-, or no argument), and write those that all options hold for, unchanged. Where an\n"
            "option is given several times, one of its values must hold.\n",
    .help_end =
        "exit status: 0 all records were searched, 1 some record is not valid and was left\n"
        "out, 2 wrong usage or a file that could not be read.\n",
    .options = options,
    .task = "find",
    .hidden = "include-invalid,invalid",
    .options_size = sizeof(struct options),
    .run = run,
};
