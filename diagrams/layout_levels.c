#include "diagrams/layout_parts.h"

#include <math.h>
#include <stdlib.h>

#include "notation/base/buffer.h"
#include "notation/base/safe_text.h"
#include "notation/games/cell.h"
#include "notation/games/grid.h"

#define TITLE_HEIGHT 2.8
#define LETTER_HEIGHT 2.2
#define CELL_LEAST (FIGURE_CELL * 0.32)

/* Sheets of levels are seen from the south-west: a rank is as high as this part of a cell, and as
   far to the right of the one before it. */
#define FLAT 0.75
#define SHEAR 0.3
#define SHEET_STONE 0.36 /* the radius of a stone, in cells */

/* How to draw a level: maps a point of the board, in cells from the corner of the visible part. */
struct sheet {
    const struct geometry *g;
    unsigned level;
    double cell;     /* the width of a cell */
    struct point at; /* of the south-west corner of the visible part */
};

static double letters(const struct geometry *g) { return fmax(LETTER_HEIGHT, g->least); }
static double title(const struct geometry *g) { return fmax(TITLE_HEIGHT, g->least); }

static struct point sheet_point(const void *sheet, double file, double rank) {
    const struct sheet *s = sheet;
    struct point at = zi_geometry_seen(s->g, file, rank);
    return (struct point){s->at.x + (at.x + SHEAR * at.y) * s->cell,
                          s->at.y - at.y * FLAT * s->cell};
}

static struct point sheet_center(const struct sheet *s, cell c) {
    double rise = 0.5 + cell_level(c) / 2.0;
    return sheet_point(s, cell_file(c) + rise, cell_rank(c) + rise);
}

/* Draws the grid of the cells of level 1, which contains the cells of every level; `at` maps points
   of the board. */
static void draw_grid(struct figure *f, const struct geometry *g,
                      struct point (*at)(const void *context, double file, double rank),
                      const void *context) {
    double west = g->file, east = west + g->files, south = g->rank, north = south + g->ranks;
    const struct point corners[4] = {at(context, west, south), at(context, east, south),
                                     at(context, east, north), at(context, west, north)};
    zi_figure_path(f, SHAPE_POLYGON, ROLE_CELL_LIGHT, corners, 4);
    for (double file = west + 1; file < east; file++)
        zi_figure_line(f, ROLE_GRID, at(context, file, south), at(context, file, north));
    for (double rank = south + 1; rank < north; rank++)
        zi_figure_line(f, ROLE_GRID, at(context, west, rank), at(context, east, rank));
}

/* Draws the letters and numbers of the level's cells, which are between those of the level below. A
   number as low as the letters is next to them. */
static void draw_coordinates(struct figure *f, const struct sheet *s) {
    const struct geometry *g = s->g;
    const struct board *board = &g->d->board;
    double height = letters(g), rise = 0.5 + s->level / 2.0;
    unsigned step = (unsigned)ceil(height / (s->cell * 0.8)),
             down = (unsigned)ceil(height / (s->cell * FLAT));
    bool flip = g->d->view.flip;
    double south = sheet_point(s, g->file, flip ? g->rank + g->ranks : (double)g->rank).y;
    double beside = HUGE_VAL;
    if (!g->step || height > FIGURE_CELL * 0.7)
        return;
    for (unsigned file = 0; file + s->level < board->files; file += step) {
        double x = file + rise - g->file;
        if (x <= 0 || x >= g->files)
            continue;
        struct text letter = zi_geometry_file(file);
        struct point at = sheet_point(s, file + rise, flip ? g->rank + g->ranks : (double)g->rank);
        zi_geometry_text(f, ROLE_COORDINATE, (struct point){at.x, at.y + height}, letter, height,
                         ANCHOR_MIDDLE, 0);
        beside = fmin(beside, at.x - zi_text_width(letter, height) / 2);
    }
    for (unsigned rank = 0; rank + s->level < board->ranks; rank += down) {
        double y = rank + rise - g->rank;
        if (y <= 0 || y >= g->ranks)
            continue;
        struct point at = sheet_point(s, flip ? g->file + g->files : (double)g->file, rank + rise);
        bool low = at.y + height / 3 > south;
        double end = (low ? fmin(at.x, beside) : at.x) - 0.6;
        struct text number = zi_geometry_number(rank);
        zi_geometry_text(f, ROLE_COORDINATE, (struct point){end, at.y + TEXT_MIDDLE * height},
                         number, height, ANCHOR_END, 0);
        f->low.x = fmin(f->low.x, end - zi_text_width(number, height));
    }
}

