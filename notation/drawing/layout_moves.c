#include "notation/drawing/layout_parts.h"

#include <math.h>

#include "notation/base/buffer.h"
#include "notation/base/value.h"
#include "notation/games/cell.h"

#define CELL FIGURE_CELL
#define ORIGIN_RADIUS 2.6
#define DOT_RADIUS 1.7

/* Appends a number to a short list; an ellipsis replaces the numbers that do not fit. */
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

/* Whether several moves are shown; their hops then have no numbers. */
static bool shows_several(const struct geometry *g) { return g->d->move_count > 1; }

/* A cell where a move lands on its way. */
struct landing {
    char room[12]; /* the numbers of the hops that end there */
    struct text numbers;
    double height, radius; /* height of the numbers, 0: a dot; radius that lines avoid */
    bool seen;             /* drawn for an earlier hop */
    bool said;             /* the board shows the order of the hops */
};

static void find_landing(struct landing *l, const struct geometry *g, const struct shown_move *m,
                         size_t hop) {
    struct writer w = {l->room, sizeof l->room, 0};
    l->seen = false;
    l->height = 0;
    for (size_t i = 1; i + 1 < m->path_count; i++) {
        if (m->path[i] != m->path[hop])
            continue;
        l->seen |= i < hop;
        list_number(&w, (uint32_t)i);
    }
    l->numbers = written(&w);
    if (shows_several(g)) {
        l->radius = zi_geometry_has_dot(g, m->path[hop]) ? 2.1 : 1.5;
        l->said = !l->seen; /* dots cannot show the order of repeated cells */
        return;
    }
    l->radius = zi_geometry_has_dot(g, m->path[hop]) ? 2.4 : DOT_RADIUS;
    l->said = m->path_count <= 3;
    if (l->said)
        return;
    l->height = zi_geometry_fit(g, l->numbers, 2.4, CELL * 0.9);
    l->said = l->height > 0 && l->height <= CELL;
    if (!l->said)
        l->height = 0;
    else
        l->radius = fmax(DOT_RADIUS, zi_geometry_circle_around(l->numbers, l->height));
}

/* Draws a landing once, on an empty cell only: a stone that is there now stays visible. False if
   the numbers do not fit. */
static bool draw_landing(struct figure *f, const struct geometry *g, const struct shown_move *m,
                         size_t hop) {
    struct landing l;
    struct point center = zi_geometry_center(g, m->path[hop]);
    find_landing(&l, g, m, hop);
    if (l.seen)
        return l.said;
    if (g->d->setup.at[m->path[hop]])
        return l.said && !(l.height > 0);
    if (!(l.height > 0)) {
        const struct point diamond[4] = {{center.x, center.y - l.radius},
                                         {center.x + l.radius, center.y},
                                         {center.x, center.y + l.radius},
                                         {center.x - l.radius, center.y}};
        zi_figure_path(f, SHAPE_POLYGON, ROLE_LANDING, diamond, 4); /* not a dot of the board */
        zi_geometry_dot(f, g, m->path[hop]);
        return l.said;
    }
    if (l.radius <= 2.4) { /* a larger one would look like a stone */
        zi_figure_circle(f, ROLE_LANDING, center, l.radius);
    } else {
        double width = zi_text_width_bold(l.numbers, l.height) + 0.4;
        zi_figure_rectangle(
            f, ROLE_LABEL_GROUND,
            (struct point){center.x - width / 2, center.y - l.height * TEXT_MIDDLE - 0.3},
            (struct point){width, l.height * 2 * TEXT_MIDDLE + 0.6});
    }
    zi_geometry_label(f, ROLE_LANDING_NUMBER, center, l.numbers, l.height);
    return true;
}

/* Adds the move's text, which shows the order of landing cells without numbers. */
static void say_move_below(const struct geometry *g, const struct shown_move *m) {
    struct buffer *below = zi_geometry_below(g);
    if (below)
        buffer_add(below, value_unless_0(m->number), m->number ? ". " : "", m->text);
}

/* The radius of the ring where a move began: on the empty cell, or around its current content. It
   is small between the four stones that a higher stone rested on. */
static double origin_radius(const struct geometry *g, cell c) {
    if (g->d->setup.at[c])
        return zi_geometry_radius(g->d, cell_level(c)) + 0.9;
    return cell_level(c) ? 1.8 : ORIGIN_RADIUS;
}

static void draw_origin(struct figure *f, const struct geometry *g, cell c) {
    double radius = origin_radius(g, c);
    struct point center = zi_geometry_center(g, c);
    if (!cell_level(c) && !g->d->setup.at[c])
        zi_figure_circle(f, ROLE_CASING, center, radius);
    zi_figure_circle(f, ROLE_ORIGIN, center, radius);
}

