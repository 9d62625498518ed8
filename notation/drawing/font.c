/* How wide text is. */
#include "notation/base/unicode.h"
#include "notation/drawing/figure.h"

#define UNITS 2048.0
#define COUNT(a) (sizeof(a) / sizeof *(a))

static const struct font_width {
    uint16_t character, width, bold;
} widths[] = {
#define W(character, width, bold) {character, width, bold},
#include "notation/drawing/font_widths.def"
#undef W
};

/* Of a character that the table does not have: of other scripts and emoji. Combining marks take no
   room, wide characters of East Asia one and a tenth of their height, any other nine tenths. */
static double other_width(struct text character) {
    size_t columns = zet_text_columns(character);
    return columns == 0 ? 0 : columns == 1 ? 0.9 : 1.1;
}

/* Of a text one unit high. */
static double width_of(struct text character, uint32_t c, bool bold) {
    size_t low = 0, high = COUNT(widths);
    if (c >= ' ' && c <= '~') /* they are the first ones */
        low = c - ' ', high = low + 1;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct font_width *w = &widths[middle];
        if (w->character == c)
            return (bold ? w->bold : w->width) / UNITS;
        if (w->character < c)
            low = middle + 1;
        else
            high = middle;
    }
    return other_width(character);
}

static double measure(struct text t, bool bold) {
    double width = 0;
    while (t.len) {
        uint32_t c;
        struct text character = zet_character_next(&t, &c);
        width += width_of(character, c, bold);
    }
    return width;
}

double zet_text_width(struct text t, double height) { return measure(t, false) * height; }

double zet_text_width_bold(struct text t, double height) { return measure(t, true) * height; }

struct text zet_text_fitting(struct text t, double height, double room) {
    double width = 0;
    for (struct text rest = t; rest.len;) {
        struct text grapheme = zet_grapheme_next(&rest);
        width += measure(grapheme, false);
        if (width * height > room)
            return (struct text){t.at, (size_t)(grapheme.at - t.at)};
    }
    return t;
}
