/* The legal moves of a position as texts. */
#ifndef ZET_VALIDATORS_REPLAY_MOVE_LIST_H
#define ZET_VALIDATORS_REPLAY_MOVE_LIST_H

#include "validators/games/rules.h"

/* In canonical form, terminated, in byte order. */
struct move_list {
    char **text;
    size_t count, cap;
    bool failed; /* memory ran out */
};

struct move_list zet_move_list(const struct ruleset *rs, const void *position);
void zet_move_list_free(struct move_list *list);

#endif
