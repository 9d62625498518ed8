/* Postings: which games reach a position. They are packed into buckets, rows of the table posting,
   which INDEX.md describes. */
#pragma once

#include <zet.h>

#include "cli/archive/bits.h"

enum { KEY_BITS_MIN = 16, KEY_BITS_MAX = 40, GAME_BITS_MAX = 40, SEGMENT_MAX = 1 << 22 };

/* A row of the table segment: how its postings are packed, and the games that it has. */
struct segment {
    int64_t id, first_game, last_game;
    int64_t games, postings;
    unsigned key_bits, rice;
    bool raw; /* it is to become part of another one: there is no tree, and positions that several
                 games reach have their keys and moves in their postings */
};

/* The first bits of a key, which a posting has. */
static inline uint64_t segment_key(const struct segment *s, uint64_t key) {
    return key >> (64 - s->key_bits);
}

/* Those of a bucket's first key, by the row's id. */
static inline uint64_t bucket_first(int64_t id) {
    return (uint64_t)id & ((UINT64_C(1) << KEY_BITS_MAX) - 1);
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

/* A game at a position. */
struct posting {
    uint64_t key; /* where not `whole`: its first bits, and zeros or others */
    int64_t game;
    const char *move; /* where `whole` */
    uint8_t result;   /* likewise */
    bool whole;
};

/* Rows of the tables posting and tree, in memory. Starts zeroed. */
struct packed_rows {
    struct packed_bucket {
        uint64_t first; /* the first bits of a key, which its id has */
        size_t at, size;
    } * bucket;
    size_t bucket_count, bucket_cap;
    struct packed_move {
        uint64_t key;
        size_t at, size, move; /* the list; the move's text, which is terminated */
        int64_t results[4];
    } * move;
    size_t move_count, move_cap;
    unsigned char *data;
    size_t used, cap;
};

void packed_rows_free(struct packed_rows *p);
void packed_rows_clear(struct packed_rows *p);

/* Appends a row, whose data are copied. False if memory runs out. */
bool packed_add_bucket(struct packed_rows *p, uint64_t first, zet_text data);
bool packed_add_move(struct packed_rows *p, struct packed_move row, zet_text move, zet_text list);

/* Packs a part of a segment, in the order of the keys' first bits. Starts zeroed. */
struct packer {
    struct segment segment; /* its `postings` are counted */
    struct packed_rows rows;
    struct bit_writer bits; /* of a bucket */
    size_t room;            /* bytes */
    uint64_t first, last;
    unsigned count;
};

/* Forgets the rows that it has. */
void packer_begin(struct packer *p, const struct segment *segment);
void packer_free(struct packer *p);

/* False if memory runs out. */
bool packer_add(struct packer *p, struct posting posting);

/* Ends the last bucket. */
bool packer_end(struct packer *p);

/* A bucket that is being read. */
enum { MOVE_BYTES = 512 }; /* of a posting's move, and its end */
struct bucket {
    const struct segment *segment;
    struct bit_reader bits;
    unsigned left;
    uint64_t last;
    char move[MOVE_BYTES];
};

/* `first`: the first bits of a key that the bucket begins with; the data must stay. */
void bucket_open(struct bucket *b, const struct segment *s, uint64_t first, zet_text data);

/* False at its end, or, with bits.failed, where it is damaged. The move is valid until the next
   call. */
bool bucket_next(struct bucket *b, struct posting *out);

/* What a game did at a position. */
struct arrival {
    int64_t game;
    uint64_t key;
    uint32_t move; /* where its text begins, which is terminated */
    uint8_t result;
};

struct arrivals {
    struct arrival *at;
    size_t count, cap;
    char *text;
    size_t text_used, text_cap;
};

/* False if memory runs out. */
bool arrivals_add_text(struct arrivals *l, zet_text text, uint32_t *at);
bool arrivals_add(struct arrivals *l, struct arrival a);
void arrivals_free(struct arrivals *l);

/* Appends the row of tree of a move from a position: the games that made it, which ascend. False
   if memory runs out. */
bool packer_add_move(struct packer *p, const struct arrival *at, size_t count, zet_text move);

/* As a row of tree has it: the number of games is that of its results. */
struct packed_list {
    const void *data;
    size_t size;
    int64_t count;
};

/* Appends what is packed, with that key and move. False if memory runs out or, with *damaged, it
   is damaged. */
bool tree_list_unpack(struct arrivals *l, const struct segment *s, const struct packed_list *in,
                      struct arrival as, bool *damaged);
