#include "validators/diagrams/page_parts.h"

#include <stdlib.h>

#include "notation/base/value.h"
#include "notation/drawing/layout.h"
#include "validators/diagrams/describe.h"

void zi_page_diagram(struct diagram *d, const struct ruleset *ruleset, bool flip,
                     enum language language) {
    zi_diagram_begin(d, ruleset);
    d->language = language;
    d->view.flip = flip;
    d->view.no_names = d->view.no_turn = true;
}

void zi_page_man_name(struct buffer *out, struct text id, unsigned level, unsigned content) {
    buffer_add(out, id, "m", level, "-", content);
}

/* The order in which the shapes of a board are written: shapes with the same style are adjacent,
   and coordinates are separate. */
enum { PARTS = 7 }; /* the page draws the paper */

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

/* Sorts the shapes in that order and returns the index of the first coordinate. Sets *well to false
   if memory runs out. */
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

/* The shapes from `from` up to `to`. */
static void write_part(struct buffer *out, const struct figure *f, size_t from, size_t to,
                       enum theme theme, struct text id, const char *part) {
    buffer_add(out, "<g id=\"", id, part, "\">\n");
    zi_svg_shapes(out, f, from, to, theme, true, id);
    buffer_string(out, "</g>\n");
}

static void write_contents(struct buffer *out, struct page_look *look, const struct diagram *d,
                           struct figure *f, enum theme theme, struct text id) {
    for (unsigned level = 0; level < LEVELS_MAX; level++)
        for (unsigned content = 0; content < 256; content++) {
            if (!look->occurs[level][content])
                continue;
            buffer_string(out, "<g id=\"");
            zi_page_man_name(out, id, level, content);
            buffer_string(out, "\">");
            zi_figure_clear(f);
            zi_layout_content(f, d, level, (uint8_t)content);
            see_roles(look, f);
            zi_svg_shapes(out, f, 0, f->count, theme, true, id);
            out->failed |= f->failed;
            buffer_string(out, "</g>\n");
        }
}

bool zi_page_look(struct buffer *out, struct page_look *look, enum theme theme, struct text id) {
    struct diagram *d = calloc(1, sizeof *d);
    struct figure f = {0};
    bool well = d != NULL;
    if (!well)
        return false;
    zi_page_diagram(d, &look->ruleset, look->flip, LANGUAGE_ENGLISH);
    zi_layout_board(&f, d);
    see_roles(look, &f);
    size_t coordinates = sort_parts(&f, &well);
    write_part(out, &f, 0, coordinates, theme, id, "g");
    write_part(out, &f, coordinates, f.count, theme, id, "c");
    d->view.flip = !look->flip;
    zi_layout_board(&f, d);
    coordinates = sort_parts(&f, &well);
    write_part(out, &f, coordinates, f.count, theme, id, "f");
    d->view.flip = look->flip;
    write_contents(out, look, d, &f, theme, id);
    well &= !f.failed;
    zi_figure_free(&f);
    free(d);
    return well;
}
