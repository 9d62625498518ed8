/* Putting games into the tables of an index, and taking them out. */
#pragma once

#include "cli/archive/batch.h"
#include "cli/archive/database.h"

enum { WORDS_CACHED = 4096 };

/* Texts and their numbers in a table. */
struct word_cache {
    sqlite3_stmt *find, *add;
    struct word_known {
        char *text;
        size_t length, split; /* of a person: where the id begins */
        int64_t id;
    } known[WORDS_CACHED];
};

struct rows {
    struct database *db;
    bool summary; /* valid games are counted there; to be set before rows_begin */
    sqlite3_stmt *game, *move, *fault, *count;
    struct word_cache word, person;
    int64_t next_game;
};

/* Must not move. False, after a message, where that fails; it must be ended nevertheless. */
bool rows_begin(struct rows *r, struct database *db);
void rows_end(struct rows *r);

/* Where the rows of a batch come from. */
struct rows_from {
    int64_t file;
    uint64_t line, number, offset; /* that the piece begins at, each from 0 */
};

/* Adds the games of a batch, as those from next_game on. */
bool rows_add(struct rows *r, const struct batch *b, const struct rows_from *from);

/* Removes the games of a file from that number on. `positions`: they are in segments. */
bool rows_remove(struct rows *r, int64_t file, int64_t number, bool positions);
