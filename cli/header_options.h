/* The option that fills in the header of a new record: --set KEY=VALUE. */
#pragma once

#include "cli/position_options.h"
#include "notation/base/option.h"

/* In the order of header_keys; the players come last. */
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
    const char *value[HEADER_KEYS]; /* NULL: not given */
};

/* The row for a command whose options contain a `struct header_options`. */
#define HEADER_OPTION_ROW(type, member)                                                            \
    {                                                                                              \
        "set", "KEY=VALUE",                                                                        \
            "a key of the header: event, site, date, round, table, or a player: black, white, a, " \
            "b; may "                                                                              \
            "be given several times",                                                              \
            "zet record --game hogga --set event=Club --set black='A. Player' </dev/null",         \
            ZET_OPTION_OWN, .offset = offsetof(type, member), .words = header_keys,                \
                            .read = header_read                                                    \
    }

extern const char *const header_keys[];
bool header_read(const zet_option *row, void *values, const char *value, zet_error *error);

/* The key of a side's player. */
size_t header_player(const char *game, unsigned side);

/* Returns false, after a message, if a player is given that the game does not have. */
bool header_check(const struct header_options *header, const char *game);

/* Creates a game without moves from the options. Returns false with *error; *out must be freed in
   any case. */
bool header_game(zet_game **out, const struct position_options *position,
                 const struct header_options *header, zet_error *error);
