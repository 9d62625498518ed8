/* What the formats of diagrams share. */
#include "notation/drawing/drawing.h"
#include "notation/drawing/layout.h"

const char *const zet_role_names[ROLES] = {
#define ROLE(name, text) [ROLE_##name] = text,
#include "notation/drawing/roles.def"
#undef ROLE
};

void zet_drawing_begin(struct drawing *d, const struct drawing_format *format,
                       const struct drawing_options *options, struct buffer *out) {
    *d = (struct drawing){.format = format, .options = *options, .out = out};
}

static bool fail(struct drawing *d, const char *why) {
    if (!d->why)
        d->why = why;
    return false;
}

static bool succeed(struct drawing *d, bool well) {
    if (!well || d->out->failed)
        return fail(d, "out of memory");
    d->diagrams++;
    return true;
}

static bool is_full(const struct drawing *d) { return d->diagrams && !d->format->several; }

bool zet_drawing_draw(struct drawing *d) {
    const struct drawing_format *format = d->format;
    if (d->figure.failed)
        return fail(d, "out of memory");
    if (is_full(d))
        return fail(d, "a file of this format holds one diagram");
    struct point size = zet_drawing_size(&d->figure, d->options.width, format->cell, format->most);
    if (!(size.x >= 1 && size.y >= 1))
        return fail(d, "the diagram is too small to be seen");
    if (!(size.x <= format->limit && size.y <= format->limit))
        return fail(d, "the diagram is too large for this format");
    return succeed(d, format->draw(d, size));
}

bool zet_drawing_add(struct drawing *d, const struct diagram *diagram) {
    if (d->format->draw) {
        zet_layout(&d->figure, diagram);
        return zet_drawing_draw(d);
    }
    if (!d->format->add)
        return fail(d, "this format shows records, not positions");
    if (is_full(d))
        return fail(d, "a file of this format holds one diagram");
    return succeed(d, d->format->add(d, diagram));
}

bool zet_drawing_add_record(struct drawing *d, const struct drawn_record *record) {
    if (!d->format->add_record)
        return fail(d, "this format shows positions, not records");
    if (is_full(d))
        return fail(d, "a file of this format holds one record");
    return succeed(d, d->format->add_record(d, record));
}

bool zet_drawing_end(struct drawing *d) {
    bool well = !d->format->end || d->format->end(d);
    zet_figure_free(&d->figure);
    return (well && !d->out->failed) || fail(d, "out of memory");
}

struct point zet_drawing_size(const struct figure *f, double width, double cell_width,
                              double most) {
    double wide = f->high.x - f->low.x, high = f->high.y - f->low.y;
    if (!(width > 0)) {
        width = wide / FIGURE_CELL * cell_width;
        if (width > most)
            width = most;
    }
    return (struct point){width, high * width / wide};
}
