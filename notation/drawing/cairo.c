/* PDF and PNG: cairo draws, pango sets the texts. Their only user. */
#include <cairo-pdf.h>
#include <cairo.h>
#include <pango/pangocairo.h>

#include <stdlib.h>

#include "notation/drawing/drawing.h"

#define FONTS "DejaVu Sans, Verdana, Arial, Sans"

/* Sheets of paper for several figures, in mm. */
static const double sheet_width = 210, sheet_height = 297, margin = 15, gap = 6;
static const double points_per_mm = 72 / 25.4;

/* What texts are set with. */
struct pen {
    cairo_t *cr;
    PangoLayout *layout;
    PangoFontDescription *font;
    struct buffer text; /* the one being set */
    enum theme theme;
};

static bool fail(struct drawing *d, const char *why) {
    if (!d->why)
        d->why = d->out->failed ? "memory is out" : why;
    return false;
}

/* Whether all went well so far. */
static bool check(struct drawing *d, cairo_status_t status) {
    return status == CAIRO_STATUS_SUCCESS || fail(d, cairo_status_to_string(status));
}

static cairo_status_t append(void *context, const unsigned char *data, unsigned length) {
    struct buffer *out = context;
    buffer_text(out, (struct text){(const char *)data, length});
    return out->failed ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

/* The pen. */

/* Nothing of the surroundings is to show in how texts are set: no hinting to whole pixels, no
   language of the user. The context is not told how much the figure is scaled either. */
static void open_pen(struct pen *pen, cairo_surface_t *surface, enum theme theme) {
    PangoFontMap *fonts = pango_cairo_font_map_new();
    PangoContext *context = pango_font_map_create_context(fonts);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(context, options);
    pango_cairo_context_set_resolution(context, 96);
    pango_context_set_round_glyph_positions(context, FALSE);
    pango_context_set_language(context, pango_language_from_string("en"));
    pango_context_set_base_dir(context, PANGO_DIRECTION_LTR);
    *pen = (struct pen){.cr = cairo_create(surface),
                        .layout = pango_layout_new(context),
                        .font = pango_font_description_from_string(FONTS),
                        .theme = theme};
    pango_layout_set_auto_dir(pen->layout, FALSE);
    pango_layout_set_single_paragraph_mode(pen->layout, TRUE);
    cairo_set_line_cap(pen->cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(pen->cr, CAIRO_LINE_JOIN_ROUND);
    cairo_font_options_destroy(options);
    g_object_unref(context);
    g_object_unref(fonts);
}

static void close_pen(struct pen *pen) {
    pango_font_description_free(pen->font);
    g_object_unref(pen->layout);
    cairo_destroy(pen->cr);
    zet_buffer_free(&pen->text);
}

/* The text as pango and the metadata want it: UTF-8 in one line. */
static struct text clean(struct buffer *to, struct text t) {
    to->len = 0;
    while (t.len) {
        struct text character = zet_drawing_character(&t);
        if ((unsigned char)*character.at < ' ')
            character = TEXT(" ");
        buffer_text(to, character);
    }
    return buffered(to);
}

static void set_color(cairo_t *cr, uint32_t color) {
    cairo_set_source_rgb(cr, (color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0,
                         (color & 255) / 255.0);
}

static void draw_text(struct pen *pen, const struct shape *s) {
    static const double before[] = {[ANCHOR_START] = 0, [ANCHOR_MIDDLE] = 0.5, [ANCHOR_END] = 1};
    struct text t = clean(&pen->text, s->text);
    PangoRectangle extent;
    pango_font_description_set_absolute_size(pen->font, s->height * PANGO_SCALE);
    pango_font_description_set_weight(pen->font, s->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(pen->layout, pen->font);
    pango_layout_set_text(pen->layout, t.at, (int)t.len);
    PangoLayoutLine *line = pango_layout_get_line_readonly(pen->layout, 0);
    pango_layout_line_get_extents(line, NULL, &extent);
    double width = (double)extent.width / PANGO_SCALE;
    double squeeze = s->room > 0 && width > s->room ? s->room / width : 1;
    cairo_save(pen->cr);
    cairo_translate(pen->cr, s->at.x - before[s->anchor] * width * squeeze, s->at.y);
    cairo_scale(pen->cr, squeeze, 1);
    cairo_move_to(pen->cr, 0, 0);
    set_color(pen->cr, zet_paint(pen->theme, s->role)->fill);
    pango_cairo_show_layout_line(pen->cr, line);
    cairo_restore(pen->cr);
}

static void trace(cairo_t *cr, const struct shape *s, const struct point *p) {
    cairo_new_path(cr);
    if (s->kind == SHAPE_RECTANGLE) {
        cairo_rectangle(cr, s->at.x, s->at.y, s->size.x, s->size.y);
        return;
    }
    if (s->kind == SHAPE_CIRCLE) {
        cairo_arc(cr, s->at.x, s->at.y, s->size.x, 0, 2 * G_PI);
        cairo_close_path(cr);
        return;
    }
    cairo_move_to(cr, p[0].x, p[0].y);
    if (s->kind == SHAPE_CURVE)
        for (size_t i = 1; i + 2 < s->points; i += 3)
            cairo_curve_to(cr, p[i].x, p[i].y, p[i + 1].x, p[i + 1].y, p[i + 2].x, p[i + 2].y);
    else
        for (size_t i = 1; i < s->points; i++)
            cairo_line_to(cr, p[i].x, p[i].y);
    if (s->kind == SHAPE_POLYGON)
        cairo_close_path(cr);
}

static void paint(struct pen *pen, const struct paint *with) {
    cairo_t *cr = pen->cr;
    if (with->fill != NO_COLOR) {
        set_color(cr, with->fill);
        cairo_fill_preserve(cr);
    }
    if (with->stroke != NO_COLOR) {
        set_color(cr, with->stroke);
        cairo_set_line_width(cr, with->width);
        cairo_set_dash(cr, &with->dash, with->dash > 0, 0);
        cairo_stroke_preserve(cr);
    }
    cairo_new_path(cr);
}

/* The figure with its low corner at `at`, `scale` times as large. */
static void draw_figure(struct pen *pen, const struct figure *f, struct point at, double scale) {
    cairo_t *cr = pen->cr;
    cairo_save(cr);
    cairo_translate(cr, at.x, at.y);
    cairo_scale(cr, scale, scale);
    cairo_translate(cr, -f->low.x, -f->low.y);
    for (size_t i = 0; i < f->count; i++) {
        const struct shape *s = &f->shape[i];
        switch (s->kind) {
        case SHAPE_TEXT: draw_text(pen, s); break;
        case SHAPE_CLIP:
            cairo_save(cr);
            trace(cr, &(struct shape){.kind = SHAPE_RECTANGLE, .at = s->at, .size = s->size}, NULL);
            cairo_clip(cr);
            break;
        case SHAPE_CLIP_END: cairo_restore(cr); break;
        default: trace(cr, s, f->point + s->first); paint(pen, zet_paint(pen->theme, s->role));
        }
    }
    cairo_restore(cr);
}

/* PNG. */

static bool draw_png(struct drawing *d, struct point size) {
    struct pen pen;
    double scale = size.x / (d->figure.high.x - d->figure.low.x);
    int width = (int)(size.x + 0.5), height = (int)(size.y + 0.5);
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, width ? width : 1, height ? height : 1);
    bool well = check(d, cairo_surface_status(surface));
    if (well) {
        open_pen(&pen, surface, d->options.theme);
        set_color(pen.cr, zet_paint(pen.theme, ROLE_PAPER)->fill);
        cairo_paint(pen.cr);
        draw_figure(&pen, &d->figure, (struct point){0, 0}, scale);
        well = check(d, pen.text.failed ? CAIRO_STATUS_NO_MEMORY : cairo_status(pen.cr)) &&
               check(d, cairo_surface_write_to_png_stream(surface, append, d->out));
        close_pen(&pen);
    }
    cairo_surface_destroy(surface);
    return well;
}

const struct drawing_format zet_drawing_png = {
    .name = "png",
    .about = "a picture in pixels",
    .unit = "pixels",
    .cell = 40,
    .most = 960,
    .limit = 16384,
    .draw = draw_png,
};

/* PDF. */

struct pdf {
    cairo_surface_t *surface;
    struct pen pen;
    unsigned on_sheet, columns; /* figures on the present sheet; 0: there is not one */
};

static double smaller(double a, double b) { return a < b ? a : b; }

/* What one figure has of a sheet with `count` of them; nothing positive if that is too many. */
static struct point share(unsigned count, unsigned columns) {
    unsigned rows = (count + columns - 1) / columns;
    return (struct point){(sheet_width - 2 * margin - (columns - 1) * gap) / columns,
                          (sheet_height - 2 * margin - (rows - 1) * gap) / rows};
}

/* How much of its natural size a figure can have in that room. */
static double fitting(struct point room, struct point size) {
    return smaller(1, smaller(room.x / size.x, room.y / size.y));
}

/* The fewest columns with which the figures become as large as they can. */
static unsigned best_columns(unsigned count, struct point size) {
    unsigned best = 1;
    for (unsigned columns = 2; columns <= count; columns++)
        if (fitting(share(count, columns), size) > fitting(share(count, best), size) * 1.001)
            best = columns;
    return best;
}

static bool open_pdf(struct drawing *d) {
    struct pdf *pdf = d->state = calloc(1, sizeof *pdf);
    struct buffer title = {0};
    if (!pdf)
        return fail(d, "memory is out");
    pdf->surface = cairo_pdf_surface_create_for_stream(append, d->out, 1, 1);
    open_pen(&pdf->pen, pdf->surface, d->options.theme);
    clean(&title, d->figure.title);
    buffer_char(&title, '\0');
    if (!title.failed)
        cairo_pdf_surface_set_metadata(pdf->surface, CAIRO_PDF_METADATA_TITLE, title.at);
    cairo_pdf_surface_set_metadata(pdf->surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    zet_buffer_free(&title);
    return true;
}

/* Where the figure goes on a sheet with others. */
static struct point place_on_sheet(struct pdf *pdf, unsigned per_page, struct point size,
                                   double *scale) {
    if (!pdf->on_sheet) {
        pdf->columns = best_columns(per_page, size);
        cairo_pdf_surface_set_size(pdf->surface, sheet_width * points_per_mm,
                                   sheet_height * points_per_mm);
    }
    struct point room = share(per_page, pdf->columns);
    unsigned column = pdf->on_sheet % pdf->columns, row = pdf->on_sheet / pdf->columns;
    *scale = fitting(room, size);
    return (struct point){margin + column * (room.x + gap) + (room.x - size.x * *scale) / 2,
                          margin + row * (room.y + gap)};
}

static bool draw_pdf(struct drawing *d, struct point size) {
    if (!d->state && !open_pdf(d))
        return false;
    struct pdf *pdf = d->state;
    struct point at = {0, 0};
    double scale = 1;
    unsigned per_page = d->options.per_page;
    if (per_page > 1)
        at = place_on_sheet(pdf, per_page, size, &scale);
    else
        cairo_pdf_surface_set_size(pdf->surface, size.x * points_per_mm, size.y * points_per_mm);
    scale *= size.x / (d->figure.high.x - d->figure.low.x);
    draw_figure(&pdf->pen, &d->figure, (struct point){at.x * points_per_mm, at.y * points_per_mm},
                scale * points_per_mm);
    if (++pdf->on_sheet >= per_page) {
        cairo_show_page(pdf->pen.cr);
        pdf->on_sheet = 0;
    }
    return check(d, pdf->pen.text.failed ? CAIRO_STATUS_NO_MEMORY : cairo_status(pdf->pen.cr));
}

static bool end_pdf(struct drawing *d) {
    struct pdf *pdf = d->state;
    if (!pdf)
        return true;
    if (pdf->on_sheet)
        cairo_show_page(pdf->pen.cr);
    bool well = check(d, cairo_status(pdf->pen.cr));
    close_pen(&pdf->pen);
    cairo_surface_finish(pdf->surface);
    well = check(d, cairo_surface_status(pdf->surface)) && well;
    cairo_surface_destroy(pdf->surface);
    free(pdf);
    d->state = NULL;
    return well;
}

const struct drawing_format zet_drawing_pdf = {
    .name = "pdf",
    .about = "pages to print, a diagram each or several on A4",
    .unit = "mm",
    .several = true,
    .cell = 8,
    .most = 120,
    .limit = 5000,
    .draw = draw_pdf,
    .end = end_pdf,
};
