#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/runner.h"
#include "notation/base/option.h"

struct options {
    bool in_place;
    const char *claims, *tournament, *names;
};

static uint64_t read_clock(void *context) {
    struct timespec now;
    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

static int run_score(struct invocation *in) {
    const struct options *o = in->options;
    command_color_output(in);
    if (o->in_place)
        zet_task_set(in->task, "write", "true", NULL);
    in->io.clock = read_clock;
    const struct runner_options how = {.mode = o->in_place ? RUNNER_COPY : RUNNER_RESULT};
    return runner_run(in, &how);
}

static int run_standings(struct invocation *in) {
    const struct options *o = in->options;
    command_color_output(in);
    zet_task_set(in->task, "table", "true", NULL);
    if (!attach_file(in, "tournament", o->tournament, TOURNAMENT_BYTES_MAX) ||
        !attach_file(in, "claims", o->claims, TOURNAMENT_BYTES_MAX) ||
        !attach_file(in, "names", o->names, NAMES_BYTES_MAX))
        return STATUS_ERROR;
    static char *no_records[] = {"/dev/null", NULL}; /* the file may contain all results */
    if (!in->argument_count && o->tournament)
        in->arguments = no_records, in->argument_count = 1;
    return runner_run(in, &(struct runner_options){.whole = true});
}

static const zet_option score_options[] = {
    {"in-place", NULL, "write points that are proved into the records of the files",
     "zet score --in-place examples/hogga.yaml", ZET_OPTION_FLAG,
     .offset = offsetof(struct options, in_place)},
    {0}};

static const zet_option score_formats[] = {
    {"format", "FORMAT", "text (the default) or json: one JSON object per line, one per record",
     "zet score --format json examples/club", ZET_OPTION_WORD,
     .words = (const char *const[]){"text", "json", NULL}},
    {0}};

static const zet_option standings_options[] = {
    {"tournament", "FILE",
     "the standings of the tournament that the file describes: its players, rounds, byes and "
     "scoring, checked against the records",
     "zet standings --tournament examples/club/tournament.yaml examples/club", ZET_OPTION_TEXT,
     .offset = offsetof(struct options, tournament)},
    {"claims", "FILE", "standings in YAML or JSON to compare with",
     "zet standings --claims examples/club/claims.json examples/club", ZET_OPTION_TEXT,
     .offset = offsetof(struct options, claims)},
    NAMES_ROW(struct options, names, "standings"),
    {0}};

const struct command command_score = {
    .name = "score",
    .writes = true,
    .about = "prove the score of each record",
    .arguments = "[FILE|DIR|-]...",
    .output = true,
    .files = true,
    .examples = "  zet score examples/hogga.yaml\n"
                "  zet score --solve --timeout 5 examples\n",
    .help = "Report the score of each record and how it is determined. Records that are not valid\n"
            "are named and omitted.\n",
    .help_end = "exit status: 0 no record is wrong, 1 some record is not valid, or claims wrong "
                "points, or\n--in-place could not write something, 2 wrong usage, or a file that "
                "could not be read\nor written.\n",
    .options = score_options,
    .task = "score",
    .instead = score_formats,
    .hidden = (const char *const[]){"color", "write", "table", "only-valid", "tie-breaks",
                                    "scoring", "after", "cross", "rounds", "game", "event", NULL},
    .options_size = sizeof(struct options),
    .run = run_score,
};

const struct command command_standings = {
    .name = "standings",
    .writes = true,
    .about = "make the standings of a tournament",
    .arguments = "[FILE|DIR|-]...",
    .output = true,
    .files = true,
    .shared = "zet standings %.*s examples/club",
    .examples = "  zet standings --cross examples/club\n"
                "  zet standings --tournament examples/club/tournament.yaml examples/club\n",
    .help =
        "Make the standings of a tournament from the records of its games, with tie-breaks and\n"
        "checks. A game whose record is not valid counts with the result that both players "
        "signed,\n"
        "and is named. With --tournament and without FILE no records are read; the file may have\n"
        "all results.\n",
    .help_end = "exit status: 0 no error was found, 1 some record is not valid, or does not agree "
                "with the\ntournament file, or a claim is wrong, 2 wrong usage, a file that could "
                "not be read, or\nerrors in the tournament file.\n",
    .options = standings_options,
    .task = "score",
    .hidden = (const char *const[]){"color", "include-invalid", "write", "table", "solve",
                                    "timeout", "nodes", "seed", NULL},
    .options_size = sizeof(struct options),
    .run = run_standings,
};
