#include "notation/drawing/layout_moves.h"

#include <math.h>

#include "notation/base/buffer.h"

#define CELL FIGURE_CELL
#define HEAD_LENGTH 3.2
#define HEAD_WIDTH 1.7

static double distance(struct point a, struct point b) { return hypot(b.x - a.x, b.y - a.y); }

/* A line twice: a broad light one, so that it is seen on dark ground, and itself. */
static void draw_line(struct figure *f, enum shape_kind kind, enum role role,
                      const struct point *points, size_t count) {
    zet_figure_path(f, kind, ROLE_CASING, points, count);
    zet_figure_path(f, kind, role, points, count);
}

static void draw_ring(struct figure *f, enum role role, struct point centre, double radius) {
    zet_figure_circle(f, ROLE_CASING, centre, radius);
    zet_figure_circle(f, role, centre, radius);
}

/* The head of an arrow that comes from `from`, with its tip at `to`. */
static void draw_head(struct figure *f, enum role role, struct point from, struct point to,
                      double length) {
    double whole = distance(from, to);
    if (whole <= 0)
        return;
    struct point base = point_between(to, from, length / whole);
    struct point across = {(to.y - from.y) / whole * HEAD_WIDTH * length / HEAD_LENGTH,
                           (from.x - to.x) / whole * HEAD_WIDTH * length / HEAD_LENGTH};
    struct point head[3] = {
        {base.x + across.x, base.y + across.y}, to, {base.x - across.x, base.y - across.y}};
    zet_figure_path(f, SHAPE_POLYGON, role, head, 3);
}

/* An arrow along the points, its tip `gap` before the last. Changes the points. */
static void draw_arrow(struct figure *f, enum role line, enum role head, struct point *points,
                       size_t count, double gap) {
    struct point from = points[count - 2], to = points[count - 1];
    double whole = distance(from, to);
    if (whole < 1)
        return;
    double left = fmax(whole - gap, whole * 0.4), length = fmin(HEAD_LENGTH, left * 0.7);
    struct point tip = point_between(from, to, left / whole);
    points[count - 1] = point_between(from, to, (left - length * 0.8) / whole);
    draw_line(f, SHAPE_LINE, line, points, count);
    draw_head(f, head, from, tip, length);
}

static double radius_at(const struct geometry *g, cell c) {
    return zet_geometry_radius(g->d, cell_level(c));
}

/* Appends a number to a list of them in a small room; dots stand for those that it cannot hold. */
static void list_number(struct writer *w, uint32_t n) {
    static const char dots[] = "\xE2\x80\xA6";
    char room[12];
    struct writer next = {room, sizeof room, 0};
    if (w->len)
        write_char(&next, ',');
    write_number(&next, n);
    if (w->len + next.len + strlen(dots) <= w->cap) {
        write_text(w, written(&next));
    } else if (w->len < w->cap) {
        write_string(w, dots);
        w->cap = w->len;
    }
}

/* The radius of a circle around a text in bold. */
static double circle_around(struct text t, double height) {
    return hypot(zet_text_width(t, height) * BOLD_WIDTH / 2, TEXT_MIDDLE * height) + 0.1;
}

/* A landing cell in a chain, with the numbers of the hops that end there. Drawn once. False where
   the numbers have no room. */
static bool draw_landing(struct figure *f, const struct geometry *g, const struct shown_move *m,
                         size_t hop) {
    char room[12];
    struct writer w = {room, sizeof room, 0};
    struct point centre = zet_geometry_centre(g, m->path[hop]);
    for (size_t i = 1; i + 1 < m->path_count; i++) {
        if (m->path[i] != m->path[hop])
            continue;
        if (i < hop)
            return true;
        list_number(&w, (uint32_t)i);
    }
    if (m->path_count <= 3) {
        zet_figure_circle(f, ROLE_LANDING, centre, 1.7);
        return true;
    }
    double height = zet_geometry_fit(g, written(&w), 2.4, CELL * 0.9);
    if (!(height > 0) || height > CELL) {
        zet_figure_circle(f, ROLE_LANDING, centre, 1.7);
        return false;
    }
    double radius = circle_around(written(&w), height);
    if (radius <= 2.4) { /* a larger one would look like a stone */
        zet_figure_circle(f, ROLE_LANDING, centre, fmax(1.7, radius));
    } else {
        double width = zet_text_width(written(&w), height) * BOLD_WIDTH + 0.4;
        zet_figure_rectangle(
            f, ROLE_LABEL_GROUND,
            (struct point){centre.x - width / 2, centre.y - height * TEXT_MIDDLE - 0.3},
            (struct point){width, height * 2 * TEXT_MIDDLE + 0.6});
    }
    zet_geometry_label(f, ROLE_LANDING_NUMBER, centre, written(&w), height);
    return true;
}

