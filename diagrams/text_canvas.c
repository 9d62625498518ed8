#include "diagrams/text_canvas.h"

#include "notation/base/unicode.h"

void zi_canvas_put(struct text_canvas *c, int column, int line, struct text t, uint16_t owner) {
    while (t.len) {
        struct canvas_spot *s = canvas_spot(c, column++, line);
        struct canvas_sign sign = canvas_sign(zi_grapheme_next(&t));
        if (!s)
            continue;
        s->text = sign;
        s->owner = owner;
    }
}

struct text zi_canvas_ascii(char c) {
    static const char characters[] = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
    return (struct text){characters + (c - ' '), 1};
}

/* A head on a diagonal says left or right; its line says up or down. */
struct text zi_canvas_head(const struct text_canvas *c, unsigned direction) {
    static const char *const heads[DIRECTIONS] = {"\u2192", "\u2192", "\u2193", "\u2190",
                                                  "\u2190", "\u2190", "\u2191", "\u2192"};
    return c->unicode ? text_of(heads[direction]) : zi_canvas_ascii(">>v<<<^>"[direction]);
}

enum {
    ALONG = 1 << EAST | 1 << WEST,
    DOWN = 1 << NORTH | 1 << SOUTH,
    FALLING = 1 << NORTH_WEST | 1 << SOUTH_EAST,
    RISING = 1 << NORTH_EAST | 1 << SOUTH_WEST
};

/* The bits of east, south, west and north alone. */
static unsigned straight(unsigned lines) {
    return (lines >> EAST & 1) | (lines >> SOUTH & 1) << 1 | (lines >> WEST & 1) << 2 |
           (lines >> NORTH & 1) << 3;
}

/* Indexed by east, south, west and north. Where two lines cross in ASCII, one passes over the
   other: a plus is where a line stops or turns. */
static const char ascii_joins[] = " -|+--++|+||++||";
static const char *const unicode_joins[] = {
    " ",      "\u2500", "\u2502", "\u250C", "\u2500", "\u2500", "\u2510", "\u252C",
    "\u2502", "\u2514", "\u2502", "\u251C", "\u2518", "\u2534", "\u2524", "\u253C"};

static struct text joined(bool unicode, unsigned lines) {
    bool falling = lines & FALLING, rising = lines & RISING;
    unsigned join = straight(lines);
    if (lines & DOWN || !(falling || rising))
        return unicode ? text_of(unicode_joins[join]) : zi_canvas_ascii(ascii_joins[join]);
    return falling && rising ? TEXT("X") : falling ? TEXT("\\") : TEXT("/");
}

struct text zi_canvas_seen(const struct text_canvas *c, const struct canvas_spot *s) {
    if (s->text.len)
        return (struct text){s->text.at, s->text.len};
    if (s->landing)
        return TEXT("+");
    if (s->lines)
        return joined(c->unicode, s->lines);
    if (s->ground.len)
        return (struct text){s->ground.at, s->ground.len};
    if (s->dashes)
        return joined(false, s->dashes);
    return s->edges & ALONG ? TEXT(".") : s->edges ? TEXT(":") : TEXT(" ");
}

void zi_canvas_write(struct buffer *out, const struct text_canvas *c, int line) {
    for (unsigned column = 0; column < TEXT_COLUMNS; column++)
        buffer_text(out, zi_canvas_seen(c, &c->spot[line][column]));
    while (out->len && out->at[out->len - 1] == ' ')
        out->len--;
    buffer_char(out, '\n');
}

bool zi_canvas_is_blank(const struct text_canvas *c, int line) {
    bool blank = true;
    for (unsigned column = 0; column < TEXT_COLUMNS; column++)
        blank &= *zi_canvas_seen(c, &c->spot[line][column]).at == ' ';
    return blank;
}
