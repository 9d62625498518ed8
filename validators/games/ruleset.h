/* Makes a ruleset from the words that name a game, its variant and its options. */
#pragma once

#include "notation/games/grid.h"
#include "validators/games/rules.h"

/* The game with that name, or NULL. */
const struct rules *zi_game_find(struct text name);

/* The names of the games, and of all their variants, as words of options: NULL past the end. */
const char *zi_game_name(size_t index);
const char *zi_variant_name(size_t index);

/* The same, ignoring case. */
const struct rules *zi_game_meant(struct text name);

/* The index of the variant, or -1; always -1 for a game without variants. */
int zi_variant_find(const struct rules *rules, struct text name);

/* Sets every option to its default. */
void zi_ruleset_init(struct ruleset *rs, const struct rules *rules, unsigned variant);

/* Sets one option. Returns NULL, or a message, and then *rs is unchanged. */
const char *zi_ruleset_set(struct ruleset *rs, struct text option, struct text value);

/* Whether the game has an option with that name. */
bool zi_ruleset_has(const struct ruleset *rs, struct text option);

/* The words allowed for the option (ends with NULL); NULL if it has none. */
const char *const *zi_ruleset_words(const struct ruleset *rs, struct text option);

/* The occurrences of a position that draw the game (H12); 0: never. */
uint32_t zi_ruleset_repetition(const struct ruleset *rs);

/* The side that moves first in the game's start position. */
unsigned zi_ruleset_first(const struct ruleset *rs);

/* The same with default options; 0 if `rules` is NULL. */
unsigned zi_rules_first(const struct rules *rules);

/* Whether two rulesets are equal, so that their positions differ only in pointers. */
static inline bool zi_ruleset_same(const struct ruleset *a, const struct ruleset *b) {
    return a->rules == b->rules && a->variant == b->variant &&
           !memcmp(a->option, b->option, sizeof a->option);
}

/* The position as text, in `room`. */
struct text zi_position_text(const struct ruleset *rs, const void *position,
                             char room[SETUP_TEXT_MAX]);

/* The positions of a game one after the other, whose texts change by the move. */
struct position_series {
    const struct rules *rules; /* of the setup; NULL: none yet */
    bool begun;                /* false: a position of another game may have been the last one */
    struct setup setup;
    struct grid_text grid;
    char text[SETUP_TEXT_MAX];
};

/* The same; it is valid until the next call. */
struct text zi_position_text_next(struct position_series *t, const struct ruleset *rs,
                                  const void *position);

/* The value of an option, even if the variant decides it. Two rulesets of a game and a variant play
 * alike exactly if all these values are equal. */
uint32_t zi_ruleset_option(const struct ruleset *rs, size_t index);
