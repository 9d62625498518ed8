/* Statistics as plots. A figure is PLOT_WIDTH wide; each group has a panel with a heading. */
#include <math.h>
#include <stdlib.h>

#include "diagrams/drawing.h"
#include "notation/base/value.h"
#include "validators/archive/stats_write.h"

const char *const zi_stats_plots[STATS_PLOTS + 1] = {"results", "lengths", "first-moves", "endings",
                                                     NULL};

#define PLOT_WIDTH 200.0
#define MARGIN 5.0
#define VALUE_ROOM 36.0 /* after the longest bar */
#define BAR_HEIGHT 6.0
#define BAR_STEP 7.6
#define PANEL_GAP 7.0
#define COLUMNS_HEIGHT 70.0 /* of a histogram */

/* Letter heights, and the height of their middle above the baseline. */
#define TITLE_HEIGHT 5.6
#define HEADING_HEIGHT 4.4
#define TEXT_HEIGHT 4.0
#define SMALL_HEIGHT 3.4
#define MIDDLE 0.36

enum { BARS_MAX = 20, BINS_MAX = 20, TICKS_MAX = 5 };

struct plot {
    struct stats *stats;
    struct figure *figure;
    struct buffer words; /* the plot in words */
    struct buffer text;  /* one label */
    size_t first;        /* first moves shown per panel */
    double label;        /* width of the labels before the bars */
    double y;            /* position of the next element */
};

static double bar_room(const struct plot *p) { return PLOT_WIDTH - p->label - VALUE_ROOM; }

/* Shortens the text to fit; a cut text ends with dots. */
static void fit(struct buffer *b, double height, double room) {
    static const char dots[] = "\xE2\x80\xA6";
    if (b->failed || zi_text_fitting(buffered(b), height, room).len == b->len)
        return;
    b->len = zi_text_fitting(buffered(b), height, room - height).len;
    buffer_string(b, dots);
}

/* Draws p->text and clears it. */
static void set(struct plot *p, double x, double y, double height, enum anchor anchor, double room,
                bool bold) {
    if (room > 0)
        fit(&p->text, height, room);
    struct label label = {
        .text = buffered(&p->text), .height = height, .room = room, .anchor = anchor, .bold = bold};
    if (p->text.len)
        zi_figure_text(p->figure, ROLE_CAPTION, (struct point){x, y}, label);
    p->figure->failed |= p->text.failed;
    p->text.len = 0;
}

static void line(struct plot *p, enum role role, double x0, double y0, double x1, double y1) {
    const struct point points[2] = {{x0, y0}, {x1, y1}};
    zi_figure_path(p->figure, SHAPE_LINE, role, points, 2);
}

/* Slanting lines within the rectangle. */
static void hatch(struct plot *p, struct point at, struct point size) {
    const double step = 2;
    for (double c = step; c < size.x + size.y; c += step)
        line(p, ROLE_BAR_HATCH, at.x + fmin(c, size.x), at.y + fmax(0, c - size.x),
             at.x + fmax(0, c - size.y), at.y + fmin(c, size.y));
}

static void bar(struct plot *p, enum role role, struct point at, struct point size) {
    if (!(size.x > 0 && size.y > 0))
        return;
    zi_figure_rectangle(p->figure, role, at, size);
    if (role == ROLE_BAR_DRAW)
        hatch(p, at, size);
}

static enum role role_of(enum result result) {
    static const enum role roles[] = {[RESULT_OPEN] = ROLE_BAR_OPEN,
                                      [RESULT_WIN_0] = ROLE_BAR_0,
                                      [RESULT_WIN_1] = ROLE_BAR_1,
                                      [RESULT_DRAW] = ROLE_BAR_DRAW};
    return roles[result];
}

/* The least n' >= n > 0 that is 1, 2 or 5 times a power of 10. */
static uint64_t round_number(uint64_t n) {
    static const uint64_t steps[] = {1, 2, 5};
    for (uint64_t power = 1;; power *= 10)
        for (size_t i = 0; i < 3; i++)
            if (steps[i] * power >= n)
                return steps[i] * power;
}

/* An axis from 0: its step, and its end, the first multiple of it that is at least `most`. */
struct axis {
    uint64_t step, end;
};

static struct axis axis_for(uint64_t most) {
    struct axis a;
    a.step = round_number((most + TICKS_MAX - 1) / TICKS_MAX + (most == 0));
    a.end = (most + a.step - 1) / a.step * a.step;
    a.end += a.end ? 0 : a.step;
    return a;
}

static double axis_x(const struct plot *p, const struct axis *a, uint64_t n) {
    return p->label + bar_room(p) * (double)n / (double)a->end;
}

