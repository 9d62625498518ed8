#include "diagrams/layout.h"
#include "notation/base/unicode.h"
#include "notation/base/value.h"

#include <math.h>
#include <string.h>

#include "diagrams/layout_parts.h"
#include "notation/base/buffer.h"
#include "notation/games/cell.h"
#include "notation/games/grid.h"

#define CELL FIGURE_CELL

/* The line height, relative to the letters. */
#define LINE_HEIGHT 1.35
#define TAIL 0.25 /* the depth of letters below the baseline */

/* The distance from the line of file letters to the name below it. */
#define NAME_DROP 1.8

/* The maximum length of a name below the board, relative to the height of its letters. */
#define NAME_BELOW 150
#define MIDDLE TEXT_MIDDLE

enum {
    BORDER = 2,        /* of a board whose borders belong to sides */
    EDGE = 1,          /* from the board to the items around it */
    COLUMN = 6,        /* the minimum width of the rank numbers */
    NAME_INDENT = 9,   /* the space before a name for the mark of the side to move and its color */
    NAMES_WIDTH = 50,  /* the space for names on a narrower board, regardless of their length */
    LINES_WIDTH = 130, /* the minimum width of a figure with a caption of several lines */
    PANEL_GAP = 6,
    FRAMES_ACROSS = 2 /* positions side by side */
};

/* Cuts a text to the available width; cut texts end with an ellipsis. */
static struct text fitting(struct figure *f, struct text t, double height, double room) {
    static const char dots[] = "\xE2\x80\xA6";
    if (zi_text_fitting(t, height, room).len == t.len)
        return t;
    struct buffer b = {0};
    buffer_add(&b, zi_text_fitting(t, height, room - height), dots);
    struct text kept = zi_arena_copy(&f->arena, buffered(&b), &f->failed);
    zi_buffer_end(&b, &f->failed);
    return kept;
}

void zi_layout_content(struct figure *f, const struct diagram *d, unsigned level, uint8_t content) {
    struct point origin = {0, 0};
    struct geometry g = zi_geometry(d);
    zi_figure_content(f, &g, origin, cell_at(level, 0, 0), content);
}

/* Whether any part of the stone is on the visible part of the board, which may cut it. */
static bool is_in_sight(const struct geometry *g, cell c) {
    struct point at = zi_geometry_center(g, c);
    double radius = zi_geometry_radius(g->d, cell_level(c));
    return at.x > -radius && at.x < g->size.x + radius && at.y > -radius &&
           at.y < g->size.y + radius;
}

static void draw_men(struct figure *f, struct geometry *g) {
    unsigned levels = zi_grid_levels(&g->d->board, &g->d->setup);
    for (cell c = 0; c < levels << 8; c++) {
        if (!zi_board_has(&g->d->board, c) || !is_in_sight(g, c))
            continue;
        g->filling = c;
        zi_figure_content(f, g, zi_geometry_center(g, c), c, g->d->setup.at[c]);
        zi_figure_ring(f, g, c);
        if (cell_level(c) && g->d->setup.at[c] && zi_diagram_shows(g->d, c) && !g->d->view.levels &&
            !zi_diagram_is_covered(g->d, c) &&
            !(zi_figure_level_height(g, c) > 0)) /* neither the stone nor a grid shows its level */
            zi_geometry_say_below(g, text_of(diagram_word(g->d, WORD("stone"))), c);
    }
}

/* Draws the winning chain over its stones, without covering level numbers. */
static void draw_chain(struct figure *f, const struct geometry *g) {
    const struct diagram *d = g->d;
    for (unsigned layer = 0; layer < 2; layer++)
        for (size_t i = 1; i < d->chain_count; i++) {
            cell a = d->chain[i - 1], b = d->chain[i];
            struct point from = zi_geometry_center(g, a), to = zi_geometry_center(g, b);
            double length = point_distance(from, to);
            zi_figure_line(f, layer ? ROLE_CHAIN : ROLE_CASING,
                           point_between(from, to, zi_figure_number_radius(g, a) / length),
                           point_between(to, from, zi_figure_number_radius(g, b) / length));
        }
}

/* The board. */

