/* Segments: the positions of games that were read one after the other, as postings and as a tree.
   A new one is made of what was read; several become one. */
#pragma once

#include "cli/archive/batch.h"
#include "cli/archive/database.h"
#include "cli/archive/posting.h"

/* A position of so many games is in the tree; in a raw segment its postings are whole. */
enum { TREE_GAMES = 8, TREE_GAMES_RAW = 2 };

/* A segment is written when it has about so many positions; tests have smaller ones. */
#ifndef SEGMENT_POSITIONS
#define SEGMENT_POSITIONS 2500000
#endif
#define SEGMENT_TEXT ((size_t)48 * 1024 * 1024)

/* The positions that are gathered come in parts by the first bits of their keys. */
enum { PART_BITS = 5, PARTS = 1 << PART_BITS };

/* The positions of a segment that are gathered. Starts zeroed. */
struct gathered {
    struct gathered_part {
        struct reached *at; /* the game's number is that from first_game on */
        size_t count, cap;
    } part[PARTS];
    size_t count;
    char *text;
    size_t text_used, text_cap;
    uint8_t *result; /* of each game */
    size_t games, result_cap;
    int64_t first_game;
};

void gathered_free(struct gathered *g);

/* Adds what a batch has, whose first row is the game of that number. False if memory runs out.
 */
bool gathered_add(struct gathered *g, const struct batch *b, int64_t first_game);

/* Whether it is to be written. */
bool gathered_is_full(const struct gathered *g);

/* Writes the segment, and forgets what was gathered. `expected`: postings of the whole archive.
   `last`: no more comes, so that the only segment need not become another one. */
bool gathered_write(struct gathered *g, struct database *db, unsigned threads, uint64_t expected,
                    bool last);

/* Makes the segments few: one that has most games, and one for what was read since. */
bool segments_settle(struct database *db, unsigned threads);

/* Reads the rows of the table segment in the order of their games. To be freed; NULL with count 0
   if none exist. */
struct segment *segments_read(struct database *db, size_t *count);

/* Packs the games that came to one position, which ascend; `text` has their moves. They are sorted
   by these. False if memory runs out. */
bool segment_pack_position(struct packer *p, struct arrival *at, size_t count, char *text);

/* Writing the rows of one segment. Starts zeroed but for `db` and `segment`, whose number is given
   to it. */
struct segment_writer {
    struct database *db;
    struct segment segment;
    sqlite3_stmt *bucket, *move;
};

bool segment_writer_begin(struct segment_writer *w);

/* The parts come in the order of their keys. */
bool segment_write(struct segment_writer *w, const struct packer *part);

/* Writes the row of the segment too. Frees all in any case. */
bool segment_writer_end(struct segment_writer *w);

/* Games of segments that are no more, ascending. Starts zeroed; `at` is to be freed. */
struct gone {
    int64_t *at;
    size_t count, cap;
};

bool gone_read(struct gone *g, struct database *db);
bool gone_has(const struct gone *g, int64_t game);
