#include "diagrams/geometry.h"

#include <math.h>

#include "notation/base/buffer.h"
#include "notation/games/cell.h"

#define CELL FIGURE_CELL

/* Heights of letters, if space permits. */
#define COORDINATE_HEIGHT 3.4
#define NAME_HEIGHT 4.2
#define NOTE_HEIGHT 3.6

/* The maximum share of a cell for a coordinate, which keeps neighbors apart. */
#define COORDINATE_SHARE 0.7

/* The height of digits, relative to their letters. */
#define DIGIT_HEIGHT 0.75

/* The distance from the rim of a pit to a label next to it, past a ring; and the label's height. */
#define PIT_GAP 1.2
#define PIT_LABEL_HEIGHT 2.8

static double pit_label(const struct geometry *g) { return fmax(PIT_LABEL_HEIGHT, g->least); }

/* The space on both sides of a pit: for numbers on one side, for the arcs of a sowing, which are
   not as high, on the other. */
static double beside_pit(const struct geometry *g) {
    return PIT_GAP + pit_label(g) * DIGIT_HEIGHT + 0.5;
}

struct geometry zi_geometry(const struct diagram *d) {
    const struct board *board = &d->board;
    struct geometry g = {.d = d,
                         .look = &d->look,
                         .files = board->files,
                         .ranks = board->ranks,
                         .cell_height = CELL,
                         .least = d->view.least,
                         .coordinate = fmax(COORDINATE_HEIGHT, d->view.least),
                         .name = fmax(NAME_HEIGHT, d->view.least),
                         .note = fmax(NOTE_HEIGHT, d->view.least)};
    if (d->view.cropped) {
        g.file = cell_file(d->view.low);
        g.rank = cell_rank(d->view.low);
        g.files = cell_file(d->view.high) - g.file + 1;
        g.ranks = cell_rank(d->view.high) - g.rank + 1;
    }
    if (!d->view.no_coordinates)
        g.step = (unsigned)ceil(g.coordinate / (COORDINATE_SHARE * CELL));
    if (g.look->cells == LOOK_PITS)
        g.cell_height = 2 * (PIT_RADIUS + beside_pit(&g));
    g.size = (struct point){g.files * CELL, g.ranks * g.cell_height};
    return g;
}

struct point zi_geometry_seen(const struct geometry *g, double file, double rank) {
    double x = file - g->file, y = rank - g->rank;
    return g->d->view.flip ? (struct point){g->files - x, g->ranks - y} : (struct point){x, y};
}

struct point zi_geometry_point(const struct geometry *g, double file, double rank) {
    struct point at = zi_geometry_seen(g, file, rank);
    return (struct point){at.x * CELL, (g->ranks - at.y) * g->cell_height};
}

struct point zi_geometry_center(const struct geometry *g, cell c) {
    double rise = 0.5 + cell_level(c) / 2.0;
    return zi_geometry_point(g, cell_file(c) + rise, cell_rank(c) + rise);
}

/* A stone that rests on others is smaller than they are, so that a whole tower is visible from
   above; stones of every other level are straight above one another. */
double zi_geometry_radius(const struct diagram *d, unsigned level) {
    const struct board *board = &d->board;
    const struct look *look = &d->look;
    if (look->cells == LOOK_PITS)
        return PIT_RADIUS;
    if (board->levels == 1)
        return look->cells == LOOK_CIRCLES ? 3.5 : 3.8;
    unsigned storeys = (board->levels + 1U) / 2;
    double step = storeys > 4 ? 3.6 / storeys : 0.9;
    return (level % 2 ? 4.2 : 4.6) - level / 2 * step;
}

void zi_geometry_text(struct figure *f, enum role role, struct point at, struct text t,
                      double height, enum anchor anchor, double room) {
    zi_figure_text(f, role, at,
                   (struct label){.text = t, .height = height, .room = room, .anchor = anchor});
}

struct text zi_geometry_file(unsigned file) {
    static const char letters[] = "abcdefghijklmnop";
    return (struct text){letters + file, 1};
}

struct text zi_geometry_number(unsigned index) {
    static const char *const numbers[] = {"1", "2",  "3",  "4",  "5",  "6",  "7",  "8",
                                          "9", "10", "11", "12", "13", "14", "15", "16"};
    return text_of(numbers[index]);
}

struct buffer *zi_geometry_below(const struct geometry *g) {
    if (g->below)
        buffer_string(g->below, g->below->len ? "; " : "");
    return g->below;
}