static void draw_rectangle(struct figure *f, enum role role, struct point a, struct point b) {
    struct point at = {fmin(a.x, b.x), fmin(a.y, b.y)};
    zi_figure_rectangle(f, role, at, (struct point){fabs(a.x - b.x), fabs(a.y - b.y)});
}

static double between(double low, double n, double high) { return fmax(low, fmin(n, high)); }

/* Draws the two halves, the north one dark. */
static void draw_halves(struct figure *f, const struct geometry *g) {
    double low = g->rank, high = g->rank + g->ranks;
    double middle = between(low, g->d->board.ranks / 2.0, high);
    double west = g->file, east = g->file + g->files;
    if (middle > low)
        draw_rectangle(f, ROLE_HALF_LIGHT, zi_geometry_point(g, west, low),
                       zi_geometry_point(g, east, middle));
    if (middle < high)
        draw_rectangle(f, ROLE_HALF_DARK, zi_geometry_point(g, west, middle),
                       zi_geometry_point(g, east, high));
}

static unsigned ground_of(const struct geometry *g, unsigned file, unsigned rank) {
    const struct board *board = &g->d->board;
    bool exists = file < board->files && rank < board->ranks;
    return exists ? g->look->ground[cell_at(0, file, rank)] : 0;
}

/* The ground of a pit stays light, so that its stones can be counted. */
static void draw_cell(struct figure *f, const struct geometry *g, unsigned file, unsigned rank) {
    struct point center = zi_geometry_center(g, cell_at(0, file, rank));
    unsigned ground = ground_of(g, file, rank);
    bool filled = zi_figure_is_filled(g->d, cell_at(0, file, rank));
    bool pit = g->look->cells == LOOK_PITS;
    enum role role = filled                 ? ROLE_CELL_FILLED
                     : ground & GROUND_DARK ? ROLE_CELL_DARK
                                            : ROLE_CELL_LIGHT;
    if (pit ? filled : g->look->cells != LOOK_CIRCLES)
        zi_figure_box(f, role, center, (struct point){CELL, CELL});
    if (pit)
        zi_figure_circle(f, ROLE_PIT, center, PIT_RADIUS);
    else if (g->look->cells == LOOK_CIRCLES)
        zi_figure_circle(f, role, center, 4.6);
    zi_geometry_dot(f, g, cell_at(0, file, rank));
}

/* Draws the edges between a yard and other cells. */
static void draw_yard(struct figure *f, const struct geometry *g, unsigned file, unsigned rank) {
    static const struct {
        int file, rank;          /* of the neighbor */
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
        zi_figure_line(f, ROLE_YARD,
                       zi_geometry_point(g, file + edges[i].from[0], rank + edges[i].from[1]),
                       zi_geometry_point(g, file + edges[i].to[0], rank + edges[i].to[1]));
    }
}

static double edge_of(const struct geometry *g) {
    return g->look->border[0] ? EDGE + BORDER : EDGE;
}

/* How far a file letter that is wider than its cell extends beyond the board, to the left or
   right. */
static double letters_beyond(const struct geometry *g) {
    double beyond = 0;
    for (unsigned i = 0; g->step && i < g->files; i += g->step) {
        double x = zi_geometry_point(g, g->file + i + 0.5, 0).x;
        double half = zi_text_width(zi_geometry_file(g->file + i), g->coordinate) / 2;
        beyond = fmax(beyond, half - fmin(x, g->size.x - x));
    }
    return beyond;
}

/* The distance of the rank numbers from the edge. */
static double number_gap(const struct geometry *g) {
    return fmax(0.8, letters_beyond(g) + 0.3 - edge_of(g));
}

/* The width of the column of rank numbers. */
static double column_of(const struct geometry *g) {
    if (!g->step)
        return 1;
    struct text widest = zi_geometry_number(g->rank + g->ranks >= 10 ? 9 : 0);
    return fmax(COLUMN, zi_text_width(widest, g->coordinate) + 0.6 + number_gap(g));
}

/* The height of the line of file letters. */
static double coordinate_line(const struct geometry *g) {
    return g->step ? g->coordinate * 1.25 - 0.85 : 0;
}

/* The height of a line with a name. */
static double name_room(const struct geometry *g) {
    return g->d->view.no_names ? 1 : g->name + 2.8;
}