static void draw_title(struct figure *f, const struct sheet *s, struct point at) {
    struct buffer b = {0};
    words_put(&b, s->g->d->language, WORD("level %s"), zi_geometry_number(s->level));
    zi_geometry_text(f, ROLE_COORDINATE, at, buffered(&b), title(s->g), ANCHOR_END, 0);
    zi_buffer_end(&b, &f->failed);
}

/* Whether a visible cell has a stone. */
static bool has_stone(const struct geometry *g, cell c) {
    return g->d->setup.at[c] && zi_diagram_shows(g->d, c);
}

/* Whether a stone can be placed on a higher level: the cell is empty and four stones carry it. */
static bool is_carried(const struct geometry *g, cell c) {
    cell below = (cell)(c - 256);
    const uint8_t *at = g->d->setup.at;
    return cell_level(c) && !at[c] && zi_diagram_shows(g->d, c) && at[below] && at[below + 1] &&
           at[below + 16] && at[below + 17];
}

/* Draws the stones of a level above the lighter stones that they rest on, and a ring on each of its
   empty places. */
static void draw_stones(struct figure *f, const struct sheet *s) {
    unsigned first = s->level << 8, below = s->level ? first - 256 : first;
    double radius = s->cell * SHEET_STONE;
    for (unsigned c = below; c < first + 256; c++) {
        struct point at = sheet_center(s, (cell)c);
        if (!zi_board_has(&s->g->d->board, (cell)c))
            continue;
        if (c >= first && is_carried(s->g, (cell)c))
            zi_figure_circle(f, ROLE_AXIS, at, radius * 0.6);
        if (!has_stone(s->g, (cell)c))
            continue;
        if (c < first)
            zi_figure_circle(f, ROLE_SUPPORT, at, radius);
        else
            zi_figure_man(f, at, s->g->d->setup.at[c], radius);
    }
}

/* The width of the column to the left of a sheet. */
static double column(const struct geometry *g) {
    struct text widest = g->d->board.ranks >= 10 ? TEXT("10") : TEXT("1");
    return g->step ? fmax(2.5, zi_text_width(widest, letters(g)) + 1.2) : 0.5;
}

/* The levels apart, one above the other. */
struct panels {
    const struct geometry *g;
    unsigned levels;
    double cell, step;   /* the width of a cell; from a level to the next */
    struct point corner; /* the south-west corner of the lowest level */
};

/* The highest level with a stone, an empty place or the end of a fall. */
static unsigned levels_of(const struct geometry *g) {
    const struct diagram *d = g->d;
    unsigned levels = zi_grid_levels(&d->board, &d->setup);
    for (cell c = 256; c < CELLS_MAX; c++)
        if (cell_level(c) >= levels && zi_board_has(&d->board, c) && is_carried(g, c))
            levels = cell_level(c) + 1U;
    for (size_t i = 0; i < d->move_count; i++)
        for (size_t k = 0; k < d->moves[i].fall_count; k++)
            if (cell_level(d->moves[i].falls[k]) >= levels)
                levels = cell_level(d->moves[i].falls[k]) + 1U;
    return levels;
}

/* The space below a sheet: its letters, its title, and a number that rises above the next sheet. */
static double below_sheet(const struct geometry *g) {
    return 1.3 * title(g) + (g->step ? 1.8 * letters(g) : 0) + 1;
}

