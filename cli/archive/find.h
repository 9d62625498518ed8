/* Searching an archive: the games that are found, and what is made of them. */
#pragma once

#include "cli/archive/documents.h"
#include "cli/archive/games.h"

enum { SORT_KEYS = 10, FIND_PLIES = 10, PLIES_MOST = 65535 };

/* By their numbers: what records are sorted by, and what files are made for. */
extern const char *const sort_keys[SORT_KEYS + 1];
enum split_by { SPLIT_EVENT, SPLIT_PLAYER, SPLIT_YEAR, SPLIT_GAME };
extern const char *const split_keys[];

struct find_options {
    zet_search *search; /* NULL: no condition */
    unsigned format, keep, split;
    bool places, count, negated, variations, include_invalid, only_invalid, reverse;
    bool duplicates;              /* groups of them are written */
    bool unique, drop_duplicates; /* they are omitted */
    bool no_refresh;
    uint32_t limit, min_plies, jobs; /* 0: not given */
    bool split_given;
    unsigned sort[SORT_KEYS];
    size_t sort_count;
    const char *names, *index, *into;
};

struct finding {
    const struct find_options *o;
    struct asking q;
    zet_search *search;
    zet_names *names;    /* or NULL */
    zet_reader *reader;  /* of records whose moves are looked at */
    int64_t reader_file; /* whose settings it has */
    char *text;          /* of its record */
    struct documents documents;
    sqlite3_stmt *keep;
    uint64_t found, left_out;
    bool all;      /* there are no conditions */
    bool narrowed; /* indexes of the table game select the games */
};

/* Goes through the games of the index. False: no more are wanted, or something failed. */
bool find_games(struct finding *f);

/* An SQL condition on game that all games of the search have; to be freed with sqlite3_free. */
char *find_which(struct finding *f);

/* Whether the games that are found come into temp.found first. */
bool find_gathers(const struct find_options *o);

/* What is made of temp.found. */
bool found_write(struct finding *f);
bool found_split(struct finding *f);
bool found_copies(struct finding *f);

/* Writes a game as the options say. */
bool find_write(struct finding *f, const struct indexed_game *game);

/* Reads the record of a game; NULL after a message. Valid until the next one. */
const zet_record *find_record(struct finding *f, const struct indexed_game *game);

/* What the orders need in SQL. */
void find_add_functions(struct database *db);

/* The order of the games of temp.found; to be freed with sqlite3_free. */
char *find_order(struct finding *f);
