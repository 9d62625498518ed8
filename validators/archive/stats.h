/* Statistics of games that were counted: results, lengths, endings, first moves, and what the moves
   did. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/base/map.h"
#include "validators/games/rules.h"
#include "validators/zet.h"

/* What games are grouped by. */
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

/* Groups that a plot shows. */
enum { STATS_PANELS_MAX = 12 };

/* What is counted value by value. */
enum stats_kind {
    STATS_LENGTHS, /* plies */
    STATS_ENDINGS,
    STATS_FIRST_MOVES,
    STATS_LEVELS, /* of boards with several: the highest of a game, from 1; 0: none was reached */
    STATS_KINDS
};

/* The most of something in a move. */
struct stats_record {
    uint64_t order; /* of equals the one with the lowest counts */
    uint32_t most;  /* 0: there was none */
    uint32_t ply;
    uint32_t file; /* a name */
    size_t number; /* of the record in it, from 1 */
};

/* What the moves of a group's games did by one measure. */
struct stats_sum {
    uint64_t games; /* of the games that have it */
    uint64_t moves; /* those that can do it */
    uint64_t sum;
    struct stats_record most;
};

/* Measures of all games together. */
enum { STATS_MEASURES_MAX = 6 };

struct stats_group {
    uint32_t name[STATS_BYS]; /* by_count names; STATS_NO_NAME: it has none */
    uint64_t games;
    uint64_t result[4];    /* games by enum result; RESULT_OPEN: unfinished */
    uint64_t won, lost;    /* by player: by him */
    uint32_t rules;        /* a bit for each of zi_games that occurs */
    uint64_t plies;        /* of all games, the unfinished ones as far as they went */
    uint32_t fewest, most; /* of one game */

    struct stats_sum sum[STATS_MEASURES_MAX]; /* by the index in struct stats's measure */
};

/* One value of a kind. */
struct stats_item {
    struct text text; /* endings, first moves; empty: no move was made */
    uint32_t number;  /* lengths, levels */
    unsigned rules;   /* first moves: the index in zi_games */
    uint64_t games, result[4];
};

/* A count: the key is made of group, kind, game, value and result. */
struct stats_cell {
    uint64_t key, games;
};

/* Bytes of a name; one that is longer is cut, and ends with dots. */
enum { STATS_NAME_BYTES = 256 };
#define STATS_NO_NAME UINT32_MAX

/* Starts zeroed but for the first block. */
struct stats {
    enum stats_by by[STATS_BYS]; /* by_count of them, each once; 0: no groups */
    size_t by_count;
    bool periods;            /* by year alone: of more years than a plot shows periods are made */
    size_t records, invalid; /* records seen, and not valid among them */

    struct map names, groups;  /* groups: by their names */
    struct stats_group *group; /* the total, then group_count - 1 of them */
    size_t group_count, group_cap;
    struct stats_cell *cell;
    size_t cell_count, cell_cap, cells_summed;
    bool failed; /* memory ran out */

    const struct measure *measure[STATS_MEASURES_MAX]; /* of all games, each once */
    size_t measure_count;

    struct stats_item *item; /* of zi_stats_items */
    size_t item_cap;
};

enum { STATS_TOTAL, STATS_FIRST_GROUP };

/* Makes the total. False when memory runs out; zi_stats_close must be called all the same. */
bool zi_stats_open(struct stats *s);
void zi_stats_close(struct stats *s);

/* The number of the group with these names for its keys, empty where it has none; it may be new. */
size_t zi_stats_group(struct stats *s, const struct text *names);

/* Adds a count to a group. */
void zi_stats_add(struct stats *s, size_t group, const zet_tally *tally);
void zi_stats_measured(struct stats *s, size_t group, const zet_measured *measured);

/* After the last count: puts the groups in the order of their names. False when memory ran out, now
   or before. */
bool zi_stats_finalize(struct stats *s);

/* After _finalize. The values of a kind in a group, which stay until the next call: numbers
   ascending, texts by their games, the most first. NULL with *count 0 if none exist;
   s->failed is set when memory runs out. */
const struct stats_item *zi_stats_items(struct stats *s, size_t group, enum stats_kind kind,
                                        size_t *count);

/* After _finalize. Twice the median of the lengths; false: there is not one, or it cannot be known.
 */
bool zi_stats_median(struct stats *s, size_t group, uint64_t *twice);

/* The group's name by its `i`th key; NO_TEXT: it has none. */
struct text zi_stats_group_name(const struct stats *s, size_t group, size_t i);

/* Whether the groups are by this key, too. */
bool zi_stats_is_by(const struct stats *s, enum stats_by by);

static inline uint64_t stats_finished(const uint64_t result[4]) {
    return result[RESULT_WIN_0] + result[RESULT_WIN_1] + result[RESULT_DRAW];
}

/* Writers: each appends the whole report; the `first` most frequent first moves of each group.
   False when memory ran out. */
bool zi_stats_text(struct stats *s, size_t first, struct buffer *out);
bool zi_stats_csv(struct stats *s, size_t first, struct buffer *out);
bool zi_stats_json(struct stats *s, size_t first, struct buffer *out);

/* What can be plotted. */
enum stats_plot {
    STATS_PLOT_RESULTS,
    STATS_PLOT_LENGTHS,
    STATS_PLOT_FIRST_MOVES,
    STATS_PLOT_ENDINGS,
    STATS_PLOTS
};
extern const char *const zi_stats_plots[STATS_PLOTS + 1]; /* by enum stats_plot; ends with NULL */

/* Lays out the plot. f->failed when memory ran out. */
struct figure;
void zi_stats_plot(struct stats *s, enum stats_plot plot, size_t first, struct figure *f);
