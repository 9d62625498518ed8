#include "formats/utf16.h"

#include "notation/base/unicode.h"

enum { UNIT = 2, PAIR = 4, CHARACTER_MAX = 4 };

/* Reads until `wanted` bytes are available, or the source ends. */
static void fill(struct utf16 *u, size_t wanted) {
    if (u->end - u->begin >= wanted)
        return;
    memmove(u->in, u->in + u->begin, u->end -= u->begin);
    u->begin = 0;
    while (u->end < wanted && !u->ended && !u->failed) {
        long n = u->read(u->context, (char *)u->in + u->end, sizeof u->in - u->end);
        u->ended = n == 0;
        u->failed = n < 0;
        u->end += n > 0 ? (size_t)n : 0;
    }
}

static uint32_t unit_at(const struct utf16 *u, size_t at) {
    const unsigned char *p = u->in + u->begin + at;
    return u->kind == UTF16_LITTLE ? (uint32_t)(p[0] | p[1] << 8) : (uint32_t)(p[1] | p[0] << 8);
}

/* Removes the next character; requires at least one byte. */
static uint32_t take(struct utf16 *u) {
    if (u->end - u->begin < UNIT) {
        u->begin = u->end;
        return REPLACEMENT_CHARACTER;
    }
    uint32_t high = unit_at(u, 0);
    u->begin += UNIT;
    if (high >> 11 != 0xD800 >> 11)
        return high;
    uint32_t low = u->end - u->begin >= UNIT ? unit_at(u, 0) : 0;
    if (high >= 0xDC00 || low >> 10 != 0xDC00 >> 10)
        return REPLACEMENT_CHARACTER;
    u->begin += UNIT;
    return 0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF);
}

/* The bytes 80 to 9F in Windows-1252; unassigned ones are as in Latin-1. */
static const uint16_t windows_1252[] = {
    0x20AC, 0x81,   0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021, 0x2C6,  0x2030, 0x160,
    0x2039, 0x152,  0x8D,   0x17D,  0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0x9D,   0x17E,  0x178};

/* The bytes 80 to FF in Windows-1250. */
static const uint16_t windows_1250[] = {
    0x20AC, 0x81,   0x201A, 0x83,   0x201E, 0x2026, 0x2020, 0x2021, 0x88,   0x2030, 0x160,  0x2039,
    0x15A,  0x164,  0x17D,  0x179,  0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x98,   0x2122, 0x161,  0x203A, 0x15B,  0x165,  0x17E,  0x17A,  0xA0,   0x2C7,  0x2D8,  0x141,
    0xA4,   0x104,  0xA6,   0xA7,   0xA8,   0xA9,   0x15E,  0xAB,   0xAC,   0xAD,   0xAE,   0x17B,
    0xB0,   0xB1,   0x2DB,  0x142,  0xB4,   0xB5,   0xB6,   0xB7,   0xB8,   0x105,  0x15F,  0xBB,
    0x13D,  0x2DD,  0x13E,  0x17C,  0x154,  0xC1,   0xC2,   0x102,  0xC4,   0x139,  0x106,  0xC7,
    0x10C,  0xC9,   0x118,  0xCB,   0x11A,  0xCD,   0xCE,   0x10E,  0x110,  0x143,  0x147,  0xD3,
    0xD4,   0x150,  0xD6,   0xD7,   0x158,  0x16E,  0xDA,   0x170,  0xDC,   0xDD,   0x162,  0xDF,
    0x155,  0xE1,   0xE2,   0x103,  0xE4,   0x13A,  0x107,  0xE7,   0x10D,  0xE9,   0x119,  0xEB,
    0x11B,  0xED,   0xEE,   0x10F,  0x111,  0x144,  0x148,  0xF3,   0xF4,   0x151,  0xF6,   0xF7,
    0x159,  0x16F,  0xFA,   0x171,  0xFC,   0xFD,   0x163,  0x2D9};

/* Whether bytes beside letters are those of Polish or Czech letters in Windows-1250, which are
   signs such as superscripts and inverted question marks in Windows-1252. */
