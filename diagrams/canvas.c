/* Draws figures on a canvas, and the formats that use one: PDF and PNG. */
#include "diagrams/canvas.h"

#include <stdlib.h>

#include "diagrams/formats.h"
#include "notation/base/list.h"

static zet_point point_of(struct point p) { return (zet_point){p.x, p.y}; }

/* The text as a canvas requires it: UTF-8 in one line. */
static struct text clean(struct buffer *to, struct text t) {
    to->len = 0;
    while (t.len) {
        struct text character = zi_drawing_character(&t);
        if ((unsigned char)*character.at < ' ')
            character = TEXT(" ");
        buffer_text(to, character);
    }
    return buffered(to);
}

struct painter {
    const zet_canvas *canvas;
    void *context;
    const struct figure *figure;
    struct buffer text; /* the text being drawn */
    zet_point *points;  /* of the path being drawn */
    size_t points_cap;
    bool failed;
};

static void draw_text(struct painter *p, const struct shape *s, const struct paint *paint) {
    static const double anchors[] = {[ANCHOR_START] = 0, [ANCHOR_MIDDLE] = 0.5, [ANCHOR_END] = 1};
    struct text t = clean(&p->text, s->text);
    zet_canvas_text text = {.at = point_of(s->at),
                            .anchor = anchors[s->anchor],
                            .height = s->height,
                            .room = s->room,
                            .bold = s->bold,
                            .color = paint->fill,
                            .text = {t.at, t.len}};
    p->canvas->text(p->context, &text);
}

static void draw_path(struct painter *p, const struct shape *s, const zet_paint *paint) {
    if (!zi_list_reserve(&p->points, &p->points_cap, s->points, sizeof *p->points)) {
        p->failed = true;
        return;
    }
    for (size_t i = 0; i < s->points; i++)
        p->points[i] = point_of(p->figure->point[s->first + i]);
    p->canvas->path(p->context, paint, p->points, s->points, s->kind == SHAPE_CURVE,
                    s->kind == SHAPE_POLYGON);
}

static void draw_shape(struct painter *p, const struct shape *s, enum theme theme) {
    const struct paint as = zi_figure_paint(p->figure, theme, s->role);
    const zet_paint paint = {as.fill, as.stroke, as.width, as.dash};
    switch (s->kind) {
    case SHAPE_RECTANGLE:
        p->canvas->rectangle(p->context, &paint, point_of(s->at), point_of(s->size));
        break;
    case SHAPE_CIRCLE: p->canvas->circle(p->context, &paint, point_of(s->at), s->size.x); break;
    case SHAPE_TEXT: draw_text(p, s, &as); break;
    case SHAPE_CLIP: p->canvas->clip(p->context, point_of(s->at), point_of(s->size)); break;
    case SHAPE_CLIP_END: p->canvas->clip_end(p->context); break;
    case SHAPE_LINE:
    case SHAPE_POLYGON:
    case SHAPE_CURVE: draw_path(p, s, &paint); break;
    }
}

bool zi_canvas_draw(const zet_canvas *canvas, void *context, const struct figure *f,
                    enum theme theme, zet_point at, double scale) {
    struct painter p = {.canvas = canvas, .context = context, .figure = f};
    canvas->place(context, at, point_of(f->low), scale);
    for (size_t i = 0; i < f->count; i++)
        draw_shape(&p, &f->shape[i], theme);
    bool well = !p.failed && !p.text.failed;
    zi_buffer_free(&p.text);
    free(p.points);
    return well;
}

/* Files. */

/* Sheets of paper for several figures, in mm. */
static const double sheet_width = 210, sheet_height = 297, margin = 15, gap = 6;

static bool fail(struct drawing *d, const zet_error *error) {
    if (d->why)
        return false;
    memcpy(d->room, error->message, sizeof error->message);
    d->why = d->room;
    return false;
}

static bool append(void *context, const char *bytes, size_t size) {
    struct buffer *out = context;
    buffer_text(out, (struct text){bytes, size});
    return !out->failed;
}

static bool open_file(struct drawing *d) {
    zet_error error = {0};
    if (!d->options.canvas) {
        d->why = "PDF and PNG are drawn by libzet_draw, which is not loaded";
        return false;
    }
    d->state = d->options.canvas->open(d->format->name, append, d->out, &error);
    if (!d->state)
        return fail(d, &error);
    if (*d->options.font && d->options.canvas->font)
        d->options.canvas->font(d->state, d->options.font);
    return true;
}

