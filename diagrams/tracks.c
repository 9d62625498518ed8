#include "diagrams/tracks.h"
#include "notation/games/cell.h"

/* Half the width of a head, relative to its length: heads are longer than wide. */
#define HEAD_LENGTH 3.2
#define HEAD_WIDTH 0.42
#define HEAD_LEAST 1.3

/* Clearances of a line, its wide light ground and its head from a rim; and the distance between
   lines that run side by side. */
#define LINE_GAP 1.0
#define CASING_GAP 1.5
#define HEAD_GAP 0.25
#define LANE 1.5

/* The share of a line that it may leave to the stones at its ends, and the minimum that it leaves
   of the last stone for its level number. */
#define OVER_SHARE 0.22
#define OVER_LEAST 2.3

/* Shorter pieces are omitted. */
#define PIECE_LEAST 0.3

void zi_tracks_begin(struct tracks *t, const struct geometry *g) {
    const struct board *board = &g->d->board;
    *t = (struct tracks){.g = g, .over = board->levels > 1};
    if (g->look->cells == LOOK_PITS)
        return;
    for (cell c = 0; c < board->levels << 8; c++) {
        if (!zi_board_has(board, c))
            continue;
        if (g->d->setup.at[c])
            zi_tracks_keep(t, c, zi_geometry_radius(g->d, cell_level(c)) + 0.25);
        else if (zi_geometry_has_dot(g, c))
            zi_tracks_keep(t, c, GROUND_DOT_RADIUS);
    }
}

void zi_tracks_keep(struct tracks *t, cell c, double radius) {
    if (!(t->whole[c] > 0) && !t->over)
        t->kept[t->kept_count++] = c;
    if (t->whole[c] < radius)
        t->whole[c] = (float)radius;
}

void zi_tracks_keep_number(struct tracks *t, cell c, double radius) {
    t->kept[t->kept_count++] = c;
    t->whole[c] = (float)radius;
    t->number[c] = true;
}

/* Lanes. */

/* The way between two cells of level 1 along a file, a rank or a diagonal, from its lower end. */
struct way {
    cell from;
    unsigned steps, direction;
    int file, rank; /* of a step */
};

static bool find_way(cell a, cell b, struct way *way) {
    static const unsigned directions[3][3] = {{0, 1, 2}, {3, 0, 3}, {2, 1, 0}};
    int files = (int)cell_file(b) - (int)cell_file(a),
        ranks = (int)cell_rank(b) - (int)cell_rank(a);
    if (cell_level(a) || cell_level(b) || (files && ranks && files != ranks && files != -ranks))
        return false;
    if (ranks < 0 || (!ranks && files < 0))
        return find_way(b, a, way);
    way->from = a;
    way->steps = (unsigned)(ranks ? ranks : files);
    way->file = (files > 0) - (files < 0);
    way->rank = ranks > 0;
    way->direction = directions[way->rank + 1][way->file + 1];
    return true;
}

/* Adds lanes to those taken along the way, and returns all of them. */
static unsigned add_lanes(uint8_t lanes[][TRACK_DIRECTIONS], const struct way *way, unsigned add) {
    unsigned all = 0;
    for (int i = 0; i < (int)way->steps; i++) {
        uint8_t *taken = &lanes[way->from + i * (way->rank * 16 + way->file)][way->direction];
        *taken |= (uint8_t)add;
        all |= *taken;
    }
    return all;
}

/* Takes the first lane that is free along the whole way; TRACK_LANES if none is. */
static unsigned take_lane(uint8_t lanes[][TRACK_DIRECTIONS], const struct way *way) {
    unsigned taken = add_lanes(lanes, way, 0), lane = 0;
    while (lane < TRACK_LANES && taken & 1U << lane)
        lane++;
    if (lane < TRACK_LANES)
        add_lanes(lanes, way, 1U << lane);
    return lane;
}

void zi_tracks_plan(struct tracks *t, cell from, cell to) {
    struct way way;
    if (find_way(from, to, &way))
        take_lane(t->used, &way);
}

/* Lines. */

struct line {
    struct point from, to;
    double length;
    struct point along; /* of length 1 */
};

static struct line line_between(struct point a, struct point b) {
    double length = point_distance(a, b);
    struct point along = {length > 0 ? (b.x - a.x) / length : 0,
                          length > 0 ? (b.y - a.y) / length : 0};
    return (struct line){a, b, length, along};
}

static struct point line_at(const struct line *l, double at) {
    return (struct point){l->from.x + l->along.x * at, l->from.y + l->along.y * at};
}

/* Moves the line into its lane. False if none is left. */
static bool enter_lane(struct tracks *t, struct line *l, cell from, cell to) {
    struct way way;
    if (!find_way(from, to, &way))
        return true;
    unsigned lane = take_lane(t->drawn, &way), lanes = 0;
    if (lane == TRACK_LANES)
        return false;
    for (unsigned all = add_lanes(t->used, &way, 0); all; all >>= 1)
        lanes++;
    double by = (lane - (lanes - 1) / 2.0) * LANE;
    bool turned = way.from != from;
    struct point across = {turned ? -l->along.y : l->along.y, turned ? l->along.x : -l->along.x};
    l->from = (struct point){l->from.x + across.x * by, l->from.y + across.y * by};
    l->to = (struct point){l->to.x + across.x * by, l->to.y + across.y * by};
    return true;
}

/* The part of a line inside a circle. */
struct span {
    double from, to;
};

