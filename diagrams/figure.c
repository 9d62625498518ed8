#include "diagrams/figure.h"

#include <stdlib.h>

#include "notation/base/list.h"

void zi_figure_clear(struct figure *f) {
    zi_arena_reset(&f->arena);
    f->count = f->point_count = 0;
    f->low = f->high = (struct point){0, 0};
    f->least_line = f->body = 0;
    f->title = f->description = NO_TEXT;
}

void zi_figure_free(struct figure *f) {
    free(f->shape);
    free(f->point);
    zi_arena_free(&f->arena);
    *f = (struct figure){0};
}

/* The caller sets all but the kind and the role. When out of memory it is f->lost, which is not
   part of the figure. */
static struct shape *add(struct figure *f, enum shape_kind kind, enum role role, struct point at) {
    struct shape *s = zi_list_add(&f->shape, &f->cap, &f->count, sizeof *s);
    f->failed |= !s;
    if (!s)
        s = &f->lost;
    *s = (struct shape){.kind = kind, .role = role, .at = at};
    return s;
}

void zi_figure_rectangle(struct figure *f, enum role role, struct point at, struct point size) {
    add(f, SHAPE_RECTANGLE, role, at)->size = size;
}

void zi_figure_circle(struct figure *f, enum role role, struct point center, double radius) {
    add(f, SHAPE_CIRCLE, role, center)->size = (struct point){radius, radius};
}

static bool has_room_for_points(struct figure *f, size_t count) {
    if (zi_list_reserve(&f->point, &f->point_cap, f->point_count + count, sizeof *f->point))
        return true;
    f->failed = true;
    return false;
}

void zi_figure_path(struct figure *f, enum shape_kind kind, enum role role,
                    const struct point *points, size_t count) {
    if (!has_room_for_points(f, count))
        return;
    struct shape *s = add(f, kind, role, points[0]);
    memcpy(f->point + f->point_count, points, count * sizeof *points);
    s->first = f->point_count;
    s->points = count;
    f->point_count += count;
}

void zi_figure_line(struct figure *f, enum role role, struct point from, struct point to) {
    zi_figure_path(f, SHAPE_LINE, role, (const struct point[]){from, to}, 2);
}

void zi_figure_box(struct figure *f, enum role role, struct point center, struct point size) {
    zi_figure_rectangle(f, role, (struct point){center.x - size.x / 2, center.y - size.y / 2},
                        size);
}

void zi_figure_around(struct figure *f, enum shape_kind kind, enum role role, struct point center,
                      struct point scale, const struct point *points, size_t count) {
    struct point path[4];
    for (size_t i = 0; i < count; i++)
        path[i] =
            (struct point){center.x + points[i].x * scale.x, center.y + points[i].y * scale.y};
    zi_figure_path(f, kind, role, path, count);
}

void zi_figure_hide(struct figure *f, enum role role) {
    size_t kept = 0;
    for (size_t i = 0; i < f->count; i++)
        if (f->shape[i].role != role || f->shape[i].kind == SHAPE_CLIP ||
            f->shape[i].kind == SHAPE_CLIP_END)
            f->shape[kept++] = f->shape[i];
    f->count = kept;
}

void zi_figure_clip(struct figure *f, struct point at, struct point size) {
    add(f, SHAPE_CLIP, ROLE_PAPER, at)->size = size;
}

void zi_figure_clip_end(struct figure *f) {
    add(f, SHAPE_CLIP_END, ROLE_PAPER, (struct point){0, 0});
}

void zi_figure_text(struct figure *f, enum role role, struct point at, struct label label) {
    struct text kept = zi_arena_copy(&f->arena, label.text, &f->failed);
    if (!kept.len)
        return;
    struct shape *s = add(f, SHAPE_TEXT, role, at);
    s->text = kept;
    s->height = label.height;
    s->room = label.room;
    s->anchor = label.anchor;
    s->bold = label.bold;
    s->goes_on = label.goes_on;
    s->paragraph = NO_TEXT;
    if (label.paragraph.len)
        s->paragraph = zi_arena_copy(&f->arena, label.paragraph, &f->failed);
}