/* The grid behind horizontal bars. */
static void draw_grid(struct plot *p, const struct axis *a, double top, double bottom) {
    for (uint64_t n = 0; n <= a->end; n += a->step)
        line(p, n ? ROLE_GRID : ROLE_AXIS, axis_x(p, a, n), top, axis_x(p, a, n), bottom);
}

/* The axis below horizontal bars; `what`: the unit. */
static void draw_axis(struct plot *p, const struct axis *a, double bottom, const char *what) {
    for (uint64_t n = 0; n <= a->end; n += a->step) {
        line(p, ROLE_AXIS, axis_x(p, a, n), bottom, axis_x(p, a, n), bottom + 1);
        zi_buffer_number(&p->text, n);
        set(p, axis_x(p, a, n), bottom + 1.5 + SMALL_HEIGHT, SMALL_HEIGHT, ANCHOR_MIDDLE, 0, false);
    }
    line(p, ROLE_AXIS, p->label, bottom, p->label + bar_room(p), bottom);
    buffer_string(&p->text, what);
    set(p, p->label + bar_room(p) / 2, bottom + 3 + 2 * SMALL_HEIGHT, SMALL_HEIGHT, ANCHOR_MIDDLE,
        0, false);
    p->y = bottom + 5 + 2 * SMALL_HEIGHT;
}

/* The label of a bar, from p->text, and its value at the end. */
static void draw_label(struct plot *p, double y, double end, uint64_t n, uint64_t base) {
    double baseline = y + BAR_HEIGHT / 2 + MIDDLE * TEXT_HEIGHT;
    buffer_add(&p->words, buffered(&p->text), " ");
    zi_stats_share(&p->words, n, base);
    buffer_string(&p->words, "; ");
    set(p, p->label - 2, baseline, TEXT_HEIGHT, ANCHOR_END, p->label - 2, false);
    zi_stats_share(&p->text, n, base);
    double width = fmin(zi_text_width(buffered(&p->text), TEXT_HEIGHT), VALUE_ROOM - 1.5);
    zi_figure_rectangle(p->figure, ROLE_PAPER, (struct point){p->label + end + 1, y + 0.6},
                        (struct point){width, BAR_HEIGHT - 1.2}); /* hides the grid */
    set(p, p->label + end + 1.5, baseline, TEXT_HEIGHT, ANCHOR_START, VALUE_ROOM - 1.5, false);
}

static const char *games_word(uint64_t n) { return n == 1 ? " game" : " games"; }

/* Draws p->text as the heading of a panel. */
static void draw_heading(struct plot *p) {
    buffer_add(&p->words, buffered(&p->text), ": ");
    p->y += HEADING_HEIGHT;
    set(p, 0, p->y, HEADING_HEIGHT, ANCHOR_START, PLOT_WIDTH, true);
    p->y += 3.4;
}

/* Draws p->text as a line under a panel. */
static void draw_note(struct plot *p) {
    buffer_add(&p->words, buffered(&p->text), "; ");
    p->y += SMALL_HEIGHT;
    set(p, 0, p->y, SMALL_HEIGHT, ANCHOR_START, PLOT_WIDTH, false);
    p->y += 1;
}

/* The legend of the fills. */
static void draw_legend(struct plot *p, bool unfinished) {
    struct stats_sides sides = zi_stats_sides(&p->stats->group[STATS_TOTAL]);
    const enum result order[] = {sides.first, sides.second, RESULT_DRAW, RESULT_OPEN};
    double x = 0;
    for (size_t i = 0; i < (unfinished ? 4 : 3); i++) {
        const char *name = i < 2                     ? stats_side(&sides, order[i])
                           : order[i] == RESULT_DRAW ? "draw"
                                                     : "unfinished";
        bar(p, role_of(order[i]), (struct point){x, p->y}, (struct point){6, 4});
        buffer_string(&p->text, name);
        double width = zi_text_width(text_of(name), TEXT_HEIGHT);
        set(p, x + 8, p->y + 2 + MIDDLE * TEXT_HEIGHT, TEXT_HEIGHT, ANCHOR_START, 0, false);
        x += 8 + width + 6;
    }
    p->y += 4 + PANEL_GAP;
}

/* Results: three bars per group, on one axis. */

struct share {
    const char *name;
    enum role role;
    uint64_t games;
};

