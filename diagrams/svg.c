/* SVG; and PDF and PNG, whose files rsvg-convert makes from SVG. */
#include <math.h>

#include "diagrams/drawing.h"
#include "notation/base/value.h"

#define FONTS "'DejaVu Sans', Verdana, Arial, sans-serif"

struct svg {
    struct buffer *out;
    const struct figure *figure;
    enum theme theme;
    bool classes;
    struct text prefix; /* of ids */
};

/* Styles. A picture is put together of parts by <use>. No selector reaches from around a <use> to
   what it copies, but custom properties are inherited there: so the colors are custom properties,
   and the rules of the classes, which are the same for all themes, refer to them. */

enum property { PROPERTY_FILL, PROPERTY_STROKE, PROPERTY_WIDTH, PROPERTY_DASH, PROPERTIES };

static const struct {
    const char *name, *custom;
} properties[PROPERTIES] = {
    {"fill", ""}, {"stroke", "-line"}, {"stroke-width", "-width"}, {"stroke-dasharray", "-dash"}};

static bool has_property(const struct paint *paint, unsigned property) {
    return property == PROPERTY_FILL ||
           (paint->stroke != NO_COLOR && (property != PROPERTY_DASH || paint->dash > 0));
}

static double value_of(const struct paint *p, unsigned property) {
    const double values[PROPERTIES] = {p->fill, p->stroke, p->width, p->dash};
    return values[property];
}

static void write_value(struct buffer *out, const struct paint *paint, unsigned property) {
    double value = value_of(paint, property);
    bool color = property == PROPERTY_FILL || property == PROPERTY_STROKE, none = value >= NO_COLOR;
    if (!color) {
        buffer_add(out, value);
        return;
    }
    buffer_string(out, none ? "none" : "#");
    buffer_hex(out, (uint32_t)value, none ? 0 : 6, false);
}

/* Whether two themes share a property. */
static bool is_same(enum theme a, enum theme b, unsigned role, unsigned property) {
    const struct paint x = zi_theme_paint(a, (enum role)role),
                       y = zi_theme_paint(b, (enum role)role);
    return value_of(&x, property) == value_of(&y, property);
}

/* Properties that all themes share are in the rule. */
static bool varies(unsigned role, unsigned property) {
    bool differs = false;
    for (unsigned theme = 1; theme < THEMES; theme++)
        differs |= !is_same(THEME_PRINT, (enum theme)theme, role, property);
    return differs;
}

static void write_custom(struct buffer *out, unsigned role, unsigned property) {
    buffer_add(out, "--z-", zi_role_names[role], properties[property].custom);
}

void zi_svg_palette(struct buffer *out, enum theme theme, const enum theme *but,
                    const char *selector, const bool *used) {
    buffer_add(out, selector, "{");
    for (unsigned role = 0; role < ROLE_BAR; role++)
        for (unsigned property = 0; property < PROPERTIES; property++) {
            const struct paint paint = zi_theme_paint(theme, (enum role)role);
            if ((used && !used[role]) || !varies(role, property) ||
                (but && is_same(theme, *but, role, property)))
                continue;
            write_custom(out, role, property);
            buffer_char(out, ':');
            write_value(out, &paint, property);
            buffer_char(out, ';');
        }
    buffer_string(out, "}\n");
}

static void write_rule(struct buffer *out, unsigned role, unsigned property) {
    const struct paint paint = zi_theme_paint(THEME_PRINT, (enum role)role);
    bool custom = varies(role, property);
    if (!custom && !has_property(&paint, property))
        return;
    buffer_add(out, properties[property].name, custom ? ":var(" : ":");
    if (custom)
        write_custom(out, role, property);
    else
        write_value(out, &paint, property);
    buffer_string(out, custom ? ");" : ";");
}

void zi_svg_styles(struct buffer *out, const bool *used) {
    buffer_string(out, "[class^=z-]{font-family:" FONTS
                       ";stroke-linecap:round;stroke-linejoin:round}\n");
    for (unsigned role = 0; role < ROLE_BAR; role++) {
        if (used && !used[role])
            continue;
        buffer_add(out, ".z-", zi_role_names[role], "{");
        for (unsigned property = 0; property < PROPERTIES; property++)
            write_rule(out, role, property);
        buffer_string(out, "}\n");
    }
    buffer_string(out, "text[class^=z-]{stroke:none}\n");
}

