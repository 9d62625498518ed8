/* Shapes that occur often in a picture, such as cells and pieces. Each is drawn once and then
   copied to all places at a distance of whole pixels. */
#pragma once

#include <cairo.h>
#include <zet_draw.h>

/* A rectangle, or its inscribed circle. */
struct shape {
    zet_paint paint;
    zet_point at, size;
    bool round;
};

void zi_color_set(cairo_t *cr, uint32_t color);

void zi_shape_draw(cairo_t *cr, const struct shape *shape);

/* Fills, strokes and clears the current path. */
void zi_path_paint(cairo_t *cr, const zet_paint *paint);

enum { STAMPS_MAX = 64 };

/* Starts zeroed. */
struct stamps {
    struct stamp {
        struct stamp_key {
            struct shape shape;  /* at the origin */
            double scale;        /* pixels per unit */
            int64_t right, down; /* its offset within its pixel, in fractions of a pixel */
        } key;
        cairo_surface_t *surface;
    } at[STAMPS_MAX];
    unsigned count;
};

/* Draws the shape with a stamp if it is small enough; call zi_stamps_free at the end of a picture.
   Returns cairo's status. */
cairo_status_t zi_stamps_draw(struct stamps *s, cairo_t *cr, const struct shape *shape);
void zi_stamps_free(struct stamps *s);
