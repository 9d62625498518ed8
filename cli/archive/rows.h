/* Putting games into the tables of an index, and taking them out. */
#pragma once

#include "cli/archive/batch.h"
#include "cli/archive/database.h"

/* Texts and their numbers in a table. */
struct word_cache {
    sqlite3_stmt *find, *add;
    struct word_known {
        uint32_t hash, at;      /* of `text`, where it is */
        uint16_t length, split; /* of a person: where the id begins */
        uint32_t id;            /* 0: the slot is free */
    } * known;
    size_t size, count;
    char *text;
    size_t text_used, text_cap;
    bool complete; /* it has all rows of the table */
};

/* A row of `summary`, with what is to be added to it. */
enum { COUNTED = 4096, COUNTED_KEYS = 5, COUNTED_SUMS = 2 + 2 * MEASURES_KEPT };
struct counted {
    int64_t key[COUNTED_KEYS], sum[COUNTED_SUMS];
};

/* The columns of `game` that `summary` counts games by, by zet_tally_kind. */
enum { COUNTED_KINDS = ZET_TALLY_LEVEL + 1 };
extern const char *const counted_columns[COUNTED_KINDS];

/* In SQL: the year of a date, 0 if none exists. */
#define SQL_YEAR                                                                                   \
    "CASE WHEN date GLOB '[0-9][0-9][0-9][0-9]*' THEN CAST(substr(date, 1, 4) AS INTEGER) "        \
    "ELSE 0 END"

struct rows {
    struct database *db;
    bool summary;  /* of a file: valid games are counted there; to be set before rows_begin */
    bool searched; /* likewise: the games that a search holds for come into temp.seen */
    sqlite3_stmt *game, *move, *fault, *other, *count, *seen;
    struct word_cache word, person;
    zet_output *scratch;
    struct counted counted[COUNTED];
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

/* Brings `summary` to what was added. */
bool rows_flush(struct rows *r);

/* Notes the games of a file with the most of each measure: all of them, or from that game on. */
bool rows_add_peaks(struct rows *r, int64_t file, int64_t from);

/* Removes the games of a file from that number on. `positions`: they are in segments. */
bool rows_remove(struct rows *r, int64_t file, int64_t number, bool positions);

/* The column `search` of a person: a hash of the name without case and accents. */
uint64_t rows_name_hash(zet_text name, zet_output *scratch);
