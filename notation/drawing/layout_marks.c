#include "notation/drawing/layout_marks.h"

#include "notation/base/buffer.h"

#define CELL FIGURE_CELL

static double radius_at(const struct geometry *g, cell c) {
    return zet_geometry_radius(g->d, cell_level(c));
}

static bool is_pits(const struct geometry *g) { return g->look->cells == LOOK_PITS; }

/* Arrows. Between pits they are bows, which rise above the pits of their row. */

static bool is_seen(const struct diagram *d, const struct marked_arrow *a) {
    return a->from != a->to && (zet_diagram_shows(d, a->from) || zet_diagram_shows(d, a->to));
}

void zet_figure_plan_marks(struct tracks *t) {
    const struct diagram *d = t->g->d;
    for (size_t i = 0; d->marks && i < d->marks->arrow_count; i++)
        if (is_seen(d, &d->marks->arrow[i]))
            zet_tracks_plan(t, d->marks->arrow[i].from, d->marks->arrow[i].to);
}

static void draw_bow(struct figure *f, const struct geometry *g, const struct marked_arrow *a) {
    struct point from = zet_geometry_centre(g, a->from), to = zet_geometry_centre(g, a->to);
    double up = cell_rank(a->from) == cell_rank(a->to) ? 3.2 : 1, length = point_distance(from, to);
    struct point along = {(to.x - from.x) / length, (to.y - from.y) / length};
    double rim = PIT_RADIUS + 0.5;
    if (cell_rank(a->from) == cell_rank(a->to)) {
        struct point bow[4] = {{from.x + along.x * 2, from.y - rim},
                               {from.x + along.x * 3, from.y - rim - up},
                               {to.x - along.x * 3, to.y - rim - up},
                               {to.x - along.x * 2, to.y - rim - 0.6}};
        struct point tip = {to.x - along.x * 1.4, to.y - rim + 0.1};
        zet_figure_path(f, SHAPE_CURVE, ROLE_ARROW, bow, 4);
        zet_arrow_head(f, ROLE_ARROW_HEAD, bow[2], tip, 2.4);
        return;
    }
    struct point line[2] = {{from.x + along.x * rim, from.y + along.y * rim},
                            {to.x - along.x * (rim + 2), to.y - along.y * (rim + 2)}};
    struct point tip = {to.x - along.x * rim, to.y - along.y * rim};
    zet_figure_path(f, SHAPE_LINE, ROLE_ARROW, line, 2);
    zet_arrow_head(f, ROLE_ARROW_HEAD, from, tip, 2.4);
}

static void draw_arrow(struct figure *f, struct tracks *t, const struct marked_arrow *a) {
    if (!is_seen(t->g->d, a))
        return;
    if (is_pits(t->g))
        draw_bow(f, t->g, a);
    else
        zet_tracks_draw(f, t, a->from, a->to, ROLE_ARROW, ROLE_ARROW_HEAD);
}

/* Marks. */

/* The corners of a frame around a cell: they touch neither what is on it nor its neighbours, and
   look like no piece. */
static void draw_frame(struct figure *f, const struct geometry *g, cell c) {
    const double arm = 1.8;
    double reach = is_pits(g) ? 4.6 : fmin(radius_at(g, c) + 0.6, CELL / 2 - 0.6);
    struct point at = zet_geometry_centre(g, c);
    for (unsigned corner = 0; corner < 4; corner++) {
        double x = corner & 1 ? 1 : -1, y = corner & 2 ? 1 : -1;
        struct point points[3] = {{at.x + x * reach, at.y + y * (reach - arm)},
                                  {at.x + x * reach, at.y + y * reach},
                                  {at.x + x * (reach - arm), at.y + y * reach}};
        zet_figure_path(f, SHAPE_LINE, ROLE_MARK, points, 3);
    }
}

/* A cross leaves its middle free, where a piece has its own sign. */
static void draw_cross(struct figure *f, enum role role, struct point at, double reach,
                       double free) {
    for (unsigned corner = 0; corner < 4; corner++) {
        double x = corner & 1 ? 1 : -1, y = corner & 2 ? 1 : -1;
        struct point points[2] = {{at.x + x * free, at.y + y * free},
                                  {at.x + x * reach, at.y + y * reach}};
        zet_figure_path(f, SHAPE_LINE, role, points, 2);
    }
}

