#include "notation/drawing/layout.h"
#include "notation/base/unicode.h"

#include <math.h>

#include "notation/base/buffer.h"
#include "notation/drawing/layout_marks.h"
#include "notation/drawing/layout_moves.h"
#include "notation/games/grid.h"

#define CELL FIGURE_CELL

/* Of letters, and how far above the baseline their middle is. */
#define LINE_HEIGHT 1.35
#define LEVEL_HEIGHT 2.8
#define PANEL_HEIGHT 2.2

/* How much of a name is said below the board, in heights of its letters. */
#define NAME_BELOW 150
#define MIDDLE TEXT_MIDDLE

enum {
    BORDER = 2,       /* of a board whose borders are somebody's */
    EDGE = 1,         /* from the board to what is around it */
    COLUMN = 6,       /* the rank numbers, at least */
    NAME_INDENT = 9,  /* the mark of the side to move and its colour stand before the name */
    NAMES_WIDTH = 50, /* what is kept for names beside a narrower board, whatever they are */
    DICE_MAX = 7,     /* stones of a pit that are arranged as on dice */
    RING_MAX = 16,    /* in a ring around their number */
    PANEL_GAP = 6
};

/* As much of the text as has room; what is cut ends with dots. */
static struct text fitting(struct figure *f, struct text t, double height, double room) {
    static const char dots[] = "\xE2\x80\xA6";
    if (zet_text_fitting(t, height, room).len == t.len)
        return t;
    struct buffer b = {0};
    buffer_text(&b, zet_text_fitting(t, height, room - height));
    buffer_string(&b, dots);
    struct text kept = zet_arena_copy(&f->arena, buffered(&b), &f->failed);
    f->failed |= b.failed;
    zet_buffer_free(&b);
    return kept;
}

static void text_at(struct figure *f, enum role role, struct point at, struct text t, double height,
                    enum anchor anchor, double room) {
    zet_figure_text(f, role, at,
                    (struct label){.text = t, .height = height, .room = room, .anchor = anchor});
}

static struct text digits_of(unsigned n, char room[12]) {
    struct writer w = {room, 12, 0};
    write_number(&w, n);
    return written(&w);
}

/* What is on a cell. */

static void draw_ring(struct figure *f, struct point centre, unsigned seeds, double radius,
                      double seed) {
    for (unsigned i = 0; i < seeds; i++) {
        double angle = 2 * M_PI * i / seeds;
        struct point at = {centre.x + radius * sin(angle), centre.y - radius * cos(angle)};
        zet_figure_circle(f, ROLE_SEED, at, seed);
    }
}