static bool is_central(const struct utf16 *u) {
    static const char letters[] = "\xA3\xA5\xAF\xB3\xB9\xBF\xBE\xBC";
    size_t signs = 0;
    for (size_t i = u->begin + 1; i + 1 < u->end; i++) {
        char before = (char)u->in[i - 1], after = (char)u->in[i + 1];
        signs += u->in[i] >= 0x80 && strchr(letters, u->in[i]) && !is_digit(before) &&
                 (is_letter(before) || is_letter(after));
    }
    return signs > 0;
}

static uint32_t byte_at(const struct utf16 *u, size_t at) {
    unsigned char c = u->in[at];
    if (u->central && c >= 0x80)
        return windows_1250[c - 0x80];
    bool special = c >= 0x80 && c < 0xA0 && u->encoding != ENCODING_LATIN_1;
    return special ? windows_1252[c - 0x80] : c;
}

static uint32_t take_byte(struct utf16 *u) { return byte_at(u, u->begin++); }

/* Whether the first bytes cannot be UTF-8. They may end within a character. */
static bool is_legacy(struct utf16 *u) {
    bool ascii;
    struct text t = {(const char *)u->in + u->begin, u->end - u->begin};
    size_t fault = zi_utf8_check(t, &ascii);
    bool legacy = fault < t.len && (u->ended || fault + CHARACTER_MAX <= t.len);
    u->central = legacy && is_central(u);
    char head[HEAD_BYTES + CHARACTER_MAX];
    size_t length = 0;
    for (size_t i = u->begin; legacy && i < u->end && length < HEAD_BYTES; i++)
        length += zi_character_utf8(byte_at(u, i), head + length).len;
    return legacy && (!u->wants || u->wants((struct text){head, length}, u->out_of_memory));
}

/* Detects the encoding from the start of the stream. */
static void recognise(struct utf16 *u) {
    fill(u, UNIT);
    bool has = u->end - u->begin >= UNIT;
    u->kind = has && u->in[0] == 0xFF && u->in[1] == 0xFE   ? UTF16_LITTLE
              : has && u->in[0] == 0xFE && u->in[1] == 0xFF ? UTF16_BIG
                                                            : UTF16_NOT;
    u->begin += u->kind == UTF16_NOT ? 0 : UNIT;
    if (u->encoding > ENCODING_UTF_8) {
        u->kind = UTF16_BYTES;
        u->begin = 0;
    } else if (u->kind == UTF16_NOT && u->legacy && u->encoding == ENCODING_FOUND) {
        fill(u, sizeof u->in);
        u->kind = is_legacy(u) ? UTF16_BYTES : UTF16_NOT;
    }
}

static long read_bytes(struct utf16 *u, char *to, size_t size) {
    size_t n = u->end - u->begin < size ? u->end - u->begin : size;
    memcpy(to, u->in + u->begin, n);
    u->begin += n;
    return (long)n;
}

static long read_through(void *context, char *to, size_t size) {
    struct utf16 *u = context;
    size_t made = 0;
    if (u->kind == UTF16_NOT_KNOWN)
        recognise(u);
    if (u->kind == UTF16_NOT) {
        if (u->begin < u->end)
            return read_bytes(u, to, size);
        return u->failed ? -1 : u->ended ? 0 : u->read(u->context, to, size);
    }
    while (size - made >= CHARACTER_MAX) {
        fill(u, PAIR);
        if (u->failed || u->begin == u->end)
            break;
        made += zi_character_utf8(u->kind == UTF16_BYTES ? take_byte(u) : take(u), to + made).len;
    }
    return made ? (long)made : u->failed ? -1 : 0;
}

void zi_utf16_begin(struct utf16 *u, struct source *source, bool legacy) {
    *u = (struct utf16){.read = source->read,
                        .context = source->context,
                        .legacy = legacy,
                        .out_of_memory = &source->out_of_memory};
    source->read = read_through;
    source->context = u;
}