/* Does not measure if the file cannot be opened; drawing reports that error. */
static double measure(void *drawing, struct text t, double height) {
    struct drawing *d = drawing;
    struct buffer one_line = {0};
    double width = -1;
    if ((d->state || open_file(d)) && d->options.canvas->measure) {
        struct text cleaned = clean(&one_line, t);
        width = d->options.canvas->measure(d->state, (zet_text){cleaned.at, cleaned.len}, height,
                                           false);
    }
    if (width < 0 || one_line.failed)
        width = zi_text_width(t, height);
    zi_buffer_free(&one_line);
    return width;
}

static bool begin_page(struct drawing *d, zet_point size) {
    struct buffer title = {0};
    clean(&title, d->figure.title);
    buffer_char(&title, '\0');
    bool well = !title.failed;
    const uint32_t paper = zi_figure_paint(&d->figure, d->options.theme, ROLE_PAPER).fill;
    if (well)
        d->options.canvas->page(d->state, size, title.at,
                                d->options.transparent ? ZET_NO_COLOR : paper);
    zi_buffer_free(&title);
    return well;
}

static double smaller(double a, double b) { return a < b ? a : b; }

/* The space of one figure on a sheet with `count` figures; not positive if there are too many. */
static struct point share(unsigned count, unsigned columns) {
    unsigned rows = (count + columns - 1) / columns;
    return (struct point){(sheet_width - 2 * margin - (columns - 1) * gap) / columns,
                          (sheet_height - 2 * margin - (rows - 1) * gap) / rows};
}

/* The largest scale at which a figure fits into that space. */
static double fitting(struct point room, struct point size) {
    return smaller(1, smaller(room.x / size.x, room.y / size.y));
}

/* The smallest number of columns that makes the figures as large as possible. */
static unsigned best_columns(unsigned count, struct point size) {
    unsigned best = 1;
    for (unsigned columns = 2; columns <= count; columns++)
        if (fitting(share(count, columns), size) > fitting(share(count, best), size) * 1.001)
            best = columns;
    return best;
}

static double shrink(const struct drawing *d, struct point size) {
    unsigned per_page = d->options.per_page;
    return per_page > 1 ? fitting(share(per_page, best_columns(per_page, size)), size) : 1;
}

/* Places the figure on a sheet with others, and begins a new sheet if necessary. */
static bool place_on_sheet(struct drawing *d, struct point size, zet_point *at, double *scale) {
    unsigned per_page = d->options.per_page;
    if (!d->on_sheet) {
        d->columns = best_columns(per_page, size);
        if (!begin_page(d, (zet_point){sheet_width, sheet_height}))
            return false;
    }
    struct point room = share(per_page, d->columns);
    unsigned column = d->on_sheet % d->columns, row = d->on_sheet / d->columns;
    *scale = fitting(room, size);
    *at = (zet_point){margin + column * (room.x + gap) + (room.x - size.x * *scale) / 2,
                      margin + row * (room.y + gap)};
    d->on_sheet = (d->on_sheet + 1) % per_page;
    return true;
}

static bool draw(struct drawing *d, struct point size) {
    if (!d->state && !open_file(d))
        return false;
    zet_point at = {0, 0};
    double scale = 1;
    bool sheets = d->format->pages && d->options.per_page > 1;
    if (sheets ? !place_on_sheet(d, size, &at, &scale) : !begin_page(d, point_of(size)))
        return false;
    scale *= size.x / (d->figure.high.x - d->figure.low.x);
    return zi_canvas_draw(d->options.canvas, d->state, &d->figure, d->options.theme, at, scale);
}

static bool end(struct drawing *d) {
    zet_error error = {0};
    void *context = d->state;
    d->state = NULL;
    return !context || d->options.canvas->close(context, &error) == ZET_OK || fail(d, &error);
}

const struct drawing_format zi_drawing_png = {
    .name = "png",
    .about = "a picture in pixels",
    .unit = "pixels",
    .binary = true,
    .canvas = true,
    .cell = 40,
    .most = 960,
    .points = 0.75,
    .limit = 4096, /* 64 MB of pixels */
    .measure = measure,
    .draw = draw,
    .end = end,
};

const struct drawing_format zi_drawing_pdf = {
    .name = "pdf",
    .about = "pages to print, one diagram per page or several on A4",
    .unit = "mm",
    .several = true,
    .pages = true,
    .binary = true,
    .canvas = true,
    .cell = 8,
    .most = 120,
    .limit = 5000,
    .points = 72 / 25.4,
    .shrink = shrink,
    .measure = measure,
    .draw = draw,
    .end = end,
};
