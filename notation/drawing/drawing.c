/* What the formats of diagrams share. */
#include "notation/drawing/drawing.h"
#include "notation/drawing/layout.h"
#include "notation/record/source.h"

const struct drawing_format *const zet_drawing_formats[DRAWING_FORMATS] = {
    &zet_drawing_ascii, &zet_drawing_unicode, &zet_drawing_svg,
    &zet_drawing_pdf,   &zet_drawing_png,     &zet_drawing_tex};

const char *const zet_role_names[ROLES] = {
#define ROLE(name, text) [ROLE_##name] = text,
#include "notation/drawing/roles.def"
#undef ROLE
};

void zet_drawing_begin(struct drawing *d, const struct drawing_format *format,
                       const struct drawing_options *options, struct buffer *out) {
    *d = (struct drawing){.format = format, .options = *options, .out = out};
}

static bool fail(struct drawing *d, const char *why) {
    if (!d->why)
        d->why = why;
    return false;
}

static bool succeed(struct drawing *d, bool well) {
    if (!well || d->out->failed)
        return fail(d, "memory is out");
    d->diagrams++;
    return true;
}

static bool is_full(const struct drawing *d) { return d->diagrams && !d->format->several; }

bool zet_drawing_draw(struct drawing *d) {
    const struct drawing_format *format = d->format;
    if (d->figure.failed)
        return fail(d, "memory is out");
    if (is_full(d))
        return fail(d, "a file of this format holds one diagram");
    struct point size = zet_drawing_size(&d->figure, d->options.width, format->cell, format->most);
    if (!(size.x >= 1 && size.y >= 1))
        return fail(d, "the diagram is too small to be seen");
    if (!(size.x <= format->limit && size.y <= format->limit))
        return fail(d, "the diagram is too large for this format");
    return succeed(d, format->draw(d, size));
}

bool zet_drawing_add(struct drawing *d, const struct diagram *diagram) {
    if (d->format->draw) {
        zet_layout(&d->figure, diagram);
        return zet_drawing_draw(d);
    }
    if (is_full(d))
        return fail(d, "a file of this format holds one diagram");
    return succeed(d, d->format->add(d, diagram));
}

bool zet_drawing_end(struct drawing *d) {
    bool well = !d->format->end || d->format->end(d);
    zet_figure_free(&d->figure);
    return (well && !d->out->failed) || fail(d, "memory is out");
}

struct point zet_drawing_size(const struct figure *f, double width, double cell_width,
                              double most) {
    double wide = f->high.x - f->low.x, high = f->high.y - f->low.y;
    if (!(width > 0)) {
        width = wide / FIGURE_CELL * cell_width;
        if (width > most)
            width = most;
    }
    return (struct point){width, high * width / wide};
}

void zet_drawing_number(struct buffer *out, double n) {
    const double most = 1e15; /* hundredths of it are still exact */
    bool negative = n < 0;
    double size = negative ? -n : n;
    unsigned long long hundredths = (unsigned long long)((size < most ? size : most) * 100 + 0.5);
    unsigned rest = (unsigned)(hundredths % 100);
    if (negative && hundredths)
        buffer_char(out, '-');
    zet_buffer_number(out, hundredths / 100);
    if (!rest)
        return;
    buffer_char(out, '.');
    buffer_char(out, (char)('0' + rest / 10));
    if (rest % 10)
        buffer_char(out, (char)('0' + rest % 10));
}

/* No control but a blank, and a character of XML. */
static bool is_allowed(struct text character) {
    static const char *const last_two[] = {"\xEF\xBF\xBE", "\xEF\xBF\xBF", NULL};
    unsigned char first = (unsigned char)character.at[0];
    if (character.len == 1)
        return (first >= ' ' && first < 0x7F) || is_blank(character.at[0]);
    return !(first == 0xC2 && (unsigned char)character.at[1] < 0xA0) &&
           !text_is_one_of(character, last_two);
}

struct text zet_drawing_character(struct text *t) {
    unsigned char first = (unsigned char)*t->at;
    size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    struct text character = {t->at, length < t->len ? length : t->len};
    bool ascii, whole = zet_utf8_check(character, &ascii) == character.len;
    if (!whole) /* no sign after it is taken for a part of it */
        character.len = 1;
    t->at += character.len;
    t->len -= character.len;
    return whole && is_allowed(character) ? character : TEXT("\xEF\xBF\xBD");
}
