#include "validators/replay/grammars.h"

struct grammar *zet_grammars_get(struct grammars *g, const struct rules *rules) {
    size_t i = 0;
    while (zet_games[i] != rules)
        i++;
    if (!g->of[i].notation)
        zet_grammar_open(&g->of[i], rules->notation);
    return &g->of[i];
}

void zet_grammars_close(struct grammars *g) {
    for (size_t i = 0; i < GAMES_MAX; i++)
        zet_grammar_close(&g->of[i]);
}
