/* JSON strings. */
#include "notation/base/json_out.h"
#include "notation/base/unicode.h"
#include "notation/base/wide.h"

/* Bytes that stand for themselves in a string. */
static size_t plain_length(struct text t) {
    size_t n = 0;
    while (n < t.len && t.at[n] >= ' ' && t.at[n] < 0x7F && t.at[n] != '"' && t.at[n] != '\\')
        n++;
    return n;
}

/* `digits`: of hexadecimal numbers. */
static void escape_byte(struct buffer *out, unsigned char c, const char *digits) {
    const char control[] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
    const char quoted[] = {'\\', (char)c};
    if (c == '"' || c == '\\')
        buffer_text(out, (struct text){quoted, sizeof quoted});
    else
        buffer_text(out, (struct text){control, sizeof control});
}

/* What is not a byte of ASCII. */
static void escape_character(struct buffer *out, struct text character, uint32_t c,
                             const char *digits) {
    const char escaped[] = {
        '\\', 'u', digits[c >> 12 & 15], digits[c >> 8 & 15], digits[c >> 4 & 15], digits[c & 15]};
    if (c < 0xA0 || zi_character_turns(c))
        buffer_text(out, (struct text){escaped, sizeof escaped});
    else
        buffer_text(out, character.len > 1 ? character : REPLACEMENT_TEXT);
}

void zi_json_escape(struct buffer *out, struct text t) {
    while (t.len) {
        size_t plain = plain_length(t);
        buffer_text(out, (struct text){t.at, plain});
        t = (struct text){t.at + plain, t.len - plain};
        if (!t.len)
            return;
        uint32_t c;
        struct text character = zi_character_next(&t, &c);
        if (c < 0x80)
            escape_byte(out, (unsigned char)c, "0123456789abcdef");
        else
            escape_character(out, character, c, "0123456789abcdef");
    }
}

/* The bytes that a string cannot hold as they are, or that begin a character of which that may be
   so. */
static inline bytes16 signs_of(bytes16 v) {
    return (bytes16)(v < wide_all(' ')) | wide_is(v, '"') | wide_is(v, '\\') | wide_is(v, '\xC2') |
           wide_is(v, '\xD8') | wide_is(v, '\xE2');
}

/* The first of them from `p` to `end`; or `end`. */
static const char *find_sign(const char *p, const char *end) {
    char last[WIDE];
    for (; end - p >= WIDE; p += WIDE) {
        bytes16 found = signs_of(wide_load(p));
        if (wide_any(found))
            return p + wide_first(found);
    }
    memset(last, ' ', sizeof last);
    memcpy(last, p, (size_t)(end - p));
    bytes16 found = signs_of(wide_load(last));
    return wide_any(found) ? p + wide_first(found) : end;
}

void zi_json_string_short(struct buffer *out, struct text t) {
    static const char shorts[] = "btnvfr"; /* from backspace on */
    buffer_char(out, '"');
    while (t.len) {
        const char *sign = find_sign(t.at, t.at + t.len);
        buffer_text(out, (struct text){t.at, (size_t)(sign - t.at)});
        t = (struct text){sign, t.len - (size_t)(sign - t.at)};
        if (!t.len)
            break;
        uint32_t c;
        struct text character = zi_character_next(&t, &c);
        if (c >= '\b' && c <= '\r' && c != '\v') {
            buffer_char(out, '\\');
            buffer_char(out, shorts[c - '\b']);
        } else if (c < 0x80) {
            escape_byte(out, (unsigned char)c, "0123456789ABCDEF");
        } else {
            escape_character(out, character, c, "0123456789ABCDEF");
        }
    }
    buffer_char(out, '"');
}

void zi_json_string(struct buffer *out, struct text t) {
    buffer_char(out, '"');
    zi_json_escape(out, t);
    buffer_char(out, '"');
}
