/* Searches an archive and writes the games found. */
#pragma once

#include "cli/archive/conditions.h"
#include "cli/archive/documents.h"
#include "cli/archive/games.h"
#include "validators/api/records.h"

enum { SORT_KEYS = 10, FIND_PLIES = 10, PLIES_MOST = 65535 };

/* The sort keys and the keys of --split, by number. */
extern const char *const sort_keys[SORT_KEYS + 1];
enum split_by { SPLIT_EVENT, SPLIT_PLAYER, SPLIT_YEAR, SPLIT_GAME };
extern const char *const split_keys[];

struct find_options {
    struct query *query; /* NULL: no condition */
    unsigned format, keep, split;
    bool places, count, negated, variations, include_invalid, only_invalid, reverse;
    bool duplicates;              /* write groups of duplicates */
    bool unique, drop_duplicates; /* omit duplicates */
    bool no_refresh, verbose;
    uint32_t limit, min_plies, jobs; /* 0: not given */
    unsigned sort[SORT_KEYS];
    size_t sort_count;
    const char *names, *index, *into;
};

struct search {
    const struct find_options *o;
    struct asking q;
    struct query *query;
    struct observer observer; /* of the reader: the query */
    struct conditions conditions;
    struct names_file names_file;
    const struct names_file *names; /* or NULL */
    zet_reader *reader;             /* of records whose moves are examined */
    int64_t reader_file;            /* the file whose settings it has */
    char *text;                     /* the text of its record */
    struct documents documents;
    sqlite3_stmt *keep;
    uint64_t found, left_out;
    uint64_t skip; /* the first ones found, which were written before the index was made again */
    bool all;      /* no conditions */
    bool
        moves; /* conditions on positions or moves: records are read, unless that was done before */
};

/* Visits the games of the index. Returns false if no more are wanted, or on failure. */
bool find_games(struct search *f);

/* Whether the games found are first collected in temp.found. */
bool find_gathers(const struct find_options *o);

/* Each writes temp.found in one way. */
bool found_write(struct search *f);
bool found_split(struct search *f);
bool found_copies(struct search *f);

/* Writes a game as the options require. */
bool find_write(struct search *f, const struct indexed_game *game);

/* Reads the record of a game. Returns NULL after a message. Valid until the next call. */
const zet_record *find_record(struct search *f, const struct indexed_game *game);

/* Adds the SQL functions for sorting. */
void find_add_functions(struct database *db);

/* The ORDER BY terms for temp.found; freed with sqlite3_free. */
char *find_order(struct search *f);
