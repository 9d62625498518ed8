/* Sixteen bytes at a time, on every processor: vectors of gcc and clang, which become the
   instructions that there are. */
#pragma once

#include <endian.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Eight bytes as a number, the first one lowest. */
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

/* A bit for each byte of the mask that is set, the first in the lowest. */
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

/* The first byte of the mask that is set; requires one. */
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

/* Whether `n` bytes are the same. Where they are few, this is faster than memcmp. */
static inline bool wide_same(const char *a, const char *b, size_t n) {
    uint64_t eight[4];
    uint32_t four[4];
    if (n >= WIDE) {
        const char *last = a + n - WIDE;
        bytes16 other = wide_load(last) ^ wide_load(b + n - WIDE);
        for (; a < last; a += WIDE, b += WIDE)
            other |= wide_load(a) ^ wide_load(b);
        return !wide_any((bytes16)(other != wide_all(0)));
    }
    if (n >= sizeof *eight) {
        memcpy(eight, a, sizeof *eight);
        memcpy(eight + 1, b, sizeof *eight);
        memcpy(eight + 2, a + n - sizeof *eight, sizeof *eight);
        memcpy(eight + 3, b + n - sizeof *eight, sizeof *eight);
        return !((eight[0] ^ eight[1]) | (eight[2] ^ eight[3]));
    }
    if (n >= sizeof *four) {
        memcpy(four, a, sizeof *four);
        memcpy(four + 1, b, sizeof *four);
        memcpy(four + 2, a + n - sizeof *four, sizeof *four);
        memcpy(four + 3, b + n - sizeof *four, sizeof *four);
        return !((four[0] ^ four[1]) | (four[2] ^ four[3]));
    }
    while (n && *a == *b)
        a++, b++, n--;
    return !n;
}

/* How many bytes of `p` to `end` are `c`. */
static inline size_t wide_count(const char *p, const char *end, char c) {
    size_t count = 0;
    while (end - p >= WIDE) {
        bytes16 some = {0};
        for (unsigned i = 0; i < UINT8_MAX && end - p >= WIDE; i++, p += WIDE)
            some -= wide_is(wide_load(p), c);
        for (unsigned i = 0; i < WIDE; i++)
            count += some[i];
    }
    for (; p < end; p++)
        count += *p == c;
    return count;
}

/* The first byte of `p` to `end` that is one of the three, or `end`. */
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

/* The first byte of `p` to `end` that is `c`, or `end`. Where it is near, this is faster than
   memchr. */
static inline const char *find_char(const char *p, const char *end, char c) {
    return find_one_of(p, end, c, c, c);
}

/* The same where it is most likely 16 to 64 bytes away: the number of steps cannot be predicted, so
   that there is one. */
static inline const char *find_char_in_row(const char *p, const char *end, char c) {
    enum { STEP = 64 };
    for (; end - p >= STEP; p += STEP) {
        uint64_t found = 0;
        for (unsigned i = 0; i < STEP; i += WIDE)
            found |= (uint64_t)wide_bits(wide_is(wide_load(p + i), c)) << i;
        if (found)
            return p + __builtin_ctzll(found);
    }
    return find_char(p, end, c);
}

/* Past bytes from `p` on that are ASCII; fewer than sixteen of them may be left. */
static inline const char *skip_ascii(const char *p, const char *end) {
    const bytes16 high = wide_all(0x80);
    for (; end - p >= 4 * WIDE; p += 4 * WIDE) {
        bytes16 any = wide_load(p) | wide_load(p + WIDE);
        any |= wide_load(p + 2 * WIDE) | wide_load(p + 3 * WIDE);
        if (wide_any(any & high))
            break;
    }
    while (end - p >= WIDE && !wide_any(wide_load(p) & high))
        p += WIDE;
    return p;
}

/* The first byte of `p` to `end` that does not stand for itself in a JSON string of UTF-8: a quote,
   a backslash or a control; or `end`. */
static inline const char *find_json_sign(const char *p, const char *end) {
    for (; end - p >= WIDE; p += WIDE) {
        bytes16 v = wide_load(p);
        bytes16 found = (bytes16)(v < wide_all(' ')) | wide_is(v, '"') | wide_is(v, '\\');
        if (wide_any(found))
            return p + wide_first(found);
    }
    while (p < end && (unsigned char)*p >= ' ' && *p != '"' && *p != '\\')
        p++;
    return p;
}