/* Where its landing cells have no numbers, its text tells their order. */
static void say_move_below(const struct geometry *g, const struct shown_move *m) {
    if (!g->below)
        return;
    buffer_string(g->below, g->below->len ? "; " : "");
    if (m->number) {
        zet_buffer_number(g->below, m->number);
        buffer_string(g->below, ". ");
    }
    buffer_text(g->below, m->text);
}

static void draw_walk(struct figure *f, const struct geometry *g, const struct shown_move *m) {
    struct point points[MOVE_CELLS_MAX];
    size_t count = m->path_count;
    for (size_t i = 0; i < count; i++)
        points[i] = zet_geometry_centre(g, m->path[i]);
    draw_ring(f, ROLE_ORIGIN, points[0], 2.6);
    draw_arrow(f, ROLE_MOVE, ROLE_MOVE_HEAD, points, count, radius_at(g, m->path[count - 1]));
    bool numbered = true;
    for (size_t i = 1; i + 1 < count; i++)
        numbered &= draw_landing(f, g, m, i);
    if (!numbered)
        say_move_below(g, m);
}

/* Each stone that falls goes to the place below, which the one before it has left. */
static void draw_relocation(struct figure *f, const struct geometry *g,
                            const struct shown_move *m) {
    struct point points[2] = {zet_geometry_centre(g, m->path[0]),
                              zet_geometry_centre(g, m->path[1])};
    draw_ring(f, ROLE_ORIGIN, points[0], 2.6);
    draw_arrow(f, ROLE_MOVE, ROLE_MOVE_HEAD, points, 2, radius_at(g, m->path[1]) * 0.6);
    cell gap = m->path[0];
    for (size_t i = 0; i < m->fall_count; i++) {
        struct point fall[2] = {zet_geometry_centre(g, m->falls[i]), zet_geometry_centre(g, gap)};
        fall[0] = point_between(fall[0], fall[1], 0.2);
        draw_arrow(f, ROLE_FALL, ROLE_MOVE_HEAD, fall, 2, radius_at(g, gap) * 0.5);
        gap = m->falls[i];
    }
}

static struct point pit_centre(const struct geometry *g, cell c) {
    struct point centre = zet_geometry_centre(g, c);
    return (struct point){centre.x, centre.y - PIT_RISE};
}

static void draw_cross(struct figure *f, enum role role, struct point at, double reach) {
    struct point cross[2][2] = {{{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}},
                                {{at.x - reach, at.y + reach}, {at.x + reach, at.y - reach}}};
    for (unsigned i = 0; i < 2; i++)
        zet_figure_path(f, SHAPE_LINE, ROLE_CASING, cross[i], 2);
    for (unsigned i = 0; i < 2; i++)
        zet_figure_path(f, SHAPE_LINE, role, cross[i], 2);
}

/* An arc from pit to pit: above a row, and outwards where it goes from one row to the other. */
static void draw_arc(struct figure *f, const struct geometry *g, struct point from,
                     struct point to) {
    double across = to.x > from.x ? 1 : to.x < from.x ? -1 : 0;
    double along = to.y > from.y ? 1 : to.y < from.y ? -1 : 0;
    double side = from.x > g->size.x / 2 ? 1 : -1;
    struct point bend = across != 0 ? (struct point){0, -2.8} : (struct point){3 * side, 0};
    struct point arc[4] = {{from.x + 2 * across + bend.x, from.y + 2 * along + bend.y},
                           {from.x + 3 * across + 2.2 * bend.x, from.y + 3 * along + 2.2 * bend.y},
                           {to.x - 3 * across + 2.2 * bend.x, to.y - 3 * along + 2.2 * bend.y},
                           {to.x - 1.4 * across + bend.x, to.y - 1.4 * along + bend.y}};
    struct point tip = {arc[3].x + across * 0.8, arc[3].y + along * 0.8 - bend.y * 0.5};
    draw_line(f, SHAPE_CURVE, ROLE_MOVE, arc, 4);
    draw_head(f, ROLE_MOVE_HEAD, arc[2], tip, HEAD_LENGTH);
}

/* The pit that was sown from, and an arc to the next one. */
static void draw_sowing(struct figure *f, const struct geometry *g, const struct shown_move *m) {
    struct point from = pit_centre(g, m->path[0]);
    zet_figure_circle(f, ROLE_ORIGIN, from, PIT_RADIUS - 0.7);
    draw_arc(f, g, from, pit_centre(g, m->path[1]));
}

