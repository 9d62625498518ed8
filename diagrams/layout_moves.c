#include "diagrams/layout_parts.h"

#include <math.h>

#include "notation/base/buffer.h"
#include "notation/base/value.h"
#include "notation/games/cell.h"

#define CELL FIGURE_CELL
#define ORIGIN_RADIUS 2.6
#define DOT_RADIUS 1.7

/* The length of the heads of a sowing, and the radius of the rings around its pits. */
#define HEAD 3
#define RING (PIT_RADIUS + 0.75)

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
        static const struct point diamond[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
        zi_figure_around(f, SHAPE_POLYGON, ROLE_LANDING, center, (struct point){l.radius, l.radius},
                         diamond, 4);
        zi_geometry_dot(f, g, m->path[hop]);
        return l.said;
    }
    if (l.radius <= 2.4) { /* a larger one would look like a stone */
        zi_figure_circle(f, ROLE_LANDING, center, l.radius);
    } else {
        struct point size = {zi_text_width_bold(l.numbers, l.height) + 0.4,
                             l.height * 2 * TEXT_MIDDLE + 0.6};
        zi_figure_box(f, ROLE_LABEL_GROUND, center, size);
    }
    zi_geometry_label(f, ROLE_LANDING_NUMBER, center, l.numbers, l.height);
    return true;
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

/* The move's text below the board shows the order of landing cells without numbers. */
static void draw_walk_ends(struct figure *f, const struct geometry *g, const struct shown_move *m) {
    bool said = true;
    draw_origin(f, g, m->path[0]);
    for (size_t i = 1; i + 1 < m->path_count; i++)
        said &= draw_landing(f, g, m, i);
    struct buffer *below = said ? NULL : zi_geometry_below(g);
    if (below)
        buffer_add(below, value_unless_0(m->number), m->number ? ". " : "", m->text);
}

/* Draws a triangle on a stone that the last move placed there or, upside down, that fell there. It
   stays clear of the level number: it is on the rim. Before the move it is on the cell. */
static void draw_arrival(struct figure *f, const struct geometry *g, cell c, bool fell) {
    unsigned content = g->d->setup.at[c];
    struct point at = zi_geometry_center(g, c);
    bool on_rim = cell_level(c) && content;
    static const struct point triangle[3] = {{0, -2.2}, {1.9, 1.1}, {-1.9, 1.1}};
    double size = on_rim ? 0.6 : 1;
    struct point scale = {size, fell ? -size : size};
    enum role role = on_rim                              ? ROLE_MOVE_HEAD
                     : content && (content - 1) % 2 == 0 ? ROLE_ON_MAN_0
                                                         : ROLE_ON_MAN_1;
    if (zi_diagram_is_covered(g->d, c))
        return;
    if (on_rim) {
        at.y -= zi_geometry_radius(g->d, cell_level(c));
        zi_figure_around(f, SHAPE_POLYGON, ROLE_CASING, at, scale, triangle, 3);
    }
    zi_figure_around(f, SHAPE_POLYGON, role, at, scale, triangle, 3);
}

/* Draws where a stone came from and where others fell, each to the cell that the previous one left,
   with `2c3 fell to c3` below the board. In the position before the move, the stones that will fall
   have the triangle. */
static void draw_relocation_ends(struct figure *f, const struct geometry *g,
                                 const struct shown_move *m) {
    bool before = !g->d->setup.at[m->path[1]];
    cell gap = m->path[0];
    draw_origin(f, g, gap);
    for (size_t i = 0; i < m->fall_count; i++) {
        char room[2][8];
        struct writer from = {room[0], sizeof room[0], 0}, to = {room[1], sizeof room[1], 0};
        struct buffer *below = zi_geometry_below(g);
        write_cell(&from, m->falls[i]);
        write_cell(&to, gap);
        if (below)
            words_put(below, g->d->language, WORD("%1$s fell to %2$s"), written(&from),
                      written(&to));
        draw_arrival(f, g, before ? m->falls[i] : gap, true);
        gap = m->falls[i];
    }
    if (m->fall_count && !g->d->setup.at[gap])
        draw_origin(f, g, gap);
}

/* Sowings. */

