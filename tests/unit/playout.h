/* Playouts at random for the tests of the solver: Hogga's loser plays on alone (H13). */
#pragma once

#include "tests/unit/unit.h"

#include "tests/naive.h"
#include "validators/solver/solution.h"
#include "validators/solver/solver_board.h"

enum { SIDES = 2, MEN = 12 };

static struct ruleset rules_of_hogga;

static inline const struct rules *hogga(void) { return rules_of_hogga.rules; }

static inline void start_solo(union position *pos, const struct setup *setup, unsigned side) {
    assert_null(hogga()->start(pos, &rules_of_hogga, setup));
    hogga()->solo(pos, side);
}

static inline uint8_t piece_of(unsigned side, bool is_hogga) {
    if (is_hogga)
        return side ? ZI_CELL_WHITE_HOGGA : ZI_CELL_BLACK_HOGGA;
    return side ? ZI_CELL_WHITE : ZI_CELL_BLACK;
}

/* Puts `count` men on the board, `home` of them on goal cells. Where other men have taken goal
   cells, fewer may come home. */
static inline void scatter(struct setup *setup, struct dice *d, unsigned side, unsigned count,
                           unsigned hoggas, unsigned home) {
    for (unsigned tries = 0; count; tries++) {
        unsigned file = dice_below(d, 12), rank = dice_below(d, 13);
        cell c = cell_at(0, file, rank);
        bool goal = rules_of_hogga.zone[c] & (unsigned)ZONE_GOAL << side;
        if (setup->at[c] || (count <= home && !goal && tries < 5000))
            continue;
        setup->at[c] = piece_of(side, hoggas > 0);
        hoggas -= hoggas > 0;
        count--;
    }
}

/* `men` men of the loser, `home` of them on goal cells, and `others`. */
static inline void random_position(union position *pos, struct dice *d, unsigned men, unsigned home,
                                   unsigned others) {
    static struct setup setup;
    unsigned side = dice_below(d, SIDES);
    memset(&setup, 0, sizeof setup);
    scatter(&setup, d, side, men, dice_below(d, (men < 3 ? men : 3) + 1), home);
    scatter(&setup, d, !side, others, dice_below(d, (others < 3 ? others : 3) + 1),
            dice_below(d, others + 1));
    start_solo(pos, &setup, side);
}

/* Some move of the man. False: he has none. */
static inline bool some_move(const struct solo_ground *g, struct solo_board *b, struct dice *d,
                             unsigned man, struct solo_move *move) {
    uint8_t to[SOLO_DESTINATIONS];
    unsigned from = b->men.cell[man], count = zi_solo_destinations(g, b, from, to);
    if (count)
        *move = (struct solo_move){(cell)from, to[dice_below(d, count)]};
    return count;
}

static inline bool may_go(const struct solo_ground *g, struct solo_board *b, unsigned from,
                          unsigned to) {
    uint8_t cells[SOLO_DESTINATIONS];
    unsigned count = zi_solo_destinations(g, b, from, cells);
    return memchr(cells, (int)to, count);
}

/* The loser's goal is full, and the winner's men are on his own goal. */
static inline void full_goals(struct setup *setup, struct dice *d) {
    memset(setup, 0, sizeof *setup);
    for (unsigned side = 0; side < SIDES; side++)
        scatter(setup, d, side, MEN, dice_below(d, 4), MEN);
}

/* Moves back from a position: those that a legal move can undo. */
struct back {
    const struct hops *pos;
    struct dice *dice;
    bool only_home; /* only men that are home, to cells outside the goal */
    size_t seen;
    struct move chosen;
};

static inline bool visit_back(void *context, const struct move *m) {
    struct back *b = context;
    struct hops after = *b->pos;
    struct effect effect = {0};
    unsigned goal = (unsigned)ZONE_GOAL << after.turn;
    if (m->kind == MOVE_PASS)
        return true;
    bool leaves =
        rules_of_hogga.zone[move_from(m)] & goal && !(rules_of_hogga.zone[move_to(m)] & goal);
    hogga()->play(&after, m, &effect);
    struct move again = {.kind = MOVE_ROUTE, .count = 2, .cell = {move_to(m), move_from(m)}};
    if ((b->only_home && !leaves) || hogga()->check(&after, &again))
        return true;
    if (dice_one_in(b->dice, (unsigned)++b->seen))
        b->chosen = *m;
    return true;
}

/* False if there is no such move. *undo: the move that it takes back. */
static inline bool move_back(union position *pos, struct dice *d, bool only_home,
                             struct solo_move *undo) {
    struct back back = {.pos = (const struct hops *)pos, .dice = d, .only_home = only_home};
    struct effect effect = {0};
    hogga()->moves(pos, visit_back, &back);
    if (!back.seen)
        return false;
    hogga()->play(pos, &back.chosen, &effect);
    *undo = (struct solo_move){move_to(&back.chosen), move_from(&back.chosen)};
    return true;
}

/* Takes `want` men away from a full goal, one move each. */
static inline void accept_back(union position *pos, struct dice *d, unsigned side, unsigned want) {
    struct solo_move undo;
    unsigned moves;
    do {
        static struct setup setup;
        full_goals(&setup, d);
        start_solo(pos, &setup, side);
        for (moves = 0; moves < want && move_back(pos, d, true, &undo); moves++)
            ;
    } while (moves < want);
}
