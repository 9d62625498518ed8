/* Postings: which games reach a position. They are packed into buckets, rows of the table posting,
   which INDEX.md describes. */
#pragma once

#include "cli/archive/bits.h"
#include "cli/archive/database.h"

enum { KEY_BITS_MIN = 16, KEY_BITS_MAX = 40, GAME_BITS_MAX = 40, SEGMENT_MAX = 1 << 22 };

/* A row of the table segment: how its postings are packed, and the games that it has. */
struct segment {
    int64_t id, first_game, last_game;
    int64_t games, postings;
    unsigned key_bits, rice;
    bool raw; /* its tree has positions of two games and more; else of TREE_GAMES */
};

/* The first bits of a key, which a posting has. */
static inline uint64_t segment_key(const struct segment *s, uint64_t key) {
    return key >> (64 - s->key_bits);
}

/* A key as the table has it: keys in the order of numbers with a sign. */
static inline int64_t tree_key(uint64_t key) { return (int64_t)(key ^ UINT64_C(1) << 63); }
static inline uint64_t tree_key_of(int64_t stored) { return (uint64_t)stored ^ UINT64_C(1) << 63; }

/* The least k with 2^k > value. */
unsigned bits_of(uint64_t value);

/* The key_bits for so many postings: one in 4 to 8 keys that have none meets one of another key. */
unsigned segment_key_bits(uint64_t postings);

/* Sets `rice` for about so many postings. */
void segment_pack(struct segment *s, uint64_t postings);

struct posting {
    uint64_t key; /* segment_key */
    int64_t game;
};

/* Writes postings in the order of their keys. Starts zeroed but for `db` and `segment`. */
struct posting_writer {
    struct database *db;
    struct segment *segment; /* its `postings` are counted */
    sqlite3_stmt *insert;
    struct bit_writer bits;
    size_t room; /* bytes */
    uint64_t first, last;
    unsigned count;
};

bool posting_write(struct posting_writer *w, struct posting p);
bool posting_writer_end(struct posting_writer *w);

/* A bucket that is being read. */
struct bucket {
    const struct segment *segment;
    struct bit_reader bits;
    unsigned left;
    uint64_t last;
};

/* Of a row of posting: its id and data, which must stay. */
struct bucket bucket_open(const struct segment *s, sqlite3_stmt *row);

/* False at its end, or, with bits.failed, where it is damaged. */
bool bucket_next(struct bucket *b, struct posting *out);

/* The games and their results after a move from a position, packed: the column `list` of tree. */
struct tree_game {
    int64_t game;
    uint8_t result;
};

struct tree_list {
    struct tree_game *at; /* ascending */
    size_t count, cap;
};

bool tree_list_add(struct tree_list *l, struct tree_game game);

/* Packs the list. To be freed; NULL where memory runs out. */
unsigned char *tree_list_pack(const struct tree_list *l, int64_t first_game, size_t *size);

/* As a row of tree has it: the number of games is that of its results. */
struct packed_list {
    const void *data;
    size_t size;
    int64_t count;
};

/* Appends what is packed. False where memory runs out or, with *damaged, it is damaged. */
bool tree_list_unpack(struct tree_list *l, const struct segment *s, const struct packed_list *in,
                      bool *damaged);
