/* PDF and PNG: cairo draws, Pango sets text, libpng writes pictures. Only this file uses these
   libraries. */
#include <cairo-pdf.h>
#include <cairo.h>
#include <pango/pangocairo.h>
#include <png.h>

#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <zet_draw.h>

#include "diagrams/draw/black.h"
#include "diagrams/draw/stamps.h"

#define FONTS "DejaVu Sans, Verdana, Arial, Sans"

static const double points_per_mm = 72 / 25.4;

struct drawing {
    double unit; /* cairo units per unit of the format */
    zet_write_function *write;
    void *to;
    bool write_failed;
    GByteArray *pdf;          /* the part written so far; NULL: a picture */
    cairo_status_t status;    /* the first failure */
    cairo_surface_t *surface; /* PNG: NULL before its page */
    cairo_t *cr;              /* likewise */
    bool page, placed;        /* begun */
    struct stamps stamps;     /* of a picture */
    PangoLayout *layout;
    PangoFontDescription *font;
};

static zet_status set_error(zet_error *error, zet_status status, const char *message) {
    if (error) {
        error->status = status;
        g_strlcpy(error->message, message, sizeof error->message);
    }
    return status;
}

static void note(struct drawing *d, cairo_status_t status) {
    if (d->status == CAIRO_STATUS_SUCCESS)
        d->status = status;
}

/* When memory runs out, Pango, HarfBuzz and Fontconfig silently omit letters or use another font.
   But malloc sets errno to ENOMEM, so errno is set to 0 before they are called. */
static void note_memory(struct drawing *d) {
    if (errno == ENOMEM)
        note(d, CAIRO_STATUS_NO_MEMORY);
}

static bool write_bytes(struct drawing *d, const void *bytes, size_t length) {
    if (!d->write_failed && length)
        d->write_failed = !d->write(d->to, bytes, length);
    return !d->write_failed;
}

/* Collects a PDF in memory until it is complete. */
static cairo_status_t append(void *context, const unsigned char *data, unsigned length) {
    const struct drawing *d = context;
    g_byte_array_append(d->pdf, data, length);
    return CAIRO_STATUS_SUCCESS;
}

/* Pictures. cairo's own writer spends more time on choosing filters and on compressing than drawing
   takes; a figure has few colors and large areas, which need neither. */

static void append_png(png_structp png, png_bytep data, size_t length) {
    if (!write_bytes(png_get_io_ptr(png), data, length))
        png_error(png, "");
}

static void flush_png(png_structp png) { (void)png; }

/* The caller knows whether writing or an allocation failed. */
static _Noreturn void fail_png(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static void warn_png(png_structp png, png_const_charp message) { (void)png, (void)message; }

/* cairo's colors are premultiplied by alpha, those of PNG are not. Changes libpng's copy of a
   row. */
static void divide_by_alpha(png_structp png, png_row_infop row, png_bytep data) {
    (void)png;
    for (png_size_t i = 0; i + 4 <= row->rowbytes; i += 4) {
        uint32_t pixel;
        memcpy(&pixel, data + i, 4);
        const uint32_t alpha = pixel >> 24;
        uint32_t straight = alpha << 24;
        for (unsigned shift = 0; shift < 24 && alpha; shift += 8)
            straight |= ((pixel >> shift & 255) * 255 + alpha / 2) / alpha << shift;
        memcpy(data + i, &straight, 4);
    }
}

/* Whether all pixels of an opaque picture are gray, as in the theme for print. */
static bool is_gray(const unsigned char *pixels, size_t stride, size_t width, size_t height) {
    uint32_t differing = 0;
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++) {
            uint32_t pixel;
            memcpy(&pixel, pixels + y * stride + x * 4, 4);
            differing |= (pixel ^ pixel >> 8) & 0xFFFF;
        }
    return !differing;
}

/* Packs a gray row, whose pixels have equal bytes, to one byte per pixel, at its start. */
static void pack_gray(unsigned char *row, size_t width) {
    const size_t blue = G_BYTE_ORDER == G_LITTLE_ENDIAN ? 0 : 3;
    for (size_t x = 0; x < width; x++)
        row[x] = row[x * 4 + blue];
}

/* A picture specifies its size: 96 pixels per inch, as in SVG. The surface is invalid
   afterwards. */
