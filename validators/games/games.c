#include "validators/games/rules.h"

const struct rules *const zi_games[] = {
#define GAME(name) &zi_##name##_rules,
#include "notation/games/games.def"
#undef GAME
};

const size_t zi_game_count = sizeof zi_games / sizeof *zi_games;

const struct reason zi_reasons[REASONS] = {
#define REASON(name, code, sentence) {code, sentence},
#include "validators/games/reasons.def"
#undef REASON
};
