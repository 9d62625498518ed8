#include "diagrams/layout_parts.h"

#include <math.h>
#include <stdlib.h>

#include "notation/base/buffer.h"
#include "notation/games/grid.h"

#define TITLE_HEIGHT 2.8
#define LETTER_HEIGHT 2.2
#define GAP 5
#define CELL_LEAST (FIGURE_CELL * 0.32)

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
    return (struct point){s->at.x + at.x * s->cell, s->at.y - at.y * s->cell};
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
             down = (unsigned)ceil(height / s->cell);
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
    zi_geometry_text(f, ROLE_COORDINATE, at, buffered(&b), title(s->g), ANCHOR_START, 0);
    zi_buffer_end(&b, &f->failed);
}

/* Whether a visible cell has a stone. */
static bool has_stone(const struct geometry *g, cell c) {
    return g->d->setup.at[c] && zi_diagram_shows(g->d, c);
}

/* Draws the stones of a level above the lighter stones that they rest on. */
static void draw_stones(struct figure *f, const struct sheet *s, double radius) {
    unsigned first = s->level << 8, below = s->level ? first - 256 : first;
    for (unsigned c = below; c < first + 256; c++) {
        if (!has_stone(s->g, (cell)c))
            continue;
        if (c < first)
            zi_figure_circle(f, ROLE_SUPPORT, sheet_center(s, (cell)c), radius);
        else
            zi_figure_man(f, sheet_center(s, (cell)c), s->g->d->setup.at[c], radius);
    }
}

/* The width of the column to the left of a sheet. */
static double column(const struct geometry *g) {
    struct text widest = g->d->board.ranks >= 10 ? TEXT("10") : TEXT("1");
    return g->step ? fmax(2.5, zi_text_width(widest, letters(g)) + 1.2) : 0.5;
}

/* Grids in two columns: next to the board two are as high as it is; below it two are as wide. */
struct panels {
    double left, top, cell, width, height;
    double above, below; /* space of a grid for its title and its letters */
};

static struct panels find_panels(const struct figure *f, const struct geometry *g, double left) {
    struct panels p = {.left = left, .above = title(g) * 1.5};
    p.below = g->step ? letters(g) * 1.3 : 1;
    if (g->d->view.stacked) {
        double room = (f->high.x - f->low.x - GAP - 2) / 2 - column(g);
        p.left = f->low.x;
        p.top = f->high.y + p.above;
        p.cell = fmax(fmin(room / g->files, FIGURE_CELL * 0.8), CELL_LEAST);
    } else {
        double room = (g->size.y - p.above - p.below) / 2;
        p.cell = fmax(room / g->ranks, CELL_LEAST);
    }
    p.width = fmax(g->files * p.cell, zi_text_width(TEXT("level 16"), title(g)));
    p.height = g->ranks * p.cell;
    return p;
}

/* The top left corner of a level's grid. */
static struct point panel_at(const struct panels *p, const struct geometry *g, unsigned level) {
    bool stacked = g->d->view.stacked;
    unsigned across = stacked ? level % 2 : level / 2, down = stacked ? level / 2 : level % 2;
    double row = p->height + p->above + p->below;
    double lower = stacked ? down * row : down ? fmax(g->size.y - p->height, row) : 0;
    return (struct point){p->left + column(g) + across * (p->width + column(g) + GAP),
                          p->top + lower};
}

void zi_figure_panels(struct figure *f, const struct geometry *g, double left) {
    unsigned levels = zi_grid_levels(&g->d->board, &g->d->setup);
    struct panels p = find_panels(f, g, left);
    for (unsigned level = 0; level < levels; level++) {
        struct point at = panel_at(&p, g, level);
        struct sheet s = {g, level, p.cell, {at.x, at.y + p.height}};
        draw_title(f, &s, (struct point){at.x, at.y - title(g) * 0.4});
        draw_grid(f, g, sheet_point, &s);
        draw_stones(f, &s, p.cell * 0.42);
        draw_coordinates(f, &s);
        f->low.y = fmin(f->low.y, at.y - title(g) * 1.4);
        f->high.x = fmax(f->high.x, at.x + p.width + 2);
        f->high.y = fmax(f->high.y, at.y + p.height + p.below + 1);
    }
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
