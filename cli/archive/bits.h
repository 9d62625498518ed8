/* Numbers packed into bits, the highest bit of a byte first. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes into bytes that the caller has; they come zeroed. */
struct bit_writer {
    unsigned char *at;
    size_t size, used; /* both in bits */
};

struct bit_reader {
    const unsigned char *at;
    size_t size, used;
    bool failed; /* it was read past the end */
};

/* The low `count` bits, at most 57. The caller has looked that there is room. */
static inline void bits_put(struct bit_writer *w, uint64_t value, unsigned count) {
    while (count) {
        unsigned left = 8 - (unsigned)(w->used % 8), take = count < left ? count : left;
        unsigned part = (unsigned)(value >> (count - take)) & ((1U << take) - 1);
        w->at[w->used / 8] |= (unsigned char)(part << (left - take));
        w->used += take;
        count -= take;
    }
}

/* A Rice code: the number in steps of 2^k, a one for each and a zero, and the rest in k bits. A
   long row of ones, which a few numbers have only, is cut at BITS_ONES and followed by the number
   itself. */
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

static inline uint64_t bits_get(struct bit_reader *r, unsigned count) {
    uint64_t value = 0;
    if (count > r->size - r->used) {
        r->failed = true;
        return 0;
    }
    while (count) {
        unsigned left = 8 - (unsigned)(r->used % 8), take = count < left ? count : left;
        unsigned byte = r->at[r->used / 8];
        value = value << take | (byte >> (left - take) & ((1U << take) - 1));
        r->used += take;
        count -= take;
    }
    return value;
}

static inline uint64_t bits_get_rice(struct bit_reader *r, unsigned k) {
    uint64_t ones = 0;
    while (ones < BITS_ONES && bits_get(r, 1))
        ones++;
    return ones < BITS_ONES ? ones << k | bits_get(r, k) : bits_get(r, BITS_WHOLE);
}