/* As on dice; the points are multiples of a step. */
static void draw_dice(struct figure *f, struct point at, unsigned count) {
    static const signed char faces[DICE_MAX + 1][DICE_MAX][2] = {
        [1] = {{0, 0}},
        [2] = {{-1, 1}, {1, -1}},
        [3] = {{-1, 1}, {0, 0}, {1, -1}},
        [4] = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
        [5] = {{-1, -1}, {1, -1}, {0, 0}, {-1, 1}, {1, 1}},
        [6] = {{-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {1, 1}},
        [7] = {{-1, -1}, {1, -1}, {-1, 0}, {0, 0}, {1, 0}, {-1, 1}, {1, 1}}};
    const double step = 2, radius = 0.85;
    for (unsigned i = 0; i < count; i++)
        zet_figure_circle(
            f, ROLE_SEED,
            (struct point){at.x + step * faces[count][i][0], at.y + step * faces[count][i][1]},
            radius);
}

/* Few stones are arranged as on dice; more are a ring of stones around their number, or where that
   has no room the number alone. */
static void draw_seeds(struct figure *f, const struct geometry *g, struct point at,
                       unsigned count) {
    const double ring = 3.4, seed = 0.55;
    char digits[12];
    struct text number = digits_of(count, digits);
    if (count <= DICE_MAX) {
        draw_dice(f, at, count);
        return;
    }
    double height = zet_geometry_fit(g, number, 3.2, 2 * (ring - seed) - 0.3);
    if (height > 0 && zet_geometry_circle_around(number, height) < ring - seed + 0.2) {
        draw_ring(f, at, count < RING_MAX ? count : RING_MAX, ring, seed);
        zet_geometry_label(f, ROLE_COUNT, at, number, height);
    } else if (!zet_geometry_label_in(f, g, ROLE_COUNT, at, number, 3.2, 2 * PIT_RADIUS - 0.6)) {
        zet_geometry_say_below(g, number, g->filling);
    }
}

/* The height of a level's number in a stone of that radius; 0: it has no room. */
static double level_height(const struct geometry *g, struct text number, double radius) {
    double height = zet_geometry_fit(g, number, radius > 3 ? 3.6 : radius * 1.15, radius * 1.7);
    return height <= radius * 1.8 ? height : 0;
}

static void draw_man(struct figure *f, const struct geometry *g, struct point at, unsigned level,
                     uint8_t content, double scale) {
    bool white = (content - 1) % 2;
    enum role man = white ? ROLE_MAN_1 : ROLE_MAN_0, on = white ? ROLE_ON_MAN_1 : ROLE_ON_MAN_0;
    double radius = zet_geometry_radius(g->d, level) * scale;
    zet_figure_circle(f, man, at, radius);
    if (!white)
        zet_figure_circle(f, ROLE_RIM_0, at, radius - 0.45);
    if (content > ZET_CELL_WHITE)
        zet_figure_circle(f, on, at, radius * 0.36);
    if (!level)
        return;
    char digits[12];
    struct text number = digits_of(level + 1, digits);
    double height = level_height(g, number, radius);
    if (height > 0)
        zet_geometry_label(f, on, at, number, height);
}

static void draw_content(struct figure *f, const struct geometry *g, struct point at,
                         unsigned level, uint8_t content) {
    if (g->d->counts)
        draw_seeds(f, g, at, content);
    else if (content)
        draw_man(f, g, at, level, content, 1);
}

void zet_layout_content(struct figure *f, const struct diagram *d, unsigned level,
                        uint8_t content) {
    struct point origin = {0, 0};
    struct geometry g = zet_geometry(d);
    draw_content(f, &g, origin, level, content);
}

/* Whether a stone stands straight above the cell, so that its number is not seen. */
static bool is_covered(const struct geometry *g, cell c) {
    unsigned level = cell_level(c), file = cell_file(c), rank = cell_rank(c);
    return level + 2 < g->d->board.levels && file && rank &&
           g->d->setup.at[cell_at(level + 2, file - 1, rank - 1)];
}

/* Says below the board of what level a stone is, where that has no room on it. */
static void say_level(const struct geometry *g, cell c) {
    char digits[12];
    unsigned level = cell_level(c);
    struct text number = digits_of(level + 1, digits);
    if (level && !is_covered(g, c) &&
        !(level_height(g, number, zet_geometry_radius(g->d, level)) > 0))
        zet_geometry_say_below(g, TEXT("stone"), c);
}

/* Whether something of the stone is on the part of the board that is shown: a crop cuts it. */
static bool is_in_sight(const struct geometry *g, cell c) {
    struct point at = zet_geometry_centre(g, c);
    double radius = zet_geometry_radius(g->d, cell_level(c));
    return at.x > -radius && at.x < g->size.x + radius && at.y > -radius &&
           at.y < g->size.y + radius;
}

static void draw_men(struct figure *f, struct geometry *g) {
    const struct board *board = &g->d->board;
    unsigned levels = zet_grid_levels(board, &g->d->setup);
    for (unsigned level = 0; level < levels; level++)
        for (unsigned rank = 0; rank + level < board->ranks; rank++)
            for (unsigned file = 0; file + level < board->files; file++) {
                cell c = cell_at(level, file, rank);
                if (!is_in_sight(g, c))
                    continue;
                g->filling = c;
                draw_content(f, g, zet_geometry_centre(g, c), level, g->d->setup.at[c]);
                if (g->d->setup.at[c] && zet_diagram_shows(g->d, c))
                    say_level(g, c);
            }
}

/* The board. */

static void draw_rectangle(struct figure *f, enum role role, struct point a, struct point b) {
    struct point at = {fmin(a.x, b.x), fmin(a.y, b.y)};
    zet_figure_rectangle(f, role, at, (struct point){fabs(a.x - b.x), fabs(a.y - b.y)});
}

static double between(double low, double n, double high) { return fmax(low, fmin(n, high)); }

/* The two halves, the north one dark. */
static void draw_halves(struct figure *f, const struct geometry *g) {
    double low = g->rank, high = g->rank + g->ranks;
    double middle = between(low, g->d->board.ranks / 2.0, high);
    double west = g->file, east = g->file + g->files;
    if (middle > low)
        draw_rectangle(f, ROLE_HALF_LIGHT, zet_geometry_point(g, west, low),
                       zet_geometry_point(g, east, middle));
    if (middle < high)
        draw_rectangle(f, ROLE_HALF_DARK, zet_geometry_point(g, west, middle),
                       zet_geometry_point(g, east, high));
}

static unsigned ground_of(const struct geometry *g, unsigned file, unsigned rank) {
    const struct board *board = &g->d->board;
    bool exists = file < board->files && rank < board->ranks;
    return exists ? g->look->ground[cell_at(0, file, rank)] : 0;
}

static void draw_cell(struct figure *f, const struct geometry *g, unsigned file, unsigned rank) {
    struct point centre = zet_geometry_centre(g, cell_at(0, file, rank));
    unsigned ground = ground_of(g, file, rank);
    bool filled = zet_figure_is_filled(g->d, cell_at(0, file, rank));
    enum role role = filled                 ? ROLE_CELL_FILLED
                     : ground & GROUND_DARK ? ROLE_CELL_DARK
                                            : ROLE_CELL_LIGHT;
    if (g->look->cells == LOOK_PITS)
        zet_figure_circle(f, filled ? ROLE_CELL_FILLED : ROLE_PIT, centre, PIT_RADIUS);
    else if (g->look->cells == LOOK_CIRCLES)
        zet_figure_circle(f, role, centre, 4.6);
    else
        zet_figure_rectangle(f, role, (struct point){centre.x - CELL / 2, centre.y - CELL / 2},
                             (struct point){CELL, CELL});
    zet_geometry_dot(f, g, cell_at(0, file, rank));
}

/* The edges between a yard and what is not of it. */
static void draw_yard(struct figure *f, const struct geometry *g, unsigned file, unsigned rank) {
    static const struct {
        int file, rank;          /* of the neighbour */
        unsigned from[2], to[2]; /* corners of the cell: east, north */
    } edges[] = {{0, 1, {0, 1}, {1, 1}},
                 {0, -1, {0, 0}, {1, 0}},
                 {1, 0, {1, 0}, {1, 1}},
                 {-1, 0, {0, 0}, {0, 1}}};
    unsigned yard = ground_of(g, file, rank) & (GROUND_YARD | GROUND_YARD << 1);
    if (!yard)
        return;
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        unsigned next =
            ground_of(g, file + (unsigned)edges[i].file, rank + (unsigned)edges[i].rank);
        if (next & yard)
            continue;
        struct point edge[2] = {
            zet_geometry_point(g, file + edges[i].from[0], rank + edges[i].from[1]),
            zet_geometry_point(g, file + edges[i].to[0], rank + edges[i].to[1])};
        zet_figure_path(f, SHAPE_LINE, ROLE_YARD, edge, 2);
    }
}

