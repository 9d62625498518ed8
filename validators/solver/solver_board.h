/* The board of a playout, made for speed: what the two searches of the solver move on. Own men of a
   kind, pawns or Hogga's, are alike. */
#ifndef ZET_VALIDATORS_SOLVER_SOLVER_BOARD_H
#define ZET_VALIDATORS_SOLVER_SOLVER_BOARD_H

#include "validators/games/hops.h"

enum {
    SOLO_MEN = 12,
    SOLO_LINE = 13,         /* cells of the longest line */
    SOLO_DESTINATIONS = 64, /* of one man: 42 landing cells of his class, 8 neighbours */
};

/* What is on a cell, whoever owns it. */
enum { SOLO_EMPTY, SOLO_PAWN, SOLO_HOGGA };

/* What a position does not change. Costs are those of a relaxed game, in which own men other than
   the mover stand wherever they are wanted and in nobody's way. */
struct solo_ground {
    uint8_t men, pawns;
    uint8_t capacity[2]; /* goal cells on even and on odd files that some man may ever reach */
    bool goal[HOPS_CELLS];
    bool end[HOPS_CELLS];           /* a turn may end here, if the cell is empty */
    uint64_t weight[2][HOPS_CELLS]; /* by kind: a man's share of the tally */
    uint64_t zobrist[2][HOPS_CELLS];
    uint8_t distance[HOPS_CELLS];   /* king's steps to the nearest goal cell */
    uint8_t cost[2][2][HOPS_CELLS]; /* by kind and side of the goal: moves in the relaxed game */
    /* By place on the line and the line's occupied cells: where a hop lands, upwards in the low
       four bits, downwards in the high ones; 15: nowhere. */
    uint8_t landing[SOLO_LINE][1 << SOLO_LINE];
};

/* A cell of the own men, pawns first, each kind ascending; after them 255. Two positions of one
   playout are the same if these are. */
struct solo_men {
    uint8_t cell[SOLO_MEN];
};

struct solo_board {
    struct solo_men men;
    uint64_t hash, tally;
    uint8_t at[HOPS_CELLS];
    uint16_t line[LINE_KINDS][LINES_MAX];
};

/* Fills the table that no position changes. */
void zet_solo_prepare(struct solo_ground *g);

/* Sets both up from a position in a playout. */
void zet_solo_begin(struct solo_ground *g, struct solo_board *b, const struct hops *pos);

/* Puts the own men elsewhere. */
void zet_solo_place(const struct solo_ground *g, struct solo_board *b, const struct solo_men *men);

/* A man goes to an empty cell; no rule is asked. */
void zet_solo_move(const struct solo_ground *g, struct solo_board *b, unsigned from, unsigned to);

/* The same in the list of men only. */
void zet_solo_move_men(const struct solo_ground *g, struct solo_men *men, unsigned from,
                       unsigned to);

/* Where the man may go in one move, each cell once. *b is changed only during the call. */
unsigned zet_solo_destinations(const struct solo_ground *g, struct solo_board *b, unsigned from,
                               uint8_t out[SOLO_DESTINATIONS]);

/* Moves that are needed at least; one move changes it by at most 1. 0: all men are home. */
unsigned zet_solo_bound(const struct solo_ground *g, uint64_t tally);

/* Whether more men want to one half of the goal than it holds, so that a man who is home may have
   to move too. */
bool zet_solo_is_crowded(const struct solo_ground *g, uint64_t tally);

/* Whether each man has a goal cell of his own that he reaches in the relaxed game. */
bool zet_solo_feasible(const struct solo_ground *g, const struct solo_board *b);

static inline unsigned solo_kind(const struct solo_board *b, unsigned at) {
    return b->at[at] == SOLO_HOGGA;
}

/* Of the position after a move. */
static inline uint64_t solo_tally(const struct solo_ground *g, const struct solo_board *b,
                                  unsigned from, unsigned to) {
    const uint64_t *weight = g->weight[solo_kind(b, from)];
    return b->tally - weight[from] + weight[to];
}

static inline uint64_t solo_hash(const struct solo_ground *g, const struct solo_board *b,
                                 unsigned from, unsigned to) {
    const uint64_t *zobrist = g->zobrist[solo_kind(b, from)];
    return b->hash ^ zobrist[from] ^ zobrist[to];
}

#endif
