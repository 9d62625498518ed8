#include "notation/drawing/figure.h"

#include <stdlib.h>

void zet_figure_clear(struct figure *f) {
    zet_arena_reset(&f->arena);
    f->count = f->point_count = 0;
    f->low = f->high = (struct point){0, 0};
    f->least_line = f->body = 0;
    f->title = f->description = NO_TEXT;
}

void zet_figure_free(struct figure *f) {
    free(f->shape);
    free(f->point);
    zet_arena_free(&f->arena);
    *f = (struct figure){0};
}

/* NULL when memory runs out. The shape is to be filled but for its kind and role. */
static struct shape *add(struct figure *f, enum shape_kind kind, enum role role, struct point at) {
    if (f->count == f->cap) {
        size_t cap = f->cap ? f->cap * 2 : 256;
        struct shape *shape = realloc(f->shape, cap * sizeof *shape);
        if (!shape) {
            f->failed = true;
            return NULL;
        }
        f->shape = shape;
        f->cap = cap;
    }
    struct shape *s = &f->shape[f->count++];
    *s = (struct shape){.kind = kind, .role = role, .at = at};
    return s;
}

void zet_figure_rectangle(struct figure *f, enum role role, struct point at, struct point size) {
    struct shape *s = add(f, SHAPE_RECTANGLE, role, at);
    if (s)
        s->size = size;
}

void zet_figure_circle(struct figure *f, enum role role, struct point centre, double radius) {
    struct shape *s = add(f, SHAPE_CIRCLE, role, centre);
    if (s)
        s->size = (struct point){radius, radius};
}

static struct point *room_for_points(struct figure *f, size_t count) {
    if (f->point_cap - f->point_count < count) {
        size_t cap = (f->point_count + count) * 2;
        struct point *point = realloc(f->point, cap * sizeof *point);
        if (!point) {
            f->failed = true;
            return NULL;
        }
        f->point = point;
        f->point_cap = cap;
    }
    return f->point + f->point_count;
}

void zet_figure_path(struct figure *f, enum shape_kind kind, enum role role,
                     const struct point *points, size_t count) {
    struct point *to = room_for_points(f, count);
    struct shape *s = to ? add(f, kind, role, points[0]) : NULL;
    if (!s)
        return;
    memcpy(to, points, count * sizeof *points);
    s->first = f->point_count;
    s->points = count;
    f->point_count += count;
}

void zet_figure_hide(struct figure *f, enum role role) {
    size_t kept = 0;
    for (size_t i = 0; i < f->count; i++)
        if (f->shape[i].role != role || f->shape[i].kind == SHAPE_CLIP ||
            f->shape[i].kind == SHAPE_CLIP_END)
            f->shape[kept++] = f->shape[i];
    f->count = kept;
}

void zet_figure_clip(struct figure *f, struct point at, struct point size) {
    struct shape *s = add(f, SHAPE_CLIP, ROLE_PAPER, at);
    if (s)
        s->size = size;
}

void zet_figure_clip_end(struct figure *f) {
    add(f, SHAPE_CLIP_END, ROLE_PAPER, (struct point){0, 0});
}

void zet_figure_text(struct figure *f, enum role role, struct point at, struct label label) {
    struct text kept = zet_arena_copy(&f->arena, label.text, &f->failed);
    struct shape *s = kept.len ? add(f, SHAPE_TEXT, role, at) : NULL;
    if (!s)
        return;
    s->text = kept;
    s->height = label.height;
    s->room = label.room;
    s->anchor = label.anchor;
    s->bold = label.bold;
    s->goes_on = label.goes_on;
    s->paragraph = NO_TEXT;
    if (label.paragraph.len)
        s->paragraph = zet_arena_copy(&f->arena, label.paragraph, &f->failed);
}

void zet_figure_append(struct figure *f, const struct figure *from, struct point at) {
    double x = at.x - from->low.x, y = at.y - from->low.y;
    for (size_t i = 0; i < from->count; i++) {
        const struct shape *s = &from->shape[i];
        struct point *to = s->points ? room_for_points(f, s->points) : NULL;
        if (s->points && !to)
            return;
        struct shape *copy = add(f, s->kind, s->role, (struct point){s->at.x + x, s->at.y + y});
        if (!copy)
            return;
        struct point moved = copy->at;
        *copy = *s;
        copy->at = moved;
        copy->paragraph = NO_TEXT;
        copy->text = s->text.len ? zet_arena_copy(&f->arena, s->text, &f->failed) : s->text;
        copy->first = f->point_count;
        for (size_t k = 0; k < s->points; k++)
            to[k] =
                (struct point){from->point[s->first + k].x + x, from->point[s->first + k].y + y};
        f->point_count += s->points;
    }
}