static void write_rows(png_structp png, png_infop info, cairo_surface_t *surface) {
    enum { PIXELS_A_METRE = 3780, BITS = 8, COMPRESSION = 3 };
    unsigned char *pixels = cairo_image_surface_get_data(surface);
    size_t width = (size_t)cairo_image_surface_get_width(surface);
    size_t height = (size_t)cairo_image_surface_get_height(surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    bool transparent = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32;
    bool gray = !transparent && is_gray(pixels, stride, width, height);
    int colors = transparent ? PNG_COLOR_TYPE_RGB_ALPHA
                 : gray      ? PNG_COLOR_TYPE_GRAY
                             : PNG_COLOR_TYPE_RGB;
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, BITS, colors,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_pHYs(png, info, PIXELS_A_METRE, PIXELS_A_METRE, PNG_RESOLUTION_METER);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_compression_level(png, COMPRESSION);
    png_write_info(png, info);
    if (G_BYTE_ORDER == G_LITTLE_ENDIAN && !gray)
        png_set_bgr(png);
    if (transparent)
        png_set_write_user_transform_fn(png, divide_by_alpha);
    if (transparent && G_BYTE_ORDER != G_LITTLE_ENDIAN)
        png_set_swap_alpha(png);
    if (!transparent && !gray)
        png_set_filler(png, 0,
                       G_BYTE_ORDER == G_LITTLE_ENDIAN ? PNG_FILLER_AFTER : PNG_FILLER_BEFORE);
    for (size_t y = 0; y < height; y++) {
        if (gray)
            pack_gray(pixels + y * stride, width);
        png_write_row(png, pixels + y * stride);
    }
    png_write_end(png, info);
}

static cairo_status_t write_png(struct drawing *d) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, fail_png, warn_png);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    bool failed = !info || setjmp(png_jmpbuf(png));
    if (!failed) {
        cairo_surface_flush(d->surface);
        png_set_write_fn(png, d, append_png, flush_png);
        write_rows(png, info, d->surface);
    }
    png_destroy_write_struct(&png, &info);
    return !failed           ? CAIRO_STATUS_SUCCESS
           : d->write_failed ? CAIRO_STATUS_WRITE_ERROR
                             : CAIRO_STATUS_NO_MEMORY;
}

/* Texts. */

/* Text must look the same in every environment: no hinting to whole pixels, no user language. The
   scale of the figure is not passed to the context either. */
static PangoContext *new_context(void) {
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
    cairo_font_options_destroy(options);
    g_object_unref(fonts);
    return context;
}

/* Finding fonts takes longer than drawing a figure, so each thread caches the result. */
static GPrivate contexts = G_PRIVATE_INIT(g_object_unref);

static void open_layout(struct drawing *d) {
    if (!g_private_get(&contexts))
        g_private_set(&contexts, new_context());
    d->layout = pango_layout_new(g_private_get(&contexts));
    d->font = pango_font_description_from_string(FONTS);
    pango_layout_set_auto_dir(d->layout, FALSE);
    pango_layout_set_single_paragraph_mode(d->layout, TRUE);
    pango_layout_set_ellipsize(d->layout, PANGO_ELLIPSIZE_END);
}

/* Whether there is a font that has the letters and digits of a board. Pango draws boxes, or
   nothing, for missing characters. */
static bool has_font(struct drawing *d) {
    static const char board[] = "abcdefghijklmnop0123456789";
    PangoContext *context = pango_layout_get_context(d->layout);
    pango_font_description_set_absolute_size(d->font, 10 * PANGO_SCALE);
    PangoFont *font = pango_context_load_font(context, d->font);
    if (!font)
        return false;
    g_object_unref(font);
    pango_layout_set_font_description(d->layout, d->font);
    pango_layout_set_text(d->layout, board, (int)sizeof board - 1);
    return pango_layout_get_unknown_glyphs_count(d->layout) == 0;
}

