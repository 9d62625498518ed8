/* The option that fills in the header of a new record: --set KEY=VALUE. */
#pragma once

#include "cli/position_options.h"

/* The keys in the order of header_keys; the players come last. */
enum {
    HEADER_EVENT,
    HEADER_SITE,
    HEADER_DATE,
    HEADER_ROUND,
    HEADER_TABLE,
    HEADER_PLAYERS,
    HEADER_KEYS = HEADER_PLAYERS + 4
};

struct header_options {
    const char *value[HEADER_KEYS]; /* NULL: not said */
};

/* The row for a command whose options have a `struct header_options` as that member. */
#define HEADER_OPTION_ROW(type, member)                                                            \
    {                                                                                              \
        "set", "KEY=VALUE",                                                                        \
            "a key of the header: event, site, date, round, table, or a player: black, white, a, " \
            "b; may "                                                                              \
            "be given several times",                                                              \
            "zet sheet --game hogga --set event=Club --set black='A. Player' -o build/sheet.pdf "  \
            "--force",                                                                             \
            ZET_OPTION_OWN, .offset = offsetof(type, member), .words = header_keys,                \
                            .read = header_read                                                    \
    }

extern const char *const header_keys[];
bool header_read(const zet_option *row, void *values, const char *value, zet_error *error);

/* The key of the player of that side. */
size_t header_player(const char *game, unsigned side);

/* False, after a message, where a player is named whom the game does not have. */
bool header_check(const struct header_options *header, const char *game);

/* The key that is set; NULL: there is none. */
const char *header_first_set(const struct header_options *header);

/* A game without moves that has what the options say. False with *error; *out must be freed all the
   same. */
bool header_game(zet_game **out, const struct position_options *position,
                 const struct header_options *header, zet_error *error);