static void plan_walk(struct tracks *t, const struct geometry *g, const struct shown_move *m) {
    zi_tracks_keep(t, m->path[0], origin_radius(g, m->path[0]) + 0.3);
    for (size_t i = 1; i < m->path_count; i++) {
        if (i + 1 < m->path_count && !g->d->setup.at[m->path[i]]) {
            struct landing l;
            find_landing(&l, g, m, i);
            zi_tracks_keep(t, m->path[i], l.radius + 0.25);
        }
        zi_tracks_plan(t, m->path[i - 1], m->path[i]);
    }
}

/* With several moves each hop has a head, because no numbers show its direction. */
static void draw_walk_lines(struct figure *f, struct tracks *t, const struct shown_move *m) {
    for (size_t i = 1; i < m->path_count; i++) {
        bool head = i + 1 == m->path_count || shows_several(t->g);
        zi_tracks_draw(f, t, m->path[i - 1], m->path[i], ROLE_MOVE, head ? ROLE_MOVE_HEAD : ROLES);
    }
}

static void draw_walk_ends(struct figure *f, const struct geometry *g, const struct shown_move *m) {
    bool said = true;
    draw_origin(f, g, m->path[0]);
    for (size_t i = 1; i + 1 < m->path_count; i++)
        said &= draw_landing(f, g, m, i);
    if (!said)
        say_move_below(g, m);
}

/* Draws a triangle on a stone that the last move placed there or, upside down, that fell there. It
   stays clear of the level number: it is on the rim. Before the move it is on the cell. */
static void draw_arrival(struct figure *f, const struct geometry *g, cell c, bool fell) {
    unsigned content = g->d->setup.at[c];
    struct point at = zi_geometry_center(g, c);
    bool on_rim = cell_level(c) && content;
    double up = fell ? -1 : 1, size = on_rim ? 0.6 : 1;
    if (zi_diagram_is_covered(g->d, c))
        return;
    if (on_rim)
        at.y -= zi_geometry_radius(g->d, cell_level(c));
    struct point triangle[3] = {{at.x, at.y - up * 2.2 * size},
                                {at.x + 1.9 * size, at.y + up * 1.1 * size},
                                {at.x - 1.9 * size, at.y + up * 1.1 * size}};
    if (on_rim) {
        zi_figure_path(f, SHAPE_POLYGON, ROLE_CASING, triangle, 3);
        zi_figure_path(f, SHAPE_POLYGON, ROLE_MOVE_HEAD, triangle, 3);
        return;
    }
    enum role role = content && (content - 1) % 2 == 0 ? ROLE_ON_MAN_0 : ROLE_ON_MAN_1;
    zi_figure_path(f, SHAPE_POLYGON, role, triangle, 3);
}

/* Adds `2c3 fell to c3` for each stone; it falls to the cell that the previous one left. */
static void say_falls_below(const struct geometry *g, const struct shown_move *m) {
    for (size_t i = 0; i < m->fall_count && g->below; i++) {
        char room[2][8];
        struct writer from = {room[0], sizeof room[0], 0}, to = {room[1], sizeof room[1], 0};
        write_cell(&from, m->falls[i]);
        write_cell(&to, i ? m->falls[i - 1] : m->path[0]);
        zi_words_put(zi_geometry_below(g), g->d->language, WORD("%1$s fell to %2$s"),
                     (const struct text[]){written(&from), written(&to)}, 2);
    }
}

/* In the position before the move, the stones that will fall have the triangle. */
static void draw_falls(struct figure *f, const struct geometry *g, const struct shown_move *m) {
    bool before = !g->d->setup.at[m->path[1]];
    cell gap = m->path[0];
    for (size_t i = 0; i < m->fall_count; i++) {
        draw_arrival(f, g, before ? m->falls[i] : gap, true);
        gap = m->falls[i];
    }
    if (m->fall_count && !g->d->setup.at[gap])
        draw_origin(f, g, gap);
}

static void draw_relocation_ends(struct figure *f, const struct geometry *g,
                                 const struct shown_move *m) {
    draw_origin(f, g, m->path[0]);
    draw_falls(f, g, m);
    say_falls_below(g, m);
}

/* Whether any part of the move is on the visible part of the board; false for a move that leaves no
   trace. */
static bool is_shown(const struct geometry *g, const struct shown_move *m) {
    size_t count = m->kind == SHOWN_SOW ? 1 : m->path_count;
    for (size_t i = 0; i < count; i++)
        if (zi_diagram_shows(g->d, m->path[i]))
            return true;
    for (size_t i = 0; i < m->fall_count; i++)
        if (zi_diagram_shows(g->d, m->falls[i]))
            return true;
    return false;
}