/* The borders that somebody has to link, where they are shown. */
static void draw_borders(struct figure *f, const struct geometry *g) {
    const struct board *board = &g->d->board;
    double west = g->file, east = west + g->files, south = g->rank, north = south + g->ranks;
    double out = BORDER / CELL;
    const struct {
        bool shown;
        struct point from, to;
    } bars[4] = {{g->rank + g->ranks == board->ranks, {west, north}, {east, north + out}},
                 {g->file + g->files == board->files, {east, south}, {east + out, north}},
                 {g->rank == 0, {west, south - out}, {east, south}},
                 {g->file == 0, {west - out, south}, {west, north}}};
    for (unsigned i = 0; i < 4; i++)
        if (g->look->border[i] && bars[i].shown)
            draw_rectangle(f, g->look->border[i] == 1 ? ROLE_BORDER_0 : ROLE_BORDER_1,
                           zet_geometry_point(g, bars[i].from.x, bars[i].from.y),
                           zet_geometry_point(g, bars[i].to.x, bars[i].to.y));
}

static double edge_of(const struct geometry *g) {
    return g->look->border[0] ? EDGE + BORDER : EDGE;
}

/* The width of the column of rank numbers. */
static double column_of(const struct geometry *g) {
    if (!g->step)
        return 1;
    char digits[12];
    struct text widest = digits_of(g->rank + g->ranks >= 10 ? 10 : 1, digits);
    return fmax(COLUMN, zet_text_width(widest, g->coordinate) + 1.4);
}