/* Shapes. */

/* Writes the attributes that consecutive shapes can share. */
static void write_common(const struct svg *w, const struct shape *s) {
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    bool text = s->kind == SHAPE_TEXT;
    if (w->classes)
        buffer_add(w->out, " class=\"z-", zi_role_names[s->role], "\"");
    const struct paint paint = zi_figure_paint(w->figure, w->theme, s->role);
    for (unsigned i = 0; i < PROPERTIES && !w->classes; i++) {
        if (!has_property(&paint, i) || (text && i != PROPERTY_FILL))
            continue;
        buffer_add(w->out, " ", properties[i].name, "=\"");
        write_value(w->out, &paint, i);
        buffer_char(w->out, '"');
    }
    if (text)
        buffer_add(w->out, " font-size=\"", s->height, "\"", s->bold ? " font-weight=\"bold\"" : "",
                   anchors[s->anchor]);
}

static bool is_drawn(const struct shape *s) {
    return s->kind != SHAPE_CLIP && s->kind != SHAPE_CLIP_END;
}

static bool shares(const struct shape *a, const struct shape *b) {
    if (!is_drawn(b) || a->role != b->role || (a->kind == SHAPE_TEXT) != (b->kind == SHAPE_TEXT))
        return false;
    return a->kind != SHAPE_TEXT ||
           (a->bold == b->bold && a->anchor == b->anchor && a->height == b->height);
}

static void write_box(const struct svg *w, const struct shape *s) {
    buffer_add(w->out, " x=\"", s->at.x, "\" y=\"", s->at.y, "\" width=\"", s->size.x,
               "\" height=\"", s->size.y, "\"/>");
}

static void write_path(const struct svg *w, const struct shape *s) {
    const struct point *p = w->figure->point + s->first;
    buffer_string(w->out, " d=\"");
    for (size_t i = 0; i < s->points; i++)
        buffer_add(w->out,
                   i == 0                   ? "M"
                   : i > 1                  ? " "
                   : s->kind == SHAPE_CURVE ? "C"
                                            : "L",
                   p[i].x, " ", p[i].y);
    buffer_string(w->out, s->kind == SHAPE_POLYGON ? "Z\"/>" : "\"/>");
}

static void write_shape(const struct svg *w, const struct shape *s, bool alone) {
    static const char *const elements[] = {
        [SHAPE_RECTANGLE] = "rect", [SHAPE_CIRCLE] = "circle", [SHAPE_LINE] = "path",
        [SHAPE_POLYGON] = "path",   [SHAPE_CURVE] = "path",    [SHAPE_TEXT] = "text"};
    buffer_add(w->out, "<", elements[s->kind]);
    if (alone)
        write_common(w, s);
    if (s->kind == SHAPE_CIRCLE)
        buffer_add(w->out, " cx=\"", s->at.x, "\" cy=\"", s->at.y, "\" r=\"", s->size.x, "\"/>");
    else if (s->kind == SHAPE_RECTANGLE)
        write_box(w, s);
    else if (s->kind == SHAPE_TEXT)
        buffer_add(w->out, " x=\"", s->at.x, "\" y=\"", s->at.y, "\">", value_markup(s->text),
                   "</text>");
    else
        write_path(w, s);
    buffer_char(w->out, '\n');
}

static void write_clip(const struct svg *w, const struct shape *s) {
    size_t number = (size_t)(s - w->figure->shape);
    buffer_add(w->out, "<clipPath id=\"", value_markup(w->prefix), number, "\"><rect");
    write_box(w, s);
    buffer_add(w->out, "</clipPath><g clip-path=\"url(#", value_markup(w->prefix), number,
               ")\">\n");
}

