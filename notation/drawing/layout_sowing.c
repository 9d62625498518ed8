#include "notation/drawing/layout_parts.h"

#include <math.h>

#include "notation/base/buffer.h"
#include "notation/games/cell.h"

#define HEAD 2.3
#define RING (PIT_RADIUS + 0.75)

/* Draws a line to the other row of the side, next to the middle of the pits. */
static void draw_turn(struct figure *f, const struct geometry *g, cell a, cell b, unsigned lane) {
    struct point from = zi_geometry_center(g, a), to = zi_geometry_center(g, b);
    double along = to.y > from.y ? 1 : -1, x = zi_geometry_turn(g, a);
    x += (x < from.x ? LANE_GAP : -LANE_GAP) * lane;
    double ring = sqrt(RING * RING - (x - from.x) * (x - from.x)) + 0.6;
    struct point line[2] = {{x, from.y + along * ring}, {x, to.y - along * (ring + 1)}};
    if (lane)
        zi_figure_path(f, SHAPE_LINE, ROLE_CASING, line, 2);
    zi_figure_path(f, SHAPE_LINE, ROLE_MOVE, line, 2);
    zi_arrow_head(f, ROLE_MOVE_HEAD, line[0], (struct point){x, to.y - along * ring}, HEAD);
}

/* Draws a hop to the next pit of a row, on the side away from the player's arm. */
static void draw_hop(struct figure *f, const struct geometry *g, cell a, cell b) {
    struct point from = zi_geometry_center(g, a), to = zi_geometry_center(g, b);
    double along = to.x > from.x ? 1 : -1, up = -zi_geometry_pit_side(g, a);
    double rim = up * (PIT_RADIUS + 0.35), top = up * (PIT_RADIUS + 2.6);
    struct point arc[4] = {{from.x + along * 1.5, from.y + rim},
                           {from.x + along * 3.2, from.y + top},
                           {to.x - along * 4, to.y + top},
                           {to.x - along * 2.2, to.y + rim + up * 1.1}};
    struct point tip = {to.x - along * 1.3, to.y + rim};
    zi_figure_path(f, SHAPE_CURVE, ROLE_MOVE, arc, 4);
    zi_arrow_head(f, ROLE_MOVE_HEAD, arc[2], tip, HEAD);
}

/* Draws all hops along a row as one line in its own lane, with a head at its end. */
static void draw_run(struct figure *f, const struct geometry *g, cell a, cell b, unsigned lane) {
    struct point from = zi_geometry_center(g, a), to = zi_geometry_center(g, b);
    double up = -zi_geometry_pit_side(g, a), rim = from.y + up * (PIT_RADIUS + 0.35);
    double depth = from.y + up * (PIT_RADIUS + lane_depth(lane));
    double along = to.x > from.x ? 1 : -1, aside = along * (1.2 - LANE_GAP / 2 * lane);
    struct point line[4] = {{from.x + aside, rim + up * 0.45},
                            {from.x + aside, depth},
                            {to.x - aside, depth},
                            {to.x - aside, rim + up * 1.2}};
    zi_figure_path(f, SHAPE_LINE, ROLE_CASING, line, 4);
    zi_figure_path(f, SHAPE_LINE, ROLE_MOVE, line, 4);
    zi_arrow_head(f, ROLE_MOVE_HEAD, line[2], (struct point){line[3].x, rim}, HEAD);
}

/* Whether the numbers of the stages fit next to their last pits; and draws them. */
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
        zi_words_put_one(below, g->d->language, WORD("stages end at %s"), buffered(&cells));
    zi_buffer_end(&cells, &f->failed);
}

static void draw_stages(struct figure *f, const struct geometry *g, const struct shown_move *m) {
    if (m->stages > m->end_count || (m->stages > 1 && !number_stages(f, g, m, false)))
        say_stages_below(f, g, m);
    else if (m->stages > 1)
        number_stages(f, g, m, true);
}

/* The number of earlier sowings by the same side: they are drawn side by side. */
static unsigned lane_of(const struct geometry *g, const struct shown_move *m) {
    unsigned lane = 0;
    for (const struct shown_move *other = g->d->moves; other < m; other++)
        lane += other->kind == SHOWN_SOW && other->side == m->side;
    return lane % LANES_MAX;
}

/* Draws each hop separately or, for several sowings, the runs along the rows. */
static void draw_path(struct figure *f, const struct geometry *g, const struct shown_move *m) {
    unsigned lane = lane_of(g, m);
    for (size_t i = 1; i < m->path_count; i++) {
        size_t first = i - 1;
        if (cell_rank(m->path[first]) != cell_rank(m->path[i])) {
            draw_turn(f, g, m->path[first], m->path[i], lane);
        } else if (g->lanes == 1) {
            draw_hop(f, g, m->path[first], m->path[i]);
        } else {
            while (i + 1 < m->path_count && cell_rank(m->path[i + 1]) == cell_rank(m->path[i]))
                i++;
            draw_run(f, g, m->path[first], m->path[i], lane);
        }
    }
}

/* For several moves it omits the ends of the stages and the captures. */
void zi_figure_sowing(struct figure *f, const struct geometry *g, const struct shown_move *m) {
    zi_figure_circle(f, ROLE_ORIGIN, zi_geometry_center(g, m->path[0]), RING);
    draw_path(f, g, m);
    if (m->number || !m->end_count)
        return;
    draw_stages(f, g, m);
    if (m->stages == m->end_count)
        zi_figure_circle(f, ROLE_STAGE_END, zi_geometry_center(g, m->ends[m->end_count - 1]), RING);
}

/* Draws two lines; only their ends if other content must stay visible. */
static void draw_crossed(struct figure *f, struct point at, double free, double reach) {
    for (unsigned i = 0; i < 2; i++) {
        double down = i ? -1 : 1;
        struct point whole[2] = {{at.x - reach, at.y - down * reach},
                                 {at.x + reach, at.y + down * reach}};
        struct point begin[2] = {whole[0], {at.x - free, at.y - down * free}};
        struct point end[2] = {{at.x + free, at.y + down * free}, whole[1]};
        if (!(free > 0)) {
            zi_figure_path(f, SHAPE_LINE, ROLE_CAPTURED, whole, 2);
        } else {
            zi_figure_path(f, SHAPE_LINE, ROLE_CAPTURED, begin, 2);
            zi_figure_path(f, SHAPE_LINE, ROLE_CAPTURED, end, 2);
        }
    }
}

void zi_figure_captures(struct figure *f, const struct geometry *g, const struct shown_move *m) {
    for (size_t i = 0; i < m->captured_count; i++) {
        cell c = m->captured[i];
        bool stands = g->d->setup.at[c] != 0;
        double rim = (g->look->cells == LOOK_PITS ? PIT_RADIUS : zi_geometry_radius(g->d, 0));
        draw_crossed(f, zi_geometry_center(g, c), stands ? (rim + 0.5) * M_SQRT1_2 : 0,
                     stands ? (rim + 2) * M_SQRT1_2 : 2.2);
    }
}
