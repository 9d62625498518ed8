/* A game with its variant and its options, from the words that name them. */
#pragma once

#include "validators/games/rules.h"

/* The game of that name, or NULL. */
const struct rules *zi_game_find(struct text name);

/* The same in upper or lower case. */
const struct rules *zi_game_meant(struct text name);

/* The index of that variant, or -1; always -1 for a game without variants. */
int zi_variant_find(const struct rules *rules, struct text name);

/* Every option at its default. */
void zi_ruleset_init(struct ruleset *rs, const struct rules *rules, unsigned variant);

/* Sets one option. NULL, or a sentence on what is wrong with it; then *rs stays as it was. */
const char *zi_ruleset_set(struct ruleset *rs, struct text option, struct text value);

/* Whether the game has an option of that name. */
bool zi_ruleset_has(const struct ruleset *rs, struct text option);

/* The words that an option's value may be (ends with NULL); NULL if it has none. */
const char *const *zi_ruleset_words(const struct ruleset *rs, struct text option);

/* Occurrences of a position that draw the game (H12); 0: never. */
uint32_t zi_ruleset_repetition(const struct ruleset *rs);

/* The side that moves first in the game's start position. */
unsigned zi_ruleset_first(const struct ruleset *rs);

/* The same with every option at its default; 0 if `rules` is NULL. */
unsigned zi_rules_first(const struct rules *rules);

/* Whether they are equal, so that their positions differ in nothing but where they point to. */
static inline bool zi_ruleset_same(const struct ruleset *a, const struct ruleset *b) {
    return a->rules == b->rules && a->variant == b->variant &&
           !memcmp(a->option, b->option, sizeof a->option);
}

/* The position as text, in `room`. */
struct text zi_position_text(const struct ruleset *rs, const void *position,
                             char room[SETUP_TEXT_MAX]);

/* The value that an option has, also where the variant decides it: two rulesets of a game and a
   variant play alike exactly where all these agree. */
uint32_t zi_ruleset_option(const struct ruleset *rs, size_t index);
