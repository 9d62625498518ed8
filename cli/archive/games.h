/* Iterates over the games of an index. */
#pragma once

#include "cli/archive/archive.h"
#include "notation/base/text.h"

/* Texts are valid until the next game. */
struct indexed_game {
    int64_t id;
    struct text_place place;
    uint64_t length; /* of its text */
    uint64_t number, line;
    bool valid, unmarked, holds;
    int64_t ply; /* from temp.found or temp.seen, else -1 */
    struct text players[2], ids[2];
};

struct games {
    struct archive *archive;
    sqlite3_stmt *rows;
    int column; /* the next one to read */
    char *path; /* of the file `file` */
    int64_t file;
};

/* The position of a game in the archive, or of the first of several games. */
#define SQL_PLACE "(min(seen, 1048575) << 27 | min(number, 134217727))"

/* The texts of games: `rules.text`, `p0.name` and so on. SQLite skips those that are not used. */
#define SQL_TEXTS                                                                                  \
    "LEFT JOIN word rules ON rules.id = game.rules "                                               \
    "LEFT JOIN word ending ON ending.id = game.ending "                                            \
    "LEFT JOIN word event ON event.id = game.event LEFT JOIN word site ON site.id = game.site "    \
    "LEFT JOIN word termination ON termination.id = game.termination "                             \
    "LEFT JOIN word first ON first.id = game.first "                                               \
    "LEFT JOIN person p0 ON p0.id = player0 LEFT JOIN person p1 ON p1.id = player1 "

/* What games_begin selects. */
struct games_wish {
    const char *which; /* an SQL condition on game */
    const char *order; /* SQL terms; NULL: stream order */
    const char *table; /* the table in temp that selects games, with the columns game and ply;
                          NULL: all */
    const char *holds; /* SQL for indexed_game.holds; or NULL */
    bool few;          /* indexes of the table game select the games, which are then sorted */
};
bool games_begin(struct games *g, struct archive *a, const struct games_wish *wish);
bool games_next(struct games *g, struct indexed_game *out);

/* Returns false if something failed. */
bool games_end(struct games *g);

/* The rules for a text of zet_rules_text; NULL with *error. */
zet_rules *rules_of_text(const char *text, zet_error *error);

/* Adds the SQL function zet_variant(RULES). Returns false, after a message, on failure. */
bool games_add_functions(struct database *db);
