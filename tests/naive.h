/* The rules of the games a second time: word by word from RULES.md, slow, and working on the setup
   itself, so that the contract test has something to hold the real rules against. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "notation/games/setup.h"
#include "validators/games/rules.h"

/* A position and what little history the rules ask for. */
struct naive {
    const struct ruleset *rules;
    struct setup now;
    uint32_t turns[2]; /* turns that each side has taken since the start (M7, A13) */
    bool drawn;        /* husbao: an endless move has drawn the game (B9) */
};

enum { CHOICE_TEXT_MAX = 400 };

/* A legal choice (MOVES.md, canonical moves) in its canonical text. */
struct choice {
    char text[CHOICE_TEXT_MAX];
};

/* splitmix64 */
struct dice {
    uint64_t state;
};

static inline uint64_t dice_next(struct dice *d) {
    uint64_t z = d->state += 0x9e3779b97f4a7c15U;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
}
static inline unsigned dice_below(struct dice *d, size_t n) { return (unsigned)(dice_next(d) % n); }
static inline bool dice_one_in(struct dice *d, unsigned n) { return dice_below(d, n) == 0; }

enum { NAIVE_PERFT_MAX = 6 };

struct naive_game {
    const char *name;

    /* The codes of the reasons that check can give; ends with NULL. tests/findings has a file for
       each, and the game gives no other. */
    const char *const *reasons;

    /* Optional. Known numbers of move sequences of 1, 2, ... plies from the start position. */
    uint64_t perft[NAIVE_PERFT_MAX];

    /* Random games that the contract test plays by the default rules; 0: some. */
    unsigned games;

    /* Fills n->now with the game's start position. */
    void (*start)(struct naive *n);

    /* NULL if legal, else the code of the reason that C5 names first. */
    const char *(*check)(const struct naive *n, const struct move *m);

    /* Requires a legal move. */
    void (*play)(struct naive *n, const struct move *m, struct effect *effect);

    struct outcome (*outcome)(const struct naive *n);

    /* Every legal choice of an open game, in no particular order. Returns how many there are;
       writes the first `cap`. */
    size_t (*choices)(const struct naive *n, struct choice *out, size_t cap);

    /* Fills n->now with some position that C4 allows, near to where rules bite. */
    void (*scatter)(struct naive *n, struct dice *d);

    /* Some move of a kind that the game's notation has, more often illegal than not. */
    void (*stray)(const struct naive *n, struct dice *d, struct move *m);

    /* Optional, as in the game's rules. The points that a won position proves (B11). */
    uint32_t (*score)(const struct naive *n, enum result result);

    /* Optional, for games that have `link`: whether these cells, in their order, are the fewest
       that link the sides of the player to move; no cells if there is no link. */
    bool (*is_link)(const struct naive *n, const cell *at, unsigned count);

    /* Optional, as the rules' solo_done: whether the side has come home (H13). */
    bool (*home)(const struct naive *n, unsigned side);
};

/* Every game of the catalogue owes one: weak, so that a test can say which game has none. */
#define GAME(name) extern const struct naive_game naive_##name __attribute__((weak));
#include "notation/games/games.def"
#undef GAME

/* The second set of rules of that game; NULL if none exists. */
const struct naive_game *naive_find(const char *name);

/* Options by name, so that their order does not matter. */

static inline const struct rule_option *naive_option(const struct ruleset *rs, const char *name,
                                                     uint32_t *value) {
    for (size_t i = 0; i < rs->rules->option_count; i++)
        if (strcmp(rs->rules->options[i].name, name) == 0) {
            *value = rs->option[i];
            return &rs->rules->options[i];
        }
    return NULL;
}

/* Whether the option is on this word. */
static inline bool naive_word(const struct ruleset *rs, const char *name, const char *word) {
    uint32_t value = 0;
    const struct rule_option *o = naive_option(rs, name, &value);
    for (unsigned i = 0; o && o->words && o->words[i]; i++)
        if (value == OPTION_WORD(i))
            return strcmp(o->words[i], word) == 0;
    return false;
}

/* The option's number. False where it holds none, as when its default depends on the variant. */
static inline bool naive_number(const struct ruleset *rs, const char *name, uint32_t *number) {
    uint32_t value = 0;
    const struct rule_option *o = naive_option(rs, name, &value);
    *number = value;
    return o && o->max > 0 && ((value >= o->min && value <= o->max) || (value == 0 && o->zero));
}

static inline bool naive_variant(const struct ruleset *rs, const char *name) {
    return rs->rules->variants && strcmp(rs->rules->variants[rs->variant], name) == 0;
}

static inline void naive_end_turn(struct naive *n) {
    n->turns[n->now.turn]++;
    n->now.turn = n->now.turn ? 0 : 1;
}
