#include "notation/drawing/layout_parts.h"

#include <math.h>

#include "notation/base/buffer.h"

#define CELL FIGURE_CELL

static double radius_at(const struct geometry *g, cell c) {
    return zi_geometry_radius(g->d, cell_level(c));
}

static bool is_pits(const struct geometry *g) { return g->look->cells == LOOK_PITS; }

/* Arrows. */

void zi_figure_plan_marks(struct tracks *t) {
    const struct diagram *d = t->g->d;
    for (size_t i = 0; d->marks && i < d->marks->arrow_count; i++)
        if (zi_diagram_shows_arrow(d, &d->marks->arrow[i]))
            zi_tracks_plan(t, d->marks->arrow[i].from, d->marks->arrow[i].to);
}

/* Lines between pits do not touch pits: within a row they are arcs next to it; between rows they
   begin and end at the poles of their pits, and cross other rows between two pits. */
static void draw_bow(struct figure *f, struct point from, struct point to) {
    const double rim = PIT_RADIUS + 0.5, high = 2.4;
    double along = to.x > from.x ? 1 : -1;
    struct point bow[4] = {{from.x + along * 1.4, from.y - rim},
                           {from.x + along * 2.4, from.y - rim - high},
                           {to.x - along * 4, to.y - rim - high},
                           {to.x - along * 2, to.y - rim - 0.8}};
    struct point tip = {to.x - along * 1, to.y - rim + 0.1};
    zi_figure_path(f, SHAPE_CURVE, ROLE_ARROW, bow, 4);
    zi_arrow_head(f, ROLE_ARROW_HEAD, bow[3], tip, 2.4);
}

/* Takes the unused gap between two pits of a row that is nearest to `x`. */
static double free_gap(struct tracks *t, unsigned rank, double x) {
    double nearest = 0;
    unsigned found = 0;
    for (unsigned gap = 1; gap < t->g->files; gap++) {
        double at = gap * CELL;
        bool taken = t->gaps[rank] & 1U << gap;
        if (!taken && (!found || fabs(at - x) < fabs(nearest - x))) {
            found = gap;
            nearest = at;
        }
    }
    t->gaps[rank] |= (uint16_t)(1U << found);
    return found ? nearest : x;
}

/* Appends a curve segment that is vertical at both ends. */
static void add_bend(struct point *points, size_t *count, struct point to) {
    struct point from = points[*count - 1];
    double half = (to.y - from.y) * 0.55;
    points[(*count)++] = (struct point){from.x, from.y + half};
    points[(*count)++] = (struct point){to.x, to.y - half};
    points[(*count)++] = to;
}

static void draw_between_rows(struct figure *f, struct tracks *t, const struct marked_arrow *a) {
    const struct geometry *g = t->g;
    const double rim = PIT_RADIUS + 0.4, head = 2.4;
    struct point from = zi_geometry_center(g, a->from), to = zi_geometry_center(g, a->to);
    double down = to.y > from.y ? 1 : -1, row = g->cell_height - rim - 0.2;
    struct point tip = {to.x, to.y - down * rim}, points[10] = {{from.x, from.y + down * rim}};
    if (fabs(to.y - from.y) < g->cell_height * 1.5) {
        points[1] = point_between(points[0], tip, 1 - head * 0.8 / point_distance(points[0], tip));
        zi_figure_path(f, SHAPE_LINE, ROLE_ARROW, points, 2);
        zi_arrow_head(f, ROLE_ARROW_HEAD, points[0], tip, head);
        return;
    }
    unsigned low = cell_rank(a->from) < cell_rank(a->to) ? cell_rank(a->from) : cell_rank(a->to);
    double x = free_gap(t, low + 1, (from.x + to.x) / 2);
    size_t count = 1;
    add_bend(points, &count, (struct point){x, from.y + down * row});
    add_bend(points, &count, (struct point){x, to.y - down * row});
    add_bend(points, &count, (struct point){tip.x, tip.y - down * head * 0.8});
    zi_figure_path(f, SHAPE_CURVE, ROLE_ARROW, points, count);
    zi_arrow_head(f, ROLE_ARROW_HEAD, points[count - 1], tip, head);
}

static void draw_between_pits(struct figure *f, struct tracks *t, const struct marked_arrow *a) {
    struct point from = zi_geometry_center(t->g, a->from), to = zi_geometry_center(t->g, a->to);
    if (cell_rank(a->from) == cell_rank(a->to))
        draw_bow(f, from, to);
    else
        draw_between_rows(f, t, a);
}

