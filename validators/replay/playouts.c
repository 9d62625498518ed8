#include "validators/replay/playouts.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "validators/games/key.h"

/* Games that a thread plays at a time. */
enum { BATCH = 16 };

struct player {
    const struct replay *start;
    const struct playouts *wanted;
    atomic_ullong *next; /* the first game that no thread has started */
    struct replay replay;
    struct playouts done;
    pthread_t thread;
    bool started;
};

/* Plays *game in the replay, which is unchanged afterwards. */
static void play_in_replay(struct replay *r, const struct replay *start, struct random_game *game) {
    const struct rules *rules = r->ruleset->rules;
    size_t mark = zet_replay_mark(r);
    while (r->outcome.result == RESULT_OPEN && game->turns < game->plies) {
        struct move move;
        struct effect effect = {0};
        game->choices += rules->count(&r->position, key_mix(game->dice += KEY_TURN), &move);
        zet_replay_play(r, &move, &effect);
        game->turns++;
    }
    game->counted = game->turns;
    game->result = r->outcome.result;
    zet_replay_rewind(r, mark);
    memcpy(&r->position, &start->position, rules->position_size);
    r->ply = start->ply;
    r->outcome = start->outcome;
}

/* Plays game number `number`. */
static void play_game(struct player *p, uint64_t number) {
    struct replay *r = &p->replay;
    struct playouts *done = &p->done;
    const struct rules *rules = r->ruleset->rules;
    struct random_game game = {.dice = key_mix(p->wanted->seed) + key_mix(number),
                               .plies = p->wanted->plies,
                               .counts = number < PLAYOUTS_COUNTED};
    if (r->repetition || r->outcome.result != RESULT_OPEN || !game.plies || !rules->random_game ||
        !rules->random_game(&r->position, &game))
        play_in_replay(r, p->start, &game);
    done->results[game.result]++;
    done->turns += game.turns;
    done->choices += game.choices;
    done->counted += game.counted;
    done->longest = game.turns > done->longest ? game.turns : done->longest;
    done->shortest = game.turns < done->shortest ? game.turns : done->shortest;
}

static void *play_games(void *context) {
    struct player *p = context;
    for (uint64_t first; (first = atomic_fetch_add(p->next, BATCH)) < p->wanted->games;)
        for (uint64_t i = first; i < first + BATCH && i < p->wanted->games; i++)
            play_game(p, i);
    return NULL;
}

static void add(struct playouts *to, const struct playouts *from) {
    for (unsigned i = 0; i < sizeof to->results / sizeof *to->results; i++)
        to->results[i] += from->results[i];
    to->turns += from->turns;
    to->choices += from->choices;
    to->counted += from->counted;
    to->shortest = from->shortest < to->shortest ? from->shortest : to->shortest;
    to->longest = from->longest > to->longest ? from->longest : to->longest;
}

/* Forgets the results of earlier games. */
static void reset(struct playouts *p) {
    memset(p->results, 0, sizeof p->results);
    p->turns = p->choices = p->counted = 0;
    p->shortest = UINT32_MAX;
    p->longest = 0;
}

bool zet_playouts_run(const struct replay *start, struct playouts *p) {
    unsigned jobs = p->jobs;
    struct player *players = calloc(jobs, sizeof *players);
    bool ready = players != NULL;
    atomic_ullong next = 0;
    reset(p);
    for (unsigned i = 0; ready && i < jobs; i++) {
        players[i].start = start;
        players[i].wanted = p;
        players[i].next = &next;
        reset(&players[i].done);
        ready = zet_replay_copy(&players[i].replay, start);
    }
    for (unsigned i = 1; ready && i < jobs; i++)
        players[i].started = !pthread_create(&players[i].thread, NULL, play_games, &players[i]);
    if (ready)
        play_games(&players[0]);
    for (unsigned i = 0; players && i < jobs; i++)
        if (players[i].started)
            pthread_join(players[i].thread, NULL);
    for (unsigned i = 0; players && i < jobs; i++) {
        if (ready)
            add(p, &players[i].done);
        zet_replay_close(&players[i].replay);
    }
    free(players);
    if (p->shortest > p->longest)
        p->shortest = p->longest; /* no games */
    return ready;
}
