/* EMF, the vector pictures of Windows, which word processors show and edit: [MS-EMF]. Lengths are
   in hundredths of a figure's unit; texts stay texts. */
#include <math.h>
#include <string.h>

#include "notation/base/unicode.h"
#include "notation/drawing/drawing.h"

enum record {
    EMR_HEADER = 1,
    EMR_POLYBEZIER = 2,
    EMR_POLYGON = 3,
    EMR_POLYLINE = 4,
    EMR_SETWINDOWEXTEX = 9,
    EMR_SETWINDOWORGEX = 10,
    EMR_SETVIEWPORTEXTEX = 11,
    EMR_EOF = 14,
    EMR_SETMAPMODE = 17,
    EMR_SETBKMODE = 18,
    EMR_SETTEXTALIGN = 22,
    EMR_SETTEXTCOLOR = 24,
    EMR_INTERSECTCLIPRECT = 30,
    EMR_SAVEDC = 33,
    EMR_RESTOREDC = 34,
    EMR_SELECTOBJECT = 37,
    EMR_CREATEBRUSHINDIRECT = 39,
    EMR_DELETEOBJECT = 40,
    EMR_ELLIPSE = 42,
    EMR_RECTANGLE = 43,
    EMR_EXTCREATEFONTINDIRECTW = 82,
    EMR_EXTTEXTOUTW = 84,
    EMR_EXTCREATEPEN = 95
};

enum { UNIT = 100, PEN = 1, BRUSH = 2, FONT = 3, NULL_BRUSH = 5, NULL_PEN = 8 };
#define STOCK 0x80000000U
#define PIXELS_PER_MM (96 / 25.4)

struct emf {
    struct buffer *out;
    const struct figure *figure;
    enum theme theme;
    const char *font;
    size_t begin; /* of the file in `out` */
    uint32_t records;
};

static void put32(struct emf *w, uint32_t n) {
    const char bytes[4] = {(char)n, (char)(n >> 8), (char)(n >> 16), (char)(n >> 24)};
    buffer_text(w->out, (struct text){bytes, 4});
}

static void put16(struct emf *w, unsigned n) {
    const char bytes[2] = {(char)n, (char)(n >> 8)};
    buffer_text(w->out, (struct text){bytes, 2});
}

/* Writes a number over what was written there. */
static void patch32(struct emf *w, size_t at, uint32_t n) {
    const char bytes[4] = {(char)n, (char)(n >> 8), (char)(n >> 16), (char)(n >> 24)};
    if (!w->out->failed)
        memcpy(w->out->at + at, bytes, 4);
}

static size_t begin_record(struct emf *w, enum record type) {
    size_t at = w->out->len;
    put32(w, type);
    put32(w, 0);
    w->records++;
    return at;
}

/* Records are as long as some numbers of 32 bits. */
static void end_record(struct emf *w, size_t at) {
    patch32(w, at + 4, (uint32_t)(w->out->len - at));
}

static void put_record(struct emf *w, enum record type, const uint32_t *values, size_t count) {
    size_t at = begin_record(w, type);
    for (size_t i = 0; i < count; i++)
        put32(w, values[i]);
    end_record(w, at);
}

static uint32_t length(double units) { return (uint32_t)(int32_t)lround(units * UNIT); }

static void put_point(struct emf *w, struct point p) {
    put32(w, length(p.x - w->figure->low.x));
    put32(w, length(p.y - w->figure->low.y));
}

/* 0xRRGGBB as 0x00BBGGRR. */
static uint32_t color(uint32_t rgb) {
    return (rgb & 0xFF) << 16 | (rgb & 0xFF00) | (rgb >> 16 & 0xFF);
}

/* What is drawn with. */

static void select_object(struct emf *w, uint32_t object) {
    put_record(w, EMR_SELECTOBJECT, &object, 1);
}

static void drop(struct emf *w, uint32_t object, uint32_t stock) {
    select_object(w, STOCK | stock);
    put_record(w, EMR_DELETEOBJECT, &object, 1);
}

/* A geometric pen with round ends and joins. */
static void make_pen(struct emf *w, const struct paint *paint) {
    enum { GEOMETRIC = 0x10000 };
    const uint32_t values[] = {
        PEN, 0, 0, 0, 0, GEOMETRIC, length(paint->width), 0, color(paint->stroke), 0, 0};
    put_record(w, EMR_EXTCREATEPEN, values, 11);
    select_object(w, PEN);
}

