#include "notation/record/locate.h"

#include <stdint.h>

static size_t utf8_length(uint32_t c) { return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4; }

/* A unit of a scalar: its bytes in the document and in the value, and whether it is blank. */
struct unit {
    size_t raw, value;
    bool blank;
};

/* JSON writes characters beyond U+FFFF as two escapes, the first from D800 to DBFF. */
enum { SURROGATE_HIGH = 0xD800 >> 10 };

static uint32_t hex(const char *p, size_t n) {
    uint32_t c = 0;
    for (size_t i = 0; i < n; i++)
        c = c << 4 | (hex_digit(p[i]) & 15);
    return c;
}

/* The escape whose backslash is at `p`. */
static struct unit escape(const char *p, const char *end) {
    if (end - p < 2)
        return (struct unit){1, 0, true};
    char c = p[1];
    size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (digits && (size_t)(end - p) >= 2 + digits) {
        uint32_t code = hex(p + 2, digits);
        if (c == 'u' && code >> 10 == SURROGATE_HIGH && end - p >= 12 && p[6] == '\\' &&
            p[7] == 'u')
            return (struct unit){12, 4, false};
        return (struct unit){2 + digits, utf8_length(code), code <= ' ' && is_blank((char)code)};
    }
    if (is_blank(c) || c == 't' || c == 'n' || c == 'r')
        return (struct unit){2, 0, true};
    size_t length = c == 'N' || c == '_' ? 2 : c == 'L' || c == 'P' ? 3 : 1;
    return (struct unit){2, length, false};
}

/* In UTF-8 another byte follows \xC2. */
static bool is_next_line(const char *p) { return p[0] == '\xC2' && p[1] == '\x85'; }

static struct unit unit_at(const char *p, const char *end, enum written_as as) {
    if (as == WRITTEN_DOUBLE_QUOTED && *p == '\\')
        return escape(p, end);
    if (as == WRITTEN_SINGLE_QUOTED && *p == '\'' && end - p > 1 && p[1] == '\'')
        return (struct unit){2, 1, false};
    if (as == WRITTEN_DOUBLED && *p == '"' && end - p > 1 && p[1] == '"')
        return (struct unit){2, 1, false};
    if (as != WRITTEN_DOUBLED && is_next_line(p))
        return (struct unit){2, 1, true};
    return (struct unit){1, 1, is_blank(*p)};
}

/* Skips the quote or the header line of a block scalar before the value. */
static const char *skip_header(const char *p, const char *end, enum written_as as) {
    if (as == WRITTEN_BLOCK)
        while (p < end && *p != '\n' && *p != '\r')
            p++;
    else if (as != WRITTEN_PLAIN && p < end)
        p++;
    return p;
}

void zi_locate(struct text document, enum written_as as, struct text value, struct locator *l,
               size_t target) {
    const char *p = document.at + l->raw, *end = document.at + document.len;
    if (as == WRITTEN_DERIVED)
        return;
    if (!l->started)
        p = skip_header(p, end, as);
    l->started = true;
    for (;;) {
        while (l->value < value.len && l->value < target && is_blank(value.at[l->value]))
            l->value++;
        struct unit u = {0, 0, true};
        bool wanted = l->value < value.len && !is_blank(value.at[l->value]);
        while (wanted && p < end && (u = unit_at(p, end, as)).blank)
            p += u.raw;
        if (l->value >= target || l->value >= value.len || p >= end)
            break;
        p += u.raw;
        l->value += u.value;
    }
    l->raw = (size_t)(p - document.at);
}