/* Draws a line to the other row of the side, next to the middle of the pits. */
static void draw_turn(struct figure *f, const struct geometry *g, cell a, cell b) {
    struct point from = zi_geometry_center(g, a), to = zi_geometry_center(g, b);
    double along = to.y > from.y ? 1 : -1, x = zi_geometry_turn(g, a);
    double ring = sqrt(RING * RING - (x - from.x) * (x - from.x)) + 0.6;
    struct point begin = {x, from.y + along * ring}, end = {x, to.y - along * (ring + 1)};
    zi_figure_line(f, ROLE_MOVE, begin, end);
    zi_arrow_head(f, ROLE_MOVE_HEAD, begin, (struct point){x, to.y - along * ring}, HEAD);
}

/* An arc between pits of a row: how far its points are from the middle of the pits and above the
   rims. The first two are at the pit that it begins at; the last is the tip of its head. */
struct arc {
    enum role line, head;
    struct point point[5];
    unsigned before; /* the tip, for the direction of the head */
    double length;   /* of the head */
};

static void draw_arc(struct figure *f, const struct arc *arc, struct point from, struct point to,
                     double up) {
    struct point p[5];
    double along = to.x > from.x ? 1 : -1;
    for (unsigned i = 0; i < 5; i++) {
        const struct point *by = &arc->point[i];
        p[i].x = i < 2 ? from.x + along * by->x : to.x - along * by->x;
        p[i].y = from.y + up * (PIT_RADIUS + by->y);
    }
    zi_figure_path(f, SHAPE_CURVE, arc->line, p, 4);
    zi_arrow_head(f, arc->head, p[arc->before], p[4], arc->length);
}

/* A hop of a sowing, on the side away from the player's arm. */
static const struct arc hop = {
    .line = ROLE_MOVE,
    .head = ROLE_MOVE_HEAD,
    .point = {{1.5, 0.35}, {3.2, 2.6}, {4, 2.6}, {2.2, 1.45}, {1.3, 0.35}},
    .before = 2,
    .length = HEAD};

/* Draws the numbers of the stages next to their last pits; without `draw`, tests if they fit. */
static bool number_stages(struct figure *f, const struct geometry *g, const struct shown_move *m,
                          bool draw) {
    bool room = true;
    for (size_t i = 0; i < m->end_count && room; i++) {
        struct buffer numbers = {0};
        struct text t = zi_shown_stages(&numbers, m, i) ? buffered(&numbers) : NO_TEXT;
        if (t.len && draw)
            zi_geometry_label_beside_pit(f, g, ROLE_LANDING_NUMBER, m->ends[i], t);
        else if (t.len)
            room = zi_geometry_fit_beside_pit(g, m->ends[i], t) > 0;
        zi_buffer_end(&numbers, &f->failed);
    }
    return room;
}

/* Adds `stages end at b2, f1, c2`. */
static void say_stages_below(struct figure *f, const struct geometry *g,
                             const struct shown_move *m) {
    struct buffer cells = {0}, *below = zi_geometry_below(g);
    for (size_t i = 0; i < m->end_count; i++) {
        buffer_string(&cells, i ? ", " : "");
        buffer_cell(&cells, m->ends[i]);
    }
    if (m->stages > m->end_count)
        buffer_string(&cells, ", \xE2\x80\xA6");
    if (below)
        words_put(below, g->d->language, WORD("stages end at %s"), buffered(&cells));
    zi_buffer_end(&cells, &f->failed);
}

static void draw_stages(struct figure *f, const struct geometry *g, const struct shown_move *m) {
    if (m->stages > m->end_count || (m->stages > 1 && !number_stages(f, g, m, false)))
        say_stages_below(f, g, m);
    else if (m->stages > 1)
        number_stages(f, g, m, true);
}