static void make_brush(struct emf *w, uint32_t rgb) {
    const uint32_t values[] = {BRUSH, 0, color(rgb), 0};
    put_record(w, EMR_CREATEBRUSHINDIRECT, values, 4);
    select_object(w, BRUSH);
}

static void put_points(struct emf *w, enum record type, const struct point *points, size_t count) {
    size_t at = begin_record(w, type);
    put32(w, 0);
    put32(w, 0);
    put32(w, 0x7FFFFFFF);
    put32(w, 0x7FFFFFFF);
    put32(w, (uint32_t)count);
    for (size_t i = 0; i < count; i++)
        put_point(w, points[i]);
    end_record(w, at);
}

static void put_box(struct emf *w, enum record type, struct point low, struct point high) {
    size_t at = begin_record(w, type);
    put_point(w, low);
    put_point(w, high);
    end_record(w, at);
}

static void draw_outline(struct emf *w, const struct shape *s) {
    static const enum record paths[] = {
        [SHAPE_LINE] = EMR_POLYLINE, [SHAPE_POLYGON] = EMR_POLYGON, [SHAPE_CURVE] = EMR_POLYBEZIER};
    struct point at = s->at;
    double r = s->size.x;
    if (s->kind == SHAPE_RECTANGLE)
        put_box(w, EMR_RECTANGLE, at, (struct point){at.x + s->size.x, at.y + s->size.y});
    else if (s->kind == SHAPE_CIRCLE)
        put_box(w, EMR_ELLIPSE, (struct point){at.x - r, at.y - r},
                (struct point){at.x + r, at.y + r});
    else
        put_points(w, paths[s->kind], w->figure->point + s->first, s->points);
}

/* Dashes. Word processors draw a pen with dashes without them, so each dash is a line. */

enum { DASH_POINTS = 64, CIRCLE_PIECES = 64, CURVE_PIECES = 16 };

struct dashes {
    struct emf *w;
    double dash, left; /* of the present dash or gap */
    bool gap, begun;
    struct point at, points[DASH_POINTS]; /* `count` of the present dash */
    size_t count;
};

static void end_dash(struct dashes *d) {
    if (d->count > 1)
        put_points(d->w, EMR_POLYLINE, d->points, d->count);
    d->count = 0;
}

static void add_to_dash(struct dashes *d, struct point p) {
    if (d->gap)
        return;
    if (d->count == DASH_POINTS) {
        end_dash(d);
        d->points[d->count++] = d->at;
    }
    d->points[d->count++] = p;
}

static void dash_to(struct dashes *d, struct point to) {
    if (!d->begun) {
        d->begun = true;
        d->at = to;
        add_to_dash(d, to);
        return;
    }
    for (double rest = hypot(to.x - d->at.x, to.y - d->at.y); rest > d->left;) {
        double part = d->left / rest;
        struct point p = {d->at.x + (to.x - d->at.x) * part, d->at.y + (to.y - d->at.y) * part};
        add_to_dash(d, p);
        end_dash(d);
        d->at = p;
        d->gap = !d->gap;
        rest -= d->left;
        d->left = d->dash;
        add_to_dash(d, p);
    }
    d->left -= hypot(to.x - d->at.x, to.y - d->at.y);
    add_to_dash(d, to);
    d->at = to;
}

static struct point on_curve(const struct point p[4], double t) {
    double s = 1 - t, a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, e = t * t * t;
    return (struct point){a * p[0].x + b * p[1].x + c * p[2].x + e * p[3].x,
                          a * p[0].y + b * p[1].y + c * p[2].y + e * p[3].y};
}

static void dash_path(struct dashes *d, const struct shape *s) {
    const struct point *p = d->w->figure->point + s->first;
    if (s->kind == SHAPE_CURVE) {
        for (size_t i = 0; i + 3 < s->points; i += 3)
            for (unsigned k = 0; k <= CURVE_PIECES; k++)
                dash_to(d, on_curve(p + i, (double)k / CURVE_PIECES));
        return;
    }
    for (size_t i = 0; i < s->points; i++)
        dash_to(d, p[i]);
    if (s->kind == SHAPE_POLYGON)
        dash_to(d, p[0]);
}

