/* Statistics of games: results, lengths, endings, first moves, and what the moves did. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/base/map.h"
#include "validators/api/archive.h"
#include "validators/games/rules.h"
#include "validators/zet.h"

/* Keys to group games by. */
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
extern const char *const zi_stats_by[STATS_BYS + 1]; /* by enum stats_by; ends with NULL */

/* Kinds of values that are counted one by one. */
enum stats_kind {
    STATS_LENGTHS, /* plies */
    STATS_ENDINGS,
    STATS_FIRST_MOVES,
    STATS_LEVELS, /* of boards with several: the highest level reached in a game, from 1; 0: none */
    STATS_KINDS
};

/* The maximum of something in a move. */
struct stats_record {
    uint64_t order; /* of equal ones, the lowest wins */
    uint32_t most;  /* 0: none */
    uint32_t ply;
    uint32_t file; /* index of its name */
    size_t number; /* of the record in it, from 1 */
};

/* The sum of one measure over the moves of a group's games. */
struct stats_sum {
    uint64_t games; /* games of the kinds that have it */
    uint64_t moves; /* moves of the kinds that can do it */
    uint64_t sum;
    struct stats_record most;
};

/* The measures of all games. */
enum { STATS_MEASURES_MAX = 6 };

struct stats_group {
    uint32_t name[STATS_BYS]; /* by_count names; STATS_NO_NAME: not given */
    uint64_t games;
    uint64_t result[4];    /* games by enum result; RESULT_OPEN: unfinished */
    uint64_t won, lost;    /* by player: won or lost by that player */
    uint32_t rules;        /* one bit for each of zi_games that occurs */
    uint64_t plies;        /* of all games; unfinished ones up to their last move */
    uint32_t fewest, most; /* of one game */

    struct stats_sum sum[STATS_MEASURES_MAX]; /* by the index in struct stats's measure */
};

/* One value of a kind. */
struct stats_item {
    struct text text; /* endings, first moves; empty: no move */
    uint32_t number;  /* lengths, levels */
    unsigned rules;   /* first moves: the index in zi_games */
    uint64_t games, result[4];
};

/* A count: the key combines group, kind, game, value and result. */
struct stats_cell {
    uint64_t key, games;
};

/* The most bytes of a name; a longer one is cut and ends with dots. */
enum { STATS_NAME_BYTES = 256 };
#define STATS_NO_NAME UINT32_MAX

/* Starts zeroed except for the first block. */
struct stats {
    enum stats_by by[STATS_BYS]; /* by_count keys, each once; 0: no groups */
    size_t by_count;
    size_t records, invalid; /* records seen, and how many were not valid */

    struct map names, groups;  /* groups: by their names */
    struct stats_group *group; /* the total, then group_count - 1 of them */
    size_t group_count, group_cap;
    struct stats_cell *cell;
    size_t cell_count, cell_cap, cells_summed;
    bool failed; /* memory ran out */

    const struct measure *measure[STATS_MEASURES_MAX]; /* those of all games, each once */
    size_t measure_count;

    struct stats_item *item; /* of zi_stats_items */
    size_t item_cap;
};

enum { STATS_TOTAL, STATS_FIRST_GROUP };

/* Makes the total. False when memory runs out; call zi_stats_close even then. */
bool zi_stats_open(struct stats *s);
void zi_stats_close(struct stats *s);

/* The index of the group with these names, one per key, empty if not given; may be new. */
size_t zi_stats_group(struct stats *s, const struct text *names);

/* Add a count to a group. */
void zi_stats_add(struct stats *s, size_t group, const zet_tally *tally);
void zi_stats_measured(struct stats *s, size_t group, const zet_measured *measured);

/* Call after the last count: sorts the groups by name. False if memory ran out, now or before. */
bool zi_stats_finalize(struct stats *s);

/* After _finalize. The values of a kind in a group, valid until the next call: numbers ascending,
 * texts by games descending. NULL with *count 0 if none exist; s->failed is set when memory runs
 * out. */
const struct stats_item *zi_stats_items(struct stats *s, size_t group, enum stats_kind kind,
                                        size_t *count);

/* After _finalize. Twice the median of the lengths; false if it does not exist or is unknown. */
bool zi_stats_median(struct stats *s, size_t group, uint64_t *twice);

/* The group's name for its `i`th key, or NO_TEXT. */
struct text zi_stats_group_name(const struct stats *s, size_t group, size_t i);

/* Whether this is one of the grouping keys. */
bool zi_stats_is_by(const struct stats *s, enum stats_by by);

static inline uint64_t stats_finished(const uint64_t result[4]) {
    return result[RESULT_WIN_0] + result[RESULT_WIN_1] + result[RESULT_DRAW];
}

/* Each writer appends the whole report, with the `first` most frequent first moves of each group.
 * False if memory ran out. */
bool zi_stats_text(struct stats *s, size_t first, struct buffer *out);
bool zi_stats_csv(struct stats *s, size_t first, struct buffer *out);
bool zi_stats_json(struct stats *s, size_t first, struct buffer *out);
