/* The width of text. */
#include "diagrams/figure.h"
#include "notation/base/unicode.h"

#define UNITS 2048.0
#define COUNT(a) (sizeof(a) / sizeof *(a))

/* Each character of a range has WIDTH_DIGITS digits, half of them for bold. */
enum { WIDTH_DIGITS = 6 };
static const struct width_range {
    uint32_t first;
    const char *digits;
    size_t count;
} ranges[] = {
#define R(first, digits) {first, digits, (sizeof(digits) - 1) / WIDTH_DIGITS},
#include "diagrams/font_widths.def"
#undef R
};

/* The width of a character that is not in the table, such as of another script or an emoji.
   Combining marks take no space, wide East Asian characters 1.1 times their height, others 0.9. */
static double other_width(struct text character) {
    size_t columns = zi_text_columns(character);
    return columns == 0 ? 0 : columns == 1 ? 0.9 : 1.1;
}

/* The width of a character one unit high. */
static double width_of(struct text character, uint32_t c, bool bold) {
    for (size_t i = 0; i < COUNT(ranges); i++) {
        if (c < ranges[i].first || c >= ranges[i].first + ranges[i].count)
            continue;
        const char *at =
            ranges[i].digits + WIDTH_DIGITS * (c - ranges[i].first) + (bold ? WIDTH_DIGITS / 2 : 0);
        unsigned width = hex_digit(at[0]) << 8 | hex_digit(at[1]) << 4 | hex_digit(at[2]);
        if (width)
            return width / UNITS;
    }
    return other_width(character);
}

static double measure(struct text t, bool bold) {
    double width = 0;
    while (t.len) {
        uint32_t c;
        struct text character = zi_character_next(&t, &c);
        width += width_of(character, c, bold);
    }
    return width;
}

double zi_text_width(struct text t, double height) { return measure(t, false) * height; }

double zi_text_width_bold(struct text t, double height) { return measure(t, true) * height; }

struct text zi_text_fitting(struct text t, double height, double room) {
    double width = 0;
    for (struct text rest = t; rest.len;) {
        struct text grapheme = zi_grapheme_next(&rest);
        width += measure(grapheme, false);
        if (width * height > room)
            return (struct text){t.at, (size_t)(grapheme.at - t.at)};
    }
    return t;
}
