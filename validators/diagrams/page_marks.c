#include "validators/diagrams/page_marks.h"

#include "notation/base/value.h"
#include "notation/drawing/characters.h"

/* A path in tenths of a unit. */
struct path {
    struct buffer *out;
    long x, y;    /* where it is */
    char command; /* the last one */
    bool begun;
};

static long tenths(double n) { return (long)(n * 10 + (n < 0 ? -0.5 : 0.5)); }

/* `.5`, `-3`, `12.5`; with a blank before it where it would run into a number. */
static void write_tenths(struct buffer *out, long n) {
    bool behind = out->len && !out->failed && (is_digit(out->at[out->len - 1]));
    if (n < 0)
        buffer_char(out, '-');
    else if (behind)
        buffer_char(out, ' ');
    unsigned long size = n < 0 ? 0UL - (unsigned long)n : (unsigned long)n;
    if (size >= 10 || size == 0)
        zet_buffer_number(out, size / 10);
    if (size % 10)
        buffer_add(out, ".", size % 10);
}

static void command(struct path *p, char c) {
    if (p->command != c || c == 'm')
        buffer_char(p->out, c);
    p->command = c;
}

static void write_step(struct path *p, struct point to) {
    write_tenths(p->out, tenths(to.x) - p->x);
    write_tenths(p->out, tenths(to.y) - p->y);
}

static void move_to(struct path *p, struct point to) {
    p->x = tenths(to.x);
    p->y = tenths(to.y);
}

static void write_line(struct path *p, struct point to) {
    long x = tenths(to.x) - p->x, y = tenths(to.y) - p->y;
    if (!x || !y) {
        command(p, x ? 'h' : 'v');
        write_tenths(p->out, x ? x : y);
    } else {
        command(p, 'l');
        write_step(p, to);
    }
    move_to(p, to);
}

/* The points of a shape after those of others. */
static void write_piece(struct path *p, const struct figure *f, const struct shape *s) {
    const struct point *at = f->point + s->first;
    if (p->begun) {
        command(p, 'm');
        write_step(p, at[0]);
    } else {
        write_tenths(p->out, tenths(at[0].x));
        write_tenths(p->out, tenths(at[0].y));
    }
    p->begun = true;
    p->command = 'm';
    move_to(p, at[0]);
    for (size_t i = 1; i < s->points; i++) {
        if (s->kind != SHAPE_CURVE) {
            write_line(p, at[i]);
            continue;
        }
        if (i % 3 == 1)
            command(p, 'c');
        write_step(p, at[i]);
        if (i % 3 == 0)
            move_to(p, at[i]);
    }
    if (s->kind == SHAPE_POLYGON)
        buffer_char(p->out, 'z');
}

static void write_numbers(struct buffer *out, const double *n, size_t count) {
    for (size_t i = 0; i < count; i++) {
        buffer_string(out, i ? " " : "");
        zet_drawing_number(out, n[i]);
    }
}

static bool is_line(const struct shape *s) {
    return s->kind == SHAPE_LINE || s->kind == SHAPE_CURVE;
}

/* Writes the shape, with those after it that are of one path; returns the one after. */
static size_t write_shape(struct buffer *out, const struct figure *f, size_t i) {
    const struct shape *s = &f->shape[i++];
    const double place[] = {s->at.x, s->at.y, s->size.x, s->size.y};
    const double text[] = {s->at.x, s->at.y, s->height, s->anchor, s->bold};
    struct path path = {.out = out};
    switch (s->kind) {
    case SHAPE_CIRCLE:
        buffer_char(out, 'c');
        write_numbers(out, place, 3);
        break;
    case SHAPE_RECTANGLE:
        buffer_char(out, 'r');
        write_numbers(out, place, 4);
        break;
    case SHAPE_TEXT:
        buffer_char(out, 't');
        write_numbers(out, text, 5);
        buffer_add(out, "|", s->text);
        break;
    default:
        buffer_char(out, 'p');
        write_piece(&path, f, s);
        for (; is_line(s) && i < f->count && is_line(&f->shape[i]) && f->shape[i].role == s->role;
             i++)
            write_piece(&path, f, &f->shape[i]);
    }
    return i;
}

void zet_page_marks(struct buffer *out, const struct figure *f) {
    struct buffer code = {0}, last = {0};
    bool any = false;
    buffer_char(out, '[');
    for (size_t i = 0; i < f->count;) {
        enum role role = f->shape[i].role;
        if (f->shape[i].kind == SHAPE_CLIP || f->shape[i].kind == SHAPE_CLIP_END) {
            i++;
            continue;
        }
        code.len = 0;
        i = write_shape(&code, f, i);
        buffer_add(out, any ? ",\"" : "\"", role);
        if (!text_same(buffered(&code), buffered(&last)))
            zet_markup_json_escape(out, buffered(&code));
        buffer_char(out, '"');
        any = true;
        struct buffer before = last;
        last = code;
        code = before;
    }
    buffer_char(out, ']');
    out->failed |= code.failed | last.failed;
    zet_buffer_free(&code);
    zet_buffer_free(&last);
}