/* The height of the line of file letters. */
static double coordinate_line(const struct geometry *g) {
    return g->step ? g->coordinate * 1.25 - 0.85 : 0;
}

/* The height of a name's line. */
static double name_room(const struct geometry *g) {
    return g->d->view.no_names ? 1 : g->name + 2.8;
}

static void draw_coordinates(struct figure *f, const struct geometry *g) {
    char room[12];
    double edge = edge_of(g), height = g->coordinate;
    for (unsigned i = 0; g->step && i < g->files; i += g->step) {
        double x = zet_geometry_point(g, g->file + i + 0.5, 0).x;
        *room = (char)('a' + g->file + i);
        text_at(f, ROLE_COORDINATE, (struct point){x, g->size.y + edge + height - 0.4},
                (struct text){room, 1}, height, ANCHOR_MIDDLE, 0);
    }
    for (unsigned i = 0; g->step && i < g->ranks; i += g->step) {
        double y = zet_geometry_point(g, 0, g->rank + i + 0.5).y;
        text_at(f, ROLE_COORDINATE, (struct point){-edge - 0.8, y + MIDDLE * height},
                digits_of(g->rank + i + 1, room), height, ANCHOR_END, 0);
    }
}

/* The board's own edges; where it is cut it stays open. */
static void draw_edges(struct figure *f, const struct geometry *g) {
    const struct board *board = &g->d->board;
    double west = g->file, east = west + g->files, south = g->rank, north = south + g->ranks;
    const struct {
        bool is_edge;
        double from[2], to[2];
    } sides[4] = {{g->rank + g->ranks == board->ranks, {west, north}, {east, north}},
                  {g->file + g->files == board->files, {east, north}, {east, south}},
                  {g->rank == 0, {east, south}, {west, south}},
                  {g->file == 0, {west, south}, {west, north}}};
    for (unsigned i = 0; i < 4; i++) {
        struct point edge[2] = {zet_geometry_point(g, sides[i].from[0], sides[i].from[1]),
                                zet_geometry_point(g, sides[i].to[0], sides[i].to[1])};
        if (sides[i].is_edge)
            zet_figure_path(f, SHAPE_LINE, ROLE_EDGE, edge, 2);
    }
}

static void draw_board(struct figure *f, const struct geometry *g) {
    const struct board *board = &g->d->board;
    zet_figure_rectangle(f, ROLE_BOARD, (struct point){0, 0}, g->size);
    if (g->look->halves)
        draw_halves(f, g);
    for (unsigned rank = g->rank; rank < g->rank + g->ranks; rank++)
        for (unsigned file = g->file; file < g->file + g->files; file++)
            draw_cell(f, g, file, rank);
    for (unsigned rank = g->rank; rank < g->rank + g->ranks; rank++)
        for (unsigned file = g->file; file < g->file + g->files; file++)
            draw_yard(f, g, file, rank);
    double middle = board->ranks / 2.0;
    if (g->look->cells == LOOK_PITS && middle > g->rank && middle < g->rank + g->ranks) {
        struct point divider[2] = {zet_geometry_point(g, g->file, middle),
                                   zet_geometry_point(g, g->file + g->files, middle)};
        zet_figure_path(f, SHAPE_LINE, ROLE_DIVIDER, divider, 2);
    }
    draw_edges(f, g);
    draw_borders(f, g);
    draw_coordinates(f, g);
}

/* The names, and what is said after them. */

static bool is_north(const struct geometry *g, unsigned side) {
    return (side != g->look->south) != g->d->view.flip;
}

/* The baseline of a side's name. */
static double name_line(const struct geometry *g, unsigned side) {
    double edge = edge_of(g);
    return is_north(g, side) ? -edge - 2 : g->size.y + edge + coordinate_line(g) + g->name + 1.8;
}

static bool has_outcome(const struct geometry *g, unsigned side) {
    return g->d->ending == ENDING_DRAW ? side == g->look->south : g->d->ending == ending_win(side);
}

static double name_indent(const struct geometry *g) {
    double scale = fmax(1, g->name / 6);
    return (g->d->counts ? NAME_INDENT - 4 : NAME_INDENT) * scale;
}

/* The width of the board, and for names of a narrow board as much as for all names. */
static double width_of(const struct geometry *g) {
    return g->d->view.no_names ? g->size.x : fmax(g->size.x, NAMES_WIDTH);
}