static void draw_arrow(struct figure *f, struct tracks *t, const struct marked_arrow *a) {
    if (!zi_diagram_shows_arrow(t->g->d, a))
        return;
    if (is_pits(t->g))
        draw_between_pits(f, t, a);
    else
        zi_tracks_draw(f, t, a->from, a->to, ROLE_ARROW, ROLE_ARROW_HEAD);
}

/* Marks. */

static enum role role_on_man(uint8_t content) {
    return (content - 1) % 2 ? ROLE_SIGN_ON_1 : ROLE_SIGN_ON_0;
}

static bool is_marked(const struct diagram *d, cell c, enum mark_kind kind) {
    for (size_t i = 0; d->marks && i < d->marks->mark_count; i++)
        if (d->marks->mark[i].kind == kind && d->marks->mark[i].at == c)
            return true;
    return false;
}

bool zi_figure_is_filled(const struct diagram *d, cell c) { return is_marked(d, c, MARK_FILL); }

/* The radius of the ring that marks a stone on a board with levels, where stones overlap. 0 if the
   level number leaves no space. */
static double ring_of(const struct geometry *g, cell c) {
    struct text number = level_number(c);
    double radius = radius_at(g, c) - 0.95, height = zi_figure_level_height(g, c);
    bool room = !cell_level(c) || zi_geometry_circle_around(number, height) + 0.3 < radius;
    return room && !(cell_level(c) && zi_figure_level_label(g, c).len) ? radius : 0;
}

/* Stones above it cover the ring along with the stone. */
void zi_figure_ring(struct figure *f, const struct geometry *g, cell c) {
    uint8_t content = g->d->setup.at[c];
    if (g->d->board.levels > 1 && content && is_marked(g->d, c, MARK_FRAME) && ring_of(g, c) > 0)
        zi_figure_circle(f, role_on_man(content), zi_geometry_center(g, c), ring_of(g, c));
}

/* Draws the corners of a frame around a cell: they touch neither its content nor its neighbors and
   do not look like a piece. On an empty cell between stones they have a light ground. */
static void draw_frame(struct figure *f, const struct geometry *g, cell c) {
    const double arm = 1.8;
    double reach = is_pits(g) ? 4.6 : fmin(radius_at(g, c) + 0.6, CELL / 2 - 0.6);
    struct point at = zi_geometry_center(g, c);
    for (unsigned corner = 0; corner < 4; corner++) {
        double x = corner & 1 ? 1 : -1, y = corner & 2 ? 1 : -1;
        struct point points[3] = {{at.x + x * reach, at.y + y * (reach - arm)},
                                  {at.x + x * reach, at.y + y * reach},
                                  {at.x + x * (reach - arm), at.y + y * reach}};
        if (cell_level(c))
            zi_figure_path(f, SHAPE_LINE, ROLE_CASING, points, 3);
        zi_figure_path(f, SHAPE_LINE, ROLE_MARK, points, 3);
    }
}

/* A cross leaves its middle free for a piece's own sign. */
static void draw_cross(struct figure *f, enum role role, struct point at, double reach,
                       double free) {
    for (unsigned corner = 0; corner < 4; corner++) {
        double x = corner & 1 ? 1 : -1, y = corner & 2 ? 1 : -1;
        struct point points[2] = {{at.x + x * free, at.y + y * free},
                                  {at.x + x * reach, at.y + y * reach}};
        zi_figure_path(f, SHAPE_LINE, role, points, 2);
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
    struct point at = s->at;
    double size = s->size;
    const struct point square[4] = {{at.x - size, at.y - size},
                                    {at.x + size, at.y - size},
                                    {at.x + size, at.y + size},
                                    {at.x - size, at.y + size}};
    const struct point triangle[3] = {{at.x, at.y - size * 1.3},
                                      {at.x + size * 1.15, at.y + size * 0.75},
                                      {at.x - size * 1.15, at.y + size * 0.75}};
    if (kind == MARK_CROSS)
        draw_cross(f, s->role, at, size, s->free);
    else if (kind == MARK_SQUARE)
        zi_figure_path(f, SHAPE_POLYGON, s->role, square, 4);
    else
        zi_figure_path(f, SHAPE_POLYGON, s->role, triangle, 3);
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
        s.role = role_on_man(content);
        s.size = radius_at(g, m->at) * 0.55;
        s.free = content > ZI_CELL_WHITE ? radius_at(g, m->at) * 0.36 : 0;
    } else if (is_pits(g)) {
        if (has_number(g->d, m->at))
            return false;
        s.at = zi_geometry_beside_pit(g, m->at);
        s.at.y -= zi_geometry_pit_side(g, m->at) * 0.3; /* a text below it needs more space */
        s.size = zi_geometry_pit_sign(g);
        if (g->d->marks->arrow_count) /* arrows stop at its ground */
            zi_figure_rectangle(f, ROLE_BOARD,
                                (struct point){s.at.x - 1.8 * s.size, s.at.y - 1.8 * s.size},
                                (struct point){3.6 * s.size, 3.6 * s.size});
    } else if (cell_level(m->at)) {
        s.size = 1.6; /* between four stones */
    }
    if (content && cell_level(m->at) && !find_sign_on_level(&s, g, m))
        return false;
    draw_shape(f, &s, m->kind);
    return true;
}

