/* The contents of cells: men, stones and their numbers, and the author's marks and labels. */
#include "diagrams/layout_parts.h"

#include <math.h>

#include "notation/base/buffer.h"

#define CELL FIGURE_CELL

static double radius_at(const struct geometry *g, cell c) {
    return zi_geometry_radius(g->d, cell_level(c));
}

static bool is_pits(const struct geometry *g) { return g->look->cells == LOOK_PITS; }

/* Men and stones. */

enum {
    DICE_MAX = 7, /* up to this many stones of a pit are arranged as on dice */
    RING_MAX = 16 /* up to this many are in a ring around their number */
};

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
    for (unsigned i = 0; i < count; i++) {
        const signed char *spot = faces[count][i];
        struct point seed = {at.x + step * spot[0], at.y + step * spot[1]};
        zi_figure_circle(f, ROLE_SEED, seed, radius);
    }
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
        unsigned seeds = count < RING_MAX ? count : RING_MAX;
        for (unsigned i = 0; i < seeds; i++) {
            double angle = 2 * M_PI * i / seeds;
            struct point spot = {at.x + ring * sin(angle), at.y - ring * cos(angle)};
            zi_figure_circle(f, ROLE_SEED, spot, seed);
        }
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

/* The distance from the middle of the stone to the middle of its number and of the label below. */
static double level_rise(double height) { return TEXT_MIDDLE * height + LINES_GAP; }

/* The height of the number with a label below it; 0 if they do not fit. */
static double lines_height(const struct geometry *g, struct text number, struct text label,
                           double radius) {
    double width = fmax(zi_text_width_bold(number, 1), zi_text_width_bold(label, 1));
    for (double height = fmax(3.2, g->least); height >= g->least && height > 1; height -= 0.2) {
        double low = level_rise(height) + TEXT_MIDDLE * height;
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

/* The label below the level number of a stone, or an empty text. */
static struct text level_label(const struct geometry *g, cell c) {
    const struct marks *marks = g->d->marks;
    for (size_t i = 0; marks && i < marks->label_count; i++) {
        struct text t = text_of(marks->label[i].text);
        if (marks->label[i].at == c && !has_digit(t) &&
            lines_height(g, level_number(c), t, radius_at(g, c)) > 0)
            return t;
    }
    return NO_TEXT;
}

static bool is_marked(const struct diagram *d, cell c, enum mark_kind kind) {
    for (size_t i = 0; d->marks && i < d->marks->mark_count; i++)
        if (d->marks->mark[i].kind == kind && d->marks->mark[i].at == c)
            return true;
    return false;
}

double zi_figure_level_height(const struct geometry *g, cell c) {
    struct text number = level_number(c), label = level_label(g, c);
    double radius = radius_at(g, c);
    if (label.len)
        return lines_height(g, number, label, radius);
    double height = number_height(g, number, radius);
    if (height > 0 && is_marked(g->d, c, MARK_TRIANGLE)) /* it leaves less space than the stone */
        return fmax(g->least, fmin(height, radius * 0.68));
    return height;
}

double zi_figure_number_radius(const struct geometry *g, cell c) {
    double height = cell_level(c) && g->d->setup.at[c] ? zi_figure_level_height(g, c) : 0;
    return height > 0 ? fmax(2.4, zi_geometry_circle_around(level_number(c), height) + 0.4) : 0;
}

static bool is_white(unsigned content) { return (content - 1) % 2; }

/* The roles of numbers and of the author's signs in a stone. */
static enum role on_man(unsigned content) {
    return is_white(content) ? ROLE_ON_MAN_1 : ROLE_ON_MAN_0;
}
static enum role sign_on_man(unsigned content) {
    return is_white(content) ? ROLE_SIGN_ON_1 : ROLE_SIGN_ON_0;
}

void zi_figure_man(struct figure *f, struct point at, uint8_t content, double radius) {
    zi_figure_circle(f, is_white(content) ? ROLE_MAN_1 : ROLE_MAN_0, at, radius);
    if (!is_white(content))
        zi_figure_circle(f, ROLE_RIM_0, at, radius - 0.45);
    if (content > ZI_CELL_WHITE)
        zi_figure_circle(f, on_man(content), at, radius * 0.36);
}

/* Draws the level number of a stone; it is higher up if a label is below it. */
static void draw_level(struct figure *f, const struct geometry *g, struct point at, cell c,
                       uint8_t content) {
    double height = zi_figure_level_height(g, c);
    if (level_label(g, c).len)
        at.y -= level_rise(height);
    if (height > 0)
        zi_geometry_label(f, on_man(content), at, level_number(c), height);
}

void zi_figure_content(struct figure *f, const struct geometry *g, struct point at, cell c,
                       uint8_t content) {
    if (g->d->counts) {
        draw_seeds(f, g, at, content);
    } else if (content) {
        zi_figure_man(f, at, content, radius_at(g, c));
        if (cell_level(c))
            draw_level(f, g, at, c, content);
    }
}

/* Marks. */

bool zi_figure_is_filled(const struct diagram *d, cell c) { return is_marked(d, c, MARK_FILL); }

/* The radius of the ring that marks a stone on a board with levels, where stones overlap. 0 if the
   level number leaves no space. */
static double ring_of(const struct geometry *g, cell c) {
    double radius = radius_at(g, c) - 0.95;
    if (!cell_level(c))
        return radius;
    double number = zi_geometry_circle_around(level_number(c), zi_figure_level_height(g, c));
    return number + 0.3 < radius && !level_label(g, c).len ? radius : 0;
}

/* Stones above it cover the ring along with the stone. */
void zi_figure_ring(struct figure *f, const struct geometry *g, cell c) {
    uint8_t content = g->d->setup.at[c];
    if (g->d->board.levels > 1 && content && is_marked(g->d, c, MARK_FRAME) && ring_of(g, c) > 0)
        zi_figure_circle(f, sign_on_man(content), zi_geometry_center(g, c), ring_of(g, c));
}

static const struct point corners[4] = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}};

