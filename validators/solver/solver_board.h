/* The board of a playout, built for speed, for the two searches of the solver. Men of the loser
 * that are of one kind, pawns or Hoggas, are interchangeable. */
#pragma once

#include "validators/games/hops.h"

enum {
    SOLO_MEN = 12,
    SOLO_LINE = 13,      /* cells of the longest line */
    SOLO_LINE_ROOM = 16, /* the same, aligned */
    SOLO_WITHIN = 8,
    SOLO_DESTINATIONS = 64, /* of one man: 42 landing cells of his class, 8 neighbors */
};

/* The content of a cell, for either owner. */
enum { SOLO_EMPTY, SOLO_PAWN, SOLO_HOGGA };

/* A set of cells. A hop crosses an even number of files and ranks, so each word has the cells that
 * chains may connect: those of even or odd files and ranks, 8 files by 8 ranks. */
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

/* The data that is the same for all positions of a playout. Costs are those of a relaxed game, in
 * which the other own men stand wherever needed and never block the mover. */
struct solo_ground {
    uint8_t men, pawns;
    uint8_t capacity[2]; /* goal cells on even and on odd files that a man may ever reach */
    bool goal[HOPS_CELLS];
    bool end[HOPS_CELLS];           /* a turn may end here if the cell is empty */
    uint64_t weight[2][HOPS_CELLS]; /* by kind: a man's share of the tally */
    uint64_t zobrist[2][HOPS_CELLS];
    uint8_t distance[HOPS_CELLS];   /* king's steps to the nearest goal cell */
    uint8_t cost[2][2][HOPS_CELLS]; /* by kind and side of the goal: moves in the relaxed game */
    /* By a line's occupied cells and a place on it: the places that a hop may cross if a pawn is
     * there; it lands at the same distance beyond it. */
    uint16_t hurdles[1 << SOLO_LINE][SOLO_LINE_ROOM];

    struct solo_cells open;         /* the board's cells without the winner's men */
    struct solo_cells winner_pawns; /* the cells of the winner's pawns */
    uint8_t goal_index[HOPS_CELLS]; /* of a free goal cell, from 0 */
    uint8_t goals;                  /* goal cells not taken by the winner */
    uint8_t goal_cell[SOLO_MEN];
    struct solo_cells free_goals; /* the same as a set */
    /* By goal cell: cells from which the last man may come if all others are home. */
    struct solo_cells last[SOLO_MEN];
    struct solo_cells beside[HOPS_CELLS]; /* one step away */
    /* By kind and moves: cells where a turn may end, at most that many moves from home; the last
     * set has all. */
    struct solo_cells within[2][SOLO_WITHIN];
};

/* Cells of the own men, pawns first, each kind ascending; padded with 255. Two positions of one
 * playout are equal if these are. */
struct solo_men {
    uint8_t cell[SOLO_MEN];
};

struct solo_board {
    struct solo_men men;
    uint64_t hash, tally;
    uint8_t at[HOPS_CELLS];
    uint16_t line[LINE_KINDS][LINES_MAX];
};

/* Fills the table that is the same for all positions. */
void zi_solo_prepare(struct solo_ground *g);

/* Sets up both from a position in a playout. */
void zi_solo_begin(struct solo_ground *g, struct solo_board *b, const struct hops *pos);

/* Moves the own men to other cells. */
void zi_solo_place(const struct solo_ground *g, struct solo_board *b, const struct solo_men *men);

/* Moves a man to an empty cell without checking rules. */
void zi_solo_move(const struct solo_ground *g, struct solo_board *b, unsigned from, unsigned to);

/* The same in the list of men only. */
void zi_solo_move_men(const struct solo_ground *g, struct solo_men *men, unsigned from,
                      unsigned to);

/* The cells that the man can reach in one move, each once. *b is changed only during the call. */
unsigned zi_solo_destinations(const struct solo_ground *g, struct solo_board *b, unsigned from,
                              uint8_t out[SOLO_DESTINATIONS]);

/* The way of a move: the hurdles, and the cells that must be empty for hops to cross or land on.
 * Both are empty for a step. */
struct solo_way {
    struct solo_cells over, clear;
};

/* Finds a way from a man to an empty cell that a chain or a step reaches; the way back is the same
 * except for its end cells. *b is changed only during the call. */
void zi_solo_find_way(const struct solo_ground *g, struct solo_board *b, unsigned from, unsigned to,
                      struct solo_way *way);

/* A lower bound on the moves needed; one move changes it by at most 1. 0: all men are home. */
unsigned zi_solo_bound(const struct solo_ground *g, uint64_t tally);

struct solo_memo;

/* False: proved that no line leads home in as many moves as the sum of the men's costs, which is at
 * most zi_solo_bound. */
bool zi_solo_may_be_tight(const struct solo_ground *g, const struct solo_board *b,
                          struct solo_memo *memo);

/* For lines with one move more than the sum of the men's costs: finds for each man of *who (one bit
 * each) the cells that a move may reach without bringing him closer. Removes men without such a
 * move from *who. False: none is left; if zi_solo_may_be_tight is false too, no line exists. */
bool zi_solo_detours(const struct solo_ground *g, const struct solo_board *b,
                     struct solo_memo *memo, uint16_t *who, struct solo_cells to[SOLO_MEN]);

/* The same for two moves more: with[i] is the set of men who may make one such move in addition to
 * one by man i, including i if he may make both. Removes pairs that do not bring everybody home.
 * False: none is left, and no line has at most that many moves. */
bool zi_solo_two_detours(const struct solo_ground *g, const struct solo_board *b,
                         struct solo_memo *memo, uint16_t with[SOLO_MEN]);

/* Whether more men prefer one half of the goal than it can take, so that a man who is home may have
 * to move too. */
bool zi_solo_is_crowded(const struct solo_ground *g, uint64_t tally);

/* Whether each man can be assigned a different goal cell that he reaches in the relaxed game. */
bool zi_solo_feasible(const struct solo_ground *g, const struct solo_board *b);

/* The line of a kind through a cell, and the cell's place on it. */

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

/* The cell that many places further along. */
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

/* The moves that a man needs in the relaxed game if he may choose the half of the goal. */
static inline unsigned solo_least(const struct solo_ground *g, unsigned kind, unsigned at) {
    return (unsigned)(g->weight[kind][at] & 0xffff);
}

static inline unsigned solo_costs(uint64_t tally) { return (unsigned)(tally & 0xffff); }

/* Tally and hash of the position after a move. */
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
