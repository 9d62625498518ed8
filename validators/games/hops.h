/* The geometry that hogga and halma share: steps, hops, chains, and what the two games ask of the
   cell where a turn ends. */
#pragma once

#include "validators/games/hops_lines.h"
#include "validators/games/rules.h"

/* What a cell is to a side, in the ruleset's `zone`; side 1 has the bits one higher. */
enum zone {
    ZONE_GOAL = 1,      /* H4, M6: a side's pieces are home here */
    ZONE_YARD = 4,      /* M2: where a side's pieces start (halma) */
    ZONE_FORBIDDEN = 16 /* H9: dotted in the opponent's color */
};

/* Cells are indexed by `cell` (one level). */
struct hops {
    const struct ruleset *ruleset;
    uint64_t key;
    uint32_t made[2];    /* turns that each side has made since the start, passes included */
    uint32_t evacuation; /* M7; 0: off */
    uint32_t placed[2];  /* of a side's pieces: on its goal cells + PLACED_YARD * in its own yard */
    uint16_t men[2];     /* pieces of each side */
    uint16_t goals;      /* goal cells of a side */
    uint8_t turn;
    bool solo;              /* H13: the turn stays */
    bool long_hops;         /* H7, M10; else M3 */
    bool one_way;           /* M11 */
    bool forced;            /* M12 */
    bool goal_occupied;     /* M13 */
    bool unusual;           /* one of M11, M12, M13 counts */
    uint8_t at[HOPS_CELLS]; /* ZI_CELL_... */

    /* With long hops the same once more, to judge a hop without a walk over its cells: the pieces
       of a line. Bit n is file n, on a file rank n; a Hogga has bit n + 16, too. The lines of a
       kind follow each other, LINES_MAX of them. Short hops leave it empty. */
    uint32_t line[LINE_KINDS * LINES_MAX];
};

/* One addition counts a piece for both: each move does so twice. */
enum { PLACED_YARD = 0x10000 };
static inline unsigned hops_home(const struct hops *pos, unsigned side) {
    return pos->placed[side] % PLACED_YARD;
}
static inline unsigned hops_yard(const struct hops *pos, unsigned side) {
    return pos->placed[side] / PLACED_YARD;
}

/* Puts a piece on an empty cell; pos->ruleset must be set. For start(). */
void zi_hops_place(struct hops *pos, cell c, uint8_t piece);

/* The functions of struct rules. */
const struct reason *zi_hops_check(const void *pos, const struct move *m);
unsigned zi_hops_fault_leg(const void *pos, const struct move *m);
void zi_hops_complete(const void *pos, struct move *m);
bool zi_hops_agrees(const struct move *m, const struct effect *effect);
void zi_hops_annotate(struct move *m, const struct effect *effect);
bool zi_hops_changes(const struct move *m, const struct effect *effect, cell c);
void zi_hops_play(void *pos, const struct move *m, struct effect *effect);
const struct reason *zi_hops_try_play(void *pos, const struct move *m, struct attempt *attempt);
bool zi_hops_moves(const void *pos, move_visitor *visit, void *context);
uint64_t zi_hops_count(const void *pos);
struct outcome zi_hops_outcome(const void *pos);
unsigned zi_hops_turn(const void *pos);
void zi_hops_describe(const void *pos, struct setup *out);
uint64_t zi_hops_key(const void *pos);

/* The hops of a move (H7, M3). */
extern const struct measure *const zi_hops_measures[];

/* As struct look's. */
unsigned zi_hops_ground(const struct ruleset *rs, cell c);