/* Draws the corners of a frame around a cell: they touch neither its content nor its neighbors and
   do not look like a piece. On an empty cell between stones they have a light ground. */
static void draw_frame(struct figure *f, const struct geometry *g, cell c) {
    const double arm = 1.8;
    double reach = is_pits(g) ? 4.6 : fmin(radius_at(g, c) + 0.6, CELL / 2 - 0.6);
    struct point at = zi_geometry_center(g, c);
    const struct point points[3] = {{reach, reach - arm}, {reach, reach}, {reach - arm, reach}};
    for (unsigned i = 0; i < 4; i++) {
        if (cell_level(c))
            zi_figure_around(f, SHAPE_LINE, ROLE_CASING, at, corners[i], points, 3);
        zi_figure_around(f, SHAPE_LINE, ROLE_MARK, at, corners[i], points, 3);
    }
}

/* Whether the cell has the number of a move, or of stages that end there, which a sign or a label
   would hide. */
static bool has_number(const struct diagram *d, cell c) {
    for (size_t i = 0; i < d->move_count; i++) {
        const struct shown_move *m = &d->moves[i];
        if (m->number && m->path_count && zi_shown_move_end(m) == c)
            return true;
        for (size_t k = 0; !m->number && m->stages > 1 && k < m->end_count; k++)
            if (m->ends[k] == c)
                return true;
    }
    return false;
}

/* The place of a sign; `size` is half its size, and its middle stays free. */
struct sign {
    struct point at;
    double size, free;
    enum role role;
};

static void draw_shape(struct figure *f, const struct sign *s, enum mark_kind kind) {
    static const struct point square[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}},
                              triangle[3] = {{0, -1.3}, {1.15, 0.75}, {-1.15, 0.75}};
    const struct point size = {s->size, s->size}, arm[2] = {{s->free, s->free}, size};
    if (kind == MARK_SQUARE)
        zi_figure_around(f, SHAPE_POLYGON, s->role, s->at, size, square, 4);
    else if (kind == MARK_TRIANGLE)
        zi_figure_around(f, SHAPE_POLYGON, s->role, s->at, size, triangle, 3);
    else
        for (unsigned i = 0; i < 4; i++)
            zi_figure_around(f, SHAPE_LINE, s->role, s->at, corners[i], arm, 2);
}

/* Places a sign around a stone's level number. False if it does not fit. */
static bool find_sign_on_level(struct sign *s, const struct geometry *g,
                               const struct marked_cell *m) {
    const double line = 0.45; /* half of it, and a gap */
    struct text number = level_number(m->at);
    double radius = radius_at(g, m->at) - 0.6, height = zi_figure_level_height(g, m->at);
    double half = zi_text_width_bold(number, height) / 2, high = TEXT_MIDDLE * height;
    if (m->kind == MARK_CROSS) {
        s->size = radius * M_SQRT1_2;
        s->free = (zi_geometry_circle_around(number, height) + line) * M_SQRT1_2;
        return s->size - s->free > 0.5;
    }
    if (m->kind == MARK_SQUARE) {
        s->size = radius * M_SQRT1_2;
        return s->size - fmax(half, high) >= line;
    }
    s->size = radius / 1.38;
    s->at.y += radius * 0.06;
    return s->size * 0.75 - high >= line - 0.2 && /* the number is where the triangle is wide */
           (1.3 * s->size - high) * 1.15 / 2.05 - half >= 0;
}