/* Says a sentence below the board. */
static void say_below(const struct geometry *g, struct text t) {
    if (!g->below)
        return;
    buffer_string(g->below, g->below->len ? "; " : "");
    buffer_text(g->below, t);
}

/* A name that has no room is cut, and below the board it is whole. */
static void draw_name(struct figure *f, const struct geometry *g, unsigned side) {
    double y = name_line(g, side), indent = name_indent(g), room = width_of(g) - indent;
    struct text name = zet_diagram_side(g->d, side, &f->arena, &f->failed);
    struct text shown = fitting(f, name, g->name, room);
    if (g->d->view.no_names)
        return;
    if (!g->d->counts)
        zet_figure_circle(f, side ? ROLE_MAN_1 : ROLE_MAN_0,
                          (struct point){indent * 0.64, y - MIDDLE * g->name},
                          1.7 * indent / NAME_INDENT);
    text_at(f, ROLE_NAME, (struct point){indent, y}, shown, g->name, ANCHOR_START, room);
    if (!text_same(shown, name))
        say_below(g, fitting(f, name, 1, NAME_BELOW));
}

/* At the end of a side's line. False where the name leaves no room. */
static bool draw_note(struct figure *f, const struct geometry *g, unsigned side, struct text note) {
    struct text name = zet_diagram_side(g->d, side, &f->arena, &f->failed);
    double taken = name_indent(g) + zet_text_width(name, g->name) + g->name * 0.5;
    double width = zet_text_width(note, g->note);
    if (g->d->view.no_names || taken + width > width_of(g))
        return false;
    text_at(f, ROLE_NAME, (struct point){width_of(g), name_line(g, side)}, note, g->note,
            ANCHOR_END, width);
    return true;
}

static void draw_mover(struct figure *f, const struct geometry *g, unsigned side) {
    double y = name_line(g, side) - MIDDLE * g->name, scale = fmax(1, g->name / 6);
    struct point triangle[3] = {{0, y - 1.8 * scale}, {3 * scale, y}, {0, y + 1.8 * scale}};
    if (g->d->view.no_turn || g->d->view.no_names)
        return;
    zet_figure_path(f, SHAPE_POLYGON, ROLE_MOVER, triangle, 3);
    draw_note(f, g, side, text_of(diagram_word(g->d, WORD("to move"))));
}

void zet_layout_mover(struct figure *f, const struct diagram *d, unsigned side) {
    struct geometry g = zet_geometry(d);
    draw_mover(f, &g, side);
}

/* A note of a side: after its name, or with it below the board. */
static void note_side(struct figure *f, const struct geometry *g, unsigned side, struct text note) {
    struct buffer b = {0};
    if (draw_note(f, g, side, note))
        return;
    zet_diagram_side_name(&b, g->d, side);
    buffer_char(&b, ' ');
    buffer_text(&b, note);
    say_below(g, buffered(&b));
    f->failed |= b.failed;
    zet_buffer_free(&b);
}

/* How the game has ended, or a last move that leaves no trace on the board. */
static void draw_notes(struct figure *f, const struct geometry *g) {
    const struct diagram *d = g->d;
    const struct shown_move *last = d->move_count ? &d->moves[d->move_count - 1] : NULL;
    struct buffer outcome = {0};
    if (d->ending == ENDING_OPEN) {
        draw_mover(f, g, d->setup.turn);
        if (last && last->note && last->side != d->setup.turn)
            note_side(f, g, last->side, text_of(diagram_word(d, last->note)));
        return;
    }
    zet_diagram_outcome(&outcome, d);
    for (unsigned side = 0; side < 2; side++) {
        if (d->view.no_turn || !has_outcome(g, side))
            continue;
        if (d->ending != ENDING_DRAW)
            note_side(f, g, side, buffered(&outcome));
        else if (!draw_note(f, g, side, buffered(&outcome)))
            say_below(g, buffered(&outcome));
    }
    f->failed |= outcome.failed;
    zet_buffer_free(&outcome);
}

/* Small grids, a level each. */

#define PANEL_SCALE 0.45

static double panel_letters(const struct geometry *g) { return fmax(PANEL_HEIGHT, g->least); }

static double panel_title(const struct geometry *g) { return fmax(LEVEL_HEIGHT, g->least); }

/* Letters much higher than its cells would be in each other's way. */
static bool has_panel_coordinates(const struct geometry *g) {
    return g->step && panel_letters(g) < CELL * 0.7;
}

