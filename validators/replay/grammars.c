#include "validators/replay/grammars.h"

struct grammar *zi_grammars_get(struct grammars *g, const struct rules *rules) {
    size_t i = 0;
    while (zi_games[i] != rules)
        i++;
    if (!g->of[i].notation)
        zi_grammar_open(&g->of[i], rules->notation);
    return &g->of[i];
}

void zi_grammars_close(struct grammars *g) {
    for (size_t i = 0; i < GAMES_MAX; i++)
        zi_grammar_close(&g->of[i]);
}