/* Draws the numbers of moves in the stone on their last cell, or in a badge on an empty cell; lists
   them below the board if they do not fit. */
static void draw_numbers(struct figure *f, const struct geometry *g, cell c, struct text numbers) {
    struct point at = zi_geometry_center(g, c);
    double height = zi_geometry_fit(g, numbers, 2.8, 5.6),
           needed = zi_geometry_circle_around(numbers, height);
    bool drawn = false;
    if (g->look->cells == LOOK_PITS) {
        drawn = zi_geometry_label_beside_pit(f, g, ROLE_BADGE_NUMBER, c, numbers);
    } else if (g->d->setup.at[c]) {
        drawn =
            !cell_level(c) && !zi_diagram_is_covered(g->d, c) && zi_figure_on_man(f, g, c, numbers);
    } else if (height > 0 && needed <= 3.4) {
        zi_figure_circle(f, ROLE_BADGE, at, fmax(2.2, needed));
        zi_geometry_label(f, ROLE_BADGE_NUMBER, at, numbers, height);
        drawn = true;
    }
    if (!drawn)
        zi_geometry_say_below(g, numbers, c);
}

/* Draws the numbers of the moves that ended on the cell of move `i`, unless an earlier move did. */
static void draw_badge(struct figure *f, const struct geometry *g, size_t i) {
    struct buffer numbers = {0};
    if (zi_diagram_numbers(&numbers, g->d, i, ", "))
        draw_numbers(f, g, zi_shown_move_end(&g->d->moves[i]), buffered(&numbers));
    zi_buffer_end(&numbers, &f->failed);
}

void zi_figure_plan_moves(struct tracks *t) {
    const struct diagram *d = t->g->d;
    for (size_t i = 0; i < d->move_count; i++) {
        const struct shown_move *m = &d->moves[i];
        if (is_shown(t->g, m) && shown_move_is_line(m))
            plan_walk(t, t->g, m);
    }
}

/* Draws the path of a move that was not played; its illegal leg is crossed out. */
static void draw_fault(struct figure *f, struct tracks *t, const struct shown_move *m) {
    size_t last = m->path_count - 1, leg = m->leg && m->leg < last ? m->leg : last;
    struct point at = zi_geometry_center(t->g, m->path[leg]);
    for (size_t i = 1; i <= last; i++)
        if (m->path[i] != m->path[i - 1])
            zi_tracks_draw(f, t, m->path[i - 1], m->path[i], ROLE_CAPTURED, ROLES);
    if (last) {
        draw_origin(f, t->g, m->path[0]);
        at = point_between(zi_geometry_center(t->g, m->path[leg - 1]), at, 0.5);
    }
    for (unsigned layer = 0; layer < 2; layer++)
        for (int way = -1; way <= 1; way += 2) {
            const struct point line[2] = {{at.x - 2.4, at.y - way * 2.4},
                                          {at.x + 2.4, at.y + way * 2.4}};
            zi_figure_path(f, SHAPE_LINE, layer ? ROLE_CAPTURED : ROLE_CASING, line, 2);
        }
}

static void draw_lines(struct figure *f, struct tracks *t) {
    const struct diagram *d = t->g->d;
    for (size_t i = 0; i < d->move_count; i++) {
        const struct shown_move *m = &d->moves[i];
        if (!m->faulty && is_shown(t->g, m) && shown_move_is_line(m))
            draw_walk_lines(f, t, m);
    }
}

void zi_figure_moves(struct figure *f, struct tracks *t) {
    const struct geometry *g = t->g;
    const struct diagram *d = g->d;
    draw_lines(f, t);
    for (size_t i = 0; i < d->move_count; i++) {
        const struct shown_move *m = &d->moves[i];
        if (!is_shown(g, m))
            continue;
        if (m->faulty)
            draw_fault(f, t, m);
        else if (m->kind == SHOWN_WALK)
            draw_walk_ends(f, g, m);
        else if (m->kind == SHOWN_RELOCATE)
            draw_relocation_ends(f, g, m);
        else if (m->kind == SHOWN_SOW)
            zi_figure_sowing(f, g, m);
        else if (!m->number)
            draw_arrival(f, g, m->path[0], false);
        if (!m->number)
            zi_figure_captures(f, g, m);
    }
    for (size_t i = 0; i < d->move_count; i++)
        if (d->moves[i].number && is_shown(g, &d->moves[i]))
            draw_badge(f, g, i);
}