/* The width of a panel's rank numbers. */
static double panel_column(const struct geometry *g) {
    return has_panel_coordinates(g) ? fmax(COLUMN / 2.0, panel_letters(g) * 1.5) : 0.5;
}

static struct point panel_size(const struct geometry *g, unsigned level) {
    const struct board *board = &g->d->board;
    double width = (board->files - level) * CELL * PANEL_SCALE;
    return (struct point){panel_column(g) +
                              fmax(width, zet_text_width(TEXT("level 16"), panel_title(g))),
                          panel_title(g) * 1.4 + (board->ranks - level) * CELL * PANEL_SCALE +
                              (has_panel_coordinates(g) ? panel_letters(g) + 0.8 : 1)};
}

static void draw_panel_coordinates(struct figure *f, const struct geometry *g, unsigned level,
                                   struct point at) {
    const struct board *board = &g->d->board;
    unsigned files = board->files - level, ranks = board->ranks - level;
    double height = panel_letters(g), width = CELL * PANEL_SCALE;
    unsigned step = (unsigned)ceil(height / (width * 0.75));
    char room[12];
    if (!has_panel_coordinates(g))
        return;
    for (unsigned file = 0; file < files; file += step) {
        unsigned column = g->d->view.flip ? files - 1 - file : file;
        *room = (char)('a' + file);
        text_at(f, ROLE_COORDINATE,
                (struct point){at.x + (column + 0.5) * width, at.y + ranks * width + height},
                (struct text){room, 1}, height, ANCHOR_MIDDLE, 0);
    }
    for (unsigned rank = 0; rank < ranks; rank += step) {
        unsigned row = g->d->view.flip ? rank : ranks - 1 - rank;
        text_at(f, ROLE_COORDINATE,
                (struct point){at.x - 0.5, at.y + (row + 0.5) * width + MIDDLE * height},
                digits_of(rank + 1, room), height, ANCHOR_END, 0);
    }
}

/* The level's grid with its upper left corner at `at`. */
static void draw_panel(struct figure *f, const struct geometry *g, unsigned level,
                       struct point at) {
    const struct diagram *d = g->d;
    unsigned files = d->board.files - level, ranks = d->board.ranks - level;
    double step = CELL * PANEL_SCALE;
    struct buffer b = {0};
    char digits[12];
    at.x += panel_column(g);
    zet_words_put_one(&b, d->language, WORD("level %s"), digits_of(level + 1, digits));
    text_at(f, ROLE_COORDINATE, (struct point){at.x, at.y + panel_title(g)}, buffered(&b),
            panel_title(g), ANCHOR_START, 0);
    f->failed |= b.failed;
    zet_buffer_free(&b);
    at.y += panel_title(g) * 1.4;
    for (unsigned row = 0; row < ranks; row++)
        for (unsigned column = 0; column < files; column++) {
            unsigned file = d->view.flip ? files - 1 - column : column;
            unsigned rank = d->view.flip ? row : ranks - 1 - row;
            struct point corner = {at.x + column * step, at.y + row * step};
            struct point centre = {corner.x + step / 2, corner.y + step / 2};
            uint8_t content = d->setup.at[cell_at(level, file, rank)];
            zet_figure_rectangle(f, ROLE_CELL_LIGHT, corner, (struct point){step, step});
            if (content)
                draw_man(f, g, centre, 0, content, PANEL_SCALE * 0.9);
        }
    draw_panel_coordinates(f, g, level, at);
}

/* Panels in columns right of the board, as high as the board. */
static void draw_panels(struct figure *f, const struct geometry *g) {
    const struct board *board = &g->d->board;
    unsigned levels = zet_grid_levels(board, &g->d->setup);
    double top = -4, height = fmax(g->size.y + 10, panel_size(g, 0).y), widest = 0;
    struct point at = {width_of(g) + edge_of(g) + PANEL_GAP, top};
    for (unsigned level = 0; level < levels; level++) {
        struct point size = panel_size(g, level);
        if (at.y > top && at.y + size.y > top + height) {
            at = (struct point){at.x + widest + PANEL_GAP, top};
            widest = 0;
        }
        draw_panel(f, g, level, at);
        widest = fmax(widest, size.x);
        at.y += size.y + 2;
        f->high.x = fmax(f->high.x, at.x + size.x + 2);
        f->high.y = fmax(f->high.y, at.y);
    }
}