static struct point mark_centre(const struct geometry *g, cell c) {
    return g->look->cells == LOOK_PITS ? pit_centre(g, c) : zet_geometry_centre(g, c);
}

/* Of the last move the cells where it captured. */
static void draw_captures(struct figure *f, const struct geometry *g, const struct shown_move *m) {
    for (size_t i = 0; i < m->captured_count && !m->number; i++)
        draw_cross(f, ROLE_CAPTURED, mark_centre(g, m->captured[i]), 2.2);
}

/* A triangle on the stone. */
static void draw_placement(struct figure *f, const struct geometry *g, const struct shown_move *m) {
    struct point at = zet_geometry_centre(g, m->path[0]);
    struct point triangle[3] = {
        {at.x, at.y - 2.2}, {at.x + 1.9, at.y + 1.1}, {at.x - 1.9, at.y + 1.1}};
    zet_figure_path(f, SHAPE_POLYGON, m->side ? ROLE_ON_MAN_1 : ROLE_ON_MAN_0, triangle, 3);
}

/* Whether anything of the move happens on the part of the board that is shown. */
static bool is_shown(const struct geometry *g, const struct shown_move *m) {
    size_t count = m->kind == SHOWN_SOW ? 1 : m->path_count;
    for (size_t i = 0; i < count; i++)
        if (zet_diagram_shows(g->d, m->path[i]))
            return true;
    for (size_t i = 0; i < m->fall_count; i++)
        if (zet_diagram_shows(g->d, m->falls[i]))
            return true;
    return false;
}

/* The cell where a move is numbered. */
static cell numbered_cell(const struct shown_move *m) {
    return m->path[m->kind == SHOWN_SOW ? 0 : m->path_count - 1];
}

/* Draws numbers at the corner of a cell, or says them below the board. */
static void draw_numbers(struct figure *f, const struct geometry *g, cell c, struct text numbers) {
    const double radius = 3.2;
    bool pit = g->look->cells == LOOK_PITS;
    struct point at = zet_geometry_centre(g, c);
    const double least = fmax(2, g->least);
    double height = fmax(2.8, least);
    while (height > least && circle_around(numbers, height) > radius)
        height = fmax(height - 0.1, least);
    double needed = circle_around(numbers, height);
    if (needed > radius) {
        zet_geometry_say_below(g, numbers, c);
        return;
    }
    at.x += pit ? 3.2 : 2.6;
    at.y -= pit ? 4.6 : 2.6;
    zet_figure_circle(f, ROLE_BADGE, at, fmax(2.2, needed));
    zet_geometry_label(f, ROLE_BADGE_NUMBER, at, numbers, height);
}

/* The numbers of the moves that ended on the cell of move `i`, unless an earlier one has them. */
static void draw_badge(struct figure *f, const struct geometry *g, size_t i) {
    const struct diagram *d = g->d;
    cell c = numbered_cell(&d->moves[i]);
    struct buffer numbers = {0};
    for (size_t k = 0; k < d->move_count; k++) {
        const struct shown_move *m = &d->moves[k];
        if (!m->number || !m->path_count || numbered_cell(m) != c)
            continue;
        if (k < i) {
            zet_buffer_free(&numbers);
            return;
        }
        buffer_string(&numbers, numbers.len ? ", " : "");
        zet_buffer_number(&numbers, m->number);
    }
    draw_numbers(f, g, c, buffered(&numbers));
    f->failed |= numbers.failed;
    zet_buffer_free(&numbers);
}

void zet_figure_moves(struct figure *f, const struct geometry *g) {
    const struct diagram *d = g->d;
    for (size_t i = 0; i < d->move_count; i++) {
        const struct shown_move *m = &d->moves[i];
        if (!is_shown(g, m))
            continue;
        switch (m->kind) {
        case SHOWN_NOTHING: break;
        case SHOWN_WALK: draw_walk(f, g, m); break;
        case SHOWN_RELOCATE: draw_relocation(f, g, m); break;
        case SHOWN_SOW: draw_sowing(f, g, m); break;
        case SHOWN_PLACE:
            if (!m->number)
                draw_placement(f, g, m);
            break;
        }
        draw_captures(f, g, m);
    }
    for (size_t i = 0; i < d->move_count; i++)
        if (d->moves[i].number && is_shown(g, &d->moves[i]))
            draw_badge(f, g, i);
}