double zi_geometry_pit_side(const struct geometry *g, cell c) {
    return (board_half(&g->d->board, c) == g->look->south) != g->d->view.flip ? 1 : -1;
}

/* The side of the pit on which a sowing turns from one row to the other. */
static double side_of_turn(const struct geometry *g, cell c) {
    double x = zi_geometry_center(g, c).x,
           middle = zi_geometry_point(g, g->d->board.files / 2.0, 0).x;
    bool first = !cell_file(c), last = cell_file(c) + 1U == g->d->board.files;
    return first || last ? (x < middle ? -1 : 1) : 0;
}

double zi_geometry_turn(const struct geometry *g, cell c) {
    return zi_geometry_center(g, c).x + side_of_turn(g, c) * PIT_TURN;
}

/* Whether a sowing also passes on that side: at the ends of a front row. */
static bool is_passed(const struct geometry *g, cell c) {
    unsigned middle = g->d->board.ranks / 2, rank = cell_rank(c);
    return (rank == middle || rank + 1 == middle) && fabs(side_of_turn(g, c)) > 0;
}

struct point zi_geometry_beside_pit(const struct geometry *g, cell c) {
    struct point at = zi_geometry_center(g, c);
    at.y += zi_geometry_pit_side(g, c) * (PIT_RADIUS + PIT_GAP + pit_label(g) * DIGIT_HEIGHT / 2);
    if (is_passed(g, c))
        at.x -= side_of_turn(g, c) * 0.8;
    return at;
}

static double room_beside_pit(const struct geometry *g, cell c) {
    return is_passed(g, c) ? 7.4 : 9;
}

double zi_geometry_fit_beside_pit(const struct geometry *g, cell c, struct text t) {
    return zi_geometry_fit(g, t, PIT_LABEL_HEIGHT, room_beside_pit(g, c));
}

bool zi_geometry_label_beside_pit(struct figure *f, const struct geometry *g, enum role role,
                                  cell c, struct text t) {
    struct point at = zi_geometry_beside_pit(g, c);
    double height = zi_geometry_fit_beside_pit(g, c, t);
    double width = zi_text_width_bold(t, height) + 1;
    if (g->d->marks && g->d->marks->arrow_count && height > 0) /* arrows stop at its ground */
        zi_figure_box(f, ROLE_BOARD, at, (struct point){width, height * 0.8});
    return zi_geometry_label_in(f, g, role, at, t, PIT_LABEL_HEIGHT, room_beside_pit(g, c));
}

double zi_geometry_pit_sign(const struct geometry *g) {
    return fmax(0.9, pit_label(g) * DIGIT_HEIGHT / 2 - 0.3);
}

bool zi_geometry_has_dot(const struct geometry *g, cell c) {
    return !cell_level(c) && g->look->ground[c] & (GROUND_DOT | GROUND_DOT << 1);
}

void zi_geometry_dot(struct figure *f, const struct geometry *g, cell c) {
    if (zi_geometry_has_dot(g, c))
        zi_figure_circle(f, g->look->ground[c] & GROUND_DOT ? ROLE_DOT_0 : ROLE_DOT_1,
                         zi_geometry_center(g, c), GROUND_DOT_RADIUS);
}

double zi_geometry_circle_around(struct text t, double height) {
    return hypot(zi_text_width_bold(t, height) / 2, TEXT_MIDDLE * height) + 0.1;
}

void zi_geometry_label(struct figure *f, enum role role, struct point center, struct text t,
                       double height) {
    struct label label = {.text = t, .height = height, .anchor = ANCHOR_MIDDLE, .bold = true};
    zi_figure_text(f, role, (struct point){center.x, center.y + TEXT_MIDDLE * height}, label);
}

/* A margin for fonts that are slightly wider. */
#define OTHER_FONTS 1.03

double zi_geometry_fit(const struct geometry *g, struct text t, double height, double room) {
    double width = zi_text_width_bold(t, 1) * OTHER_FONTS;
    height = fmax(fmin(height, width > 0 ? room / width : height), g->least);
    return width * height <= room + 1e-9 ? height : 0;
}

bool zi_geometry_label_in(struct figure *f, const struct geometry *g, enum role role,
                          struct point center, struct text t, double height, double room) {
    double fitting = zi_geometry_fit(g, t, height, room);
    if (fitting > 0)
        zi_geometry_label(f, role, center, t, fitting);
    return fitting > 0;
}

void zi_geometry_say_below(const struct geometry *g, struct text t, cell c) {
    if (g->below)
        zi_diagram_say_at(g->below, g->d, t, c);
}