/* Draws each hop, and the pits where stages ended. */
static void draw_sowing(struct figure *f, const struct geometry *g, const struct shown_move *m) {
    zi_figure_circle(f, ROLE_ORIGIN, zi_geometry_center(g, m->path[0]), RING);
    for (size_t i = 1; i < m->path_count; i++) {
        cell from = m->path[i - 1], to = m->path[i];
        if (cell_rank(from) != cell_rank(to))
            draw_turn(f, g, from, to);
        else
            draw_arc(f, &hop, zi_geometry_center(g, from), zi_geometry_center(g, to),
                     -zi_geometry_pit_side(g, from));
    }
    if (!m->end_count)
        return;
    draw_stages(f, g, m);
    if (m->stages == m->end_count)
        zi_figure_circle(f, ROLE_STAGE_END, zi_geometry_center(g, m->ends[m->end_count - 1]), RING);
}

/* Draws two lines; only their ends if other content must stay visible. */
static void draw_crossed(struct figure *f, struct point at, double free, double reach) {
    const struct point begin[2] = {{-reach, -reach}, {-free, -free}},
                       end[2] = {{free, free}, {reach, reach}}, whole[2] = {begin[0], end[1]};
    for (int down = 1; down >= -1; down -= 2) {
        const struct point scale = {1, down};
        if (free > 0)
            zi_figure_around(f, SHAPE_LINE, ROLE_CAPTURED, at, scale, begin, 2);
        zi_figure_around(f, SHAPE_LINE, ROLE_CAPTURED, at, scale, free > 0 ? end : whole, 2);
    }
}

/* Marks the cells of a move's captures, in any game. */
static void draw_captures(struct figure *f, const struct geometry *g, const struct shown_move *m) {
    for (size_t i = 0; i < m->captured_count; i++) {
        cell c = m->captured[i];
        bool stands = g->d->setup.at[c] != 0;
        double rim = zi_geometry_radius(g->d, 0);
        draw_crossed(f, zi_geometry_center(g, c), stands ? (rim + 0.5) * M_SQRT1_2 : 0,
                     stands ? (rim + 2) * M_SQRT1_2 : 2.2);
    }
}

/* All moves. */

/* Whether any part of the move is drawn on the visible part of the board. */
static bool has_trace(const struct diagram *d, const struct shown_move *m) {
    return (m->path_count || m->guilty_count) && zi_diagram_shows_move(d, m);
}

/* Draws the numbers of moves in the stone on their last cell, or in a badge on an empty cell; lists
   them below the board if they do not fit. */