/* From the rim of what is there, so that it stays to be seen. */
static void draw_marked_arrow(struct figure *f, const struct geometry *g,
                              const struct marked_arrow *a) {
    const struct diagram *d = g->d;
    struct point points[2] = {mark_centre(g, a->from), mark_centre(g, a->to)};
    double whole = distance(points[0], points[1]), rim = radius_at(g, a->from);
    if (whole <= 0 || (!zet_diagram_shows(d, a->from) && !zet_diagram_shows(d, a->to)))
        return;
    bool pits = g->look->cells == LOOK_PITS;
    if (pits || d->setup.at[a->from])
        points[0] = point_between(points[0], points[1], fmin(rim / whole, 0.4));
    bool occupied = pits || d->setup.at[a->to];
    draw_arrow(f, ROLE_ARROW, ROLE_ARROW_HEAD, points, 2, occupied ? radius_at(g, a->to) : 1.5);
}

/* The corners of a frame around a cell: they touch neither what is on it nor its neighbours, and
   look like no piece. */
static void draw_mark(struct figure *f, const struct geometry *g, cell c) {
    const double arm = 1.8;
    double reach = g->look->cells == LOOK_PITS ? 4.6 : fmin(radius_at(g, c) + 0.6, CELL / 2 - 0.6);
    struct point at = mark_centre(g, c);
    for (unsigned corner = 0; corner < 4; corner++) {
        double x = corner & 1 ? 1 : -1, y = corner & 2 ? 1 : -1;
        struct point points[3] = {{at.x + x * reach, at.y + y * (reach - arm)},
                                  {at.x + x * reach, at.y + y * reach},
                                  {at.x + x * (reach - arm), at.y + y * reach}};
        zet_figure_path(f, SHAPE_LINE, ROLE_MARK, points, 3);
    }
}

/* A label is set in the stone, in the colour of what is on it: in the dot of a Hogga, which grows
   for it, and below the number of a level. */
static bool draw_label_on_man(struct figure *f, const struct geometry *g,
                              const struct marked_label *l) {
    unsigned content = g->d->setup.at[l->at];
    struct point at = mark_centre(g, l->at);
    double radius = radius_at(g, l->at);
    bool white = (content - 1) % 2;
    enum role on = white ? ROLE_ON_MAN_1 : ROLE_ON_MAN_0;
    if (content > ZET_CELL_WHITE) {
        double height = zet_geometry_fit(g, text_of(l->text), radius * 0.78, radius * 1.2);
        if (!(height > 0) || height > radius * 1.2)
            return false;
        zet_figure_circle(f, on, at, fmax(radius * 0.54, circle_around(text_of(l->text), height)));
        zet_geometry_label(f, white ? ROLE_ON_MAN_0 : ROLE_LABEL, at, text_of(l->text), height);
        return true;
    }
    if (cell_level(l->at)) {
        at.y += radius * 0.66;
        return g->least <= radius * 0.7 &&
               zet_geometry_label_in(f, g, on, at, text_of(l->text), radius * 0.66, radius * 0.9);
    }
    return g->least <= radius * 1.5 &&
           zet_geometry_label_in(f, g, on, at, text_of(l->text), 4, radius * 1.5);
}

/* Below a pit it hides neither stones nor their number; on an empty cell only a dot. */
static bool draw_label(struct figure *f, const struct geometry *g, const struct marked_label *l) {
    struct point at = mark_centre(g, l->at);
    if (g->look->cells == LOOK_PITS) {
        const struct point beside = {at.x - 3.2, at.y + 6.6};
        return zet_geometry_label_in(f, g, ROLE_LABEL, beside, text_of(l->text), 3.4, 3);
    }
    if (g->d->setup.at[l->at])
        return draw_label_on_man(f, g, l);
    if (!(zet_geometry_fit(g, text_of(l->text), 4, 8.5) > 0))
        return false;
    if (!cell_level(l->at) && g->look->ground[l->at] & (GROUND_DOT | GROUND_DOT << 1)) {
        const struct point size = {4.8, 4.2};
        zet_figure_rectangle(f, ROLE_LABEL_GROUND,
                             (struct point){at.x - size.x / 2, at.y - size.y / 2}, size);
    }
    return zet_geometry_label_in(f, g, ROLE_LABEL, at, text_of(l->text), 4, 8.5);
}

void zet_figure_marks(struct figure *f, const struct geometry *g) {
    const struct diagram *d = g->d;
    const struct marks *marks = d->marks;
    if (!marks)
        return;
    for (size_t i = 0; i < marks->mark_count; i++)
        if (zet_diagram_shows(d, marks->mark[i]))
            draw_mark(f, g, marks->mark[i]);
    for (size_t i = 0; i < marks->arrow_count; i++)
        draw_marked_arrow(f, g, &marks->arrow[i]);
    for (size_t i = 0; i < marks->label_count; i++)
        if (zet_diagram_shows(d, marks->label[i].at) && !draw_label(f, g, &marks->label[i]))
            zet_geometry_say_below(g, text_of(marks->label[i].text), marks->label[i].at);
}
