/* Random whole games, for measuring: how games end, how long they are, how many moves there are to
   choose from. */
#ifndef ZET_VALIDATORS_REPLAY_PLAYOUTS_H
#define ZET_VALIDATORS_REPLAY_PLAYOUTS_H

#include "validators/replay/replay.h"

/* More threads are never started. */
enum { PLAYOUTS_JOBS_MAX = 256 };

/* The legal moves are counted in so many games at least, the first ones. In some games it
   would take more time than all else in the others. */
enum { PLAYOUTS_COUNTED = 1000 };

struct playouts {
    /* What to play. A game that has not ended after `plies` turns is left open. Each game depends
       on the seed and its own number only, so that `jobs` changes nothing. */
    uint64_t games, seed;
    uint32_t plies;
    unsigned jobs; /* threads, from 1 to PLAYOUTS_JOBS_MAX */

    /* The results. */
    uint64_t results[4];        /* games by enum result */
    uint64_t turns;             /* played, in all games */
    uint64_t counted;           /* turns before which the legal moves were counted */
    uint64_t choices;           /* these moves, together */
    uint32_t shortest, longest; /* turns in a game */
};

/* Plays from the position of *start, whose history must have room for `plies` more positions. In
   each position every legal move is as likely as the others. False when out of memory. */
bool zet_playouts_run(const struct replay *start, struct playouts *p);

#endif
