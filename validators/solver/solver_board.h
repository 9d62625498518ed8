/* The board of a playout, made for speed: what the two searches of the solver move on. Own men of a
   kind, pawns or Hogga's, are alike. */
#pragma once

#include "validators/games/hops.h"

enum {
    SOLO_MEN = 12,
    SOLO_LINE = 13,      /* cells of the longest line */
    SOLO_LINE_ROOM = 16, /* the same, aligned */
    SOLO_WITHIN = 8,
    SOLO_DESTINATIONS = 64, /* of one man: 42 landing cells of his class, 8 neighbors */
};

/* What is on a cell, whoever owns it. */
enum { SOLO_EMPTY, SOLO_PAWN, SOLO_HOGGA };

/* A set of cells. A hop leads over an even number of files and ranks, so that a word has the cells
   between which chains may lead: those of even or odd files and ranks, 8 files by 8 ranks. */
struct solo_cells {
    uint64_t word[HOPS_CELLS / 64];
};

static inline unsigned solo_word_of(unsigned at) { return (at & 1) | (at >> 3 & 2); }

static inline unsigned solo_bit_of(unsigned at) { return at >> 5 << 3 | (at >> 1 & 7); }

static inline unsigned solo_cell_of(unsigned word, unsigned bit) {
    return bit >> 3 << 5 | (bit & 7) << 1 | word >> 1 << 4 | (word & 1);
}

static inline bool solo_cells_has(const struct solo_cells *set, unsigned at) {
    return set->word[solo_word_of(at)] >> solo_bit_of(at) & 1;
}

static inline void solo_cells_add(struct solo_cells *set, unsigned at) {
    set->word[solo_word_of(at)] |= (uint64_t)1 << solo_bit_of(at);
}

static inline void solo_cells_remove(struct solo_cells *set, unsigned at) {
    set->word[solo_word_of(at)] &= ~((uint64_t)1 << solo_bit_of(at));
}

static inline bool solo_cells_meet(const struct solo_cells *a, const struct solo_cells *b) {
    uint64_t common = 0;
    for (unsigned i = 0; i < HOPS_CELLS / 64; i++)
        common |= a->word[i] & b->word[i];
    return common;
}

static inline void solo_cells_join(struct solo_cells *set, const struct solo_cells *other) {
    for (unsigned i = 0; i < HOPS_CELLS / 64; i++)
        set->word[i] |= other->word[i];
}

static inline void solo_cells_cut(struct solo_cells *set, const struct solo_cells *other) {
    for (unsigned i = 0; i < HOPS_CELLS / 64; i++)
        set->word[i] &= other->word[i];
}

static inline void solo_cells_drop(struct solo_cells *set, const struct solo_cells *other) {
    for (unsigned i = 0; i < HOPS_CELLS / 64; i++)
        set->word[i] &= ~other->word[i];
}

static inline bool solo_cells_any(const struct solo_cells *set) {
    return solo_cells_meet(set, set);
}

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
    /* By the line's occupied cells and the place on it: the places that a hop may go over, if
       a pawn is there; it lands as far on the other side of it. */
    uint16_t hurdles[1 << SOLO_LINE][SOLO_LINE_ROOM];

    struct solo_cells open;         /* the cells of the board but those of the winner's men */
    struct solo_cells winner_pawns; /* the cells of these */
    uint8_t goal_index[HOPS_CELLS]; /* of a free goal cell, from 0 */
    uint8_t goals;                  /* goal cells that the winner leaves free */
    uint8_t goal_cell[SOLO_MEN];
    struct solo_cells free_goals; /* the same as a set */
    /* By goal cell: where the last man who is not home may come from, as all others are. */
    struct solo_cells last[SOLO_MEN];
    struct solo_cells beside[HOPS_CELLS]; /* a step away */
    /* By kind and moves: cells where a turn may end and that are at most so many moves from home;
       the last of them are all. */
    struct solo_cells within[2][SOLO_WITHIN];
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
void zi_solo_prepare(struct solo_ground *g);

/* Sets both up from a position in a playout. */
void zi_solo_begin(struct solo_ground *g, struct solo_board *b, const struct hops *pos);

/* Puts the own men elsewhere. */
void zi_solo_place(const struct solo_ground *g, struct solo_board *b, const struct solo_men *men);

