/* Keys of positions: 64 bits in which every content of every cell counts on its own, so that a move
   changes a key with a few exclusive-ors. */
#ifndef ZET_VALIDATORS_GAMES_KEY_H
#define ZET_VALIDATORS_GAMES_KEY_H

#include <stdint.h>

/* The finisher of splitmix64: every bit of the input moves about half of the output's. */
static inline uint64_t key_mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return x ^ x >> 31;
}

/* `content` at `where`; nothing (content 0) is never asked for. */
static inline uint64_t key_of(unsigned where, unsigned content) {
    return key_mix((uint64_t)content << 32 | where);
}

#define KEY_TURN 0x5851f42d4c957f2dU

#endif