void zi_svg_shapes(struct buffer *out, const struct figure *f, size_t from, size_t to,
                   enum theme theme, bool classes, struct text clip_prefix) {
    const struct svg w = {out, f, theme, classes, clip_prefix};
    for (size_t i = from, next; i < to; i = next) {
        const struct shape *s = &f->shape[i];
        next = i + 1;
        if (s->kind == SHAPE_CLIP)
            write_clip(&w, s);
        if (s->kind == SHAPE_CLIP_END)
            buffer_string(out, "</g>\n");
        if (!is_drawn(s))
            continue;
        while (next < to && shares(s, &f->shape[next]))
            next++;
        bool alone = next == i + 1;
        if (!alone) {
            buffer_string(out, "<g");
            write_common(&w, s);
            buffer_string(out, ">\n");
        }
        for (size_t k = i; k < next; k++)
            write_shape(&w, &f->shape[k], alone);
        if (!alone)
            buffer_string(out, "</g>\n");
    }
}

/* The document. */

/* FNV-1a. */
static void add_to_hash(uint64_t *hash, const void *data, size_t length) {
    const unsigned char *p = data;
    for (size_t i = 0; i < length; i++)
        *hash = (*hash ^ p[i]) * 0x100000001B3U;
}

static void add_text_to_hash(uint64_t *hash, struct text t) {
    uint64_t length = t.len; /* the same on every machine */
    add_to_hash(hash, t.at, t.len);
    add_to_hash(hash, &length, sizeof length);
}

/* Hashes the number as written, so that the last bits of a calculation do not matter. */
static void add_number_to_hash(uint64_t *hash, double n) {
    int64_t hundredths = (int64_t)(n * 100 + (n < 0 ? -0.5 : 0.5));
    add_to_hash(hash, &hundredths, sizeof hundredths);
}

/* Ids that are unique among the diagrams of a page. */
static void write_prefix(struct buffer *out, const struct figure *f) {
    uint64_t hash = 0xCBF29CE484222325U;
    add_text_to_hash(&hash, f->title);
    add_text_to_hash(&hash, f->description);
    for (size_t i = 0; i < f->count; i++) {
        const struct shape *s = &f->shape[i];
        const double numbers[] = {s->kind, s->at.x, s->at.y, s->size.x, s->size.y};
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
            add_number_to_hash(&hash, numbers[k]);
        add_text_to_hash(&hash, s->text);
        add_text_to_hash(&hash, text_of(zi_role_names[s->role]));
    }
    for (size_t i = 0; i < f->point_count; i++) {
        add_number_to_hash(&hash, f->point[i].x);
        add_number_to_hash(&hash, f->point[i].y);
    }
    buffer_char(out, 'z');
    buffer_hex(out, (uint32_t)(hash >> 32), 8, false);
    buffer_hex(out, (uint32_t)hash, 8, false);
    buffer_char(out, '-');
}

/* Writes `<title id="...">...</title>`, unless it is empty. */
static void write_words(const struct svg *w, const char *element, struct text words) {
    if (!words.len)
        return;
    const struct text initial = {element, 1};
    buffer_add(w->out, "<", element, " id=\"", w->prefix, initial, "\">", value_markup(words), "</",
               element, ">\n");
}

static void write_root(const struct svg *w, struct point size, const char *unit, const char *font) {
    const struct figure *f = w->figure;
    struct buffer *out = w->out;
    buffer_add(out, " width=\"", size.x, unit, "\" height=\"", size.y, unit, "\" viewBox=\"",
               f->low.x, " ", f->low.y, " ", f->high.x - f->low.x, " ", f->high.y - f->low.y,
               "\" role=\"img\"");
    if (f->title.len || f->description.len) {
        buffer_string(out, " aria-labelledby=\"");
        if (f->title.len)
            buffer_add(out, w->prefix, f->description.len ? "t " : "t");
        if (f->description.len)
            buffer_add(out, w->prefix, "d");
        buffer_char(out, '"');
    }
    buffer_string(out, " font-family=\"");
    if (*font)
        buffer_add(out, "'", font, "', ");
    buffer_string(out, FONTS "\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n");
}

#define XMLNS "<svg xmlns=\"http://www.w3.org/2000/svg\""

static const char *unit_of(const struct drawing *d) {
    return text_is(text_of(d->format->unit), "mm") ? "mm" : "";
}

/* Sheets of paper for several figures, in mm. */
static const double sheet_width = 210, sheet_height = 297, margin = 15, gap = 6;