static const char *sign_name(const struct geometry *g, enum mark_kind kind) {
    switch (kind) {
    case MARK_CROSS: return diagram_word(g->d, WORD("cross"));
    case MARK_SQUARE: return diagram_word(g->d, WORD("square"));
    case MARK_TRIANGLE: return diagram_word(g->d, WORD("triangle"));
    default: return diagram_word(g->d, WORD("mark"));
    }
}

static void draw_mark(struct figure *f, const struct geometry *g, const struct marked_cell *m) {
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
        zi_geometry_say_below(g, text_of(sign_name(g, m->kind)), m->at);
}

/* Labels. */

/* The level number is above the label. Digits are not allowed as labels there, because they could
   be mistaken for the level. */
static bool label_level(struct figure *f, const struct geometry *g, cell c, enum role on) {
    struct text t = zi_figure_level_label(g, c);
    struct point at = zi_geometry_center(g, c);
    double height = zi_figure_level_height(g, c);
    at.y += zi_figure_level_rise(height);
    if (t.len)
        zi_geometry_label(f, on, at, t, height);
    return t.len;
}

/* In the dot of a Hogga, which is enlarged for it. */
bool zi_figure_on_man(struct figure *f, const struct geometry *g, cell c, struct text t) {
    unsigned content = g->d->setup.at[c];
    struct point at = zi_geometry_center(g, c);
    double radius = radius_at(g, c);
    bool white = (content - 1) % 2;
    enum role on = white ? ROLE_ON_MAN_1 : ROLE_ON_MAN_0;
    if (content > ZI_CELL_WHITE) {
        double height = zi_geometry_fit(g, t, radius * 0.78, radius * 1.2);
        double around = height > 0 ? zi_geometry_circle_around(t, height) : radius;
        if (around > radius * 0.8)
            return false;
        zi_figure_circle(f, on, at, fmax(radius * 0.54, around));
        zi_geometry_label(f, white ? ROLE_ON_MAN_0 : ROLE_LABEL, at, t, height);
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
    if (zi_geometry_has_dot(g, l->at)) {
        const struct point size = {4.8, 4.2};
        zi_figure_rectangle(f, ROLE_LABEL_GROUND,
                            (struct point){at.x - size.x / 2, at.y - size.y / 2}, size);
    }
    return zi_geometry_label_in(f, g, ROLE_LABEL, at, text_of(l->text), 4, 8.5);
}

void zi_figure_arrows(struct figure *f, struct tracks *t) {
    const struct marks *marks = t->g->d->marks;
    for (size_t i = 0; marks && i < marks->arrow_count; i++)
        draw_arrow(f, t, &marks->arrow[i]);
}

void zi_figure_marks(struct figure *f, struct tracks *t) {
    const struct geometry *g = t->g;
    const struct diagram *d = g->d;
    const struct marks *marks = d->marks;
    if (!marks)
        return;
    for (size_t i = 0; i < marks->mark_count; i++)
        draw_mark(f, g, &marks->mark[i]);
    if (!is_pits(g))
        zi_figure_arrows(f, t);
    for (size_t i = 0; i < marks->label_count; i++)
        if (zi_diagram_shows(d, marks->label[i].at) && !draw_label(f, g, &marks->label[i]))
            zi_geometry_say_below(g, text_of(marks->label[i].text), marks->label[i].at);
}
