#include "diagrams/draw/stamps.h"

#include <math.h>
#include <string.h>

/* PARTS: cairo's units per pixel. PIXELS_MAX: the maximum side of a stamp in pixels. */
enum { PARTS = 256, PIXELS_MAX = 256 };

void zi_color_set(cairo_t *cr, uint32_t color) {
    cairo_set_source_rgb(cr, (color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0,
                         (color & 255) / 255.0);
}

void zi_path_paint(cairo_t *cr, const zet_paint *paint) {
    if (paint->fill != ZET_NO_COLOR) {
        zi_color_set(cr, paint->fill);
        cairo_fill_preserve(cr);
    }
    if (paint->stroke != ZET_NO_COLOR) {
        zi_color_set(cr, paint->stroke);
        cairo_set_line_width(cr, paint->width);
        cairo_set_dash(cr, &paint->dash, paint->dash > 0, 0);
        cairo_stroke_preserve(cr);
    }
    cairo_new_path(cr);
}

void zi_shape_draw(cairo_t *cr, const struct shape *shape) {
    zet_point at = shape->at, size = shape->size;
    cairo_new_path(cr);
    if (shape->round) {
        cairo_arc(cr, at.x + size.x / 2, at.y + size.y / 2, size.x / 2, 0, 2 * acos(-1));
        cairo_close_path(cr);
    } else {
        cairo_rectangle(cr, at.x, at.y, size.x, size.y);
    }
    zi_path_paint(cr, &shape->paint);
}

/* Pixels outside the shape that its line may reach, plus one. */
static int margin_of(const struct stamp_key *key) {
    bool line = key->shape.paint.stroke != ZET_NO_COLOR;
    return (line ? (int)ceil(key->shape.paint.width * key->scale / 2) : 0) + 1;
}

static cairo_status_t make(struct stamp *stamp) {
    const struct stamp_key *key = &stamp->key;
    int margin = margin_of(key);
    int width = (int)ceil(key->shape.size.x * key->scale) + 1 + 2 * margin;
    int height = (int)ceil(key->shape.size.y * key->scale) + 1 + 2 * margin;
    stamp->surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    cairo_t *cr = cairo_create(stamp->surface);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_translate(cr, margin + (double)key->right / PARTS, margin + (double)key->down / PARTS);
    cairo_scale(cr, key->scale, key->scale);
    zi_shape_draw(cr, &key->shape);
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    return status;
}

/* The stamp for the key, or the next free one; NULL: none. */
static struct stamp *find(struct stamps *s, const struct stamp_key *key) {
    for (unsigned i = 0; i < s->count; i++)
        if (!memcmp(&s->at[i].key, key, sizeof *key))
            return &s->at[i];
    return s->count < STAMPS_MAX ? &s->at[s->count] : NULL;
}

cairo_status_t zi_stamps_draw(struct stamps *s, cairo_t *cr, const struct shape *shape) {
    cairo_matrix_t m;
    struct stamp_key key;
    cairo_get_matrix(cr, &m);
    double side = shape->size.x > shape->size.y ? shape->size.x : shape->size.y;
    struct stamp *stamp = NULL;
    int64_t x = llround((shape->at.x * m.xx + m.x0) * PARTS);
    int64_t y = llround((shape->at.y * m.yy + m.y0) * PARTS);
    if (m.xx == m.yy && (side + shape->paint.width) * m.xx < PIXELS_MAX) {
        memset(&key, 0, sizeof key); /* keys are compared with their padding */
        key.shape.paint = shape->paint;
        key.shape.size = shape->size;
        key.shape.round = shape->round;
        key.scale = m.xx;
        key.right = x & (PARTS - 1);
        key.down = y & (PARTS - 1);
        stamp = find(s, &key);
    }
    if (!stamp) {
        zi_shape_draw(cr, shape);
        return CAIRO_STATUS_SUCCESS;
    }
    if (!stamp->surface) {
        stamp->key = key;
        cairo_status_t status = make(stamp);
        s->count++;
        if (status != CAIRO_STATUS_SUCCESS)
            return status;
    }
    int margin = margin_of(&key);
    cairo_save(cr);
    cairo_identity_matrix(cr);
    cairo_set_source_surface(cr, stamp->surface, (double)((x - key.right) / PARTS - margin),
                             (double)((y - key.down) / PARTS - margin));
    cairo_paint(cr);
    cairo_restore(cr);
    return CAIRO_STATUS_SUCCESS;
}

void zi_stamps_free(struct stamps *s) {
    for (unsigned i = 0; i < s->count; i++)
        cairo_surface_destroy(s->at[i].surface);
    s->count = 0;
}