static bool span_of(const struct line *l, struct point center, double radius, struct span *span) {
    double x = center.x - l->from.x, y = center.y - l->from.y;
    double along = x * l->along.x + y * l->along.y;
    double across = x * l->along.y - y * l->along.x;
    double half = radius * radius - across * across;
    if (half <= 0)
        return false;
    half = sqrt(half);
    *span = (struct span){along - half, along + half};
    return span->to > 0 && span->from < l->length;
}

/* The end of the free piece of the line at `from`; if `from` is inside an obstacle, *from moves
   past it first. */
static double next_piece(const struct tracks *t, const struct line *l, double gap, double *from) {
    double end = l->length;
    for (bool moved = true; moved;) {
        moved = false;
        end = l->length;
        for (size_t i = 0; i < t->kept_count; i++) {
            cell c = t->kept[i];
            struct span span;
            if (!span_of(l, zi_geometry_center(t->g, c), t->whole[c] + gap, &span))
                continue;
            if (span.from <= *from + 1e-9 && span.to > *from + 1e-9) {
                *from = span.to;
                moved = true;
            } else if (span.from > *from && span.from < end) {
                end = span.from;
            }
        }
    }
    return end;
}

/* Draws the free pieces of the line between `begin` and `most`. */
static void draw_pieces(struct figure *f, const struct tracks *t, const struct line *l,
                        double begin, double most, double gap, enum role role) {
    for (double from = begin, end; from < most; from = end + 1e-6) {
        end = next_piece(t, l, gap, &from);
        if (end > most)
            end = most;
        if (end - from < PIECE_LEAST)
            continue;
        struct point points[2] = {line_at(l, from), line_at(l, end)};
        zi_figure_path(f, SHAPE_LINE, role, points, 2);
    }
}

/* Finds the corners of a head; `width` is half its width. */
static void find_head(struct point head[3], const struct line *l, double tip, double length,
                      double width) {
    struct point base = line_at(l, tip - length);
    head[0] = (struct point){base.x + l->along.y * width, base.y - l->along.x * width};
    head[1] = line_at(l, tip);
    head[2] = (struct point){base.x - l->along.y * width, base.y + l->along.x * width};
}

void zi_arrow_head(struct figure *f, enum role role, struct point from, struct point to,
                   double length) {
    struct line l = line_between(from, to);
    struct point head[3];
    find_head(head, &l, l.length, length, HEAD_WIDTH * length);
    zi_figure_path(f, SHAPE_POLYGON, role, head, 3);
}

/* Whether a head touches no obstacle. */
static bool is_clear(const struct tracks *t, const struct point head[3]) {
    for (unsigned side = 0; side < 3; side++) {
        struct line edge = line_between(head[side], head[(side + 1) % 3]);
        for (size_t i = 0; i < t->kept_count; i++) {
            struct span span;
            if (span_of(&edge, zi_geometry_center(t->g, t->kept[i]), t->whole[t->kept[i]], &span))
                return false;
        }
    }
    return true;
}

/* Draws a head as wide as possible. */
static bool draw_head(struct figure *f, const struct tracks *t, enum role role,
                      const struct line *l, double tip, double length) {
    struct point head[3];
    for (double width = HEAD_WIDTH * length; width > 0.3; width *= 0.8) {
        find_head(head, l, tip, length, width);
        if (!is_clear(t, head))
            continue;
        if (t->over)
            zi_figure_path(f, SHAPE_POLYGON, ROLE_CASING, head, 3);
        zi_figure_path(f, SHAPE_POLYGON, role, head, 3);
        return true;
    }
    return false;
}

/* The position of the head's tip: at the rim of the last cell's content. */
static double tip_of(const struct tracks *t, const struct line *l, cell to) {
    struct span span;
    if (t->number[to])
        return l->length - t->whole[to] - HEAD_GAP;
    if (t->over)
        return l->length - fmin(fmax(0.5, t->whole[to]), fmax(OVER_LEAST, OVER_SHARE * l->length));
    if (!(t->whole[to] > GROUND_DOT_RADIUS))
        return l->length - fmax(0.5, t->whole[to]);
    if (!span_of(l, zi_geometry_center(t->g, to), t->whole[to] + HEAD_GAP, &span))
        return l->length;
    return span.from;
}

/* The start of the free piece that ends at the tip. */
static double piece_before(const struct tracks *t, const struct line *l, double begin, double tip) {
    double from = begin;
    begin = tip;
    while (from < tip) {
        double end = next_piece(t, l, HEAD_GAP, &from);
        begin = from;
        from = end + 1e-6;
    }
    return begin;
}

bool zi_tracks_draw(struct figure *f, struct tracks *t, cell from, cell to, enum role line,
                    enum role head) {
    struct line l = line_between(zi_geometry_center(t->g, from), zi_geometry_center(t->g, to));
    bool has_room = true;
    if (!(l.length > 0) || !enter_lane(t, &l, from, to))
        return true;
    double begin = t->over ? fmin(t->whole[from], OVER_SHARE * l.length) : 0;
    double tip = l.length, length = 0;
    if (head != ROLES) {
        tip = tip_of(t, &l, to);
        length = fmin(HEAD_LENGTH, tip - piece_before(t, &l, begin, tip));
        has_room = length >= HEAD_LEAST;
        length = has_room ? length : 0;
    }
    double most = tip - length * 0.8;
    draw_pieces(f, t, &l, begin, most, CASING_GAP, ROLE_CASING);
    draw_pieces(f, t, &l, begin, most, LINE_GAP, line);
    return length > 0 ? draw_head(f, t, head, &l, tip, length) : has_room;
}
