#include "validators/diagrams/page_pack.h"

#include <stdlib.h>

#include "notation/base/unicode.h"
#include "notation/base/value.h"

enum {
    HASHES = 1 << 13,
    PLACES = 1 << 14, /* more than PACK_WINDOW */
    TRIES = 128,
    ENOUGH = 600, /* no longer match is looked for */
    LEADS = sizeof PACK_LEADS - 1,
    SHORT_MAX = PACK_LEAST + LEADS - 2,
    LENGTH_MAX = PACK_LEAST + PACK_WINDOW
};

/* Places in the text by the hash of the bytes that begin there: the last place of each hash, and
   for each place the one before it with the same hash. Places count from 1; 0 is none. */
struct packer {
    struct text t;
    uint32_t last[HASHES], before[PLACES];
};

static unsigned hash_at(const struct packer *p, size_t at) {
    const unsigned char *c = (const unsigned char *)p->t.at + at;
    uint32_t four = c[0] | (uint32_t)c[1] << 8 | (uint32_t)c[2] << 16 | (uint32_t)c[3] << 24;
    return four * 2654435761U >> 19; /* the upper 13 bits */
}

static void add_place(struct packer *p, size_t at) {
    if (p->t.len - at < PACK_LEAST)
        return;
    unsigned hash = hash_at(p, at);
    p->before[at % PLACES] = p->last[hash];
    p->last[hash] = (uint32_t)at + 1;
}

static size_t same_length(const struct packer *p, size_t a, size_t b) {
    size_t most = p->t.len - b < LENGTH_MAX ? p->t.len - b : LENGTH_MAX, n = 0;
    while (n < most && p->t.at[a + n] == p->t.at[b + n])
        n++;
    return n;
}

/* How long the text at `at` is the same as one that begins before it, and how far before. */
static size_t find_match(const struct packer *p, size_t at, size_t *distance) {
    size_t best = 0, older = at;
    if (p->t.len - at < PACK_LEAST)
        return 0;
    size_t place = p->last[hash_at(p, at)];
    for (int tries = TRIES; place && tries && best < ENOUGH; tries--) {
        size_t from = place - 1;
        if (from >= older || at - from > PACK_WINDOW)
            break;
        size_t n = same_length(p, from, at);
        if (n > best) {
            best = n;
            *distance = at - from;
        }
        older = from;
        place = p->before[from % PLACES];
    }
    return best;
}

static void write_digits(struct buffer *out, size_t n) {
    const size_t digits[] = {n / PACK_BASE, n % PACK_BASE};
    for (size_t i = 0; i < 2; i++) {
        char c = (char)('!' + digits[i]);
        buffer_char(out, (char)(c < '<' ? c : c + 1));
    }
}

static void write_reference(struct buffer *out, size_t length, size_t distance) {
    if (length <= SHORT_MAX) {
        buffer_char(out, PACK_LEADS[length - PACK_LEAST]);
    } else {
        buffer_char(out, PACK_LEADS[LEADS - 1]);
        write_digits(out, length - PACK_LEAST);
    }
    write_digits(out, distance);
}

static void write_packed(struct buffer *out, struct packer *p) {
    size_t at = 0;
    while (at < p->t.len) {
        size_t distance = 0, next = 0, n = find_match(p, at, &distance);
        add_place(p, at);
        if (n >= PACK_LEAST && n < ENOUGH && at + 1 < p->t.len &&
            find_match(p, at + 1, &next) > n + 1)
            n = 0; /* a character as it is, and then the longer match */
        if (n < PACK_LEAST) {
            buffer_char(out, p->t.at[at++]);
            continue;
        }
        write_reference(out, n, distance);
        for (size_t end = at++ + n; at < end; at++)
            add_place(p, at);
    }
}

static void write_escape(struct buffer *out, uint32_t unit) {
    static const char digits[] = "0123456789abcdef";
    buffer_string(out, "\\u");
    for (int shift = 12; shift >= 0; shift -= 4)
        buffer_char(out, digits[unit >> shift & 15]);
}

static void escape(struct buffer *out, struct text json) {
    while (json.len) {
        uint32_t c;
        struct text character = zet_character_next(&json, &c);
        if (c >= 0x10000) {
            write_escape(out, 0xD7C0 + (c >> 10));
            write_escape(out, 0xDC00 + (c & 0x3FF));
        } else if (c >= 0x80 || (c && strchr(PACK_LEADS, (int)c))) {
            write_escape(out, c);
        } else {
            buffer_text(out, character);
        }
    }
}

void zet_page_pack(struct buffer *out, struct text json) {
    struct buffer plain = {0};
    struct packer *p = calloc(1, sizeof *p);
    escape(&plain, json);
    if (p && !plain.failed) {
        p->t = buffered(&plain);
        buffer_add(out, p->t.len, " ");
        write_packed(out, p);
    }
    out->failed |= !p || plain.failed;
    free(p);
    zet_buffer_free(&plain);
}
