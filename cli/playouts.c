#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "cli/numbers.h"
#include "cli/position_options.h"

enum { GAMES_MAX = 1000000000, PLIES_MAX = 65535, THREADS_MAX = 256 };

struct options {
    struct position_options position;
    const char *seed, *plies, *jobs;
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* a / b, 0 where b is. */
static double share(uint64_t a, double b) { return b > 0 ? (double)a / b : 0; }

static void print(const zet_playouts *p, const char *game, double seconds) {
    printf("results: %s %" PRIu64 ", %s %" PRIu64 ", draw %" PRIu64 ", open %" PRIu64 "\n",
           zet_side_name(game, 0), p->results[ZET_WIN_0], zet_side_name(game, 1),
           p->results[ZET_WIN_1], p->results[ZET_DRAW], p->results[ZET_OPEN]);
    printf("plies: %" PRIu64 ", %.1f a game, from %" PRIu32 " to %" PRIu32 "\n", p->moves,
           share(p->moves, (double)p->games), p->shortest, p->longest);
    printf("legal moves: %.2f a position", share(p->choices, (double)p->counted));
    printf(p->counted < p->moves ? " (of %" PRIu64 " positions)\n" : "\n", p->counted);
    printf("speed: %.0f games/s, %.0f plies/s\n", share(p->games, seconds),
           share(p->moves, seconds));
}

static int play(const struct options *o, const zet_position *position, zet_playouts *p) {
    zet_error error = {0};
    double begin = now();
    if (zet_position_playouts(position, p, &error) != ZET_OK)
        return command_error("%s", error.message);
    print(p, o->position.game, now() - begin);
    return STATUS_OK;
}

static int run(struct invocation *in) {
    const struct options *o = in->options;
    zet_rules *rules;
    zet_position *position;
    uint64_t seed = 1, plies = 1000, jobs = 1;
    zet_playouts p = {0};
    if (in->argument_count != 1)
        return command_error("expected one argument, the number of games");
    if (!number_read("games", in->arguments[0], 1, GAMES_MAX, &p.games) ||
        (o->seed && !number_read("--seed", o->seed, 0, UINT64_MAX, &seed)) ||
        (o->plies && !number_read("--plies", o->plies, 1, PLIES_MAX, &plies)) ||
        (o->jobs && !number_read("--jobs", o->jobs, 1, THREADS_MAX, &jobs)) ||
        !position_open(&o->position, &rules, &position))
        return STATUS_ERROR;
    p.seed = seed;
    p.plies = (uint32_t)plies;
    p.threads = (unsigned)jobs;
    int status = play(o, position, &p);
    zet_position_free(position);
    zet_rules_free(rules);
    return command_finish(status);
}

static const struct option_row options[] = {
    POSITION_OPTION_ROWS(struct options),
    {"seed", 0, "N", "other games for each N (default: 1)", OPTION_TEXT,
     offsetof(struct options, seed)},
    {"plies", 0, "N", "a game stays open after N plies (default: 1000)", OPTION_TEXT,
     offsetof(struct options, plies)},
    {"jobs", 0, "N", "play on N threads (default: 1); the games are the same", OPTION_TEXT,
     offsetof(struct options, jobs)},
    {0}};

const struct command command_playouts = {
    .name = "playouts",
    .about = "play random games and count how they end",
    .arguments = "GAMES",
    .help =
        "Play GAMES random games from a position, in which every legal move is as likely as the\n"
        "others. Print how they end, how long they are, how many legal moves a position has,\n"
        "and how fast they were played.\n",
    .help_end = "exit status: 0 the games were played, 2 wrong usage.\n",
    .options = options,
    .options_size = sizeof(struct options),
    .run = run,
};
