/* Counts the games of an index: statistics and players. */
#pragma once

#include "cli/archive/archive.h"
#include "validators/api/archive.h"

/* The grouping keys: the words of zet_statistics_new. */
enum count_by {
    COUNT_BY_GAME,
    COUNT_BY_VARIANT,
    COUNT_BY_EVENT,
    COUNT_BY_YEAR,
    COUNT_BY_PLAYER,
    COUNT_BY_ENDING,
    COUNT_BY_ROUND,
    COUNT_BYS
};

struct counting {
    const struct archive *archive;
    const zet_names *names;      /* or NULL */
    enum count_by by[COUNT_BYS]; /* without repetition */
    size_t by_count;
    bool include_invalid;
    const char *which; /* SQL on game for the games to count; NULL: all */
    zet_statistics *to;
};

/* Adds all games. Returns false, after a message, on failure. */
bool counts_add(const struct counting *c);

/* The number of records, and of invalid ones. */
uint64_t counts_records(const struct archive *a);
uint64_t counts_invalid(const struct archive *a);

/* Adds the spellings of all players. */
bool counts_add_spellings(const struct archive *a, zet_players *to);

/* Calls `see` with each person that satisfies `who` (SQL on person) of the games selected by
   `which` (SQL on game), in the order of their first games. `others`: includes people on neither
   side. Returns false, after a message, on failure; `see` returns false if memory runs out. */
typedef bool person_visitor(void *context, const zet_spelling *found);
bool counts_visit_persons(const struct archive *a, const char *which, const char *who, bool others,
                          person_visitor *see, void *context);