/* A cross, a square or a triangle: in the stone in the colour of what is on it, or on the cell. */
static void draw_sign(struct figure *f, const struct geometry *g, const struct marked_cell *m) {
    unsigned content = is_pits(g) ? 0 : g->d->setup.at[m->at];
    struct point at = zet_geometry_centre(g, m->at);
    enum role role = !content ? ROLE_SIGN : (content - 1) % 2 ? ROLE_SIGN_ON_1 : ROLE_SIGN_ON_0;
    double size = content ? radius_at(g, m->at) * 0.55 : 2.2;
    double free = content > ZET_CELL_WHITE ? radius_at(g, m->at) * 0.36 : 0;
    if (content && cell_level(m->at)) { /* below the number of its level */
        at.y += radius_at(g, m->at) * 0.66;
        size = radius_at(g, m->at) * 0.2;
    } else if (is_pits(g)) {
        at = zet_geometry_beside_pit(g, m->at);
        size = 1;
    }
    const struct point square[4] = {{at.x - size, at.y - size},
                                    {at.x + size, at.y - size},
                                    {at.x + size, at.y + size},
                                    {at.x - size, at.y + size}};
    const struct point triangle[3] = {{at.x, at.y - size * 1.3},
                                      {at.x + size * 1.15, at.y + size * 0.75},
                                      {at.x - size * 1.15, at.y + size * 0.75}};
    if (m->kind == MARK_CROSS)
        draw_cross(f, role, at, size, free);
    else if (m->kind == MARK_SQUARE)
        zet_figure_path(f, SHAPE_POLYGON, role, square, 4);
    else
        zet_figure_path(f, SHAPE_POLYGON, role, triangle, 3);
}

bool zet_figure_is_filled(const struct diagram *d, cell c) {
    for (size_t i = 0; d->marks && i < d->marks->mark_count; i++)
        if (d->marks->mark[i].kind == MARK_FILL && d->marks->mark[i].at == c)
            return true;
    return false;
}

static void draw_mark(struct figure *f, const struct geometry *g, const struct marked_cell *m) {
    if (!zet_diagram_shows(g->d, m->at) || m->kind == MARK_FILL)
        return; /* the board has drawn what is filled */
    if (m->kind == MARK_FRAME)
        draw_frame(f, g, m->at);
    else
        draw_sign(f, g, m);
}

/* Labels. */

/* In the dot of a Hogga, which grows for it, and below the number of a level. */
bool zet_figure_on_man(struct figure *f, const struct geometry *g, cell c, struct text t) {
    unsigned content = g->d->setup.at[c];
    struct point at = zet_geometry_centre(g, c);
    double radius = radius_at(g, c);
    bool white = (content - 1) % 2;
    enum role on = white ? ROLE_ON_MAN_1 : ROLE_ON_MAN_0;
    if (content > ZET_CELL_WHITE) {
        double height = zet_geometry_fit(g, t, radius * 0.78, radius * 1.2);
        double around = height > 0 ? zet_geometry_circle_around(t, height) : radius;
        if (around > radius * 0.8)
            return false;
        zet_figure_circle(f, on, at, fmax(radius * 0.54, around));
        zet_geometry_label(f, white ? ROLE_ON_MAN_0 : ROLE_LABEL, at, t, height);
        return true;
    }
    if (cell_level(c)) {
        at.y += radius * 0.66;
        return g->least <= radius * 0.7 &&
               zet_geometry_label_in(f, g, on, at, t, radius * 0.66, radius * 0.9);
    }
    return g->least <= radius * 1.5 && zet_geometry_label_in(f, g, on, at, t, 4, radius * 1.5);
}

/* Whether the cell has the number of a move, which a label would hide. */
static bool has_number(const struct diagram *d, cell c) {
    for (size_t i = 0; i < d->move_count; i++) {
        const struct shown_move *m = &d->moves[i];
        if (m->number && m->path_count && zet_shown_move_end(m) == c)
            return true;
    }
    return false;
}

/* Beside a pit; on an empty cell only a dot is hidden. */
static bool draw_label(struct figure *f, const struct geometry *g, const struct marked_label *l) {
    struct point at = zet_geometry_centre(g, l->at);
    if (has_number(g->d, l->at))
        return false;
    if (is_pits(g))
        return zet_geometry_label_beside_pit(f, g, ROLE_LABEL, l->at, text_of(l->text));
    if (g->d->setup.at[l->at])
        return zet_figure_on_man(f, g, l->at, text_of(l->text));
    if (!(zet_geometry_fit(g, text_of(l->text), 4, 8.5) > 0))
        return false;
    if (zet_geometry_has_dot(g, l->at)) {
        const struct point size = {4.8, 4.2};
        zet_figure_rectangle(f, ROLE_LABEL_GROUND,
                             (struct point){at.x - size.x / 2, at.y - size.y / 2}, size);
    }
    return zet_geometry_label_in(f, g, ROLE_LABEL, at, text_of(l->text), 4, 8.5);
}

void zet_figure_marks(struct figure *f, struct tracks *t) {
    const struct geometry *g = t->g;
    const struct diagram *d = g->d;
    const struct marks *marks = d->marks;
    if (!marks)
        return;
    for (size_t i = 0; i < marks->mark_count; i++)
        draw_mark(f, g, &marks->mark[i]);
    for (size_t i = 0; i < marks->arrow_count; i++)
        draw_arrow(f, t, &marks->arrow[i]);
    for (size_t i = 0; i < marks->label_count; i++)
        if (zet_diagram_shows(d, marks->label[i].at) && !draw_label(f, g, &marks->label[i]))
            zet_geometry_say_below(g, text_of(marks->label[i].text), marks->label[i].at);
}
