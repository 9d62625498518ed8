/* Segments contain the positions of consecutively read games, as postings and as a tree. New games
   get a new segment; several are merged into one. */
#pragma once

#include "cli/archive/batch.h"
#include "cli/archive/database.h"
#include "cli/archive/posting.h"

/* A position of at least this many games is in the tree; in a raw segment it has whole postings. */
enum { TREE_GAMES = 8, TREE_GAMES_RAW = 2 };

/* A segment is written at about this many positions; tests use fewer. */
#ifndef SEGMENT_POSITIONS
#define SEGMENT_POSITIONS 2500000
#endif
#define SEGMENT_TEXT ((size_t)48 * 1024 * 1024)

/* Gathered positions are partitioned by the first bits of their keys. */
enum { PART_BITS = 5, PARTS = 1 << PART_BITS };

/* The gathered positions of a segment. Starts zeroed. */
struct gathered {
    struct gathered_part {
        struct reached *at; /* game numbers are relative to first_game */
        size_t count, cap;
    } part[PARTS];
    size_t count;
    char *text;
    size_t text_used, text_cap;
    uint8_t *result; /* by game */
    size_t games, result_cap;
    int64_t first_game;
};

void gathered_free(struct gathered *g);

/* Adds a batch whose first row is game `first_game`. Returns false if memory runs out. */
bool gathered_add(struct gathered *g, const struct batch *b, int64_t first_game);

/* Whether it should be written. */
bool gathered_is_full(const struct gathered *g);

/* Writes the segment and clears the gathered positions. `last`: no more follow, so that a sole
   segment needs no merge. */
bool gathered_write(struct gathered *g, struct database *db, unsigned threads, bool last);

/* Merges segments into two: one with most games, and one for those read since. */
bool segments_settle(struct database *db, unsigned threads);

/* Reads the rows of the table segment in game order. The caller frees them; NULL with count 0 if
   there are none. */
struct segment *segments_read(struct database *db, size_t *count);

/* A range of keys to pack. A game's arrivals at one position are in order; others need not be. */
struct run {
    struct arrivals arrivals;
    char *text;           /* the text of the moves; NULL: the text of `arrivals` */
    unsigned shared_bits; /* the first bits that all keys have in common */
    struct packer packer;
    bool failed; /* memory ran out */
};

/* Writes a segment in `count` runs, which threads pack. `make` adds the arrivals of a run by its
   number; runs must be in key order. Returns false if `make` returned false or, after a message, on
   another failure. */
typedef bool run_maker(void *context, struct run *run, size_t number);
bool segment_write(struct database *db, const struct segment *segment, unsigned threads,
                   size_t count, run_maker *make, void *context);

/* Games of segments that were deleted, ascending. Starts zeroed; `at` must be freed. */
struct gone {
    int64_t *at;
    size_t count, cap;
};

/* The ids that the SQL selects. */
#define SQL_GONE "SELECT game FROM gone"
bool gone_read(struct gone *g, struct database *db, const char *ids);
bool gone_has(const struct gone *g, int64_t game);
