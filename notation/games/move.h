/* A move as the notation writes it, legal or not. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A cell of any board: level << 8 | rank << 4 | file, each from 0. `a1` is 0, akron's `2d4` is
   0x133. */
typedef uint16_t cell;

enum { FILES_MAX = 16, RANKS_MAX = 16, LEVELS_MAX = 16, CELLS_MAX = LEVELS_MAX << 8 };

static inline cell cell_at(unsigned level, unsigned file, unsigned rank) {
    return (cell)(level << 8 | rank << 4 | file);
}
static inline unsigned cell_file(cell c) { return c & 15U; }
static inline unsigned cell_rank(cell c) { return c >> 4 & 15U; }
static inline unsigned cell_level(cell c) { return c >> 8; }

/* For the games only; other code uses the functions below. */
enum move_kind {
    MOVE_WALK,  /* hogga, halma: a step or a chain of hops; every cell in order, the origin first */
    MOVE_ROUTE, /* hogga, halma: `c3..e7`; origin and destination */
    MOVE_PLACE, /* akron: one cell */
    MOVE_RELOCATE, /* akron: origin, destination, then the cells that falling stones leave */
    MOVE_SWAP,     /* akron */
    MOVE_SOW,      /* husbao: one pit */
    MOVE_SKIP,     /* husbao: the turn is lost as a penalty */
    MOVE_GIVE,     /* husbao: stones given before the turn's move; not a turn itself */
    MOVE_PASS
};

/* The most cells of one move: a chain may revisit cells, so the notation sets this bound (code
   `limit`). */
enum { MOVE_CELLS_MAX = 256, GIVE_PITS_MAX = 64 };

struct move {
    uint8_t kind;    /* enum move_kind */
    bool annotated;  /* the optional part (falls, loot) was written */
    char direction;  /* husbao: '+' clockwise, '-' counterclockwise */
    uint16_t count;  /* cells used; GIVE: pits on both sides */
    uint16_t givers; /* GIVE: the first `givers` cells give, the others receive */
    uint32_t loot;   /* husbao: stones captured in the whole move (saturating on reading) */
    uint32_t cut; /* husbao: ended after this many stages as a penalty; 0: not cut (saturating) */
    cell cell[MOVE_CELLS_MAX];
    uint32_t stones[GIVE_PITS_MAX]; /* GIVE: a count for each cell (saturating) */
};

/* The bytes of a move that are in use. */
static inline size_t move_size(const struct move *m) {
    return m->kind == MOVE_GIVE ? sizeof *m
                                : offsetof(struct move, cell) + m->count * sizeof *m->cell;
}

/* Copies the part of a move that is in use. */
static inline void move_copy(struct move *to, const struct move *from) {
    memcpy(to, from, offsetof(struct move, cell) + from->count * sizeof *from->cell);
    if (from->kind == MOVE_GIVE)
        memcpy(to->stones, from->stones, from->count * sizeof *from->stones);
}

/* The cell where a move starts and, for kinds that have one, the cell where it ends. Requires count
   > 0. */
static inline cell move_from(const struct move *m) { return m->cell[0]; }
static inline cell move_to(const struct move *m) {
    return m->cell[m->kind == MOVE_RELOCATE ? 1 : m->count - 1];
}

/* Properties of a move that do not depend on its kind. */

/* The number of cells on the move's path, the origin first; 1 if it happens on one cell; 0 if it
   names no cell or is not a turn. */
static inline unsigned move_path(const struct move *m) {
    switch (m->kind) {
    case MOVE_WALK:
    case MOVE_ROUTE:
    case MOVE_PLACE:
    case MOVE_SOW: return m->count;
    case MOVE_RELOCATE: return 2;
    default: return 0;
    }
}

/* Whether it is a turn, not a gift before the turn's move. */
static inline bool move_is_turn(const struct move *m) { return m->kind != MOVE_GIVE; }

/* Whether it is a chain without its inner cells, which the rules fill in. */
static inline bool move_is_route(const struct move *m) { return m->kind == MOVE_ROUTE; }

static inline void move_set_route(struct move *m, cell from, cell to) {
    m->kind = MOVE_ROUTE;
    m->annotated = false;
    m->count = 2;
    m->cell[0] = from;
    m->cell[1] = to;
}

/* Whether it is a penalty or was ended by one. Requires a move that was read. */
static inline bool move_is_penalty(const struct move *m) {
    return m->kind == MOVE_SKIP || m->kind == MOVE_GIVE || m->cut;
}

/* The word for a turn that leaves no trace on the board, such as "passed"; NULL for others. */
const char *zi_move_note(const struct move *m);

/* The identity of a move as a choice (MOVES.md, canonical moves), in words that are equal exactly
   if the choices are: of a chain only its ends, and no annotations. Returns the number of words. */
enum { MOVE_CHOICE_WORDS_MAX = 1 + GIVE_PITS_MAX };
size_t zi_move_choice(const struct move *m, uint64_t word[MOVE_CHOICE_WORDS_MAX]);