static struct panels find_panels(const struct figure *f, const struct geometry *g, double left) {
    struct panels p = {.g = g, .levels = levels_of(g)};
    double room = g->size.y / p.levels - below_sheet(g), high = g->ranks * FLAT;
    p.cell = fmax(fmin(room / high, FIGURE_CELL * 0.7), FIGURE_CELL / 2);
    if (g->d->view.stacked)
        p.cell = fmin((f->high.x - f->low.x - column(g)) / (g->files + g->ranks * SHEAR),
                      FIGURE_CELL * 0.7);
    p.step = high * p.cell + below_sheet(g);
    p.corner.x = (g->d->view.stacked ? f->low.x : left) + column(g);
    p.corner.y = (g->d->view.stacked ? f->high.y : 0) + p.step * p.levels - below_sheet(g);
    return p;
}

static struct sheet sheet_of(const struct panels *p, unsigned level) {
    return (struct sheet){p->g, level, p->cell, {p->corner.x, p->corner.y - level * p->step}};
}

static struct point panel_center(const struct panels *p, cell c) {
    struct sheet s = sheet_of(p, cell_level(c));
    return sheet_center(&s, c);
}

/* Draws an arrow from place to place, with a number if there is one, and a ring where it begins. */
static void draw_way(struct figure *f, const struct panels *p, cell a, cell b, size_t number) {
    struct point from = panel_center(p, a), to = panel_center(p, b), at;
    double length = point_distance(from, to), radius = p->cell * SHEET_STONE;
    char digits[DIGITS_ROOM];
    struct text t = digits_of(number, digits);
    double height = fmax(2.2, p->g->least), around = zi_geometry_circle_around(t, height) + 0.3;
    if (!zi_diagram_shows(p->g->d, a) || !zi_diagram_shows(p->g->d, b) || !(length > 0))
        return;
    zi_figure_circle(f, ROLE_ORIGIN, from, radius);
    from = point_between(from, to, fmin(0.4, radius / length));
    at = point_between(to, from, fmin(0.4, radius / length));
    zi_figure_line(f, ROLE_CASING, from, point_between(at, from, 2 / length));
    zi_figure_line(f, ROLE_MOVE, from, point_between(at, from, 2 / length));
    zi_arrow_head(f, ROLE_MOVE_HEAD, from, at, 2.6);
    if (!number)
        return;
    at = point_between(from, to, 0.5);
    zi_figure_circle(f, ROLE_BADGE, at, around);
    zi_geometry_label(f, ROLE_BADGE_NUMBER, at, t, height);
}

void zi_figure_panels(struct figure *f, const struct geometry *g, double left) {
    struct panels p = find_panels(f, g, left);
    double right = p.corner.x + fmax((g->files + g->ranks * SHEAR) * p.cell,
                                     zi_text_width(TEXT("level 16"), title(g)));
    for (unsigned level = 0; level < p.levels; level++) {
        struct sheet s = sheet_of(&p, level);
        draw_grid(f, g, sheet_point, &s);
        draw_stones(f, &s);
        draw_coordinates(f, &s);
        draw_title(f, &s,
                   (struct point){right, s.at.y + (g->step ? 1.3 * letters(g) : 0) + title(g)});
    }
    for (size_t i = 0; i < g->d->move_count; i++) {
        const struct shown_move *m = &g->d->moves[i];
        if (m->kind != SHOWN_RELOCATE || m->faulty || m->number)
            continue;
        draw_way(f, &p, m->path[0], m->path[1], 0);
        for (size_t k = 0; k < m->fall_count; k++)
            draw_way(f, &p, m->falls[k], k ? m->falls[k - 1] : m->path[0], k + 1);
    }
    f->high.x = fmax(f->high.x, right + 2);
    f->high.y = fmax(f->high.y, p.corner.y + below_sheet(g));
}

/* A pile of touching balls, as a camera over a corner of the board sees it. */
struct pile {
    const struct geometry *g;
    struct point at; /* of the board's nearest corner */
    double cell;
};

/* The camera looks down at 35.26 degrees, as in isometric drawings: the sine and cosine of this
   angle, and of 45 degrees. */
#define LOW 0.57735
#define HIGH 0.81650
#define HALF M_SQRT1_2

/* The point `height` above the board; all in cells from the corner of the visible part. */
static struct point pile_point(const struct pile *p, double file, double rank, double height) {
    struct point at = zi_geometry_seen(p->g, file, rank);
    return (struct point){p->at.x + (at.x - at.y) * HALF * p->cell,
                          p->at.y - ((at.x + at.y) * HALF * LOW + height * HIGH) * p->cell};
}