/* The space of one figure on a sheet with `count` figures; not positive if there are too many. */
static struct point share(unsigned count, unsigned columns) {
    unsigned rows = (count + columns - 1) / columns;
    return (struct point){(sheet_width - 2 * margin - (columns - 1) * gap) / columns,
                          (sheet_height - 2 * margin - (rows - 1) * gap) / rows};
}

/* The largest scale at which a figure fits into that space. */
static double fitting(struct point room, struct point size) {
    return fmin(1, fmin(room.x / size.x, room.y / size.y));
}

/* The smallest number of columns that makes the figures as large as possible. */
static unsigned best_columns(unsigned count, struct point size) {
    unsigned best = 1;
    for (unsigned columns = 2; columns <= count; columns++)
        if (fitting(share(count, columns), size) > fitting(share(count, best), size) * 1.001)
            best = columns;
    return best;
}

static bool is_sheet(const struct drawing *d) {
    return d->format->pages && d->options.per_page > 1;
}

static double shrink(const struct drawing *d, struct point size) {
    unsigned count = d->options.per_page;
    return is_sheet(d) ? fitting(share(count, best_columns(count, size)), size) : 1;
}

/* Places the figure on the sheet, which the first one begins. Returns its size there. */
static struct point place_on_sheet(struct drawing *d, struct point size) {
    if (!d->diagrams) {
        d->columns = best_columns(d->options.per_page, size);
        buffer_add(d->out, XMLNS " width=\"", sheet_width, "mm\" height=\"", sheet_height,
                   "mm\" viewBox=\"0 0 ", sheet_width, " ", sheet_height, "\">\n");
    }
    struct point room = share(d->options.per_page, d->columns);
    double scale = fitting(room, size);
    unsigned column = (unsigned)d->diagrams % d->columns, row = (unsigned)d->diagrams / d->columns;
    buffer_add(d->out, "<svg x=\"",
               margin + column * (room.x + gap) + (room.x - size.x * scale) / 2, "\" y=\"",
               margin + row * (room.y + gap), "\"");
    return (struct point){size.x * scale, size.y * scale};
}

static bool draw(struct drawing *d, struct point size) {
    struct buffer prefix = {0};
    write_prefix(&prefix, &d->figure);
    const struct svg w = {.out = d->out, .figure = &d->figure, .prefix = buffered(&prefix)};
    if (is_sheet(d))
        size = place_on_sheet(d, size);
    else
        buffer_string(d->out, XMLNS);
    write_root(&w, size, is_sheet(d) ? "" : unit_of(d), d->options.font);
    write_words(&w, "title", d->figure.title);
    write_words(&w, "desc", d->figure.description);
    zi_svg_shapes(d->out, &d->figure, 0, d->figure.count, d->options.theme, false, w.prefix);
    buffer_string(d->out, "</svg>\n");
    zi_buffer_end(&prefix, &d->out->failed);
    return true;
}

static bool end(struct drawing *d) {
    if (is_sheet(d) && d->diagrams)
        buffer_string(d->out, "</svg>\n");
    return true;
}

const struct drawing_format zi_drawing_svg = {
    .name = "svg",
    .about = "a drawing for web pages, with text that can be read aloud and searched",
    .unit = "mm",
    .cell = 10,
    .most = 240,
    .points = 72 / 25.4,
    .limit = 100000,
    .draw = draw,
    .lay_out = zi_drawing_lay_out,
};

const struct drawing_format zi_drawing_pdf = {
    .name = "pdf",
    .about = "pages to print, one diagram per page or several on A4; by rsvg-convert",
    .unit = "mm",
    .pages = true,
    .converted = true,
    .cell = 8,
    .most = 120,
    .limit = 5000,
    .points = 72 / 25.4,
    .shrink = shrink,
    .draw = draw,
    .lay_out = zi_drawing_lay_out,
    .end = end,
};

const struct drawing_format zi_drawing_png = {
    .name = "png",
    .about = "a picture; by rsvg-convert",
    .unit = "pixels",
    .converted = true,
    .cell = 40,
    .most = 960,
    .points = 0.75,
    .limit = 4096,
    .draw = draw,
    .lay_out = zi_drawing_lay_out,
};
