#include <inttypes.h>
#include <stdio.h>

#include "cli/numbers.h"
#include "cli/position_options.h"

enum { THREADS_MAX = 256 };

struct options {
    struct position_options position;
    const char *jobs;
    bool divide;
};

static void print_branch(void *context, const char *move, uint64_t count) {
    uint64_t *sum = context;
    printf("%s %" PRIu64 "\n", move, count);
    *sum += count;
}

static int print_perft(const zet_position *position, unsigned depth, unsigned jobs, bool divide) {
    zet_error error = {0};
    uint64_t count = 0;
    zet_status status =
        divide ? zet_position_divide(position, depth, jobs, NULL, print_branch, &count, &error)
               : zet_position_perft(position, depth, jobs, NULL, NULL, &count, &error);
    if (status != ZET_OK)
        return command_error("%s", error.message);
    printf("%" PRIu64 "\n", count);
    return STATUS_OK;
}

static int run(struct invocation *in) {
    const struct options *o = in->options;
    zet_rules *rules;
    zet_position *position;
    uint64_t depth, jobs = 1;
    if (in->argument_count != 1)
        return command_error("expected one argument, the depth");
    if (!number_read("depth", in->arguments[0], 0, ZET_PERFT_DEPTH_MAX, &depth) ||
        (o->jobs && !number_read("--jobs", o->jobs, 1, THREADS_MAX, &jobs)) ||
        !position_open(&o->position, &rules, &position))
        return STATUS_ERROR;
    int status = print_perft(position, (unsigned)depth, (unsigned)jobs, o->divide && depth);
    zet_position_free(position);
    zet_rules_free(rules);
    return command_finish(status);
}

static const struct option_row options[] = {
    POSITION_OPTION_ROWS(struct options),
    {"divide", 0, NULL,
     "a line for each legal move with the number of sequences that begin with it, in byte order, "
     "and the sum in the last line",
     OPTION_FLAG, offsetof(struct options, divide)},
    {"jobs", 0, "N", "count on N threads (default: 1)", OPTION_TEXT,
     offsetof(struct options, jobs)},
    {0}};

const struct command command_perft = {
    .name = "perft",
    .about = "count the move sequences from a position",
    .arguments = "DEPTH",
    .help =
        "Count the move sequences of DEPTH plies from a position. A game that ends before DEPTH\n"
        "adds nothing.\n",
    .help_end = "exit status: 0 the sequences were counted, 2 wrong usage.\n",
    .options = options,
    .options_size = sizeof(struct options),
    .run = run,
};