/* The same below the board, including the paper's margin, which descenders of large letters
   widen. */
static double room_below(const struct geometry *g) {
    return g->d->view.no_names ? 2 : g->name + NAME_DROP + fmax(2, g->name * TAIL);
}

static void draw_coordinates(struct figure *f, const struct geometry *g) {
    double edge = edge_of(g), height = g->coordinate;
    for (unsigned i = 0; g->step && i < g->files; i += g->step) {
        double x = zi_geometry_point(g, g->file + i + 0.5, 0).x;
        zi_geometry_text(f, ROLE_COORDINATE, (struct point){x, g->size.y + edge + height - 0.4},
                         zi_geometry_file(g->file + i), height, ANCHOR_MIDDLE, 0);
    }
    for (unsigned i = 0; g->step && i < g->ranks; i += g->step) {
        double y = zi_geometry_point(g, 0, g->rank + i + 0.5).y;
        zi_geometry_text(f, ROLE_COORDINATE,
                         (struct point){-edge - number_gap(g), y + MIDDLE * height},
                         zi_geometry_number(g->rank + i), height, ANCHOR_END, 0);
    }
}

/* A corner of the board's edge, which surrounds the margin of pits; a cropped side has no
   margin. */
static struct point edge_point(const struct geometry *g, double file, double rank) {
    const struct board *board = &g->d->board;
    struct point at = zi_geometry_point(g, file, rank);
    double margin = g->look->cells == LOOK_PITS ? PIT_MARGIN : 0;
    if (!(file > 0) || file >= board->files)
        at.x += at.x > 0 ? margin : -margin;
    if (!(rank > 0) || rank >= board->ranks)
        at.y += at.y > 0 ? margin : -margin;
    return at;
}

/* Draws the board's own edges, or the borders outside them that a side must link; a cropped side
   stays open. */
static void draw_edges(struct figure *f, const struct geometry *g, bool borders) {
    const struct board *board = &g->d->board;
    double west = g->file, east = west + g->files, south = g->rank, north = south + g->ranks;
    const double width = BORDER / CELL;
    const struct {
        bool is_edge;
        struct point from, to, out;
    } sides[4] = {{g->rank + g->ranks == board->ranks, {west, north}, {east, north}, {0, width}},
                  {g->file + g->files == board->files, {east, north}, {east, south}, {width, 0}},
                  {g->rank == 0, {east, south}, {west, south}, {0, -width}},
                  {g->file == 0, {west, south}, {west, north}, {-width, 0}}};
    for (unsigned i = 0; i < 4; i++) {
        struct point from = sides[i].from, to = sides[i].to, out = sides[i].out;
        uint8_t side = g->look->border[i];
        if (sides[i].is_edge && !borders)
            zi_figure_line(f, ROLE_EDGE, edge_point(g, from.x, from.y), edge_point(g, to.x, to.y));
        else if (sides[i].is_edge && side)
            draw_rectangle(f, side == 1 ? ROLE_BORDER_0 : ROLE_BORDER_1,
                           zi_geometry_point(g, from.x, from.y),
                           zi_geometry_point(g, to.x + out.x, to.y + out.y));
    }
}

static void draw_board(struct figure *f, const struct geometry *g) {
    const struct board *board = &g->d->board;
    draw_rectangle(f, ROLE_BOARD, edge_point(g, g->file, g->rank),
                   edge_point(g, g->file + g->files, g->rank + g->ranks));
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
        zi_figure_line(f, ROLE_DIVIDER, edge_point(g, g->file, middle),
                       edge_point(g, g->file + g->files, middle));
    }
    draw_edges(f, g, false);
    draw_edges(f, g, true);
    draw_coordinates(f, g);
}

/* Names and the notes after them. */

/* The baseline of a side's name. */
static double name_line(const struct geometry *g, unsigned side) {
    bool north = (side != g->look->south) != g->d->view.flip;
    double edge = edge_of(g);
    return north ? -edge - 2 : g->size.y + edge + coordinate_line(g) + g->name + NAME_DROP;
}