void zi_figure_append(struct figure *f, const struct figure *from, struct point at) {
    double x = at.x - from->low.x, y = at.y - from->low.y;
    for (size_t i = 0; i < from->count; i++) {
        const struct shape *s = &from->shape[i];
        if (!has_room_for_points(f, s->points))
            return;
        struct shape *copy = add(f, s->kind, s->role, s->at);
        *copy = *s;
        copy->at = (struct point){s->at.x + x, s->at.y + y};
        copy->paragraph = NO_TEXT; /* formats that break lines take each line separately */
        copy->goes_on = false;
        copy->text = s->text.len ? zi_arena_copy(&f->arena, s->text, &f->failed) : s->text;
        copy->first = f->point_count;
        for (size_t k = 0; k < s->points; k++) {
            struct point p = from->point[s->first + k];
            f->point[f->point_count++] = (struct point){p.x + x, p.y + y};
        }
    }
}

/* The look of roles. */

const char *const zi_themes[THEMES + 1] = {"print", "screen", "grey", "dark", NULL};

#define NONE NO_COLOR
enum { BLACK = 0x000000, WHITE = 0xFFFFFF };

static const struct style {
    double width, dash;
    uint32_t colors[2 * THEMES]; /* the ground and the line for each theme */
} styles[ROLES] = {
#define ROLE(name, text, width, dash, ...) [ROLE_##name] = {width, dash, {__VA_ARGS__}},
#include "diagrams/roles.def"
#undef ROLE
};

/* Line widths that differ from the other themes. */
static const struct {
    enum theme theme;
    enum role role;
    double width;
} widths[] = {{THEME_GREY, ROLE_YARD, 0.8},      {THEME_GREY, ROLE_DIVIDER, 0.8},
              {THEME_DARK, ROLE_RIM_0, 0.3},     {THEME_GREY, ROLE_CASING, 2.4},
              {THEME_GREY, ROLE_MOVE, 1.2},      {THEME_GREY, ROLE_CHAIN, 1.4},
              {THEME_GREY, ROLE_ORIGIN, 0.7},    {THEME_GREY, ROLE_CAPTURED, 0.8},
              {THEME_GREY, ROLE_MARK, 1},        {THEME_GREY, ROLE_ARROW, 0.9},
              {THEME_GREY, ROLE_BAR, 0.35},      {THEME_GREY, ROLE_BAR_0, 0.35},
              {THEME_GREY, ROLE_BAR_1, 0.45},    {THEME_GREY, ROLE_BAR_DRAW, 0.35},
              {THEME_GREY, ROLE_BAR_HATCH, 0.4}, {THEME_GREY, ROLE_BAR_OPEN, 0.4},
              {THEME_GREY, ROLE_AXIS, 0.4},      {THEME_GREY, ROLE_GRID, 0.25}};

struct paint zi_theme_paint(enum theme theme, enum role role) {
    const struct style *s = &styles[role];
    struct paint paint = {s->colors[2 * theme], s->colors[2 * theme + 1], s->width, s->dash};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        if (widths[i].theme == theme && widths[i].role == role)
            paint.width = widths[i].width;
    return paint;
}

struct paint zi_figure_paint(const struct figure *f, enum theme theme, enum role role) {
    struct paint paint = zi_theme_paint(theme, role);
    if (paint.width < f->least_line)
        paint.width = f->least_line;
    for (size_t i = 0; i < f->recolored_count; i++) {
        if (f->recolored[i].role != role)
            continue;
        if (paint.fill != NO_COLOR)
            paint.fill = f->recolored[i].color;
        else
            paint.stroke = f->recolored[i].color;
    }
    return paint;
}
