/* The options that name a position: --game, --variant, --rule, --position. */
#ifndef ZET_CLI_POSITION_OPTIONS_H
#define ZET_CLI_POSITION_OPTIONS_H

#include "cli/command.h"

struct position_options {
    const char *game, *variant, *position;
    struct option_list rules;
};

/* The rows for a command whose options have a `struct position_options` named `position`. */
#define POSITION_OPTION_ROWS(type)                                                                 \
    {"game", 0, "GAME", "the game", OPTION_TEXT, offsetof(type, position.game)},                   \
        {"variant", 0, "VARIANT", "its variant", OPTION_TEXT, offsetof(type, position.variant)},   \
        {"rule",      0,                                                                           \
         "KEY=VALUE", "an option of its rules; may be given several times",                        \
         OPTION_LIST, offsetof(type, position.rules)},                                             \
    {                                                                                              \
        "position", 0, "TEXT", "the position; without it the start position", OPTION_TEXT,         \
            offsetof(type, position.position)                                                      \
    }

/* Makes the rules and the position. False, with nothing made, after a message. */
bool position_open(const struct position_options *o, zet_rules **rules, zet_position **position);

#endif
