#include "notation/drawing/layout_parts.h"

#include <math.h>

#include "notation/base/buffer.h"

enum {
    DICE_MAX = 7, /* up to this many stones of a pit are arranged as on dice */
    RING_MAX = 16 /* up to this many are in a ring around their number */
};

static void draw_ring(struct figure *f, struct point center, unsigned seeds, double radius,
                      double seed) {
    for (unsigned i = 0; i < seeds; i++) {
        double angle = 2 * M_PI * i / seeds;
        struct point at = {center.x + radius * sin(angle), center.y - radius * cos(angle)};
        zi_figure_circle(f, ROLE_SEED, at, seed);
    }
}

/* Draws dice faces; points are multiples of a step. */
static void draw_dice(struct figure *f, struct point at, unsigned count) {
    static const signed char faces[DICE_MAX + 1][DICE_MAX][2] = {
        [1] = {{0, 0}},
        [2] = {{-1, 1}, {1, -1}},
        [3] = {{-1, 1}, {0, 0}, {1, -1}},
        [4] = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
        [5] = {{-1, -1}, {1, -1}, {0, 0}, {-1, 1}, {1, 1}},
        [6] = {{-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {1, 1}},
        [7] = {{-1, -1}, {1, -1}, {-1, 0}, {0, 0}, {1, 0}, {-1, 1}, {1, 1}}};
    const double step = 2, radius = 0.85;
    for (unsigned i = 0; i < count; i++)
        zi_figure_circle(
            f, ROLE_SEED,
            (struct point){at.x + step * faces[count][i][0], at.y + step * faces[count][i][1]},
            radius);
}

/* Arranges few stones as on dice and more as a ring around their number; if that does not fit,
   draws only the number. */
static void draw_seeds(struct figure *f, const struct geometry *g, struct point at,
                       unsigned count) {
    const double ring = 3.4, seed = 0.55;
    char digits[DIGITS_ROOM];
    struct text number = digits_of(count, digits);
    if (count <= DICE_MAX) {
        draw_dice(f, at, count);
        return;
    }
    double height = zi_geometry_fit(g, number, 3.2, 2 * (ring - seed) - 0.3);
    if (height > 0 && zi_geometry_circle_around(number, height) < ring - seed + 0.2) {
        draw_ring(f, at, count < RING_MAX ? count : RING_MAX, ring, seed);
        zi_geometry_label(f, ROLE_COUNT, at, number, height);
    } else if (!zi_geometry_label_in(f, g, ROLE_COUNT, at, number, 3.2, 2 * PIT_RADIUS - 0.6)) {
        zi_geometry_say_below(g, number, g->filling);
    }
}

/* The height of a level number in a stone of that radius; 0 if it does not fit. */
static double number_height(const struct geometry *g, struct text number, double radius) {
    double height = zi_geometry_fit(g, number, radius > 3 ? 3.6 : radius * 1.15, radius * 1.7);
    return height <= radius * 1.8 ? height : 0;
}

/* Half the gap between two lines in a stone. */
#define LINES_GAP 0.15

double zi_figure_level_rise(double height) { return TEXT_MIDDLE * height + LINES_GAP; }

/* The height of the number with a label below it; 0 if they do not fit. */
static double lines_height(const struct geometry *g, struct text number, struct text label,
                           double radius) {
    double width = fmax(zi_text_width_bold(number, 1), zi_text_width_bold(label, 1));
    for (double height = fmax(3.2, g->least); height >= g->least && height > 1; height -= 0.2) {
        double low = zi_figure_level_rise(height) + TEXT_MIDDLE * height;
        if (hypot(width * height / 2, low) <= radius - 0.3)
            return height;
    }
    return 0;
}

static bool has_digit(struct text t) {
    for (size_t i = 0; i < t.len; i++)
        if (is_digit(t.at[i]))
            return true;
    return false;
}

struct text zi_figure_level_label(const struct geometry *g, cell c) {
    const struct marks *marks = g->d->marks;
    struct text number = level_number(c);
    for (size_t i = 0; marks && i < marks->label_count; i++) {
        struct text t = text_of(marks->label[i].text);
        if (marks->label[i].at == c && !has_digit(t) &&
            lines_height(g, number, t, zi_geometry_radius(g->d, cell_level(c))) > 0)
            return t;
    }
    return NO_TEXT;
}

/* A triangle leaves less space for a number than the stone does. */
static double height_beside_marks(const struct geometry *g, cell c, double height) {
    const struct marks *marks = g->d->marks;
    for (size_t i = 0; height > 0 && marks && i < marks->mark_count; i++)
        if (marks->mark[i].at == c && marks->mark[i].kind == MARK_TRIANGLE)
            return fmax(g->least, fmin(height, zi_geometry_radius(g->d, cell_level(c)) * 0.68));
    return height;
}

double zi_figure_level_height(const struct geometry *g, cell c) {
    struct text number = level_number(c);
    struct text label = zi_figure_level_label(g, c);
    double radius = zi_geometry_radius(g->d, cell_level(c));
    if (label.len)
        return lines_height(g, number, label, radius);
    return height_beside_marks(g, c, number_height(g, number, radius));
}

void zi_figure_man(struct figure *f, struct point at, uint8_t content, double radius) {
    bool white = (content - 1) % 2;
    enum role man = white ? ROLE_MAN_1 : ROLE_MAN_0, on = white ? ROLE_ON_MAN_1 : ROLE_ON_MAN_0;
    zi_figure_circle(f, man, at, radius);
    if (!white)
        zi_figure_circle(f, ROLE_RIM_0, at, radius - 0.45);
    if (content > ZI_CELL_WHITE)
        zi_figure_circle(f, on, at, radius * 0.36);
}

/* Draws the level number of a stone; it is higher up if a label is below it. */
static void draw_level(struct figure *f, const struct geometry *g, struct point at, cell c,
                       uint8_t content) {
    enum role on = (content - 1) % 2 ? ROLE_ON_MAN_1 : ROLE_ON_MAN_0;
    double height = zi_figure_level_height(g, c);
    if (zi_figure_level_label(g, c).len)
        at.y -= zi_figure_level_rise(height);
    if (height > 0)
        zi_geometry_label(f, on, at, level_number(c), height);
}

void zi_figure_content(struct figure *f, const struct geometry *g, struct point at, cell c,
                       uint8_t content) {
    if (g->d->counts) {
        draw_seeds(f, g, at, content);
    } else if (content) {
        zi_figure_man(f, at, content, zi_geometry_radius(g->d, cell_level(c)));
        if (cell_level(c))
            draw_level(f, g, at, c, content);
    }
}
