/* A move as the notation writes it. It says what was written, not whether a rule allows it. */
#ifndef ZET_NOTATION_GAMES_MOVE_H
#define ZET_NOTATION_GAMES_MOVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* One cell of any board: level << 8 | rank << 4 | file, each from 0. `a1` is 0, akron's `2d4` is
   0x133. */
typedef uint16_t cell;

enum { FILES_MAX = 16, RANKS_MAX = 16, LEVELS_MAX = 16, CELLS_MAX = LEVELS_MAX << 8 };

static inline cell cell_at(unsigned level, unsigned file, unsigned rank) {
    return (cell)(level << 8 | rank << 4 | file);
}
static inline unsigned cell_file(cell c) { return c & 15U; }
static inline unsigned cell_rank(cell c) { return c >> 4 & 15U; }
static inline unsigned cell_level(cell c) { return c >> 8; }

enum move_kind {
    MOVE_WALK,  /* hogga, halma: a step or a chain of hops; every cell in order, the origin first */
    MOVE_ROUTE, /* hogga, halma: `c3..e7`; origin and destination */
    MOVE_PLACE, /* akron: one cell */
    MOVE_RELOCATE, /* akron: origin, destination, then the cells that falling stones leave */
    MOVE_SWAP,     /* akron */
    MOVE_SOW,      /* husbao: one pit */
    MOVE_SKIP,     /* husbao: the turn is lost as a penalty */
    MOVE_GIVE,     /* husbao: stones given before the turn's move; not a turn of its own */
    MOVE_PASS
};

/* Cells of one move: a chain may pass a cell again and again, the notation sets this bound (code
   `limit`). */
enum { MOVE_CELLS_MAX = 256, GIVE_PITS_MAX = 64 };

struct move {
    uint8_t kind;    /* enum move_kind */
    bool annotated;  /* the part that may be left out (falls, loot) was written */
    char direction;  /* husbao: '+' with the clock, '-' against it */
    uint16_t count;  /* cells used; GIVE: pits on both sides */
    uint16_t givers; /* GIVE: the first `givers` cells give, the others receive */
    uint32_t loot;   /* husbao: stones captured in the whole move (saturating on reading) */
    uint32_t cut; /* husbao: ended after this many stages as a penalty; 0: not cut (saturating) */
    cell cell[MOVE_CELLS_MAX];
    uint32_t stones[GIVE_PITS_MAX]; /* GIVE: a count for each cell (saturating) */
};

/* Copies what is used of a move. */
static inline void move_copy(struct move *to, const struct move *from) {
    memcpy(to, from, offsetof(struct move, cell) + from->count * sizeof *from->cell);
    if (from->kind == MOVE_GIVE)
        memcpy(to->stones, from->stones, from->count * sizeof *from->stones);
}

/* Where a move starts and, for the kinds that have one, where it ends. Requires count > 0. */
static inline cell move_from(const struct move *m) { return m->cell[0]; }
static inline cell move_to(const struct move *m) {
    return m->cell[m->kind == MOVE_RELOCATE ? 1 : m->count - 1];
}

#endif
