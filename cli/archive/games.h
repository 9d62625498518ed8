/* The games of an index one by one. */
#pragma once

#include "cli/archive/archive.h"

enum { RULES_KEPT = 64 };

/* Texts are valid until the next game. */
struct indexed_game {
    int64_t id;
    struct text_place place;
    uint64_t length; /* of its text */
    zet_place at;
    zet_entry entry;
    zet_copied copied;
    zet_text rules; /* zet_rules_text, or the game alone where the rest is not known */
    uint32_t opening;
    bool valid, unmarked;
    int64_t ply; /* of temp.found, where that is the table; else -1 */
};

struct games {
    struct archive *archive;
    sqlite3_stmt *rows;
    char *path; /* of the file `file` */
    int64_t file;
    struct {
        int64_t word;
        zet_rules *rules;
    } known[RULES_KEPT]; /* by their numbers */
};

/* Whether the games have their numbers in the order of the archive. */
bool games_are_in_order(const struct archive *a);

/* The place of a game among all of them, or of several games the first one. */
#define SQL_PLACE "(min(seen, 1048575) << 27 | min(number, 134217727))"

/* The order of the streams: for few games, which are sorted. */
#define SQL_STREAMS "+file.seen, +number"

/* `which`: an SQL condition on game; NULL as the order is that of the streams, for all games.
   `table`: those of the table in temp, NULL: all. */
bool games_begin(struct games *g, struct archive *a, const char *which, const char *order,
                 const char *table);
bool games_next(struct games *g, struct indexed_game *out);

/* False if something failed. */
bool games_end(struct games *g);

/* The rules that zet_rules_text names; NULL with *error. */
zet_rules *rules_of_text(const char *text, zet_error *error);