/* Balls one cell wide that rest on four touching balls rise by less than their width. */
static double height_of(unsigned level) { return 0.5 + level * HALF; }

static struct point floor_point(const void *pile, double file, double rank) {
    return pile_point(pile, file, rank, 0);
}

/* Draws names along the two near edges, each next to the middle of its cells. */
static void draw_edge_names(struct figure *f, const struct pile *p) {
    const struct geometry *g = p->g;
    double height = letters(g), out = height * 0.8 / p->cell;
    /* neighbors must not touch, side by side or one above the other */
    double wide = zi_text_width(TEXT("10"), height) + 0.3, along = HALF * p->cell;
    unsigned step = (unsigned)ceil(fmin(wide / along, 1.1 * height / (along * LOW)));
    bool flip = g->d->view.flip;
    double file = flip ? g->file + g->files + out : g->file - out,
           rank = flip ? g->rank + g->ranks + out : g->rank - out;
    for (unsigned side = 0; side < 2 && g->step; side++)
        for (unsigned i = 0; i < (side ? g->ranks : g->files); i += step) {
            struct point at = side ? pile_point(p, file, g->rank + i + 0.5, 0)
                                   : pile_point(p, g->file + i + 0.5, rank, 0);
            zi_geometry_text(f, ROLE_COORDINATE, (struct point){at.x, at.y + height * 0.6},
                             side ? zi_geometry_number(g->rank + i) : zi_geometry_file(g->file + i),
                             height, ANCHOR_MIDDLE, 0);
        }
}

struct ball {
    double depth; /* distance from the camera */
    cell at;
};

static int by_depth(const void *a, const void *b) {
    const struct ball *x = a, *y = b;
    return (x->depth < y->depth) - (x->depth > y->depth);
}

/* Nearer balls hide the farther ones. */
static void draw_balls(struct figure *f, const struct pile *p, unsigned levels) {
    const struct geometry *g = p->g;
    struct ball *balls = zi_arena_alloc(&f->arena, CELLS_MAX * sizeof *balls);
    unsigned count = 0;
    f->failed |= !balls;
    for (cell c = 0; balls && c < levels << 8; c++) {
        double away = cell_file(c) + cell_rank(c) + (double)cell_level(c);
        if (has_stone(g, c))
            balls[count++] = (struct ball){
                (g->d->view.flip ? -away : away) * HALF * HIGH - height_of(cell_level(c)) * LOW, c};
    }
    if (count)
        qsort(balls, count, sizeof *balls, by_depth);
    for (unsigned i = 0; i < count; i++) {
        cell c = balls[i].at;
        double rise = 0.5 + cell_level(c) / 2.0;
        struct point at =
            pile_point(p, cell_file(c) + rise, cell_rank(c) + rise, height_of(cell_level(c)));
        zi_figure_man(f, at, g->d->setup.at[c], p->cell * 0.49);
    }
}

void zi_figure_pile(struct figure *f, const struct geometry *g, double left) {
    unsigned levels = zi_grid_levels(&g->d->board, &g->d->setup);
    double wide = (g->files + g->ranks) * HALF;
    double high = wide * LOW + height_of(levels - 1) * HIGH;
    double names = g->step ? letters(g) * 1.6 : 1;
    struct pile p = {.g = g};
    if (g->d->view.stacked) {
        left = f->low.x + names;
        p.cell = fmax((f->high.x - left - names) / wide, CELL_LEAST);
        p.at.y = f->high.y + 2 + high * p.cell;
    } else {
        p.cell = fmax(fmin(FIGURE_CELL * 0.8, (g->size.y - names) / high), FIGURE_CELL * 0.4);
        p.at.y = fmax(g->size.y - names, f->low.y + 2 + high * p.cell);
    }
    p.at.x = left + names + g->ranks * HALF * p.cell;
    draw_grid(f, g, floor_point, &p);
    draw_edge_names(f, &p);
    draw_balls(f, &p, levels);
    f->high.x = fmax(f->high.x, left + 2 * names + wide * p.cell);
    f->high.y = fmax(f->high.y, p.at.y + names + 1);
}