static void draw_numbers(struct figure *f, const struct geometry *g, cell c, struct text numbers) {
    struct point at = zi_geometry_center(g, c);
    double height = zi_geometry_fit(g, numbers, 2.8, 5.6),
           needed = zi_geometry_circle_around(numbers, height);
    bool drawn = false;
    if (g->d->setup.at[c]) {
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

void zi_figure_plan(struct tracks *t) {
    const struct diagram *d = t->g->d;
    for (cell c = 256; c < d->board.levels << 8; c++)
        if (zi_board_has(&d->board, c) && zi_figure_number_radius(t->g, c) > 0 &&
            !zi_diagram_is_covered(d, c))
            zi_tracks_keep_number(t, c, zi_figure_number_radius(t->g, c));
    for (size_t i = 0; i < d->move_count; i++)
        if (has_trace(d, &d->moves[i]) && shown_move_is_line(&d->moves[i]))
            plan_walk(t, t->g, &d->moves[i]);
    for (size_t i = 0; d->marks && i < d->marks->arrow_count; i++)
        if (zi_diagram_shows_arrow(d, &d->marks->arrow[i]))
            zi_tracks_plan(t, d->marks->arrow[i].from, d->marks->arrow[i].to);
}

/* Draws a move that was not played: its path, a ring on the empty cell where it ends, and a cross
   on each cell where it breaks the rule. */
static void draw_fault(struct figure *f, struct tracks *t, const struct shown_move *m) {
    static const struct point stroke[2] = {{-3, -3}, {3, 3}};
    const struct geometry *g = t->g;
    for (size_t i = 1; i < m->path_count; i++)
        if (m->path[i] != m->path[i - 1])
            zi_tracks_draw(f, t, m->path[i - 1], m->path[i], ROLE_ATTEMPT, ROLES);
    if (m->path_count > 1)
        zi_figure_circle(f, ROLE_ATTEMPT, zi_geometry_center(g, m->path[0]),
                         origin_radius(g, m->path[0]));
    if (zi_shown_fault_has_target(m, &g->d->setup))
        zi_figure_circle(f, ROLE_FAULT, zi_geometry_center(g, m->path[m->path_count - 1]),
                         ORIGIN_RADIUS);
    for (size_t i = 0; i < m->guilty_count; i++)
        for (unsigned layer = 0; layer < 2; layer++)
            for (int way = -1; way <= 1; way += 2)
                zi_figure_around(f, SHAPE_LINE, layer ? ROLE_FAULT : ROLE_CASING,
                                 zi_geometry_center(g, m->guilty[i]), (struct point){1, way},
                                 stroke, 2);
}

/* With several moves each hop has a head, because no numbers show its direction. */
static void draw_lines(struct figure *f, struct tracks *t) {
    const struct diagram *d = t->g->d;
    for (size_t k = 0; k < d->move_count; k++) {
        const struct shown_move *m = &d->moves[k];
        if (m->faulty || !has_trace(d, m) || !shown_move_is_line(m))
            continue;
        for (size_t i = 1; i < m->path_count; i++) {
            bool head = i + 1 == m->path_count || shows_several(t->g);
            zi_tracks_draw(f, t, m->path[i - 1], m->path[i], ROLE_MOVE,
                           head ? ROLE_MOVE_HEAD : ROLES);
        }
    }
}

void zi_figure_moves(struct figure *f, struct tracks *t) {
    const struct geometry *g = t->g;
    const struct diagram *d = g->d;
    draw_lines(f, t);
    for (size_t i = 0; i < d->move_count; i++) {
        const struct shown_move *m = &d->moves[i];
        if (!has_trace(d, m))
            continue;
        if (m->faulty)
            draw_fault(f, t, m);
        else if (m->kind == SHOWN_WALK)
            draw_walk_ends(f, g, m);
        else if (m->kind == SHOWN_RELOCATE)
            draw_relocation_ends(f, g, m);
        else if (m->kind == SHOWN_SOW)
            draw_sowing(f, g, m);
        else if (!m->number)
            draw_arrival(f, g, m->path[0], false);
        if (!m->number)
            draw_captures(f, g, m);
    }
    for (size_t i = 0; i < d->move_count; i++)
        if (d->moves[i].number && has_trace(d, &d->moves[i]))
            draw_badge(f, g, i);
}

/* Arrows. */

/* Lines between pits do not touch pits: within a row they are arcs next to it; between rows they
   begin and end at the poles of their pits, and cross other rows between two pits. */
static const struct arc bow = {.line = ROLE_ARROW,
                               .head = ROLE_ARROW_HEAD,
                               .point = {{1.4, 0.5}, {2.4, 2.9}, {4, 2.9}, {2, 1.3}, {1, 0.4}},
                               .before = 3,
                               .length = 3};

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
    const double rim = PIT_RADIUS + 0.4, head = 3;
    struct point from = zi_geometry_center(g, a->from), to = zi_geometry_center(g, a->to);
    double down = to.y > from.y ? 1 : -1, row = g->cell_height - rim - 0.2;
    struct point tip = {to.x, to.y - down * rim}, points[10] = {{from.x, from.y + down * rim}};
    if (fabs(to.y - from.y) < g->cell_height * 1.5) {
        double part = 1 - head * 0.8 / point_distance(points[0], tip);
        zi_figure_line(f, ROLE_ARROW, points[0], point_between(points[0], tip, part));
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

static void draw_arrow(struct figure *f, struct tracks *t, const struct marked_arrow *a) {
    if (!zi_diagram_shows_arrow(t->g->d, a))
        return;
    if (t->g->look->cells != LOOK_PITS)
        zi_tracks_draw(f, t, a->from, a->to, ROLE_ARROW, ROLE_ARROW_HEAD);
    else if (cell_rank(a->from) == cell_rank(a->to))
        draw_arc(f, &bow, zi_geometry_center(t->g, a->from), zi_geometry_center(t->g, a->to), -1);
    else
        draw_between_rows(f, t, a);
}

void zi_figure_arrows(struct figure *f, struct tracks *t) {
    const struct marks *marks = t->g->d->marks;
    for (size_t i = 0; marks && i < marks->arrow_count; i++)
        draw_arrow(f, t, &marks->arrow[i]);
}