static double name_indent(const struct geometry *g) {
    double scale = fmax(1, g->name / 6);
    return (g->d->counts ? NAME_INDENT - 4 : NAME_INDENT) * scale;
}

/* The width of the board; a narrow board gets a fixed space for names, at least a few letters. */
static double width_of(const struct geometry *g) {
    double names = fmax(NAMES_WIDTH, name_indent(g) + 2 * g->name);
    return g->d->view.no_names ? g->size.x : fmax(g->size.x, names);
}

/* Adds a sentence below the board. */
static void say_below(const struct geometry *g, struct text t) {
    struct buffer *below = zi_geometry_below(g);
    if (below)
        buffer_text(below, t);
}

/* Draws a name. If it does not fit, it is cut and repeated in full below the board. */
static void draw_name(struct figure *f, const struct geometry *g, unsigned side) {
    double y = name_line(g, side), indent = name_indent(g), room = width_of(g) - indent;
    struct text name = zi_diagram_side(g->d, side, &f->arena, &f->failed);
    struct text shown = fitting(f, name, g->name, room);
    if (g->d->view.no_names)
        return;
    if (!g->d->counts)
        zi_figure_circle(f, side ? ROLE_MAN_1 : ROLE_MAN_0,
                         (struct point){indent * 0.64, y - MIDDLE * g->name},
                         1.7 * indent / NAME_INDENT);
    zi_geometry_text(f, ROLE_NAME, (struct point){indent, y}, shown, g->name, ANCHOR_START, room);
    if (!text_same(shown, name))
        say_below(g, fitting(f, name, 1, NAME_BELOW));
}

/* Draws a note at the end of a side's line. False if the name leaves no space. */
static bool draw_note(struct figure *f, const struct geometry *g, unsigned side, struct text note) {
    struct text name = zi_diagram_side(g->d, side, &f->arena, &f->failed);
    double taken = name_indent(g) + zi_text_width(name, g->name) + g->name * 0.5;
    double width = zi_text_width(note, g->note);
    if (g->d->view.no_names || taken + width > width_of(g))
        return false;
    zi_geometry_text(f, ROLE_NAME, (struct point){width_of(g), name_line(g, side)}, note, g->note,
                     ANCHOR_END, width);
    return true;
}

static void draw_mover(struct figure *f, const struct geometry *g, unsigned side) {
    double y = name_line(g, side) - MIDDLE * g->name, scale = fmax(1, g->name / 6);
    struct point triangle[3] = {{0, y - 1.8 * scale}, {3 * scale, y}, {0, y + 1.8 * scale}};
    if (g->d->view.no_turn || g->d->view.no_names)
        return;
    zi_figure_path(f, SHAPE_POLYGON, ROLE_MOVER, triangle, 3);
    draw_note(f, g, side, text_of(diagram_word(g->d, WORD("to move"))));
}

/* Adds a side's note after its name or, with the name, below the board. */
static void note_side(struct figure *f, const struct geometry *g, unsigned side, struct text note) {
    struct buffer b = {0};
    if (draw_note(f, g, side, note))
        return;
    zi_diagram_side_name(&b, g->d, side);
    buffer_add(&b, " ", note);
    say_below(g, buffered(&b));
    zi_buffer_end(&b, &f->failed);
}

/* Draws how the game ended, or a last move that leaves no trace on the board. */
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
    zi_diagram_outcome(&outcome, d);
    if (!d->view.no_turn && d->ending != ENDING_DRAW)
        note_side(f, g, d->ending == ENDING_WIN_1, buffered(&outcome));
    else if (!d->view.no_turn && !draw_note(f, g, g->look->south, buffered(&outcome)))
        say_below(g, buffered(&outcome));
    zi_buffer_end(&outcome, &f->failed);
}

/* Lines below the board, as wide as the figure. */

static size_t word_before(struct text t, size_t end) {
    while (end && t.at[end - 1] != ' ')
        end--;
    while (end && t.at[end - 1] == ' ')
        end--;
    return end;
}

/* The length of the next line of `t`: whole words if one fits. */
static size_t line_length(struct text t, double height, double room) {
    size_t fitting = zi_text_fitting(t, height, room).len, end = fitting;
    if (fitting < t.len && t.at[fitting] != ' ')
        end = word_before(t, fitting);
    if (end)
        return end;
    return fitting ? fitting : zi_grapheme_next(&t).len;
}