/* Lines below the board, as broad as the figure. */

/* How much of `t` is the next line: whole words where one fits. */
static size_t line_length(struct text t, double height, double room) {
    size_t fitting = zet_text_fitting(t, height, room).len, word = fitting;
    if (fitting == t.len)
        return t.len;
    while (word && t.at[word - 1] != ' ')
        word--;
    if (word > 1)
        return word - 1;
    return fitting ? fitting : zet_grapheme_next(&t).len;
}

static void draw_lines(struct figure *f, enum role role, struct text t, double height) {
    double left = f->low.x + 2, room = f->high.x - left - 2;
    for (bool first = true; t.len; first = false) {
        size_t length = line_length(t, height, room);
        f->high.y += (first ? LINE_HEIGHT + 0.2 : LINE_HEIGHT) * height;
        text_at(f, role, (struct point){left, f->high.y - height / 3}, (struct text){t.at, length},
                height, ANCHOR_START, room);
        while (length < t.len && t.at[length] == ' ')
            length++;
        t = (struct text){t.at + length, t.len - length};
    }
}

static void draw_caption(struct figure *f, const struct geometry *g) {
    draw_lines(f, ROLE_CAPTION, zet_diagram_caption(g->d, &f->arena, &f->failed), g->name);
}

/* The whole. */

static void begin(struct figure *f, const struct geometry *g) {
    double edge = edge_of(g);
    zet_figure_clear(f);
    f->title = zet_diagram_title(g->d, &f->arena, &f->failed);
    f->description = zet_diagram_words(g->d, &f->arena, &f->failed);
    f->low = (struct point){-edge - column_of(g), -edge - name_room(g)};
    f->high = (struct point){width_of(g) + edge + 1,
                             g->size.y + edge + coordinate_line(g) + name_room(g) + 1};
}

static void draw_frame(struct figure *f, const struct geometry *g) {
    draw_board(f, g);
    for (unsigned side = 0; side < 2; side++)
        draw_name(f, g, side);
}

/* Behind all, once the paper's size is known. */
static void draw_paper(struct figure *f) {
    struct point size = {f->high.x - f->low.x, f->high.y - f->low.y};
    if (!f->count)
        return;
    f->shape[0].at = f->low;
    f->shape[0].size = size;
}

void zet_layout_board(struct figure *f, const struct diagram *d) {
    struct geometry g = zet_geometry(d);
    begin(f, &g);
    zet_figure_rectangle(f, ROLE_PAPER, f->low, f->low);
    draw_frame(f, &g);
    draw_caption(f, &g);
    draw_paper(f);
}

void zet_layout_moves(struct figure *f, const struct diagram *d) {
    struct geometry g = zet_geometry(d);
    struct tracks tracks;
    zet_tracks_begin(&tracks, &g);
    zet_figure_plan_moves(&tracks);
    zet_figure_moves(f, &tracks);
}

struct point zet_layout_centre(const struct diagram *d, cell c) {
    struct geometry g = zet_geometry(d);
    return zet_geometry_centre(&g, c);
}

/* The moves and what an author adds. */
static void draw_additions(struct figure *f, const struct geometry *g) {
    struct tracks tracks;
    zet_tracks_begin(&tracks, g);
    zet_figure_plan_moves(&tracks);
    zet_figure_plan_marks(&tracks);
    zet_figure_moves(f, &tracks);
    zet_figure_marks(f, &tracks);
}

void zet_layout(struct figure *f, const struct diagram *d) {
    struct geometry g = zet_geometry(d);
    struct buffer below = {0};
    g.below = &below;
    begin(f, &g);
    zet_figure_rectangle(f, ROLE_PAPER, f->low, f->low);
    draw_frame(f, &g);
    draw_notes(f, &g);
    if (d->view.cropped)
        zet_figure_clip(f, (struct point){-0.5, -0.5}, (struct point){g.size.x + 1, g.size.y + 1});
    draw_men(f, &g);
    draw_additions(f, &g);
    if (d->view.cropped)
        zet_figure_clip_end(f);
    if (d->view.levels && d->board.levels > 1)
        draw_panels(f, &g);
    draw_lines(f, ROLE_NAME, buffered(&below), g.note);
    draw_caption(f, &g);
    draw_paper(f);
    f->failed |= below.failed;
    zet_buffer_free(&below);
}
