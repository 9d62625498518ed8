#include <unistd.h>

#include "cli/attach.h"
#include "cli/runner.h"

struct options {
    const char *color, *baseline, *write_baseline;
    bool quiet;
};

/* Everything that is found becomes known. */
static int write_baseline(struct invocation *in, const struct options *o) {
    if (o->baseline || o->quiet)
        return command_error("--write-baseline: not with --baseline or --quiet");
    zet_task_set(in->task, "format", "baseline", NULL);
    side_files_add(&in->side, o->write_baseline, "baseline");
    int status = runner_run_to_file(in, o->write_baseline);
    return status == STATUS_INVALID ? STATUS_OK : status;
}

static int run(struct invocation *in) {
    const struct options *o = in->options;
    if (!command_color_output(in, o->color))
        return STATUS_ERROR;
    if (o->write_baseline)
        return write_baseline(in, o);
    if (!attach_file(in, "baseline", o->baseline, NAMES_BYTES_MAX))
        return STATUS_ERROR;
    if (o->quiet)
        zet_task_set(in->task, "format", "none", NULL);
    return runner_run(in, o->quiet);
}

static const struct option_row options[] = {
    {"quiet", 'q', NULL, "no report, only the exit status", OPTION_FLAG,
     offsetof(struct options, quiet)},
    COLOR_ROWS(struct options, color),
    {"baseline", 0, "FILE",
     "leave out the findings that FILE has, which --write-baseline wrote; the exit status is that "
     "of the others",
     OPTION_TEXT, offsetof(struct options, baseline)},
    {"write-baseline", 0, "FILE",
     "write FILE instead of a report: what is found now is known from then on", OPTION_TEXT,
     offsetof(struct options, write_baseline)},
    {0}};

const struct command command_validate = {
    .name = "validate",
    .about = "report whether records are valid and, if not, what is wrong and where",
    .arguments = "[FILE|DIR|-]...",
    .files = true,
    .help =
        "Validate every record in FILEs, in the .yaml and .yml files under DIRs, or in standard\n"
        "input (-, or no argument).\n",
    .help_end =
        "exit status: 0 every record is valid, or what is wrong is in the baseline, 1 some\n"
        "record is not, 2 wrong usage or an unreadable file.\n",
    .options = options,
    .task = "validate",
    .hidden = "color",
    .options_size = sizeof(struct options),
    .run = run,
};
