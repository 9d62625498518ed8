#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/position_options.h"
#include "notation/base/option.h"
#include "validators/api/records.h"

enum { THREADS_MAX = 256 };

struct options {
    struct position_options position;
    uint32_t jobs, depth;
    bool divide;
};

static int list_moves(const zet_position *position) {
    zet_error error = {0};
    zet_moves *moves = zet_moves_new(position, true, &error);
    if (!moves)
        return command_error("%s", error.message);
    for (size_t i = 0; i < zet_moves_count(moves); i++)
        puts(zet_moves_text(moves, i));
    zet_moves_free(moves);
    return STATUS_OK;
}

static void print_branch(void *context, const char *move, uint64_t count) {
    uint64_t *sum = context;
    printf("%s %" PRIu64 "\n", move, count);
    *sum += count;
}

static int print_perft(const zet_position *position, unsigned depth, unsigned jobs, bool divide) {
    zet_error error = {0};
    uint64_t count = 0;
    zet_status status =
        divide ? zi_position_divide(position, depth, jobs, NULL, print_branch, &count, &error)
               : zet_position_perft(position, depth, jobs, NULL, NULL, &count, &error);
    if (status != ZET_OK)
        return command_error("%s", error.message);
    printf("%" PRIu64 "\n", count);
    return STATUS_OK;
}

static int run_position(const struct options *o, bool perft) {
    zet_rules *rules;
    zet_position *position;
    if (!position_open(&o->position, &rules, &position))
        return STATUS_ERROR;
    int status = perft
                     ? print_perft(position, o->depth, o->jobs ? o->jobs : 1, o->divide && o->depth)
                     : list_moves(position);
    zet_position_free(position);
    zet_rules_free(rules);
    return command_finish(status);
}

static int print_moves(struct invocation *in) {
    const struct options *o = in->options;
    bool perft = command_has(in, "perft");
    if (in->argument_count)
        return command_error("unexpected argument `%s`; --game names the game", in->arguments[0]);
    if (!perft && (o->divide || o->jobs))
        return command_error("--%s: only allowed with --perft", o->divide ? "divide" : "jobs");
    return run_position(o, perft);
}

static const zet_option options[] = {
    POSITION_OPTION_ROWS(struct options, position),
    {"perft", "DEPTH",
     "instead, count the move sequences of DEPTH plies; a game that ends before adds nothing",
     "zet moves --perft 3 --game hogga", ZET_OPTION_NUMBER,
     .offset = offsetof(struct options, depth), .most = ZET_PERFT_DEPTH_MAX},
    {"divide", NULL,
     "with --perft: a line for each legal move with the number of sequences that begin with it, "
     "in byte order, and the sum in the last line",
     "zet moves --perft 2 --divide --game hogga", ZET_OPTION_FLAG,
     .offset = offsetof(struct options, divide)},
    {"jobs", "N", "with --perft: count on N threads (default: 1)",
     "zet moves --perft 2 --jobs 2 --game hogga", ZET_OPTION_NUMBER,
     .offset = offsetof(struct options, jobs), .least = 1, .most = THREADS_MAX},
    {0}};

const struct command command_moves = {
    .name = "moves",
    .about = "list the legal moves of a position, or count move sequences",
    .arguments = "",
    .examples = "  zet moves --game hogga\n"
                "  zet moves --game halma --variant 8x8 --perft 3\n",
    .help =
        "List the legal moves of a position in canonical form, one per line, in byte order. There\n"
        "are no legal moves if the game has ended. With --perft, count sequences of moves.\n",
    .help_end = "exit status: 0 the moves were listed or counted, 2 wrong usage.\n",
    .options = options,
    .options_size = sizeof(struct options),
    .run = print_moves,
};
