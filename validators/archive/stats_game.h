/* What statistics count of one game beside its facts. */
#pragma once

#include "validators/archive/facts.h"
#include "validators/replay/move_reader.h"

/* What the moves of a main line did by one measure. */
struct stats_amount {
    uint32_t moves; /* those that can do it */
    uint64_t sum;
    uint32_t most, ply; /* of one move: the first of those with the most; 0: there was none */
};

struct stats_game {
    struct text first; /* the first turn with the stones given before it; empty: there is none */
    bool has_levels;   /* the board has several */
    uint32_t level;    /* the highest that was reached, from 1; 0: none */
    struct stats_amount amount[GAME_MEASURES_MAX]; /* by the game's measures */
};

/* Watches games. Starts zeroed. */
struct stats_watcher {
    struct stats_game game; /* of the present record; its `first` is in the buffer */
    struct buffer first;
};

/* Before a record is judged. */
void zet_stats_watch_begin(struct stats_watcher *w);

/* As struct observer's see and see_move; the context is the watcher. */
void zet_stats_watch_see(void *context, const struct move_reader *in, enum token token);
void zet_stats_watch_see_move(void *context, const struct move_reader *in,
                              const struct move *canonical, const struct effect *effect);

/* After the record was judged: completes w->game. The facts are the record's. */
void zet_stats_watch_end(struct stats_watcher *w, const struct record *r, const struct facts *f);

void zet_stats_watch_free(struct stats_watcher *w);

/* The game as a part of a row. One that is read points into the row. */
void zet_stats_game_write(struct buffer *row, const struct stats_game *g);
void zet_stats_game_read(struct row_reader *row, struct stats_game *g);
