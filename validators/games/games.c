#include "validators/games/rules.h"

const struct rules *const zet_games[] = {
#define GAME(name) &zet_##name##_rules,
#include "notation/games/games.def"
#undef GAME
};

const size_t zet_game_count = sizeof zet_games / sizeof *zet_games;

const struct reason zet_reasons[REASONS] = {
#define REASON(name, code, sentence) {code, sentence},
#include "validators/games/reasons.def"
#undef REASON
};