static void draw_lines(struct figure *f, enum role role, struct text t, double height) {
    double left = f->low.x + 2, room = f->high.x - left - 2;
    const struct text whole = t;
    if (t.len && !(f->body > 0))
        f->body = f->high.y;
    for (bool first = true; t.len; first = false) {
        size_t length = line_length(t, height, room);
        if (!zi_text_fitting(t, height, room).len) /* a letter is wider than the figure */
            f->high.x =
                fmax(f->high.x, left + zi_text_width((struct text){t.at, length}, height) + 2);
        f->high.y += (first ? LINE_HEIGHT + 0.2 : LINE_HEIGHT) * height;
        zi_figure_text(f, role, (struct point){left, f->high.y - height / 3},
                       (struct label){.text = {t.at, length},
                                      .height = height,
                                      .room = room,
                                      .paragraph = first ? whole : NO_TEXT,
                                      .goes_on = !first});
        while (length < t.len && t.at[length] == ' ')
            length++;
        t = text_after(t, length);
    }
}

/* A caption of several lines gets a figure that is wide enough to read it. */
static void draw_caption(struct figure *f, const struct geometry *g) {
    struct text rest = zi_diagram_caption(g->d, &f->arena, &f->failed);
    if (rest.len && memchr(rest.at, '\n', rest.len))
        f->high.x = fmax(f->high.x, f->low.x + LINES_WIDTH);
    while (rest.len)
        draw_lines(f, ROLE_CAPTION, text_next_part(&rest, '\n'), g->name);
}

/* The whole figure. */

static void begin(struct figure *f, const struct geometry *g) {
    double edge = edge_of(g);
    zi_figure_clear(f);
    f->title = zi_diagram_title(g->d, &f->arena, &f->failed);
    f->description = zi_diagram_words(g->d, &f->arena, &f->failed);
    f->low = (struct point){-edge - column_of(g), -edge - name_room(g)};
    f->high = (struct point){fmax(width_of(g) + edge + 1, g->size.x + letters_beyond(g)),
                             g->size.y + edge + coordinate_line(g) + room_below(g)};
    zi_figure_rectangle(f, ROLE_PAPER, f->low, f->low); /* see draw_paper */
}

/* Draws the background, when the size of the paper is known. */
static void draw_paper(struct figure *f) {
    struct point size = {f->high.x - f->low.x, f->high.y - f->low.y};
    if (!f->count)
        return;
    f->shape[0].at = f->low;
    f->shape[0].size = size;
}

void zi_layout_board(struct figure *f, const struct diagram *d) {
    struct geometry g = zi_geometry(d);
    begin(f, &g);
    draw_board(f, &g);
    draw_name(f, &g, 0);
    draw_name(f, &g, 1);
    draw_caption(f, &g);
    draw_paper(f);
}

struct point zi_layout_center(const struct diagram *d, cell c) {
    struct geometry g = zi_geometry(d);
    return zi_geometry_center(&g, c);
}

/* Draws the moves and the author's additions. */
static void draw_additions(struct figure *f, const struct geometry *g) {
    struct tracks tracks;
    zi_tracks_begin(&tracks, g);
    zi_figure_plan(&tracks);
    if (g->look->cells == LOOK_PITS) /* below the numbers and signs between the rows */
        zi_figure_arrows(f, &tracks);
    zi_figure_moves(f, &tracks);
    zi_figure_marks(f, g);
    if (g->look->cells != LOOK_PITS)
        zi_figure_arrows(f, &tracks);
    zi_figure_labels(f, g);
}

