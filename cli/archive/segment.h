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

/* Writes the segment and clears the gathered positions. `expected`: postings of the whole archive.
   `last`: no more follow, so that a sole segment needs no merge. */
bool gathered_write(struct gathered *g, struct database *db, unsigned threads, uint64_t expected,
                    bool last);

/* Merges segments into two: one with most games, and one for those read since. */
bool segments_settle(struct database *db, unsigned threads);

/* Reads the rows of the table segment in game order. The caller frees them; NULL with count 0 if
   there are none. */
struct segment *segments_read(struct database *db, size_t *count);

/* Packs the games that reached one position, in ascending order; `text` contains their moves. Sorts
   them by move. Returns false if memory runs out. */
bool segment_pack_position(struct packer *p, struct arrival *at, size_t count, char *text);

/* Writes the rows of one segment. Starts zeroed except `db` and `segment`, which gets its
   number. */
struct segment_writer {
    struct database *db;
    struct segment segment;
    sqlite3_stmt *bucket, *move;
};

bool segment_writer_begin(struct segment_writer *w);

/* Parts must be in key order. */
bool segment_write(struct segment_writer *w, const struct packer *part);

/* Also writes the segment's row. Frees everything in any case. */
bool segment_writer_end(struct segment_writer *w);

/* Games of segments that were deleted, ascending. Starts zeroed; `at` must be freed. */
struct gone {
    int64_t *at;
    size_t count, cap;
};

bool gone_read(struct gone *g, struct database *db);
bool gone_has(const struct gone *g, int64_t game);