static void draw_dashes(struct emf *w, const struct shape *s, double dash) {
    struct dashes d = {.w = w, .dash = dash, .left = dash};
    struct point at = s->at, size = s->size;
    switch (s->kind) {
    case SHAPE_CIRCLE:
        for (unsigned i = 0; i <= CIRCLE_PIECES; i++) {
            double angle = 2 * M_PI * i / CIRCLE_PIECES;
            dash_to(&d, (struct point){at.x + size.x * cos(angle), at.y + size.x * sin(angle)});
        }
        break;
    case SHAPE_RECTANGLE:
        for (unsigned i = 0; i <= 4; i++)
            dash_to(&d, (struct point){at.x + (i % 4 == 1 || i % 4 == 2 ? size.x : 0),
                                       at.y + (i % 4 >= 2 ? size.y : 0)});
        break;
    default: dash_path(&d, s); break;
    }
    end_dash(&d);
}

static void draw_shape(struct emf *w, const struct shape *s) {
    const struct paint paint = zet_figure_paint(w->figure, w->theme, s->role);
    bool filled = paint.fill != NO_COLOR, drawn = paint.stroke != NO_COLOR;
    bool dashed = drawn && paint.dash > 0;
    if (filled)
        make_brush(w, paint.fill);
    else
        select_object(w, STOCK | NULL_BRUSH);
    if (drawn && !dashed)
        make_pen(w, &paint);
    else
        select_object(w, STOCK | NULL_PEN);
    if (filled || !dashed)
        draw_outline(w, s);
    if (filled)
        drop(w, BRUSH, NULL_BRUSH);
    if (dashed) {
        make_pen(w, &paint);
        draw_dashes(w, s, paint.dash);
    }
    if (drawn)
        drop(w, PEN, NULL_PEN);
}

/* Texts. */

/* Takes the next character of a text as a code point that may be shown. */
static uint32_t next_code(struct text *t) {
    uint32_t c;
    struct text character = zet_drawing_character(t);
    zet_character_next(&character, &c);
    return c < ' ' ? ' ' : c;
}

/* Appends UTF-16; returns how many units. */
static uint32_t put_utf16(struct emf *w, struct text t) {
    uint32_t units = 0;
    while (t.len) {
        uint32_t c = next_code(&t);
        if (c >= 0x10000) {
            put16(w, 0xD800 + ((c - 0x10000) >> 10));
            c = 0xDC00 + ((c - 0x10000) & 0x3FF);
            units++;
        }
        put16(w, c);
        units++;
    }
    return units;
}

/* How far each unit goes on. */
static void put_advances(struct emf *w, const struct shape *s) {
    for (struct text rest = s->text; rest.len;) {
        const char *at = rest.at;
        uint32_t c = next_code(&rest);
        struct text character = {at, (size_t)(rest.at - at)};
        put32(w, length(s->bold ? zet_text_width_bold(character, s->height)
                                : zet_text_width(character, s->height)));
        if (c >= 0x10000)
            put32(w, 0);
    }
}

static void make_font(struct emf *w, const struct shape *s) {
    enum { FACE_UNITS = 32, BYTES = 320 };
    size_t at = begin_record(w, EMR_EXTCREATEFONTINDIRECTW), begin;
    put32(w, FONT);
    begin = w->out->len;
    put32(w, length(-s->height)); /* of its letters, not of a line */
    put32(w, 0);
    put32(w, 0);
    put32(w, 0);
    put32(w, s->bold ? 700 : 400);
    put32(w, 0);
    put32(w, 0);
    struct text face = text_of(*w->font ? w->font : "DejaVu Sans");
    if (face.len >= FACE_UNITS)
        face.len = FACE_UNITS - 1;
    put_utf16(w, face);
    buffer_chars(w->out, '\0', begin + BYTES - w->out->len);
    end_record(w, at);
    select_object(w, FONT);
}

