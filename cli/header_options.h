/* The options that fill in the header of a new record: --event, --black, ... */
#ifndef ZET_CLI_HEADER_OPTIONS_H
#define ZET_CLI_HEADER_OPTIONS_H

#include "cli/position_options.h"

struct header_options {
    const char *event, *site, *date, *round, *table;
    const char *black, *white, *a, *b;
};

/* The rows for a command whose options have a `struct header_options` named `header`. */
#define HEADER_OPTION_ROWS(type)                                                                   \
    {"event", 0, "TEXT", "the event", OPTION_TEXT, offsetof(type, header.event)},                  \
        {"site", 0, "TEXT", "where it takes place", OPTION_TEXT, offsetof(type, header.site)},     \
        {"date", 0, "DATE", "the date, YYYY-MM-DD", OPTION_TEXT, offsetof(type, header.date)},     \
        {"round", 0, "TEXT", "the round", OPTION_TEXT, offsetof(type, header.round)},              \
        {"table", 0, "TEXT", "the table", OPTION_TEXT, offsetof(type, header.table)},              \
        {"black", 0, "NAME", "who plays black", OPTION_TEXT, offsetof(type, header.black)},        \
        {"white", 0, "NAME", "who plays white", OPTION_TEXT, offsetof(type, header.white)},        \
        {"a", 0, "NAME", "who plays A in HusBao", OPTION_TEXT, offsetof(type, header.a)}, {        \
        "b", 0, "NAME", "who plays B in HusBao", OPTION_TEXT, offsetof(type, header.b)             \
    }

/* False, after a message, where a player is named whom the game does not have. */
bool header_check(const struct header_options *header, const char *game);

/* The option that is set, with its dashes; NULL: there is none. */
const char *header_first_set(const struct header_options *header);

/* A game without moves that has what the options say. False with *error; *out must be freed all the
   same. */
bool header_game(zet_game **out, const struct position_options *position,
                 const struct header_options *header, zet_error *error);

#endif