static void lay_out(struct figure *f, const struct diagram *d) {
    struct geometry g = zi_geometry(d);
    struct buffer below = {0};
    g.below = &below;
    begin(f, &g);
    draw_board(f, &g);
    draw_name(f, &g, 0);
    draw_name(f, &g, 1);
    draw_notes(f, &g);
    if (d->view.cropped)
        zi_figure_clip(f, (struct point){-0.5, -0.5}, (struct point){g.size.x + 1, g.size.y + 1});
    draw_men(f, &g);
    draw_chain(f, &g);
    draw_additions(f, &g);
    if (d->view.cropped)
        zi_figure_clip_end(f);
    if (d->view.pile && d->board.levels > 1)
        zi_figure_pile(f, &g, width_of(&g) + edge_of(&g) + PANEL_GAP);
    else if (d->view.levels && d->board.levels > 1)
        zi_figure_panels(f, &g, width_of(&g) + edge_of(&g) + PANEL_GAP);
    draw_lines(f, ROLE_NAME, buffered(&below), g.note);
    draw_caption(f, &g);
    draw_paper(f);
    zi_buffer_end(&below, &f->failed);
}

/* Puts a heading above the drawing of a board. */
static void head_board(struct figure *f, const struct geometry *g, struct text heading) {
    f->low.y -= g->note * LINE_HEIGHT;
    zi_geometry_text(f, ROLE_NAME, (struct point){0, f->low.y + g->note}, heading, g->note,
                     ANCHOR_START, 0);
    f->high.x = fmax(f->high.x, zi_text_width(heading, g->note) + 2);
}

/* Lays out position `i` of several, under its heading. */
static void lay_out_frame(struct figure *f, const struct diagram *d, size_t i) {
    struct diagram frame = zi_diagram_frame(d, i);
    struct geometry g = zi_geometry(&frame);
    struct buffer heading = {0};
    lay_out(f, &frame);
    zi_diagram_heading(&heading, d, i);
    head_board(f, &g, buffered(&heading));
    zi_buffer_end(&heading, &f->failed);
}

/* Appends a row of positions, their boards at the same height, below the previous one. */
static void append_row(struct figure *f, const struct diagram *d, size_t first, size_t count) {
    struct figure row[FRAMES_ACROSS] = {{0}};
    double above = 0, below = 0, left = 0, top = first ? f->high.y + PANEL_GAP / 2.0 : 0;
    for (size_t i = 0; i < count; i++) {
        lay_out_frame(&row[i], d, first + i);
        above = fmin(above, row[i].low.y);
        below = fmax(below, row[i].high.y);
    }
    for (size_t i = 0; i < count; i++) {
        struct point at = {left, top + row[i].low.y - above};
        left = at.x + row[i].high.x - row[i].low.x;
        zi_figure_append(f, &row[i], at);
        if (!d->strip && i + 1 < count) {
            struct point step = {left, at.y + zi_geometry(d).size.y / 2 - row[i].low.y},
                         tip = {left + PANEL_GAP, step.y};
            zi_figure_line(f, ROLE_MOVE, step, (struct point){tip.x - 2, tip.y});
            zi_arrow_head(f, ROLE_MOVE_HEAD, step, tip, 2.6);
        }
        f->high.x = fmax(f->high.x, left);
        left += PANEL_GAP;
        f->failed |= row[i].failed;
        zi_figure_free(&row[i]);
    }
    f->high.y = top + below - above;
}

/* Adds the names of both sides, which the small boards of a strip do not have. */
static void name_players(struct figure *f, const struct geometry *g) {
    struct buffer names = {0};
    for (unsigned side = 0; side < 2 && !g->d->view.no_names; side++)
        if (g->d->players[side].len)
            buffer_add(&names, names.len ? "; " : "",
                       zi_diagram_side(g->d, side, &f->arena, &f->failed));
    draw_lines(f, ROLE_NAME, buffered(&names), g->note);
    zi_buffer_end(&names, &f->failed);
}

/* Draws several positions side by side, or one above the other. */
static void lay_out_frames(struct figure *f, const struct diagram *d) {
    const size_t across = d->view.stacked ? 1 : FRAMES_ACROSS, count = d->before_count + 1;
    struct geometry g = zi_geometry(d);
    begin(f, &g);
    f->low = f->high = (struct point){0, 0};
    for (size_t i = 0; i < count; i += across)
        append_row(f, d, i, i + across < count ? across : count - i);
    if (d->strip)
        name_players(f, &g);
    draw_caption(f, &g);
    draw_paper(f);
}

void zi_layout(struct figure *f, const struct diagram *d) {
    if (d->before_count)
        lay_out_frames(f, d);
    else
        lay_out(f, d);
}