static void draw_text(struct emf *w, const struct shape *s) {
    static const uint32_t aligns[] = {
        [ANCHOR_START] = 24, [ANCHOR_MIDDLE] = 24 | 6, [ANCHOR_END] = 24 | 2};
    enum { SYSTEM_FONT = 13, TEXT_AT = 76 };
    const uint32_t ink = color(zet_figure_paint(w->figure, w->theme, s->role).fill);
    make_font(w, s);
    put_record(w, EMR_SETTEXTALIGN, &aligns[s->anchor], 1);
    put_record(w, EMR_SETTEXTCOLOR, &ink, 1);
    size_t at = begin_record(w, EMR_EXTTEXTOUTW), spacing;
    const uint32_t head[] = {0, 0, 0x7FFFFFFF, 0x7FFFFFFF, 1, 0x3F800000, 0x3F800000};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        put32(w, head[i]);
    put_point(w, s->at);
    put32(w, 0); /* units, below */
    put32(w, TEXT_AT);
    for (unsigned i = 0; i < 6; i++) /* options, a rectangle, where the advances are */
        put32(w, 0);
    spacing = w->out->len - 4;
    uint32_t units = put_utf16(w, s->text);
    buffer_chars(w->out, '\0', (at - w->out->len) % 4);
    patch32(w, at + 8 + 36, units);
    patch32(w, spacing, (uint32_t)(w->out->len - at));
    put_advances(w, s);
    end_record(w, at);
    drop(w, FONT, SYSTEM_FONT);
}

/* The file. */

static void put_header(struct emf *w, struct point size) {
    const double width = w->figure->high.x - w->figure->low.x;
    const double height = w->figure->high.y - w->figure->low.y;
    size_t at = begin_record(w, EMR_HEADER);
    const uint32_t values[] = {0,
                               0,
                               (uint32_t)lround(size.x * PIXELS_PER_MM),
                               (uint32_t)lround(size.y * PIXELS_PER_MM), /* pixels */
                               0,
                               0,
                               (uint32_t)lround(size.x * 100),
                               (uint32_t)lround(size.y * 100), /* 0.01 mm */
                               0x464D4520,
                               0x10000,
                               0, /* bytes, */
                               0, /* records and */
                               4, /* handles */
                               0,
                               0,
                               0,
                               1920,
                               1080,
                               508,
                               286}; /* a device of 96 pixels an inch */
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        put32(w, values[i]);
    end_record(w, at);
    const uint32_t mode = 8, background = 1;
    const uint32_t origin[] = {0, 0}, window[] = {length(width), length(height)};
    const uint32_t view[] = {values[2], values[3]};
    put_record(w, EMR_SETMAPMODE, &mode, 1);
    put_record(w, EMR_SETWINDOWORGEX, origin, 2);
    put_record(w, EMR_SETWINDOWEXTEX, window, 2);
    put_record(w, EMR_SETVIEWPORTEXTEX, view, 2);
    put_record(w, EMR_SETBKMODE, &background, 1);
}

static bool draw(struct drawing *d, struct point size) {
    struct emf w = {d->out, &d->figure, d->options.theme, d->options.font, d->out->len, 0};
    const uint32_t back = 0xFFFFFFFF, eof[] = {0, 16, 20};
    put_header(&w, size);
    for (size_t i = 0; i < d->figure.count && !d->out->failed; i++) {
        const struct shape *s = &d->figure.shape[i];
        if (s->kind == SHAPE_TEXT) {
            draw_text(&w, s);
        } else if (s->kind == SHAPE_CLIP) {
            put_record(&w, EMR_SAVEDC, NULL, 0);
            put_box(&w, EMR_INTERSECTCLIPRECT, s->at,
                    (struct point){s->at.x + s->size.x, s->at.y + s->size.y});
        } else if (s->kind == SHAPE_CLIP_END) {
            put_record(&w, EMR_RESTOREDC, &back, 1);
        } else {
            draw_shape(&w, s);
        }
    }
    put_record(&w, EMR_EOF, eof, 3);
    patch32(&w, w.begin + 48, (uint32_t)(d->out->len - w.begin));
    patch32(&w, w.begin + 52, w.records);
    return true;
}

const struct drawing_format zet_drawing_emf = {
    .name = "emf",
    .about = "a drawing for word processors",
    .unit = "mm",
    .binary = true,
    .cell = 8,
    .most = 120,
    .points = 72 / 25.4,
    .limit = 5000,
    .draw = draw,
};
