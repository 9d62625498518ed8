#include "notation/drawing/layout_levels.h"

#include <math.h>

#include "notation/base/buffer.h"
#include "notation/drawing/layout_men.h"
#include "notation/games/grid.h"

#define TITLE_HEIGHT 2.8
#define LETTER_HEIGHT 2.2
#define GAP 5
#define CELL_LEAST (FIGURE_CELL * 0.32)

/* How a level is drawn: a point of the board, in cells from the corner of what is shown. */
struct sheet {
    const struct geometry *g;
    unsigned level;
    double cell;     /* the width of a cell */
    struct point at; /* of the south-west corner of what is shown */
};

static double letters(const struct geometry *g) { return fmax(LETTER_HEIGHT, g->least); }
static double title(const struct geometry *g) { return fmax(TITLE_HEIGHT, g->least); }

static struct point sheet_point(const struct sheet *s, double file, double rank) {
    double x = file - s->g->file, y = rank - s->g->rank;
    if (s->g->d->view.flip) {
        x = s->g->files - x;
        y = s->g->ranks - y;
    }
    return (struct point){s->at.x + x * s->cell, s->at.y - y * s->cell};
}

static struct point sheet_centre(const struct sheet *s, cell c) {
    double rise = 0.5 + cell_level(c) / 2.0;
    return sheet_point(s, cell_file(c) + rise, cell_rank(c) + rise);
}

/* Goes through the places of a level that are on the part of the board that is shown. */
static bool next_place(const struct geometry *g, unsigned level, cell *c, bool *begun) {
    const struct board *board = &g->d->board;
    unsigned file = *begun ? cell_file(*c) + 1 : 0, rank = *begun ? cell_rank(*c) : 0;
    *begun = true;
    for (; rank + level < board->ranks; rank++, file = 0)
        for (; file + level < board->files; file++) {
            *c = cell_at(level, file, rank);
            if (zet_diagram_shows(g->d, *c))
                return true;
        }
    return false;
}

/* The grid of the cells of level 1, on which the places of every level lie. */
static void draw_lines(struct figure *f, const struct sheet *s) {
    const struct geometry *g = s->g;
    double west = g->file, east = west + g->files, south = g->rank, north = south + g->ranks;
    const struct point corners[4] = {sheet_point(s, west, south), sheet_point(s, east, south),
                                     sheet_point(s, east, north), sheet_point(s, west, north)};
    zet_figure_path(f, SHAPE_POLYGON, ROLE_CELL_LIGHT, corners, 4);
    for (double file = west + 1; file < east; file++) {
        struct point line[2] = {sheet_point(s, file, south), sheet_point(s, file, north)};
        zet_figure_path(f, SHAPE_LINE, ROLE_GRID, line, 2);
    }
    for (double rank = south + 1; rank < north; rank++) {
        struct point line[2] = {sheet_point(s, west, rank), sheet_point(s, east, rank)};
        zet_figure_path(f, SHAPE_LINE, ROLE_GRID, line, 2);
    }
}

/* The letters and numbers of the level's own places, which lie between those of the one below. A
   number that is as low as the letters is beside them. */
static void draw_coordinates(struct figure *f, const struct sheet *s) {
    const struct geometry *g = s->g;
    const struct board *board = &g->d->board;
    double height = letters(g), rise = 0.5 + s->level / 2.0;
    unsigned step = (unsigned)ceil(height / (s->cell * 0.8)),
             down = (unsigned)ceil(height / s->cell);
    bool flip = g->d->view.flip;
    double south = sheet_point(s, g->file, flip ? g->rank + g->ranks : (double)g->rank).y;
    double beside = HUGE_VAL;
    char room[12];
    if (!g->step || height > FIGURE_CELL * 0.7)
        return;
    for (unsigned file = 0; file + s->level < board->files; file += step) {
        double x = file + rise - g->file;
        if (x <= 0 || x >= g->files)
            continue;
        *room = (char)('a' + file);
        struct point at = sheet_point(s, file + rise, flip ? g->rank + g->ranks : (double)g->rank);
        zet_geometry_text(f, ROLE_COORDINATE, (struct point){at.x, at.y + height},
                          (struct text){room, 1}, height, ANCHOR_MIDDLE, 0);
        beside = fmin(beside, at.x - zet_text_width((struct text){room, 1}, height) / 2);
    }
    for (unsigned rank = 0; rank + s->level < board->ranks; rank += down) {
        double y = rank + rise - g->rank;
        if (y <= 0 || y >= g->ranks)
            continue;
        struct point at = sheet_point(s, flip ? g->file + g->files : (double)g->file, rank + rise);
        bool low = at.y + height / 3 > south;
        double end = (low ? fmin(at.x, beside) : at.x) - 0.6;
        struct text number = zet_geometry_digits(rank + 1, room);
        zet_geometry_text(f, ROLE_COORDINATE, (struct point){end, at.y + TEXT_MIDDLE * height},
                          number, height, ANCHOR_END, 0);
        f->low.x = fmin(f->low.x, end - zet_text_width(number, height));
    }
}

