/* Keys of positions: 64 bits, the exclusive-or of one value for each content of a cell, so a move
 * changes a key in a few operations. */
#pragma once

#include <stdint.h>

/* The finisher of splitmix64: each bit of the input changes about half of the output bits. */
static inline uint64_t key_mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return x ^ x >> 31;
}

/* The value of `content` at `where`; content 0 is never used. */
static inline uint64_t key_of(unsigned where, unsigned content) {
    return key_mix((uint64_t)content << 32 | where);
}

#define KEY_TURN 0x5851f42d4c957f2dU

/* key_of as a constant expression, and a table row for sixteen values of `where` from `w`. */
#define KEY_STEP1(x) (((x) ^ (x) >> 30) * 0xbf58476d1ce4e5b9U)
#define KEY_STEP2(x) (((x) ^ (x) >> 27) * 0x94d049bb133111ebU)
#define KEY_STEP3(x) ((x) ^ (x) >> 31)
#define KEY_CONSTANT(w, content)                                                                   \
    KEY_STEP3(KEY_STEP2(KEY_STEP1(((uint64_t)(content) << 32 | (w)) + 0x9e3779b97f4a7c15U)))
#define KEYS_4(w, c)                                                                               \
    KEY_CONSTANT(w, c), KEY_CONSTANT((w) + 1U, c), KEY_CONSTANT((w) + 2U, c),                      \
        KEY_CONSTANT((w) + 3U, c)
#define KEYS_16(w, c) KEYS_4(w, c), KEYS_4((w) + 4U, c), KEYS_4((w) + 8U, c), KEYS_4((w) + 12U, c)
#define KEYS_64(w, c)                                                                              \
    KEYS_16(w, c), KEYS_16((w) + 16U, c), KEYS_16((w) + 32U, c), KEYS_16((w) + 48U, c)

/* For all cells of one level. */
#define KEYS_256(w, c)                                                                             \
    KEYS_64(w, c), KEYS_64((w) + 64U, c), KEYS_64((w) + 128U, c), KEYS_64((w) + 192U, c)
