#include <stdio.h>

#include "cli/position_options.h"

struct options {
    struct position_options position;
};

static int list_moves(const zet_position *position) {
    zet_error error = {0};
    zet_moves *moves = zet_position_moves(position, &error);
    if (!moves)
        return command_error("%s", error.message);
    for (size_t i = 0; i < zet_moves_count(moves); i++)
        puts(zet_moves_text(moves, i));
    zet_moves_free(moves);
    return STATUS_OK;
}

static int run(struct invocation *in) {
    const struct options *o = in->options;
    zet_rules *rules;
    zet_position *position;
    if (in->argument_count)
        return command_error("unexpected argument `%s`", in->arguments[0]);
    if (!position_open(&o->position, &rules, &position))
        return STATUS_ERROR;
    int status = list_moves(position);
    zet_position_free(position);
    zet_rules_free(rules);
    return command_finish(status);
}

static const struct option_row options[] = {POSITION_OPTION_ROWS(struct options), {0}};

const struct command command_moves = {
    .name = "moves",
    .about = "list the legal moves of a position",
    .arguments = "",
    .help =
        "List the legal moves of a position in canonical form, one a line, in byte order. There\n"
        "are none where the game has ended.\n",
    .help_end = "exit status: 0 the moves were listed, 2 wrong usage.\n",
    .options = options,
    .options_size = sizeof(struct options),
    .run = run,
};
