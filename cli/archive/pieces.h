/* A file cut into pieces that are read on their own, and the hash of what was passed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The hash of a stream of bytes, of which any beginning has one too. Starts zeroed. */
struct running_hash {
    uint64_t lane[4];
    unsigned char rest[32];
    uint64_t length;
};

void running_hash_add(struct running_hash *h, const char *bytes, size_t size);
uint64_t running_hash_end(const struct running_hash *h);

/* Adds the bytes of an open file up to `to`. False, with errno, where they cannot be read; ENODATA:
   there are fewer. */
bool file_hash(int descriptor, uint64_t from, uint64_t to, struct running_hash *h);

/* Goes through a file. A piece begins with a line `---` that begins a document, whatever comes
   before it, or is the first one. */
struct pieces {
    int descriptor;
    uint64_t at, size;        /* where the next piece begins; of the file */
    struct running_hash hash; /* of all up to there */
    char *buffer;
    bool failed; /* with errno */
};

/* Begins at `at`, of which the hash is that of what was before. False if memory runs out. */
bool pieces_begin(struct pieces *p, int descriptor, uint64_t size, uint64_t at,
                  const struct running_hash *before);
void pieces_end(struct pieces *p);

/* The next piece: where it begins and ends. False at the end, or when it failed. A piece has at
   most PIECE_MOST bytes, or is the rest of the file, however long, where no place to cut it was
   found. */
enum { PIECE_MOST = 1024 * 1024 };
bool pieces_next(struct pieces *p, uint64_t *from, uint64_t *to);
