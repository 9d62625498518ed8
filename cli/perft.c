#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static const char usage[] =
    "usage: zet perft DEPTH --game GAME [--variant VARIANT] [--rule KEY=VALUE]... [--position "
    "TEXT]\n"
    "\n"
    "Counts the move sequences of DEPTH plies from a position (without --position: the start\n"
    "position). A game that ends before DEPTH adds nothing.\n";

enum { PERFT_DEPTH_MAX = 1000 };

/* A depth, or -1. */
static int depth_of(const char *text) {
    char *end;
    if (*text < '0' || *text > '9')
        return -1;
    unsigned long n = strtoul(text, &end, 10);
    return *end || n > PERFT_DEPTH_MAX ? -1 : (int)n;
}

int zet_cli_perft(int argc, char **argv) {
    struct position_options options;
    struct ruleset rs;
    struct replay replay = {0};
    char **rest;
    int status = zet_cli_position_options(argc, argv, usage, &options, &rest);
    if (status >= 0)
        return status;
    int depth = rest[0] ? depth_of(rest[0]) : -1;
    if (depth < 0 || rest[1]) {
        free(options.rules);
        return zet_cli_error("perft: it takes one depth, a whole number of at most %d",
                             PERFT_DEPTH_MAX);
    }
    status = zet_cli_position(&options, (size_t)depth, &rs, &replay);
    if (status < 0) {
        printf("%" PRIu64 "\n", zet_perft(&replay, (unsigned)depth));
        status = zet_cli_finish(STATUS_OK);
    }
    zet_replay_close(&replay);
    return status;
}
