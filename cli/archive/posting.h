/* Postings record which games reach a position. They are packed into buckets, which are rows of the
   table posting (see INDEX.md). */
#pragma once

#include <zet.h>

#include "cli/archive/bits.h"

enum {
    KEY_BITS_MIN = 16,
    KEY_BITS_MAX = 40,
    KEY_BITS_RAW = 32,
    GAME_BITS_MAX = 40,
    SEGMENT_MAX = 1 << 22
};

/* A row of the table segment: the packing of its postings, and its games. */
struct segment {
    int64_t id, first_game, last_game;
    int64_t games, postings;
    unsigned key_bits, rice;
    bool raw; /* it will be merged: there is no tree, and postings of positions that several games
                 reach include their keys and moves */
};

/* The first bits of a key, which its posting stores. */
static inline uint64_t segment_key(const struct segment *s, uint64_t key) {
    return key >> (64 - s->key_bits);
}

/* The first bits of a bucket's first key, from the row's id. */
static inline uint64_t bucket_first(int64_t id) {
    return (uint64_t)id & ((UINT64_C(1) << KEY_BITS_MAX) - 1);
}

/* Maps keys to signed numbers of the same order, and back. */
static inline int64_t tree_key(uint64_t key) { return (int64_t)(key ^ UINT64_C(1) << 63); }
static inline uint64_t tree_key_of(int64_t stored) { return (uint64_t)stored ^ UINT64_C(1) << 63; }

/* The least k with 2^k > value. */
unsigned bits_of(uint64_t value);

/* The key_bits for this many postings: 1 in 4 to 8 absent keys then matches another key's bits. */
unsigned segment_key_bits(uint64_t postings);

/* Sets `rice` for about this many postings. */
void segment_pack(struct segment *s, uint64_t postings);

/* A game at a position. */
struct posting {
    uint64_t key; /* unless `whole`: its first bits, then arbitrary bits */
    int64_t game;
    const char *move; /* if `whole` */
    uint8_t result;   /* likewise */
    bool whole;
};

/* Rows of the tables posting and tree, in memory. Starts zeroed. */
struct packed_rows {
    struct packed_bucket {
        uint64_t first; /* the first bits of a key, as in its id */
        size_t at, size;
    } * bucket;
    size_t bucket_count, bucket_cap;
    struct packed_move {
        uint64_t key;
        size_t at, size, move; /* the list; the move's terminated text */
        int64_t results[4];
    } * move;
    size_t move_count, move_cap;
    unsigned char *data;
    size_t used, cap;
};

/* Packs a part of a segment, in the order of the keys' first bits. Starts zeroed. */
struct packer {
    struct segment segment; /* packing counts its `postings` */
    struct packed_rows rows;
    struct bit_writer bits; /* of a bucket */
    size_t room;            /* bytes */
    uint64_t first, last;
    unsigned count;
};

/* Removes its rows. */
void packer_begin(struct packer *p, const struct segment *segment);
void packer_free(struct packer *p);

/* Returns false if memory runs out. */
bool packer_add(struct packer *p, struct posting posting);

/* Ends the last bucket. */
bool packer_end(struct packer *p);

/* A bucket that is being read. */
enum { MOVE_BYTES = 512 }; /* of a posting's move, terminator included */
struct bucket {
    const struct segment *segment;
    struct bit_reader bits;
    unsigned left;
    uint64_t last;
    char move[MOVE_BYTES];
};

/* `first`: the first bits of the bucket's first key. The data must stay valid. */
void bucket_open(struct bucket *b, const struct segment *s, uint64_t first, zet_text data);

/* Returns false at the end, or, with bits.failed, if it is damaged. The move is valid until the
   next call. */
bool bucket_next(struct bucket *b, struct posting *out);

/* A game's visit to a position. */
struct arrival {
    int64_t game;
    uint64_t key;
    uint32_t move; /* offset of its terminated text, or MOVE_UNKNOWN */
    uint8_t result;
};

/* The `move` of a posting that is not whole. */
#define MOVE_UNKNOWN UINT32_MAX

struct arrivals {
    struct arrival *at;
    size_t count, cap;
    char *text;
    size_t text_used, text_cap;
};

/* Returns false if memory runs out. */
bool arrivals_add_text(struct arrivals *l, zet_text text, uint32_t *at);
bool arrivals_add(struct arrivals *l, struct arrival a);
void arrivals_free(struct arrivals *l);

/* Appends the tree row of a move from a position, with the games that played it in ascending order.
   Returns false if memory runs out. */
bool packer_add_move(struct packer *p, const struct arrival *at, size_t count, zet_text move);

/* A list from a tree row; its number of games is the sum of the results. */
struct packed_list {
    const void *data;
    size_t size;
    int64_t count;
};

/* Appends the packed games, with the key and move of `as`. Returns false if memory runs out or,
   with *damaged, if the list is damaged. */
bool tree_list_unpack(struct arrivals *l, const struct segment *s, const struct packed_list *in,
                      struct arrival as, bool *damaged);
