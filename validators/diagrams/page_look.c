#include "validators/diagrams/page_look.h"

#include <stdlib.h>

#include "notation/base/value.h"
#include "notation/drawing/layout.h"
#include "validators/diagrams/describe.h"

void zet_page_diagram(struct diagram *d, const struct ruleset *ruleset, bool flip,
                      enum language language) {
    zet_diagram_begin(d, ruleset);
    d->language = language;
    d->view.flip = flip;
    d->view.no_names = d->view.no_turn = true;
}

void zet_page_man_name(struct buffer *out, struct text id, unsigned level, unsigned content) {
    buffer_add(out, id, "m", level, "-", content);
}

/* The order in which the shapes of a board are written, so that those that share their style follow
   each other; coordinates come by themselves. */
enum { PARTS = 7 }; /* the paper is the page's own */

static unsigned part_of(const struct shape *shape) {
    switch (shape->role) {
    case ROLE_PAPER: return PARTS;
    case ROLE_BOARD:
    case ROLE_HALF_DARK:
    case ROLE_HALF_LIGHT: return 0;
    case ROLE_CELL_DARK: return 1;
    case ROLE_CELL_LIGHT:
    case ROLE_PIT: return 2;
    case ROLE_DOT_0: return 3;
    case ROLE_DOT_1: return 4;
    case ROLE_COORDINATE: return 6;
    default: return 5;
    }
}

/* Puts the shapes in that order; returns where the coordinates begin. False in *well where memory
   runs out. */
static size_t sort_parts(struct figure *f, bool *well) {
    struct shape *sorted = malloc((f->count + 1) * sizeof *sorted);
    size_t count = 0, coordinates = 0;
    if (!sorted) {
        *well = false;
        return 0;
    }
    for (unsigned part = 0; part < PARTS; part++) {
        coordinates = count;
        for (size_t i = 0; i < f->count; i++)
            if (part_of(&f->shape[i]) == part)
                sorted[count++] = f->shape[i];
    }
    memcpy(f->shape, sorted, count * sizeof *sorted);
    f->count = count;
    free(sorted);
    return coordinates;
}

static void see_roles(struct page_look *look, const struct figure *f) {
    for (size_t i = 0; i < f->count; i++)
        look->used[f->shape[i].role] = true;
}

static void open_group(struct buffer *out, struct text id, const char *part) {
    buffer_add(out, "<g id=\"", id, part, "\">\n");
}

/* Rows: boards are many like shapes in a line. The first of its kind is written, and used again. */

enum { ROW_LEAST = 3, ROWS_MAX = 64 };

struct rows {
    struct buffer *out;
    const struct figure *figure;
    enum theme theme;
    struct text id;
    struct row {
        size_t from, to; /* its shapes */
    } row[ROWS_MAX];
    size_t rows;
};

static bool is_beside(const struct shape *a, const struct shape *b) {
    return a->kind == b->kind && a->role == b->role && a->size.x == b->size.x &&
           a->size.y == b->size.y;
}

static size_t end_of_row(const struct figure *f, size_t from, size_t to) {
    const struct shape *first = &f->shape[from];
    size_t end = from + 1;
    if (first->kind != SHAPE_CIRCLE && first->kind != SHAPE_RECTANGLE)
        return end;
    while (end < to && is_beside(first, &f->shape[end]) && f->shape[end].at.y == first->at.y)
        end++;
    return end;
}

/* The number of a row like these shapes, from 0; or p->rows. */
static size_t find_row(const struct rows *p, size_t from, size_t to) {
    const struct shape *shape = p->figure->shape;
    size_t found = 0, n = to - from;
    for (; found < p->rows; found++) {
        const struct row *row = &p->row[found];
        size_t same = 0;
        if (row->to - row->from != n || !is_beside(&shape[from], &shape[row->from]))
            continue;
        while (same < n && shape[from + same].at.x == shape[row->from + same].at.x)
            same++;
        if (same == n)
            break;
    }
    return found;
}

static void write_row_name(const struct rows *p, size_t row) {
    buffer_add(p->out, p->id, "r", row, "\"");
}

static void write_row(struct rows *p, size_t from, size_t to) {
    size_t row = find_row(p, from, to);
    bool again = row < p->rows, kept = !again && row < ROWS_MAX;
    if (again) {
        const struct shape *shape = p->figure->shape;
        buffer_string(p->out, "<use href=\"#");
        write_row_name(p, row);
        buffer_string(p->out, " y=\"");
        zet_drawing_number(p->out, shape[from].at.y - shape[p->row[row].from].at.y);
        buffer_string(p->out, "\"/>\n");
        return;
    }
    if (kept) {
        p->row[p->rows++] = (struct row){from, to};
        buffer_string(p->out, "<g id=\"");
        write_row_name(p, row);
        buffer_char(p->out, '>');
    }
    zet_svg_shapes(p->out, p->figure, from, to, p->theme, true, p->id);
    buffer_string(p->out, kept ? "</g>\n" : "");
}

static void write_ground(struct buffer *out, const struct figure *f, size_t to, enum theme theme,
                         struct text id) {
    struct rows p = {out, f, theme, id, {{0}}, 0};
    size_t plain = 0;
    open_group(out, id, "g");
    for (size_t i = 0, end; i < to; i = end) {
        end = end_of_row(f, i, to);
        if (end - i < ROW_LEAST)
            continue;
        zet_svg_shapes(out, f, plain, i, theme, true, id);
        write_row(&p, i, end);
        plain = end;
    }
    zet_svg_shapes(out, f, plain, to, theme, true, id);
    buffer_string(out, "</g>\n");
}

static void write_coordinates(struct buffer *out, const struct figure *f, size_t from,
                              enum theme theme, struct text id, const char *part) {
    open_group(out, id, part);
    zet_svg_shapes(out, f, from, f->count, theme, true, id);
    buffer_string(out, "</g>\n");
}

static void write_contents(struct buffer *out, struct page_look *look, const struct diagram *d,
                           struct figure *f, enum theme theme, struct text id) {
    for (unsigned level = 0; level < LEVELS_MAX; level++)
        for (unsigned content = 0; content < 256; content++) {
            if (!look->occurs[level][content])
                continue;
            buffer_string(out, "<g id=\"");
            zet_page_man_name(out, id, level, content);
            buffer_string(out, "\">");
            zet_figure_clear(f);
            zet_layout_content(f, d, level, (uint8_t)content);
            see_roles(look, f);
            zet_svg_shapes(out, f, 0, f->count, theme, true, id);
            out->failed |= f->failed;
            buffer_string(out, "</g>\n");
        }
}

bool zet_page_look(struct buffer *out, struct page_look *look, enum theme theme, struct text id) {
    struct diagram *d = calloc(1, sizeof *d);
    struct figure f = {0};
    bool well = d != NULL;
    if (!well)
        return false;
    zet_page_diagram(d, &look->ruleset, look->flip, LANGUAGE_ENGLISH);
    zet_layout_board(&f, d);
    see_roles(look, &f);
    size_t coordinates = sort_parts(&f, &well);
    write_ground(out, &f, coordinates, theme, id);
    write_coordinates(out, &f, coordinates, theme, id, "c");
    d->view.flip = !look->flip;
    zet_layout_board(&f, d);
    coordinates = sort_parts(&f, &well);
    write_coordinates(out, &f, coordinates, theme, id, "f");
    d->view.flip = look->flip;
    write_contents(out, look, d, &f, theme, id);
    well &= !f.failed;
    zet_figure_free(&f);
    free(d);
    return well;
}
