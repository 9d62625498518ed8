#include "tests/naive.h"

const struct naive_game *naive_find(const char *name) {
    static const struct {
        const char *name;
        const struct naive_game *game;
    } games[] = {
#define GAME(name) {#name, &naive_##name},
#include "notation/games/games.def"
#undef GAME
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        if (strcmp(games[i].name, name) == 0)
            return games[i].game;
    return NULL;
}