/* The bars of a group: for players, games won and lost. */
static void shares_of(const struct stats *s, size_t group, struct share out[3]) {
    const struct stats_group *g = &s->group[group];
    struct stats_sides sides = zi_stats_sides(g);
    const enum result order[] = {sides.first, sides.second};
    for (size_t i = 0; i < 2; i++)
        out[i] = (struct share){NULL, role_of(order[i]), g->result[order[i]]};
    out[2] = (struct share){"draw", ROLE_BAR_DRAW, g->result[RESULT_DRAW]};
    if (group != STATS_TOTAL && zi_stats_is_by(s, STATS_BY_PLAYER)) {
        out[0] = (struct share){"won", ROLE_BAR, g->won};
        out[1] = (struct share){"lost", ROLE_BAR_OPEN, g->lost};
    }
}

static void draw_shares(struct plot *p, size_t group, uint64_t finished) {
    struct stats_sides sides = zi_stats_sides(&p->stats->group[group]);
    struct share share[3];
    shares_of(p->stats, group, share);
    for (size_t i = 0; i < 3; i++) {
        double length = finished ? bar_room(p) * (double)share[i].games / (double)finished : 0;
        buffer_string(&p->text, share[i].name ? share[i].name
                                : i           ? stats_side(&sides, sides.second)
                                              : stats_side(&sides, sides.first));
        bar(p, share[i].role, (struct point){p->label, p->y}, (struct point){length, BAR_HEIGHT});
        draw_label(p, p->y, length, share[i].games, finished);
        p->y += BAR_STEP;
    }
}

static void draw_results(struct plot *p, size_t group, bool last) {
    const struct stats_group *g = &p->stats->group[group];
    const struct axis percent = {20, 100};
    uint64_t finished = stats_finished(g->result);
    zi_stats_title(p->stats, group, &p->text);
    buffer_add(&p->text, ": ", finished, " finished");
    if (g->result[RESULT_OPEN])
        buffer_add(&p->text, ", ", g->result[RESULT_OPEN], " unfinished");
    draw_heading(p);
    draw_grid(p, &percent, p->y - 1, p->y + 3 * BAR_STEP);
    draw_shares(p, group, finished);
    p->y += last ? 0 : 2;
    if (!last)
        return;
    draw_axis(p, &percent, p->y, "% of the finished games");
    p->y += PANEL_GAP;
}

/* Endings and first moves: one bar per item, one axis per group. */

static uint64_t most_games(const struct stats_item *item, size_t count, uint64_t least) {
    uint64_t most = least;
    for (size_t i = 0; i < count; i++)
        most = item[i].games > most ? item[i].games : most;
    return most;
}

/* One bar; for a first move, divided by results. */
static void draw_item(struct plot *p, const struct stats_group *g, const struct stats_item *item,
                      const struct axis *axis, bool moves) {
    struct stats_sides sides = zi_stats_sides(g);
    const enum result order[] = {sides.first, sides.second, RESULT_DRAW, RESULT_OPEN};
    double scale = bar_room(p) / (double)axis->end, x = p->label;
    for (size_t i = 0; moves && i < 4; i++) {
        double length = scale * (double)item->result[order[i]];
        bar(p, role_of(order[i]), (struct point){x, p->y}, (struct point){length, BAR_HEIGHT});
        x += length;
    }
    if (!moves)
        bar(p, ROLE_BAR, (struct point){x, p->y},
            (struct point){scale * (double)item->games, BAR_HEIGHT});
    zi_stats_item_text(g, item, moves ? STATS_FIRST_MOVES : STATS_ENDINGS, "(none)", &p->text);
    draw_label(p, p->y, scale * (double)item->games, item->games, g->games);
    p->y += BAR_STEP;
}

static void draw_items(struct plot *p, size_t group, bool moves) {
    const struct stats_group *g = &p->stats->group[group];
    size_t count, most = moves && p->first < BARS_MAX ? p->first : BARS_MAX;
    const struct stats_item *item =
        zi_stats_items(p->stats, group, moves ? STATS_FIRST_MOVES : STATS_ENDINGS, &count);
    size_t shown = count < most ? count : most;
    uint64_t left = zi_stats_rest(item, shown, count).games;
    zi_stats_title(p->stats, group, &p->text);
    buffer_add(&p->text, ": ", g->games, games_word(g->games));
    draw_heading(p);
    struct axis axis = axis_for(most_games(item, shown, 0));
    double top = p->y, bottom = top + BAR_STEP * (double)(shown ? shown : 1);
    draw_grid(p, &axis, top - 1, bottom);
    for (size_t i = 0; i < shown; i++)
        draw_item(p, g, &item[i], &axis, moves);
    draw_axis(p, &axis, bottom, "games");
    if (left) {
        buffer_add(&p->text, moves ? "other first moves: " : "other endings: ", left,
                   games_word(left));
        draw_note(p);
    }
    p->y += PANEL_GAP;
}

