/* Numbers packed into bits, the highest bit of a byte first. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Bytes after the last bit that a writer may modify. */
enum { BITS_SLACK = 8 };

/* Writes into the caller's bytes, which must be zeroed. */
struct bit_writer {
    unsigned char *at;
    size_t used; /* in bits */
};

struct bit_reader {
    const unsigned char *at;
    size_t size, used; /* both in bits */
    bool failed;       /* it was read past the end */
};

/* Eight bytes as a big-endian number. */
static inline uint64_t bits_word(uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return __builtin_bswap64(word);
#else
    return word;
#endif
}

/* Writes the low `count` bits, at most 57. The caller ensures that there is room, with the
   slack. */
static inline void bits_put(struct bit_writer *w, uint64_t value, unsigned count) {
    unsigned char *at = w->at + w->used / 8;
    uint64_t word = count ? value << (64 - count) >> w->used % 8 : 0;
    word = bits_word(word | (uint64_t)*at << 56);
    memcpy(at, &word, sizeof word);
    w->used += count;
}

/* At least the next 57 bits, left-aligned; zeros after the end. */
static inline uint64_t bits_peek(const struct bit_reader *r) {
    uint64_t word = 0;
    size_t at = r->used / 8, left = r->size / 8 - at;
    if (left >= sizeof word)
        memcpy(&word, r->at + at, sizeof word);
    else
        memcpy(&word, r->at + at, left);
    return bits_word(word) << r->used % 8;
}

static inline uint64_t bits_get(struct bit_reader *r, unsigned count) {
    if (count > r->size - r->used) {
        r->failed = true;
        return 0;
    }
    uint64_t value = count ? bits_peek(r) >> (64 - count) : 0;
    r->used += count;
    return value;
}

/* A Rice code: the quotient by 2^k in unary (ones and a zero), and the remainder in k bits. A long
   run of ones, which is rare, is cut at BITS_ONES and followed by the number itself. */
enum { BITS_ONES = 24, BITS_WHOLE = 57 };

static inline size_t bits_rice_size(uint64_t value, unsigned k) {
    return value >> k < BITS_ONES ? (size_t)(value >> k) + 1 + k : BITS_ONES + BITS_WHOLE;
}

static inline void bits_put_rice(struct bit_writer *w, uint64_t value, unsigned k) {
    if (value >> k < BITS_ONES) {
        bits_put(w, (UINT64_C(1) << ((value >> k) + 1)) - 2, (unsigned)(value >> k) + 1);
        bits_put(w, value, k);
    } else {
        bits_put(w, (UINT64_C(1) << BITS_ONES) - 1, BITS_ONES);
        bits_put(w, value, BITS_WHOLE);
    }
}

static inline uint64_t bits_get_rice(struct bit_reader *r, unsigned k) {
    uint64_t next = ~bits_peek(r);
    unsigned ones = next ? (unsigned)__builtin_clzll(next) : BITS_ONES;
    if (ones >= BITS_ONES) {
        bits_get(r, BITS_ONES);
        return bits_get(r, BITS_WHOLE);
    }
    bits_get(r, ones + 1);
    uint64_t rest = bits_get(r, k);
    return (uint64_t)ones << k | rest;
}
