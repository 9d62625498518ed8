#include "notation/base/text_order.h"
#include "notation/base/unicode.h"

static struct text without_zeros(struct text digits) {
    while (digits.len > 1 && *digits.at == '0')
        digits = text_after(digits, 1);
    return digits;
}

int zi_text_order_loose(struct text a, struct text b) {
    if (!a.len || !b.len)
        return (a.len == 0) - (b.len == 0);
    bool number = text_is_number(a);
    if (number != text_is_number(b))
        return number ? -1 : 1;
    struct text x = number ? without_zeros(a) : a, y = number ? without_zeros(b) : b;
    if (number && x.len != y.len)
        return x.len < y.len ? -1 : 1;
    return text_order(x, y);
}

int zi_text_order(struct text a, struct text b) {
    int order = zi_text_order_loose(a, b);
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c; }

bool zi_glob_fits(struct text pattern, struct text text, bool one) {
    size_t p = 0, t = 0, star = SIZE_MAX, from = 0;
    while (t < text.len) {
        if (p < pattern.len && pattern.at[p] == '*') {
            star = p++;
            from = t;
        } else if (p < pattern.len &&
                   (lower(pattern.at[p]) == lower(text.at[t]) || (one && pattern.at[p] == '?'))) {
            p++;
            t++;
        } else if (star != SIZE_MAX) {
            p = star + 1;
            t = ++from;
        } else {
            return false;
        }
    }
    while (p < pattern.len && pattern.at[p] == '*')
        p++;
    return p == pattern.len;
}

bool zi_glob_fold(struct text pattern, struct arena *arena, struct text *out) {
    struct buffer folded = {0};
    bool failed = false;
    zi_text_fold(&folded, pattern);
    *out = zi_arena_copy(arena, buffered(&folded), &failed);
    failed |= folded.failed;
    zi_buffer_free(&folded);
    return !failed;
}

bool zi_glob_text_fits(struct text folded_pattern, struct text text, struct buffer *room) {
    size_t plain = 0;
    while (plain < text.len && (unsigned char)text.at[plain] < 0x80)
        plain++;
    if (plain == text.len)
        return zi_glob_fits(folded_pattern, text, false);
    room->len = 0;
    zi_text_fold(room, text);
    return !room->failed && zi_glob_fits(folded_pattern, buffered(room), false);
}
