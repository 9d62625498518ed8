#include "notation/drawing/layout_levels.h"

#include <math.h>

#include "notation/base/buffer.h"
#include "notation/drawing/layout_men.h"
#include "notation/games/grid.h"

#define TITLE_HEIGHT 2.8
#define LETTER_HEIGHT 2.2
#define GAP 5

/* How a level is drawn: a point of the board, in cells from the corner of what is shown. */
struct sheet {
    const struct geometry *g;
    unsigned level;
    double cell;      /* the width of a cell */
    double lean, dip; /* of a rank: how far to the right, and how high, in cells */
    struct point at;  /* of the south-west corner of what is shown; the north-west one of a grid */
};

static double letters(const struct geometry *g) { return fmax(LETTER_HEIGHT, g->least); }
static double title(const struct geometry *g) { return fmax(TITLE_HEIGHT, g->least); }

static struct point sheet_point(const struct sheet *s, double file, double rank) {
    double x = file - s->g->file, y = rank - s->g->rank;
    if (s->g->d->view.flip) {
        x = s->g->files - x;
        y = s->g->ranks - y;
    }
    return (struct point){s->at.x + (x + y * s->lean) * s->cell, s->at.y - y * s->dip * s->cell};
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

/* The letters and numbers of the level's own places, which lie between those of the one below. */
static void draw_coordinates(struct figure *f, const struct sheet *s) {
    const struct geometry *g = s->g;
    const struct board *board = &g->d->board;
    double height = letters(g), row = s->cell * s->dip, rise = 0.5 + s->level / 2.0;
    unsigned step = (unsigned)ceil(height / (s->cell * 0.8)), down = (unsigned)ceil(height / row);
    bool flip = g->d->view.flip;
    char room[12];
    if (!g->step || height > FIGURE_CELL * 0.7)
        return;
    for (unsigned file = 0; file + s->level < board->files; file += step) {
        double x = file + rise - g->file;
        if (x < 0 || x > g->files)
            continue;
        *room = (char)('a' + file);
        struct point at = sheet_point(s, file + rise, flip ? g->rank + g->ranks : (double)g->rank);
        zet_geometry_text(f, ROLE_COORDINATE, (struct point){at.x, at.y + height},
                          (struct text){room, 1}, height, ANCHOR_MIDDLE, 0);
    }
    for (unsigned rank = 0; rank + s->level < board->ranks; rank += down) {
        double y = rank + rise - g->rank;
        if (y < 0 || y > g->ranks)
            continue;
        struct point at = sheet_point(s, flip ? g->file + g->files : (double)g->file, rank + rise);
        zet_geometry_text(f, ROLE_COORDINATE,
                          (struct point){at.x - 0.6, at.y + TEXT_MIDDLE * height},
                          zet_geometry_digits(rank + 1, room), height, ANCHOR_END, 0);
    }
}

static void draw_title(struct figure *f, const struct sheet *s, struct point at) {
    struct buffer b = {0};
    char digits[12];
    zet_words_put_one(&b, s->g->d->language, WORD("level %s"),
                      zet_geometry_digits(s->level + 1, digits));
    zet_geometry_text(f, ROLE_COORDINATE, at, buffered(&b), title(s->g), ANCHOR_START, 0);
    f->failed |= b.failed;
    zet_buffer_free(&b);
}

/* The stones of a level, below them in light the ones that they rest on. */
static void draw_stones(struct figure *f, const struct sheet *s, double radius, bool supports) {
    const struct geometry *g = s->g;
    cell c = 0;
    for (bool begun = false; supports && s->level && next_place(g, s->level - 1, &c, &begun);)
        if (g->d->setup.at[c])
            zet_figure_circle(f, ROLE_SUPPORT, sheet_centre(s, c), radius);
    for (bool begun = false; next_place(g, s->level, &c, &begun);)
        if (g->d->setup.at[c])
            zet_figure_man(f, g, sheet_centre(s, c), 0, g->d->setup.at[c],
                           radius / zet_geometry_radius(g->d, 0));
}

/* The width of what is left of a sheet. */
static double column(const struct geometry *g) {
    return g->step ? fmax(2.5, letters(g) * 1.5) : 0.5;
}

/* Of two grids above one another, which are as high as the board. */
static double panel_cell(const struct geometry *g) {
    double below = g->step ? letters(g) * 1.3 : 1;
    double room = (g->size.y - title(g) * 1.5 - below) / 2;
    return fmax(room / g->ranks, FIGURE_CELL * 0.32);
}

void zet_figure_panels(struct figure *f, const struct geometry *g, double left) {
    unsigned levels = zet_grid_levels(&g->d->board, &g->d->setup);
    double cell_width = panel_cell(g), below = g->step ? letters(g) * 1.3 : 1;
    double width = fmax(g->files * cell_width, zet_text_width(TEXT("level 16"), title(g)));
    double height = g->ranks * cell_width;
    for (unsigned level = 0; level < levels; level++) {
        double x = left + column(g) + level / 2 * (width + column(g) + GAP);
        double top = level % 2 ? fmax(g->size.y - height, height + below + title(g) * 1.5) : 0;
        struct sheet s = {g, level, cell_width, 0, 1, {x, top + height}};
        draw_title(f, &s, (struct point){x, top - title(g) * 0.4});
        draw_lines(f, &s);
        draw_stones(f, &s, cell_width * 0.42, true);
        draw_coordinates(f, &s);
        f->low.y = fmin(f->low.y, top - title(g) * 1.4);
        f->high.x = fmax(f->high.x, x + width + 2);
        f->high.y = fmax(f->high.y, top + height + below + 1);
    }
}

/* A line from each stone of the level to its place between those that it rests on. */
static void draw_plumb_lines(struct figure *f, const struct sheet *s, const struct sheet *under) {
    cell c = 0;
    for (bool begun = false; next_place(s->g, s->level, &c, &begun);) {
        struct point line[2] = {sheet_centre(s, c), sheet_centre(under, c)};
        if (s->g->d->setup.at[c])
            zet_figure_path(f, SHAPE_LINE, ROLE_PLUMB, line, 2);
    }
}

/* The levels lie above one another as seen from the south, so far apart that none hides anything of
   the one below. */
void zet_figure_side(struct figure *f, const struct geometry *g, double left) {
    const double lean = 0.42, dip = 0.56;
    unsigned levels = zet_grid_levels(&g->d->board, &g->d->setup);
    double below = g->step ? letters(g) * 1.3 : 1, between = below + title(g) * 1.4;
    double width = fmin(FIGURE_CELL * 0.66, (g->size.y / levels - between) / (g->ranks * dip));
    width = fmax(width, FIGURE_CELL * 0.45);
    double height = g->ranks * dip * width, bottom = g->size.y;
    struct sheet sheets[LEVELS_MAX];
    double x = left + column(g), top = bottom - levels * height - (levels - 1) * between;
    double down = fmax(0, f->low.y + title(g) * 1.2 - top);
    for (unsigned level = 0; level < levels; level++) {
        double y = bottom + down - level * (height + between);
        sheets[level] = (struct sheet){g, level, width, lean, dip, {x, y}};
        draw_lines(f, &sheets[level]);
        draw_title(f, &sheets[level], (struct point){x, y - height - title(g) * 0.3});
    }
    for (unsigned level = 1; level < levels; level++)
        draw_plumb_lines(f, &sheets[level], &sheets[level - 1]);
    for (unsigned level = 0; level < levels; level++) {
        draw_stones(f, &sheets[level], width * 0.31, false);
        draw_coordinates(f, &sheets[level]);
    }
    f->high.x = fmax(f->high.x, x + (g->files + g->ranks * lean) * width + 2);
    f->high.y = fmax(f->high.y, bottom + down + below + 1);
}
