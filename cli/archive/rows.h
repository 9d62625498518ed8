/* Inserts games into the tables of an index, and removes them. */
#pragma once

#include "cli/archive/batch.h"
#include "cli/archive/database.h"

/* A table's texts and their numbers. */
struct word_cache {
    sqlite3_stmt *find, *add;
    struct word_known {
        uint32_t hash, at;      /* hash of the text, and its offset in `text` */
        uint16_t length, split; /* of a person: offset of the id */
        uint32_t id;            /* 0: the slot is free */
    } * known;
    size_t size, count;
    char *text;
    size_t text_used, text_cap;
    bool complete; /* it contains all rows of the table */
};

/* A row of `summary`, with amounts to add to it. */
enum { COUNTED = 4096, COUNTED_KEYS = 5, COUNTED_SUMS = 2 + 2 * MEASURES_KEPT };
struct counted {
    int64_t key[COUNTED_KEYS], sum[COUNTED_SUMS];
};

/* The kinds of values that `summary` counts by. */
enum counted_kind {
    COUNTED_LENGTHS, /* plies */
    COUNTED_ENDINGS,
    COUNTED_FIRST_MOVES,
    COUNTED_LEVELS, /* of boards with several: the highest level of a game, from 1; 0: no stone */
    COUNTED_KINDS
};

/* SQL: the year of a date, 0 if unknown. */
#define SQL_YEAR                                                                                   \
    "CASE WHEN date GLOB '[0-9][0-9][0-9][0-9]*' THEN CAST(substr(date, 1, 4) AS INTEGER) "        \
    "ELSE 0 END"

struct rows {
    struct database *db;
    bool summary;  /* counts valid games there; set before rows_begin, as are the next two */
    bool folded;   /* people have their names in a form for searches by other programs */
    bool searched; /* matches of a search go to temp.seen */
    sqlite3_stmt *game, *move, *fault, *other, *count, *seen;
    struct word_cache word, person;
    zet_output *scratch, *search;
    struct counted counted[COUNTED];
    int64_t next_game;
};

/* The struct must not move. Returns false, after a message, on failure. rows_end must be called. */
bool rows_begin(struct rows *r, struct database *db);
void rows_end(struct rows *r);

/* The source of a batch's rows. */
struct rows_from {
    int64_t file;
    uint64_t line, number, offset; /* at the start of the piece, each from 0 */
};

/* Adds the games of a batch, with ids from next_game on. */
bool rows_add(struct rows *r, const struct batch *b, const struct rows_from *from);

/* Writes pending counts to `summary`. */
bool rows_flush(struct rows *r);

/* Updates the maxima of the measures from the games of a file: all, or those from `from` on. */
bool rows_add_peaks(struct rows *r, int64_t file, int64_t from);

/* Removes the games of a file from `number` on. `positions`: they are in segments. */
bool rows_remove(struct rows *r, int64_t file, int64_t number, bool positions);
