/* The grammars of all games, each opened at its first use. */
#pragma once

#include "notation/games/movetext.h"
#include "validators/replay/verdict.h"

/* In the order of zet_games. Starts zeroed; ends with zet_grammars_close. */
struct grammars {
    struct grammar of[GAMES_MAX];
};

/* The grammar of a game of zet_games. */
struct grammar *zet_grammars_get(struct grammars *g, const struct rules *rules);
void zet_grammars_close(struct grammars *g);