/* A man goes to an empty cell; no rule is asked. */
void zi_solo_move(const struct solo_ground *g, struct solo_board *b, unsigned from, unsigned to);

/* The same in the list of men only. */
void zi_solo_move_men(const struct solo_ground *g, struct solo_men *men, unsigned from,
                      unsigned to);

/* Where the man may go in one move, each cell once. *b is changed only during the call. */
unsigned zi_solo_destinations(const struct solo_ground *g, struct solo_board *b, unsigned from,
                              uint8_t out[SOLO_DESTINATIONS]);

/* A way of a move, as far as it asks something of other cells: the hurdles, and what else is hopped
   over or landed on. Empty for a step. */
struct solo_way {
    struct solo_cells over, clear;
};

/* Finds a way from a man to an empty cell that a chain or a step leads to; back, it is the same
   but for the cells at its ends. *b is changed only during the call. */
void zi_solo_find_way(const struct solo_ground *g, struct solo_board *b, unsigned from, unsigned to,
                      struct solo_way *way);

/* Moves that are needed at least; one move changes it by at most 1. 0: all men are home. */
unsigned zi_solo_bound(const struct solo_ground *g, uint64_t tally);

struct solo_memo;

/* False: it is proved that no line leads home in as many moves as the men's costs make together,
   which is no more than zi_solo_bound. */
bool zi_solo_may_be_tight(const struct solo_ground *g, const struct solo_board *b,
                          struct solo_memo *memo);

/* Finds, by man, where a move may lead that brings him no closer, on a line of one move more than
   the men's costs make together; by a man of *who, a bit each. Takes those out of *who who make no
   such move. False: there is none, and if zi_solo_may_be_tight is false too, there is no such
   line. */
bool zi_solo_detours(const struct solo_ground *g, const struct solo_board *b,
                     struct solo_memo *memo, uint16_t *who, struct solo_cells to[SOLO_MEN]);

/* The same for two moves more: with[i] has the men of whom each may make one such move besides one
   of man i, he himself if he may make both. Takes out those pairs that do not help everybody home.
   False: none is left, and there is no line of at most so many moves. */
bool zi_solo_two_detours(const struct solo_ground *g, const struct solo_board *b,
                         struct solo_memo *memo, uint16_t with[SOLO_MEN]);

/* Whether more men want to one half of the goal than it holds, so that a man who is home may have
   to move too. */
bool zi_solo_is_crowded(const struct solo_ground *g, uint64_t tally);

/* Whether each man has a goal cell of his own that he reaches in the relaxed game. */
bool zi_solo_feasible(const struct solo_ground *g, const struct solo_board *b);

/* A line of cells along which hops go, and the place of a cell on it. */

static inline unsigned solo_line_of(unsigned at, unsigned kind) {
    unsigned file = cell_file((cell)at), rank = cell_rank((cell)at);
    switch (kind) {
    case LINE_RANK: return rank;
    case LINE_FILE: return file;
    case LINE_RISING: return file + RANKS_MAX - 1 - rank;
    default: return file + rank;
    }
}

static inline unsigned solo_place_of(unsigned at, unsigned kind) {
    return kind == LINE_FILE ? cell_rank((cell)at) : cell_file((cell)at);
}

/* The cell so many places further on. */
static inline unsigned solo_along(unsigned at, unsigned kind, int places) {
    static const int8_t delta[LINE_KINDS] = {
        [LINE_RANK] = 1, [LINE_FILE] = 16, [LINE_RISING] = 17, [LINE_FALLING] = -15};
    return (unsigned)((int)at + places * delta[kind]);
}

static inline void solo_lines_flip(uint16_t line[LINE_KINDS][LINES_MAX], unsigned at) {
    for (unsigned kind = 0; kind < LINE_KINDS; kind++)
        line[kind][solo_line_of(at, kind)] ^= (uint16_t)(1U << solo_place_of(at, kind));
}

static inline unsigned solo_kind(const struct solo_board *b, unsigned at) {
    return b->at[at] == SOLO_HOGGA;
}

/* Moves that a man needs in the relaxed game, if he may choose the half of the goal. */
static inline unsigned solo_least(const struct solo_ground *g, unsigned kind, unsigned at) {
    return (unsigned)(g->weight[kind][at] & 0xffff);
}

static inline unsigned solo_costs(uint64_t tally) { return (unsigned)(tally & 0xffff); }

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
