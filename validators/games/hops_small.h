/* Halma on 8x8 with short hops (M3), by sets of cells: counting, picking and random games. */
#ifndef ZET_VALIDATORS_GAMES_HOPS_SMALL_H
#define ZET_VALIDATORS_GAMES_HOPS_SMALL_H

#include "validators/games/hops.h"

/* Whether the position is of this kind, and each move is a step or a chain that no option forbids.
 */
bool zet_hops_is_small(const struct hops *pos);

/* Requires zet_hops_is_small. The steps and chains of the player to move; 0: they must pass. With
   `pick` and a number over 0 it gets number key_below(draw, count) of them, origin and destination
   only. */
unsigned zet_hops_small_count(const struct hops *pos, uint64_t draw, struct move *pick);

/* As rules->random_game. Requires zet_hops_is_small. */
void zet_hops_small_game(const struct hops *pos, struct random_game *game);

#endif