static struct text title_of(const struct sheet *s, struct buffer *b) {
    char digits[12];
    zet_words_put_one(b, s->g->d->language, WORD("level %s"),
                      zet_geometry_digits(s->level + 1, digits));
    return buffered(b);
}

static void draw_title(struct figure *f, const struct sheet *s, struct point at) {
    struct buffer b = {0};
    struct text t = title_of(s, &b);
    zet_geometry_text(f, ROLE_COORDINATE, at, t, title(s->g), ANCHOR_START, 0);
    f->failed |= b.failed;
    zet_buffer_free(&b);
}

/* The stones of a level, below them in light the ones that they rest on. */
static void draw_stones(struct figure *f, const struct sheet *s, double radius) {
    const struct geometry *g = s->g;
    cell c = 0;
    for (bool begun = false; s->level && next_place(g, s->level - 1, &c, &begun);)
        if (g->d->setup.at[c])
            zet_figure_circle(f, ROLE_SUPPORT, sheet_centre(s, c), radius);
    for (bool begun = false; next_place(g, s->level, &c, &begun);)
        if (g->d->setup.at[c])
            zet_figure_man(f, sheet_centre(s, c), g->d->setup.at[c], radius);
}

/* The width of what is left of a sheet. */
static double column(const struct geometry *g) {
    struct text widest = g->d->board.ranks >= 10 ? TEXT("10") : TEXT("1");
    return g->step ? fmax(2.5, zet_text_width(widest, letters(g)) + 1.2) : 0.5;
}

/* Grids in two columns: beside the board two are as high as it, below it two are as wide. */
struct panels {
    double left, top, cell, width, height;
    double above, below; /* of a grid: for its title and its letters */
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
    p.width = fmax(g->files * p.cell, zet_text_width(TEXT("level 16"), title(g)));
    p.height = g->ranks * p.cell;
    return p;
}

/* The upper left corner of a level's grid. */
static struct point panel_at(const struct panels *p, const struct geometry *g, unsigned level) {
    bool stacked = g->d->view.stacked;
    unsigned across = stacked ? level % 2 : level / 2, down = stacked ? level / 2 : level % 2;
    double row = p->height + p->above + p->below;
    double lower = stacked ? down * row : down ? fmax(g->size.y - p->height, row) : 0;
    return (struct point){p->left + column(g) + across * (p->width + column(g) + GAP),
                          p->top + lower};
}

void zet_figure_panels(struct figure *f, const struct geometry *g, double left) {
    unsigned levels = zet_grid_levels(&g->d->board, &g->d->setup);
    struct panels p = find_panels(f, g, left);
    for (unsigned level = 0; level < levels; level++) {
        struct point at = panel_at(&p, g, level);
        struct sheet s = {g, level, p.cell, {at.x, at.y + p.height}};
        draw_title(f, &s, (struct point){at.x, at.y - title(g) * 0.4});
        draw_lines(f, &s);
        draw_stones(f, &s, p.cell * 0.42);
        draw_coordinates(f, &s);
        f->low.y = fmin(f->low.y, at.y - title(g) * 1.4);
        f->high.x = fmax(f->high.x, at.x + p.width + 2);
        f->high.y = fmax(f->high.y, at.y + p.height + p.below + 1);
    }
}
