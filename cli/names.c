#include <sys/stat.h>

#include "cli/attach.h"
#include "cli/new_file.h"
#include "cli/runner.h"

struct options {
    const char *names, *write;
    bool force;
};

/* Runs the task and puts the names file in its place. */
static int run_to_file(struct invocation *in, const struct options *o) {
    struct new_file file = {0};
    zet_output *out = zet_output_new(NULL, NULL);
    if (!out)
        return command_error("out of memory");
    zet_task_set(in->task, "format", "yaml", NULL);
    int status = runner_run_with(in, &(struct runner_options){.whole = true, .out = out});
    zet_text text = zet_output_text(out);
    if (status != STATUS_ERROR &&
        !(new_file_open(&file, o->write) && new_file_write(&file, text.at, text.length) &&
          new_file_commit(&file)))
        status = STATUS_ERROR;
    new_file_discard(&file);
    zet_output_free(out);
    return status;
}

static int run(struct invocation *in) {
    const struct options *o = in->options;
    struct stat st;
    if (o->force && !o->write)
        return command_error("--force: only allowed with --write");
    if (o->write && !o->force && lstat(o->write, &st) == 0)
        return command_error("%s: the file exists; --force replaces it", o->write);
    if (!attach_file(in, "names", o->names, NAMES_BYTES_MAX))
        return STATUS_ERROR;
    return o->write ? run_to_file(in, o)
                    : runner_run_with(in, &(struct runner_options){.whole = true});
}

static const struct option_row options[] = {
    NAMES_ROW(struct options, names),
    {"write", 0, "FILE", "write a names file of the persons that --names does not have",
     OPTION_TEXT, offsetof(struct options, write)},
    {"force", 0, NULL, "replace the file of --write if it is there", OPTION_FLAG,
     offsetof(struct options, force)},
    {0}};

const struct command command_names = {
    .name = "names",
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
