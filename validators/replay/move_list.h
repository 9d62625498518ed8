/* The legal moves of a position as texts. */
#pragma once

#include "validators/games/rules.h"

/* A move and its terminated text, in one allocation: the text follows the used part of `move`. */
struct listed_move {
    const char *text;
    struct move move;
};

/* NULL if memory runs out. */
struct listed_move *zi_listed_move(const struct move *m, struct text text);

/* In canonical form, terminated, in byte order. */
struct move_list {
    struct listed_move **at;
    size_t count, cap;
    bool failed; /* memory ran out */
};

/* Without `texts` the texts are empty and the order is that of the rules. */
struct move_list zi_move_list(const struct ruleset *rs, const void *position, bool texts);
void zi_move_list_free(struct move_list *list);
