/* Sixteen bytes at a time on every processor: vectors of gcc and clang, compiled to the
   instructions available. */
#pragma once

#include <endian.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Loads eight bytes as a little-endian number. */
static inline uint64_t load_eight(const char *p) {
    uint64_t bytes;
    memcpy(&bytes, p, sizeof bytes);
    return le64toh(bytes);
}

typedef unsigned char bytes16 __attribute__((vector_size(16)));

enum { WIDE = sizeof(bytes16) };

static inline bytes16 wide_load(const char *p) {
    bytes16 v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline bytes16 wide_all(unsigned char c) {
    return (bytes16){c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c};
}

/* 0xFF where the byte is `c`, else 0. */
static inline bytes16 wide_is(bytes16 v, char c) {
    return (bytes16)(v == wide_all((unsigned char)c));
}

/* 0xFF where the byte is not printable ASCII. */
static inline bytes16 wide_unprintable(bytes16 v) {
    return (bytes16)(v - wide_all(' ') > wide_all('~' - ' '));
}

/* A bit for each byte that is set in the mask; the first byte is the lowest bit. */
static inline unsigned wide_bits(bytes16 mask) {
#ifdef __SSE2__
    typedef char chars16 __attribute__((vector_size(16)));
    return (unsigned)__builtin_ia32_pmovmskb128((chars16)mask);
#else
    unsigned bits = 0;
    for (unsigned i = 0; i < WIDE; i++)
        bits |= (mask[i] & 1U) << i;
    return bits;
#endif
}

static inline bool wide_any(bytes16 mask) {
#ifdef __SSE2__
    return wide_bits(mask) != 0;
#else
    uint64_t half[2];
    memcpy(half, &mask, sizeof half);
    return (half[0] | half[1]) != 0;
#endif
}

/* The index of the first byte that is set in the mask; requires one. */
static inline unsigned wide_first(bytes16 mask) {
#ifdef __SSE2__
    return (unsigned)__builtin_ctz(wide_bits(mask));
#else
    uint64_t half[2];
    memcpy(half, &mask, sizeof half);
    bool second = !half[0];
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (unsigned)__builtin_ctzll(half[second]) / 8 + 8 * second;
#else
    return (unsigned)__builtin_clzll(half[second]) / 8 + 8 * second;
#endif
#endif
}

/* The first byte between `p` and `end` that is `a`, `b` or `c`; or `end`. */
static inline const char *find_one_of(const char *p, const char *end, char a, char b, char c) {
    for (; end - p >= WIDE; p += WIDE) {
        bytes16 v = wide_load(p), found = wide_is(v, a) | wide_is(v, b) | wide_is(v, c);
        if (wide_any(found))
            return p + wide_first(found);
    }
    while (p < end && *p != a && *p != b && *p != c)
        p++;
    return p;
}

/* The first byte between `p` and `end` that is neither printable ASCII nor LF; or `end`. */
static inline const char *find_other(const char *p, const char *end) {
    for (; end - p >= WIDE; p += WIDE) {
        bytes16 v = wide_load(p), found = wide_unprintable(v) & ~wide_is(v, '\n');
        if (wide_any(found))
            return p + wide_first(found);
    }
    while (p < end && ((unsigned char)(*p - ' ') <= '~' - ' ' || *p == '\n'))
        p++;
    return p;
}

/* The first byte between `p` and `end` that is a quote, a backslash or not printable ASCII; or
   `end`. JSON strings contain all other bytes unchanged. */
static inline const char *find_json_sign(const char *p, const char *end) {
    for (; end - p >= WIDE; p += WIDE) {
        bytes16 v = wide_load(p);
        bytes16 found = wide_unprintable(v) | wide_is(v, '"') | wide_is(v, '\\');
        if (wide_any(found))
            return p + wide_first(found);
    }
    while (p < end && *p >= ' ' && *p < 0x7F && *p != '"' && *p != '\\')
        p++;
    return p;
}
