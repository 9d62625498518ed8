/* Statistics of the games of an index: results, lengths, endings, first moves, and what the moves
   did. */
#pragma once

#include "cli/archive/archive.h"
#include "cli/archive/rows.h"
#include "notation/base/buffer.h"
#include "validators/api/names_file.h"
#include "validators/games/rules.h"

enum stats_by {
    STATS_BY_GAME,
    STATS_BY_VARIANT,
    STATS_BY_EVENT,
    STATS_BY_YEAR,
    STATS_BY_PLAYER, /* a game counts for each of its players */
    STATS_BY_ENDING,
    STATS_BY_ROUND,
    STATS_BYS
};
extern const char *const stats_keys[STATS_BYS + 1];

struct stats_wish {
    const struct names_file *names; /* or NULL */
    enum stats_by by[STATS_BYS];    /* each once */
    size_t by_count;
    const char *which; /* SQL on game for the games to count; NULL: all */
    bool include_invalid;
    const char *format;        /* text, csv or json */
    size_t first;              /* the most first moves of each group */
    uint64_t records, invalid; /* records read, and how many are not valid */
};

/* One value of a kind (enum counted_kind). */
struct stats_item {
    struct text text;          /* endings, first moves; empty: no move */
    uint32_t number;           /* lengths, levels */
    uint32_t game;             /* first moves: the index in zi_games */
    uint64_t games, result[4]; /* games by enum result; RESULT_OPEN: unfinished */
};

/* A measure of the moves of a group's games. */
enum { STATS_MEASURES_MAX = 6 };
struct stats_measured {
    const struct measure *measure;
    uint64_t games, moves, sum; /* of the games that have it */
    struct {
        uint64_t order;            /* of equal ones the lowest wins */
        int64_t file, number, ply; /* of the record; ply 0: not known yet */
        uint32_t most;             /* in one move; 0: none */
        struct text path;
    } peak;
};

struct stats_group {
    bool total;
    struct text name[STATS_BYS]; /* by_count of them; empty: not given */
    struct stats_item all;       /* its games and results */
    uint64_t won, lost;          /* by player: by that player */
    uint32_t rules;              /* a bit for each of zi_games that occurs */
    uint64_t plies;
    struct stats_measured measured[STATS_MEASURES_MAX]; /* of all games, each once */
    size_t measures;
    struct stats_item *item[COUNTED_KINDS]; /* numbers ascending, texts by games descending */
    size_t count[COUNTED_KINDS];
};

/* Counts the games and appends the report. Returns false, after a message, on failure. */
bool stats_write(const struct archive *a, const struct stats_wish *wish, zet_output *out);

/* The parts of a report, in order: its begin, the total and then the groups, each with its index
   among `groups` of them, and its end. */
void stats_begin(const struct stats_wish *w, struct buffer *out);
void stats_write_group(const struct stats_wish *w, size_t groups, size_t index,
                       const struct stats_group *g, struct buffer *out);
void stats_end(const struct stats_wish *w, uint64_t counted, struct buffer *out);
