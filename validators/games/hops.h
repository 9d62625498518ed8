/* The geometry shared by hogga and halma: steps, hops, chains, and the rules for the cell where a
 * turn ends. */
#pragma once

#include "validators/games/hops_lines.h"
#include "validators/games/rules.h"

/* The meaning of a cell for a side, in the ruleset's `zone`; side 1 uses the next higher bit. */
enum zone {
    ZONE_GOAL = 1,      /* H4, M6: this is home for a side's pieces */
    ZONE_YARD = 4,      /* M2: where a side's pieces start (halma) */
    ZONE_FORBIDDEN = 16 /* H9: dotted in the opponent's color */
};

/* Cells are indexed by `cell` (one level). */
struct hops {
    const struct ruleset *ruleset;
    uint64_t key;
    uint32_t made[2];    /* turns made by each side since the start, including passes */
    uint32_t evacuation; /* M7; 0: off */
    uint32_t placed[2];  /* a side's pieces: on its goal cells + PLACED_YARD * in its own yard */
    uint16_t men[2];     /* pieces of each side */
    uint16_t goals;      /* M13: goal cells of a side */
    uint8_t turn;
    bool solo;              /* H13: the turn never passes */
    bool long_hops;         /* H7, M10; else M3 */
    bool one_way;           /* M11 */
    bool forced;            /* M12 */
    bool goal_occupied;     /* M13 */
    bool unusual;           /* one of M11, M12, M13 applies */
    uint8_t at[HOPS_CELLS]; /* ZI_CELL_... */

    /* With long hops, a second copy of the pieces by line, to judge a hop without visiting its
     * cells. Bit n is file n, on a file rank n; a Hogga also has bit n + 16. The lines of a kind
     * are consecutive, LINES_MAX of them. Moves do not update it with short hops. */
    uint32_t line[LINE_KINDS * LINES_MAX];
};

/* One addition updates both counts of a piece: each move does this twice. */
enum { PLACED_YARD = 0x10000 };
static inline unsigned hops_home(const struct hops *pos, unsigned side) {
    return pos->placed[side] % PLACED_YARD;
}
static inline unsigned hops_yard(const struct hops *pos, unsigned side) {
    return pos->placed[side] / PLACED_YARD;
}

/* Puts a piece on an empty cell; pos->ruleset must be set. For start(). */
void zi_hops_place(struct hops *pos, cell c, uint8_t piece);

/* The functions for struct rules. */
const struct reason *zi_hops_check(const void *pos, const struct move *m);
void zi_hops_blame(const void *pos, const struct move *m, const struct reason *reason,
                   struct blame *out);
void zi_hops_complete(const void *pos, struct move *m);
bool zi_hops_agrees(const struct move *m, const struct effect *effect);
void zi_hops_annotate(struct move *m, const struct effect *effect);
void zi_hops_play(void *pos, const struct move *m, struct effect *effect);
const struct reason *zi_hops_try_play(void *pos, const struct move *m, struct attempt *attempt);
bool zi_hops_moves(const void *pos, move_visitor *visit, void *context);
struct outcome zi_hops_outcome(const void *pos);
unsigned zi_hops_turn(const void *pos);
void zi_hops_describe(const void *pos, struct setup *out);
void zi_hops_describe_next(const void *pos, struct setup *out);
uint64_t zi_hops_key(const void *pos);

/* The number of hops in a move (H7, M3). */
extern const struct measure *const zi_hops_measures[];

/* For struct look. */
unsigned zi_hops_ground(const struct ruleset *rs, cell c);