/* Draws a cross, a square or a triangle: in the stone in the color of its signs, or on the cell. */
static bool draw_sign(struct figure *f, const struct geometry *g, const struct marked_cell *m) {
    uint8_t content = is_pits(g) ? 0 : g->d->setup.at[m->at];
    struct sign s = {.at = zi_geometry_center(g, m->at), .size = 2.2, .role = ROLE_SIGN};
    if (content) {
        s.role = sign_on_man(content);
        s.size = radius_at(g, m->at) * 0.55;
        s.free = content > ZI_CELL_WHITE ? radius_at(g, m->at) * 0.36 : 0;
    } else if (is_pits(g)) {
        if (has_number(g->d, m->at))
            return false;
        s.at = zi_geometry_beside_pit(g, m->at);
        s.at.y -= zi_geometry_pit_side(g, m->at) * 0.3; /* a text below it needs more space */
        s.size = zi_geometry_pit_sign(g);
        if (g->d->marks->arrow_count) /* arrows stop at its ground */
            zi_figure_box(f, ROLE_BOARD, s.at, (struct point){3.6 * s.size, 3.6 * s.size});
    } else if (cell_level(m->at)) {
        s.size = 1.6; /* between four stones */
    }
    if (content && cell_level(m->at) && !find_sign_on_level(&s, g, m))
        return false;
    draw_shape(f, &s, m->kind);
    return true;
}

static void draw_mark(struct figure *f, const struct geometry *g, const struct marked_cell *m) {
    static const char *const names[] = {[MARK_FRAME] = WORD("mark"),
                                        [MARK_CROSS] = WORD("cross"),
                                        [MARK_SQUARE] = WORD("square"),
                                        [MARK_TRIANGLE] = WORD("triangle")};
    bool drawn = true;
    if (!zi_diagram_shows(g->d, m->at) || m->kind == MARK_FILL)
        return; /* the board has drawn the fill */
    if (zi_diagram_is_covered(g->d, m->at))
        drawn = false;
    else if (m->kind != MARK_FRAME)
        drawn = draw_sign(f, g, m);
    else if (g->d->board.levels == 1 || !g->d->setup.at[m->at])
        draw_frame(f, g, m->at);
    else
        drawn = ring_of(g, m->at) > 0; /* drawn with its stone */
    if (!drawn)
        zi_geometry_say_below(g, text_of(diagram_word(g->d, names[m->kind])), m->at);
}

/* Labels. */

/* The level number is above the label. Digits are not allowed as labels there, because they could
   be mistaken for the level. */
static bool label_level(struct figure *f, const struct geometry *g, cell c, enum role on) {
    struct text t = level_label(g, c);
    struct point at = zi_geometry_center(g, c);
    double height = zi_figure_level_height(g, c);
    at.y += level_rise(height);
    if (t.len)
        zi_geometry_label(f, on, at, t, height);
    return t.len;
}

/* In the dot of a Hogga, which is enlarged for it. */
bool zi_figure_on_man(struct figure *f, const struct geometry *g, cell c, struct text t) {
    unsigned content = g->d->setup.at[c];
    struct point at = zi_geometry_center(g, c);
    double radius = radius_at(g, c);
    enum role on = on_man(content);
    if (content > ZI_CELL_WHITE) {
        double height = zi_geometry_fit(g, t, radius * 0.78, radius * 1.2);
        double around = height > 0 ? zi_geometry_circle_around(t, height) : radius;
        if (around > radius * 0.8)
            return false;
        zi_figure_circle(f, on, at, fmax(radius * 0.54, around));
        zi_geometry_label(f, is_white(content) ? ROLE_ON_MAN_0 : ROLE_LABEL, at, t, height);
        return true;
    }
    if (cell_level(c))
        return label_level(f, g, c, on);
    return g->least <= radius * 1.5 && zi_geometry_label_in(f, g, on, at, t, 4, radius * 1.5);
}

/* On an empty cell it hides only a dot. */
static bool draw_label(struct figure *f, const struct geometry *g, const struct marked_label *l) {
    struct point at = zi_geometry_center(g, l->at);
    if (has_number(g->d, l->at) || zi_diagram_is_covered(g->d, l->at))
        return false;
    if (is_pits(g))
        return zi_geometry_label_beside_pit(f, g, ROLE_LABEL, l->at, text_of(l->text));
    if (g->d->setup.at[l->at])
        return zi_figure_on_man(f, g, l->at, text_of(l->text));
    if (!(zi_geometry_fit(g, text_of(l->text), 4, 8.5) > 0))
        return false;
    if (zi_geometry_has_dot(g, l->at))
        zi_figure_box(f, ROLE_LABEL_GROUND, at, (struct point){4.8, 4.2});
    return zi_geometry_label_in(f, g, ROLE_LABEL, at, text_of(l->text), 4, 8.5);
}

void zi_figure_marks(struct figure *f, const struct geometry *g) {
    const struct marks *marks = g->d->marks;
    for (size_t i = 0; marks && i < marks->mark_count; i++)
        draw_mark(f, g, &marks->mark[i]);
}

void zi_figure_labels(struct figure *f, const struct geometry *g) {
    const struct marks *marks = g->d->marks;
    for (size_t i = 0; marks && i < marks->label_count; i++)
        if (zi_diagram_shows(g->d, marks->label[i].at) && !draw_label(f, g, &marks->label[i]))
            zi_geometry_say_below(g, text_of(marks->label[i].text), marks->label[i].at);
}
