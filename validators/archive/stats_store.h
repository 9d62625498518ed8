/* What statistics remember: names, each once, and counts by group, kind and value; both bounded. */
#pragma once

#include "notation/base/map.h"

/* Bytes of one name, and of all; what is longer is cut, and ends with dots. */
enum { STATS_NAME_BYTES = 256, STATS_NAMES_BYTES = 64 * 1024 * 1024 };

/* Cells of the counts. */
enum { STATS_CELLS_MAX = 6 * 1024 * 1024 };

/* Names by their number, from 0. Starts zeroed. */
struct stats_names {
    struct map words;
    size_t bytes;
};

#define STATS_NO_NAME UINT32_MAX

/* What is kept of a name; of a long one in `room`, with dots at its end. */
struct text zet_stats_name_cut(struct text name, char room[STATS_NAME_BYTES]);

/* The name's number; with `add` it is made where there is not one yet. STATS_NO_NAME: there is not
   one, and no room. Two names that agree in their first STATS_NAME_BYTES are one. */
uint32_t zet_stats_name(struct stats_names *n, struct text name, bool add);
void zet_stats_names_free(struct stats_names *n);

/* One count. Keys are not 0. */
struct stats_cell {
    uint64_t key;
    uint64_t count; /* games */
};

/* Starts zeroed. */
struct stats_cells {
    struct stats_cell *at;
    size_t count, mask;
    size_t most;    /* cells; set by the caller, at most STATS_CELLS_MAX */
    bool finalized; /* at[0] to at[count - 1], ascending; nothing more is added */
    bool failed;    /* memory ran out */
};

/* Whether one more cell can be made. */
static inline bool stats_cells_have_room(const struct stats_cells *c) { return c->count < c->most; }

/* Adds one to the count. False where there is no such cell and no room for one. */
bool zet_stats_cell_add(struct stats_cells *c, uint64_t key);

/* Puts the cells in ascending order of their keys. */
void zet_stats_cells_finalize(struct stats_cells *c);

/* The first finalized cell whose key is not below `key`: its index, or count. */
size_t zet_stats_cells_from(const struct stats_cells *c, uint64_t key);
void zet_stats_cells_free(struct stats_cells *c);