/* Lengths: a histogram. */

struct bins {
    uint64_t width, begin; /* plies: width of a bin, and start of the first one */
    size_t count;
    uint64_t games[BINS_MAX + 1];
};

static struct bins bins_of(struct stats *s, size_t group) {
    const struct stats_group *g = &s->group[group];
    size_t count;
    const struct stats_item *item = zi_stats_items(s, group, STATS_LENGTHS, &count);
    struct bins b = {.width = 1};
    if (!g->games)
        return b;
    while (g->most / b.width - g->fewest / b.width + 1 > BINS_MAX)
        b.width = round_number(b.width + 1);
    b.begin = g->fewest / b.width * b.width;
    b.count = (g->most - b.begin) / b.width + 1;
    for (size_t i = 0; i < count; i++)
        b.games[(item[i].number - b.begin) / b.width] += item[i].games;
    return b;
}

/* The axis next to columns, with the grid behind them. */
static void draw_side_axis(struct plot *p, const struct axis *a, double bottom) {
    for (uint64_t n = 0; n <= a->end; n += a->step) {
        double y = bottom - COLUMNS_HEIGHT * (double)n / (double)a->end;
        line(p, n ? ROLE_GRID : ROLE_AXIS, p->label, y, PLOT_WIDTH, y);
        line(p, ROLE_AXIS, p->label - 1, y, p->label, y);
        zi_buffer_number(&p->text, n);
        set(p, p->label - 2, y + MIDDLE * SMALL_HEIGHT, SMALL_HEIGHT, ANCHOR_END, p->label - 2,
            false);
    }
    line(p, ROLE_AXIS, p->label, bottom, p->label, bottom - COLUMNS_HEIGHT);
}

/* The number of plies below a column: at its left edge, or in the middle if it has only one. */
static void draw_plies(struct plot *p, const struct bins *b, size_t i, double step, double bottom) {
    double x = p->label + step * ((double)i + (b->width == 1 ? 0.5 : 0));
    line(p, ROLE_AXIS, x, bottom, x, bottom + 1);
    zi_buffer_number(&p->text, b->begin + b->width * i);
    set(p, x, bottom + 1.5 + SMALL_HEIGHT, SMALL_HEIGHT, ANCHOR_MIDDLE, step * 1.4, false);
}

static void append_bin(struct buffer *b, const struct bins *bins, size_t i) {
    uint64_t low = bins->begin + bins->width * i;
    zi_buffer_number(b, low);
    if (bins->width > 1)
        buffer_add(b, " to ", low + bins->width - 1);
    buffer_add(b, " plies: ", bins->games[i], "; ");
}

static void draw_columns(struct plot *p, const struct bins *b, double bottom) {
    double step = (PLOT_WIDTH - p->label) / (double)(b->count < 4 ? 4 : b->count);
    uint64_t most = 0;
    for (size_t i = 0; i < b->count; i++)
        most = b->games[i] > most ? b->games[i] : most;
    struct axis axis = axis_for(most);
    draw_side_axis(p, &axis, bottom);
    for (size_t i = 0; i < b->count; i++) {
        double height = COLUMNS_HEIGHT * (double)b->games[i] / (double)axis.end;
        double x = p->label + step * (double)i, gap = b->width == 1 ? step * 0.1 : 0;
        bar(p, ROLE_BAR, (struct point){x + gap, bottom - height},
            (struct point){step - 2 * gap, height});
        draw_plies(p, b, i, step, bottom);
        append_bin(&p->words, b, i);
        if (!b->games[i])
            continue;
        zi_buffer_number(&p->text, b->games[i]);
        double width = fmin(zi_text_width(buffered(&p->text), SMALL_HEIGHT), step * 0.95);
        zi_figure_rectangle(p->figure, ROLE_PAPER,
                            (struct point){x + step / 2 - width / 2, bottom - height - 4},
                            (struct point){width, 3.6});
        set(p, x + step / 2, bottom - height - 0.8, SMALL_HEIGHT, ANCHOR_MIDDLE, step * 0.95,
            false);
    }
    if (b->count && b->width > 1)
        draw_plies(p, b, b->count, step, bottom);
}

static void append_lengths(struct plot *p, size_t group) {
    const struct stats_group *g = &p->stats->group[group];
    uint64_t twice;
    zi_stats_title(p->stats, group, &p->text);
    buffer_add(&p->text, ": ", g->games, games_word(g->games));
    if (g->games)
        buffer_add(&p->text, ", mean ", value_ratio(g->plies, g->games, 1));
    if (zi_stats_median(p->stats, group, &twice))
        buffer_add(&p->text, ", median ", stats_half(twice));
}

