/* Writing the rows of one segment, in the order of the keys. */
#pragma once

#include "cli/archive/posting.h"

/* Starts zeroed but for `db` and `segment`, whose number is given to it. */
struct segment_writer {
    struct database *db;
    struct segment segment;
    struct tree_list list; /* for the caller */
    struct posting_writer postings;
    sqlite3_stmt *move;
};

bool segment_writer_begin(struct segment_writer *w);

/* The games that went on with a move from a position of the tree. */
bool segment_write_move(struct segment_writer *w, uint64_t key, zet_text move,
                        const struct tree_list *games);

/* A game that reached a position that few did: by its whole key, or by the first bits of it. */
bool segment_write_game(struct segment_writer *w, uint64_t key, int64_t game);
bool segment_write_posting(struct segment_writer *w, struct posting p);

/* Writes the row of the segment too. Frees all in any case. */
bool segment_writer_end(struct segment_writer *w);