/* Sets a text in one line of any width. */
static void set_text(struct drawing *d, zet_text text, double height, bool bold) {
    errno = 0;
    pango_font_description_set_absolute_size(d->font, height * PANGO_SCALE);
    pango_font_description_set_weight(d->font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(d->layout, d->font);
    pango_layout_set_text(d->layout, text.at, (int)text.length);
    pango_layout_set_width(d->layout, -1);
}

static void draw_text(void *context, const zet_canvas_text *t) {
    struct drawing *d = context;
    PangoRectangle extent;
    if (!d->cr)
        return;
    set_text(d, t->text, t->height, t->bold);
    PangoLayoutLine *line = pango_layout_get_line_readonly(d->layout, 0);
    pango_layout_line_get_extents(line, NULL, &extent);
    if (t->room > 0 && extent.width > t->room * PANGO_SCALE) {
        pango_layout_set_width(d->layout, (int)(t->room * PANGO_SCALE));
        line = pango_layout_get_line_readonly(d->layout, 0);
        pango_layout_line_get_extents(line, NULL, &extent);
    }
    cairo_move_to(d->cr, t->at.x - t->anchor * extent.width / PANGO_SCALE, t->at.y);
    zi_color_set(d->cr, t->color);
    pango_cairo_show_layout_line(d->cr, line);
    note_memory(d);
}

/* Shapes. */

static void draw_shape(struct drawing *d, const struct shape *shape) {
    if (d->cr && d->pdf)
        zi_shape_draw(d->cr, shape);
    else if (d->cr)
        note(d, zi_stamps_draw(&d->stamps, d->cr, shape));
}

static void draw_rectangle(void *context, const zet_paint *paint, zet_point at, zet_point size) {
    draw_shape(context, &(struct shape){*paint, at, size, false});
}

static void draw_circle(void *context, const zet_paint *paint, zet_point center, double radius) {
    zet_point at = {center.x - radius, center.y - radius}, size = {2 * radius, 2 * radius};
    draw_shape(context, &(struct shape){*paint, at, size, true});
}

static void draw_path(void *context, const zet_paint *paint, const zet_point *p, size_t count,
                      bool curve, bool closed) {
    struct drawing *d = context;
    if (!d->cr || !count)
        return;
    cairo_new_path(d->cr);
    cairo_move_to(d->cr, p[0].x, p[0].y);
    if (curve)
        for (size_t i = 1; i + 2 < count; i += 3)
            cairo_curve_to(d->cr, p[i].x, p[i].y, p[i + 1].x, p[i + 1].y, p[i + 2].x, p[i + 2].y);
    else
        for (size_t i = 1; i < count; i++)
            cairo_line_to(d->cr, p[i].x, p[i].y);
    if (closed)
        cairo_close_path(d->cr);
    zi_path_paint(d->cr, paint);
}

static void begin_clip(void *context, zet_point at, zet_point size) {
    struct drawing *d = context;
    if (!d->cr)
        return;
    cairo_save(d->cr);
    cairo_new_path(d->cr);
    cairo_rectangle(d->cr, at.x, at.y, size.x, size.y);
    cairo_clip(d->cr);
}

static void end_clip(void *context) {
    struct drawing *d = context;
    if (d->cr)
        cairo_restore(d->cr);
}

/* Files and pages. */

static void begin_drawing(struct drawing *d) {
    d->cr = cairo_create(d->surface);
    cairo_set_line_cap(d->cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(d->cr, CAIRO_LINE_JOIN_ROUND);
}

static void end_placement(struct drawing *d) {
    if (d->placed)
        cairo_restore(d->cr);
    d->placed = false;
}

static void end_page(struct drawing *d) {
    if (!d->page)
        return;
    end_placement(d);
    if (d->pdf)
        cairo_show_page(d->cr);
    d->page = false;
}

static void free_drawing(struct drawing *d) {
    zi_stamps_free(&d->stamps);
    if (d->cr)
        cairo_destroy(d->cr);
    if (d->surface)
        cairo_surface_destroy(d->surface);
    if (d->pdf)
        g_byte_array_free(d->pdf, TRUE);
    pango_font_description_free(d->font);
    g_object_unref(d->layout);
    g_free(d);
}

static void *open_file(const char *format, zet_write_function *write, void *to, zet_error *error) {
    bool pdf = !strcmp(format, "pdf");
    if (!pdf && strcmp(format, "png") != 0) {
        set_error(error, ZET_REFUSED, "libzet_draw draws pdf and png only");
        return NULL;
    }
    struct drawing *d = g_new0(struct drawing, 1);
    *d = (struct drawing){.pdf = pdf ? g_byte_array_new() : NULL,
                          .unit = pdf ? points_per_mm : 1,
                          .write = write,
                          .to = to};
    errno = 0;
    open_layout(d);
    bool has = has_font(d);
    note_memory(d);
    if (has && d->status == CAIRO_STATUS_SUCCESS)
        return d;
    if (d->status != CAIRO_STATUS_SUCCESS)
        set_error(error, ZET_OUT_OF_MEMORY, "out of memory");
    else
        set_error(error, ZET_REFUSED,
                  "no font was found, so text cannot be drawn; install one, such as DejaVu Sans "
                  "(Debian: fonts-dejavu-core)");
    free_drawing(d);
    return NULL;
}

static void begin_pdf_page(struct drawing *d, zet_point size, const char *title) {
    if (!d->surface) {
        d->surface = cairo_pdf_surface_create_for_stream(append, d, 1, 1);
        cairo_pdf_surface_restrict_to_version(d->surface, CAIRO_PDF_VERSION_1_5);
        cairo_pdf_surface_set_metadata(d->surface, CAIRO_PDF_METADATA_TITLE, title);
        cairo_pdf_surface_set_metadata(d->surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
        begin_drawing(d);
    }
    cairo_pdf_surface_set_size(d->surface, size.x * d->unit, size.y * d->unit);
}

static void begin_png_page(struct drawing *d, zet_point size, uint32_t background) {
    int width = (int)(size.x + 0.5), height = (int)(size.y + 0.5);
    if (d->surface) /* a picture is one page */
        return;
    bool transparent = background == ZET_NO_COLOR;
    d->surface = cairo_image_surface_create(transparent ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24,
                                            width ? width : 1, height ? height : 1);
    begin_drawing(d);
    if (transparent)
        return;
    zi_color_set(d->cr, background);
    cairo_paint(d->cr);
}

static void begin_page(void *context, zet_point size, const char *title, uint32_t background) {
    struct drawing *d = context;
    end_page(d);
    if (d->pdf)
        begin_pdf_page(d, size, title);
    else
        begin_png_page(d, size, background);
    d->page = true;
    note(d, cairo_surface_status(d->surface));
}

static void place(void *context, zet_point at, zet_point low, double scale) {
    struct drawing *d = context;
    if (!d->cr)
        return;
    end_placement(d);
    note(d, cairo_status(d->cr));
    cairo_save(d->cr);
    cairo_translate(d->cr, at.x * d->unit, at.y * d->unit);
    cairo_scale(d->cr, scale * d->unit, scale * d->unit);
    cairo_translate(d->cr, -low.x, -low.y);
    d->placed = true;
}

/* Writes the PDF with black for gray, or unchanged if that fails. */
static void write_pdf(struct drawing *d) {
    const char *pdf = (const char *)d->pdf->data;
    GString *black = zi_pdf_black(pdf, d->pdf->len);
    write_bytes(d, black ? black->str : pdf, black ? black->len : d->pdf->len);
    if (black)
        g_string_free(black, TRUE);
}

static zet_status close_file(void *context, zet_error *error) {
    struct drawing *d = context;
    errno = 0;
    end_page(d);
    if (d->cr)
        note(d, cairo_status(d->cr));
    if (d->surface && d->pdf)
        cairo_surface_finish(d->surface), write_pdf(d);
    else if (d->surface && d->status == CAIRO_STATUS_SUCCESS)
        note(d, write_png(d));
    if (d->surface)
        note(d, cairo_surface_status(d->surface));
    note_memory(d);
    cairo_status_t status = d->status;
    bool write_failed = d->write_failed;
    free_drawing(d);
    if (write_failed)
        return set_error(error, ZET_WRITE_FAILED, "the output could not be written");
    if (status == CAIRO_STATUS_NO_MEMORY)
        return set_error(error, ZET_OUT_OF_MEMORY, "out of memory");
    if (status != CAIRO_STATUS_SUCCESS)
        return set_error(error, ZET_REFUSED, cairo_status_to_string(status));
    return ZET_OK;
}

static void set_font(void *context, const char *name) {
    struct drawing *d = context;
    char *names = g_strconcat(name, ", ", FONTS, NULL);
    pango_font_description_free(d->font);
    d->font = pango_font_description_from_string(names);
    g_free(names);
}

static double measure(void *context, zet_text text, double height, bool bold) {
    struct drawing *d = context;
    PangoRectangle extent;
    set_text(d, text, height, bold);
    pango_layout_line_get_extents(pango_layout_get_line_readonly(d->layout, 0), NULL, &extent);
    note_memory(d);
    return (double)extent.width / PANGO_SCALE;
}

static const zet_canvas canvas = {
    .open = open_file,
    .page = begin_page,
    .place = place,
    .rectangle = draw_rectangle,
    .circle = draw_circle,
    .path = draw_path,
    .text = draw_text,
    .clip = begin_clip,
    .clip_end = end_clip,
    .close = close_file,
    .font = set_font,
    .measure = measure,
};

const zet_canvas *zet_draw_canvas(void) { return &canvas; }
