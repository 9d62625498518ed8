/* Cuts a file into pieces that are read independently, and hashes the bytes passed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The hash of a byte stream, which is available at any point. Starts zeroed. */
struct running_hash {
    uint64_t lane[4];
    unsigned char rest[32];
    uint64_t length;
};

uint64_t running_hash_end(const struct running_hash *h);

/* Adds the bytes of an open file up to `to`. Returns false, with errno, if they cannot be read;
   ENODATA: the file is shorter. */
bool file_hash(int descriptor, uint64_t from, uint64_t to, struct running_hash *h);

/* Iterates over a file. Each piece but the first begins with a line `---` that begins a document
   regardless of what precedes it. */
struct pieces {
    int descriptor;
    uint64_t at, size;        /* start of the next piece; size of the file */
    struct running_hash hash; /* of all bytes up to there */
    char *buffer;
    bool failed; /* with errno */
};

/* Begins at `at`; `before` is the hash of the bytes up to there. False if out of memory. */
bool pieces_begin(struct pieces *p, int descriptor, uint64_t size, uint64_t at,
                  const struct running_hash *before);
void pieces_end(struct pieces *p);

/* Gets the bounds of the next piece. Returns false at the end or on failure. A piece has at most
   PIECE_MOST bytes, or is the rest of the file, of any length, if no place to cut it was found. */
enum { PIECE_MOST = 1024 * 1024 };
bool pieces_next(struct pieces *p, uint64_t *from, uint64_t *to);
