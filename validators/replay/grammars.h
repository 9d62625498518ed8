/* The grammars of all games. Each is opened at its first use. */
#pragma once

#include "notation/games/movetext.h"
#include "validators/replay/verdict.h"

/* In the order of zi_games. Starts zeroed; zi_grammars_close frees it. */
struct grammars {
    struct grammar of[GAMES_MAX];
};

/* The grammar of a game of zi_games. */
struct grammar *zi_grammars_get(struct grammars *g, const struct rules *rules);
void zi_grammars_close(struct grammars *g);
