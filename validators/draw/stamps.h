/* Shapes of pictures that come again and again, such as cells and pieces. Each is drawn once, and
   then copied to all places that are a number of whole pixels away. */
#pragma once

#include <cairo.h>
#include <zet_draw.h>

/* A rectangle, or the circle in it. */
struct shape {
    zet_paint paint;
    zet_point at, size;
    bool round;
};

void zi_color_set(cairo_t *cr, uint32_t color);

/* Draws the shape as it is. */
void zi_shape_draw(cairo_t *cr, const struct shape *shape);

/* Fills the present path and strokes it; then there is none. */
void zi_path_paint(cairo_t *cr, const zet_paint *paint);

enum { STAMPS_MAX = 64 };

/* Starts zeroed. */
struct stamps {
    struct stamp {
        struct stamp_key {
            struct shape shape;  /* at the origin */
            double scale;        /* pixels of a unit */
            int64_t right, down; /* where it is within its pixel, in parts of one */
        } key;
        cairo_surface_t *surface;
    } at[STAMPS_MAX];
    unsigned count;
};

/* The same from a stamp, where the shape is small enough; at the end of a picture zi_stamps_free.
   Returns how that went. */
cairo_status_t zi_stamps_draw(struct stamps *s, cairo_t *cr, const struct shape *shape);
void zi_stamps_free(struct stamps *s);