static void draw_lengths(struct plot *p, size_t group) {
    append_lengths(p, group);
    draw_heading(p);
    buffer_string(&p->text, "games");
    p->y += SMALL_HEIGHT;
    set(p, 0, p->y, SMALL_HEIGHT, ANCHOR_START, 0, false);
    struct bins bins = bins_of(p->stats, group);
    double bottom = p->y + 6 + COLUMNS_HEIGHT;
    draw_columns(p, &bins, bottom);
    buffer_string(&p->text, "plies");
    set(p, p->label + (PLOT_WIDTH - p->label) / 2, bottom + 3.5 + 2 * SMALL_HEIGHT, SMALL_HEIGHT,
        ANCHOR_MIDDLE, 0, false);
    p->y = bottom + 6 + 2 * SMALL_HEIGHT;
    p->y += PANEL_GAP;
}

/* Whole plots. */

/* Chooses the groups with the most games, in order; returns how many. Without groups, the total. */
static size_t choose(const struct stats *s, size_t out[STATS_PANELS_MAX]) {
    size_t count = 0;
    out[0] = STATS_TOTAL;
    if (s->group_count == STATS_FIRST_GROUP)
        return 1;
    for (size_t i = STATS_FIRST_GROUP; i < s->group_count; i++) {
        size_t least = 0;
        if (count < STATS_PANELS_MAX) {
            out[count++] = i;
            continue;
        }
        for (size_t k = 1; k < count; k++)
            if (s->group[out[k]].games <= s->group[out[least]].games)
                least = k;
        if (s->group[i].games <= s->group[out[least]].games)
            continue;
        memmove(out + least, out + least + 1, (STATS_PANELS_MAX - 1 - least) * sizeof *out);
        out[STATS_PANELS_MAX - 1] = i;
    }
    return count;
}

static void draw_panel(struct plot *p, enum stats_plot plot, size_t group, bool last) {
    switch (plot) {
    case STATS_PLOT_RESULTS: draw_results(p, group, last); break;
    case STATS_PLOT_LENGTHS: draw_lengths(p, group); break;
    case STATS_PLOT_FIRST_MOVES: draw_items(p, group, true); break;
    case STATS_PLOT_ENDINGS: draw_items(p, group, false); break;
    case STATS_PLOTS: break;
    }
}

static void draw_title(struct plot *p, enum stats_plot plot) {
    static const char *const titles[] = {"Results", "Lengths of the games", "First moves",
                                         "Endings"};
    p->y = TITLE_HEIGHT;
    buffer_string(&p->text, titles[plot]);
    p->figure->title = zi_arena_copy(&p->figure->arena, text_of(titles[plot]), &p->figure->failed);
    set(p, 0, p->y, TITLE_HEIGHT, ANCHOR_START, PLOT_WIDTH, true);
    p->y += PANEL_GAP;
}

static void draw_left_out(struct plot *p, size_t shown) {
    const struct stats *s = p->stats;
    size_t groups = s->group_count - STATS_FIRST_GROUP;
    if (groups <= shown)
        return;
    buffer_add(&p->text, groups - shown,
               groups - shown == 1 ? " group is not shown; these have the most games"
                                   : " groups are not shown; these have the most games");
    draw_note(p);
    p->y += 2;
}

void zi_stats_plot(struct stats *s, enum stats_plot plot, size_t first, struct figure *f) {
    static const double labels[STATS_PLOTS] = {30, 16, 48, 40};
    struct plot p = {.stats = s, .figure = f, .first = first, .label = labels[plot]};
    size_t group[STATS_PANELS_MAX];
    zi_figure_clear(f);
    zi_figure_rectangle(f, ROLE_PAPER, (struct point){0, 0}, (struct point){0, 0});
    draw_title(&p, plot);
    if (plot == STATS_PLOT_FIRST_MOVES)
        draw_legend(&p, true);
    size_t count = choose(s, group);
    for (size_t i = 0; i < count; i++)
        draw_panel(&p, plot, group[i], i + 1 == count);
    draw_left_out(&p, count);
    f->low = (struct point){-MARGIN, -MARGIN};
    f->high = (struct point){PLOT_WIDTH + MARGIN, p.y};
    if (f->count) {
        f->shape[0].at = f->low;
        f->shape[0].size = (struct point){f->high.x - f->low.x, f->high.y - f->low.y};
    }
    f->description = zi_arena_copy(&f->arena, buffered(&p.words), &f->failed);
    f->failed |= p.words.failed || p.text.failed || s->failed;
    zi_buffer_free(&p.words);
    zi_buffer_free(&p.text);
}
