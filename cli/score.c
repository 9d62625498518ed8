#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/attach.h"
#include "cli/runner.h"

struct options {
    bool write, table;
    const char *claims, *tournament, *color, *names;
};

static uint64_t read_clock(void *context) {
    struct timespec now;
    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

/* More than that are too long in any case. */
enum { BESIDE_BYTES_MAX = 2 * 1024 * 1024 };

static int run(struct invocation *in) {
    const struct options *o = in->options;
    if (!command_color_output(in, o->color))
        return STATUS_ERROR;
    if (o->write)
        zet_task_set(in->task, "write", "true", NULL);
    if (o->table || o->tournament)
        zet_task_set(in->task, "table", "true", NULL);
    zet_task_set_clock(in->task, read_clock, NULL);
    if (!attach_file(in, "tournament", o->tournament, BESIDE_BYTES_MAX) ||
        !attach_file(in, "claims", o->claims, BESIDE_BYTES_MAX) ||
        !attach_file(in, "names", o->names, NAMES_BYTES_MAX))
        return STATUS_ERROR;
    static char *no_records[] = {"/dev/null", NULL}; /* a TRF has all results */
    const char *end = o->tournament ? strrchr(o->tournament, '.') : NULL;
    if (!in->argument_count && end && !strcmp(end, ".trf"))
        in->arguments = no_records, in->argument_count = 1;
    return runner_run_with(
        in, &(struct runner_options){.whole = o->table || o->tournament, .in_place = o->write});
}

static const struct option_row options[] = {
    {"table", 0, NULL, "make the standings of a tournament from the records of its games",
     OPTION_FLAG, offsetof(struct options, table)},
    {"write", 0, NULL, "put points that are proved into the records of the files", OPTION_FLAG,
     offsetof(struct options, write)},
    {"tournament", 0, "FILE",
     "the standings of the tournament that the file describes: its players, rounds, byes and "
     "scoring, checked against the records",
     OPTION_TEXT, offsetof(struct options, tournament)},
    {"claims", 0, "FILE", "with --table: standings in YAML or JSON to compare with", OPTION_TEXT,
     offsetof(struct options, claims)},
    NAMES_ROW(struct options, names),
    COLOR_ROWS(struct options, color),
    {0}};

const struct command command_score = {
    .name = "score",
    .writes = true,
    .about = "prove the score of each record, or make the standings of a tournament",
    .arguments = "[FILE|DIR|-]...",
    .files = true,
    .help = "Report the score of each record and how it comes about or, with --table, make the\n"
            "standings of a tournament from the records of its games. Records that are not valid\n"
            "are named and left out.\n",
    .help_end =
        "exit status: 0 all is well, 1 some record is not valid, or a claim is wrong, or --write\n"
        "could not write something, 2 wrong usage, or a file that could not be read or written.\n",
    .options = options,
    .task = "score",
    .hidden = "color,write,table",
    .options_size = sizeof(struct options),
    .run = run,
};
