#include "cli/archive/pieces.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A piece of PIECE_BYTES may have thousands of records with rows of 300 bytes each. */
enum { PIECE_BYTES = PIECE_MOST / 32, WINDOW_BYTES = PIECE_MOST };

/* Hashing, in four lanes that the processor computes in parallel. */

#define LANE_FACTOR UINT64_C(0x9fb21c651e98df25)

static inline uint64_t turn(uint64_t x, unsigned by) { return x << by | x >> (64 - by); }

static void hash_block(struct running_hash *h, const char *bytes) {
    for (unsigned i = 0; i < 4; i++) {
        uint64_t word;
        memcpy(&word, bytes + i * sizeof word, sizeof word);
        h->lane[i] = turn((h->lane[i] ^ word) * LANE_FACTOR, 29) + word;
    }
}

static void hash_bytes(struct running_hash *h, const char *bytes, size_t size) {
    size_t have = h->length % sizeof h->rest;
    h->length += size;
    if (have) {
        size_t take = sizeof h->rest - have < size ? sizeof h->rest - have : size;
        memcpy(h->rest + have, bytes, take);
        bytes += take;
        size -= take;
        if (have + take < sizeof h->rest)
            return;
        hash_block(h, (const char *)h->rest);
    }
    for (; size >= sizeof h->rest; bytes += sizeof h->rest, size -= sizeof h->rest)
        hash_block(h, bytes);
    memcpy(h->rest, bytes, size);
}

uint64_t running_hash_end(const struct running_hash *h) {
    struct running_hash end = *h;
    uint64_t sum = end.length * LANE_FACTOR;
    memset(end.rest + end.length % sizeof end.rest, 0,
           sizeof end.rest - end.length % sizeof end.rest);
    hash_block(&end, (const char *)end.rest);
    for (unsigned i = 0; i < 4; i++)
        sum = turn((sum ^ end.lane[i]) * LANE_FACTOR, 31) ^ sum >> 29;
    return sum;
}

/* Reads `size` bytes, or fewer at the end of the file. Returns -1 with errno. */
static long read_at(int descriptor, char *to, size_t size, uint64_t at) {
    size_t have = 0;
    while (have < size) {
        ssize_t got = pread(descriptor, to + have, size - have, (off_t)(at + have));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (!got)
            break;
        have += (size_t)got;
    }
    return (long)have;
}

bool file_hash(int descriptor, uint64_t from, uint64_t to, struct running_hash *h) {
    char *buffer = malloc(WINDOW_BYTES);
    bool done = buffer != NULL;
    for (uint64_t at = from; at < to && done;) {
        size_t wanted = to - at < WINDOW_BYTES ? (size_t)(to - at) : WINDOW_BYTES;
        long got = read_at(descriptor, buffer, wanted, at);
        if (got == 0)
            errno = ENODATA;
        done = got > 0;
        if (done)
            hash_bytes(h, buffer, (size_t)got);
        at += done ? (uint64_t)got : 0;
    }
    free(buffer);
    return done;
}

/* Pieces. */

bool pieces_begin(struct pieces *p, int descriptor, uint64_t size, uint64_t at,
                  const struct running_hash *before) {
    *p = (struct pieces){.descriptor = descriptor,
                         .at = at,
                         .size = size,
                         .hash = *before,
                         .buffer = malloc(WINDOW_BYTES)};
    return p->buffer != NULL;
}

void pieces_end(struct pieces *p) { free(p->buffer); }

/* Whether the document at the line `---` at `at` includes nothing before it, such as comments or
   directives. The line before it shows this, unless it is blank or one of these. */
static bool is_cut(const char *text, size_t at) {
    size_t end = at - 1, begin = end;
    while (begin && text[begin - 1] != '\n')
        begin--;
    size_t first = begin;
    while (first < end && strchr(" \t\r", text[first]))
        first++;
    return begin && first < end && text[first] != '#' && text[begin] != '%';
}

/* Where the next piece can begin in the window, after `from`; 0 if nowhere. */
static size_t find_cut(const char *text, size_t size, size_t from) {
    static const char mark[] = "\n---";
    for (size_t at = from; at < size;) {
        const char *found = memmem(text + at, size - at, mark, sizeof mark - 1);
        if (!found)
            return 0;
        at = (size_t)(found - text) + 1;
        if (is_cut(text, at))
            return at;
    }
    return 0;
}

bool pieces_next(struct pieces *p, uint64_t *from, uint64_t *to) {
    if (p->at >= p->size || p->failed)
        return false;
    long got = 0;
    size_t cut = 0;
    for (size_t window = PIECE_BYTES * 2; !cut && window <= WINDOW_BYTES; window *= 4) {
        size_t wanted = p->size - p->at < window ? (size_t)(p->size - p->at) : window;
        got = read_at(p->descriptor, p->buffer, wanted, p->at);
        p->failed = got <= 0;
        if (p->failed)
            return false;
        cut = wanted > PIECE_BYTES ? find_cut(p->buffer, (size_t)got, PIECE_BYTES) : 0;
        if (wanted < window)
            break;
    }
    hash_bytes(&p->hash, p->buffer, cut ? cut : (size_t)got);
    p->failed = !cut && !file_hash(p->descriptor, p->at + (uint64_t)got, p->size, &p->hash);
    *from = p->at;
    *to = p->at = cut ? p->at + cut : p->size;
    return !p->failed;
}
