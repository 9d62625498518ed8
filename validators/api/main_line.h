/* What is gathered of a record's main line while it is read: its positions and moves, and what the
   moves did. */
#pragma once

#include "validators/replay/move_reader.h"
#include "validators/zet.h"

/* A position, and the move from it, with the stones given before it; the last one has none. */
struct step {
    uint64_t position, line; /* its key, and that of the moves up to it */
    uint32_t at, length;     /* the move's text */
};

/* Starts zeroed but for `measures` and `steps`, which say what is gathered. */
struct main_line {
    bool measures, steps;
    bool begun;      /* the start position is known */
    bool has_levels; /* the board has several */
    bool failed;     /* memory ran out */
    uint32_t level;  /* the highest that was reached, from 1; 0: none */
    uint32_t first;  /* the length of the first move in the text; 0: there is none */
    zet_amount amount[GAME_MEASURES_MAX]; /* by the game's measures */

    struct step *step;
    size_t count, cap;
    uint64_t rules_key, line_key;
    struct buffer text; /* of the moves; only of the first one if there are no steps */
};

/* Before a record is judged. */
void zi_main_line_begin(struct main_line *l);

/* As struct observer's see and see_move, for main_line_see and main_line_see_move. */
void zi_main_line_see(struct main_line *l, const struct move_reader *in, enum token token);
void zi_main_line_see_move(struct main_line *l, const struct move_reader *in,
                           const struct move *canonical, const struct effect *effect);

/* After it was judged. */
void zi_main_line_end(struct main_line *l, const struct record *r, const struct verdict *v);

void zi_main_line_free(struct main_line *l);

/* The key of the rules, which zet_position_key has in it. */
uint64_t zi_main_line_rules_key(const struct ruleset *rs);
