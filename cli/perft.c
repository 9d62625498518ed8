#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/position_options.h"

struct options {
    struct position_options position;
};

/* A depth, or -1. */
static int depth_of(const char *text) {
    char *end;
    if (*text < '0' || *text > '9')
        return -1;
    unsigned long n = strtoul(text, &end, 10);
    return *end || n > ZET_PERFT_DEPTH_MAX ? -1 : (int)n;
}

static int print_perft(const zet_position *position, unsigned depth) {
    zet_error error = {0};
    uint64_t count;
    if (zet_position_perft(position, depth, 1, &count, &error) != ZET_OK)
        return command_error("%s", error.message);
    printf("%" PRIu64 "\n", count);
    return STATUS_OK;
}

static int run(struct invocation *in) {
    const struct options *o = in->options;
    zet_rules *rules;
    zet_position *position;
    int depth = in->argument_count == 1 ? depth_of(in->arguments[0]) : -1;
    if (depth < 0)
        return command_error("perft: it takes one depth, a whole number of at most %d",
                             ZET_PERFT_DEPTH_MAX);
    if (!position_open(&o->position, &rules, &position))
        return STATUS_ERROR;
    int status = print_perft(position, (unsigned)depth);
    zet_position_free(position);
    zet_rules_free(rules);
    return command_finish(status);
}

static const struct option_row options[] = {POSITION_OPTION_ROWS(struct options), {0}};

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
