/* Gathers a record's main line while it is read: its positions, its moves and their effects. */
#pragma once

#include "validators/api/records.h"
#include "validators/replay/move_reader.h"
#include "validators/zet.h"

/* A position, and the move from it, including the stones given before it; the last has no move. */
struct step {
    uint64_t position, line; /* key of the position; key of the moves up to it */
    uint32_t at, length;     /* the move's text */
};

/* Starts zeroed except for `measures` and `steps`, which choose what is gathered. */
struct main_line {
    bool measures, steps;
    bool begun;                           /* the start position is known */
    bool has_levels;                      /* the board has several */
    bool failed;                          /* memory ran out */
    uint32_t level;                       /* the highest level reached, from 1; 0: none */
    uint32_t first;                       /* length of the first move in the text; 0: none */
    zet_amount amount[GAME_MEASURES_MAX]; /* by the game's measures */

    struct step *step;
    size_t count, cap;
    uint64_t rules_key, line_key;
    struct buffer text; /* of the moves; only of the first one without `steps` */
};

/* Call before a record is judged. */
void zi_main_line_begin(struct main_line *l);

/* Like see and see_move of struct observer. */
void zi_main_line_see(struct main_line *l, const struct move_reader *in, enum token token);
void zi_main_line_see_move(struct main_line *l, const struct move_reader *in,
                           const struct move *canonical, const struct effect *effect);

/* Call after it was judged. */
void zi_main_line_end(struct main_line *l, const struct record *r, const struct verdict *v);

void zi_main_line_free(struct main_line *l);

/* The key of the rules, a part of zet_position_key. */
uint64_t zi_main_line_rules_key(const struct ruleset *rs);
