/* The options that name rules and a position: --game, --variant, --rule, --position. */
#pragma once

#include "cli/command.h"
#include "notation/base/option.h"

struct position_options {
    const char *game, *variant, *position;
    struct option_list rules;
};

/* The rows for a command whose options contain a `struct position_options`. */
#define POSITION_OPTION_ROWS(type, member)                                                         \
    RULES_OPTION_ROWS(type, member), {                                                             \
        "position", "TEXT", "the position; without it the start position",                         \
            "--game akron --position '8/8/8/8/3b4/8/8/8 w'", ZET_OPTION_TEXT,                      \
            .offset = offsetof(type, member.position)                                              \
    }

/* The rows for the rules only. */
#define RULES_OPTION_ROWS(type, member)                                                            \
    {"game",                                                                                       \
     "GAME",                                                                                       \
     "the game",                                                                                   \
     "--game hogga",                                                                               \
     ZET_OPTION_TEXT,                                                                              \
     .offset = offsetof(type, member.game),                                                        \
     .word = position_game},                                                                       \
        {"variant",       "VARIANT",                                                               \
         "its variant",   "--game halma --variant 10x10",                                          \
         ZET_OPTION_TEXT, .offset = offsetof(type, member.variant)},                               \
    {                                                                                              \
        "rule", "KEY=VALUE", "an option of its rules; may be given several times",                 \
            "--game akron --rule size=6", ZET_OPTION_OWN, .offset = offsetof(type, member.rules),  \
                                                          .read = command_list_read                \
    }

/* The names of the games. */
const char *position_game(size_t index);

/* The rules that the options name; NULL after a message. */
zet_rules *position_rules(const struct position_options *o);

/* Whether the rules and the position are possible. Returns false after a message. */
bool position_check(const struct position_options *o);

/* Makes the rules and the position. Returns false, with nothing made, after a message. */
bool position_open(const struct position_options *o, zet_rules **rules, zet_position **position);
