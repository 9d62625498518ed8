/* The common part of diagram formats. */
#include "diagrams/drawing.h"
#include "diagrams/layout.h"

#include <math.h>

const char *const zi_role_names[ROLES] = {
#define ROLE(name, text, ...) [ROLE_##name] = text,
#include "diagrams/roles.def"
#undef ROLE
};

void zi_drawing_begin(struct drawing *d, const struct drawing_format *format,
                      const struct drawing_options *options, struct buffer *out) {
    *d = (struct drawing){.format = format, .options = *options, .out = out};
}

static bool fail(struct drawing *d, const char *why) {
    if (!d->why)
        d->why = why;
    return false;
}

static bool fail_for_memory(struct drawing *d) {
    d->out_of_memory = true;
    return fail(d, "out of memory");
}

static bool succeed(struct drawing *d, bool well) {
    if (!well || d->out->failed)
        return fail_for_memory(d);
    d->diagrams++;
    return true;
}

bool zi_drawing_is_full(const struct drawing *d) {
    const unsigned most = d->options.per_page ? d->options.per_page : 1;
    return d->diagrams >= most && !d->format->several;
}

#define LEAST_TYPE 5.5  /* points */
#define LEAST_LINE 0.25 /* points */
#define LEAST_MOST (4 * FIGURE_CELL)
#define ROUNDED 0.005 /* for sizes written with two decimals */
#define POINTS_PER_MM (72 / 25.4)

/* The size at which d->figure is drawn. */
static struct point figure_size(const struct drawing *d) {
    const struct drawing_format *format = d->format;
    double wide = format->cell, most = format->most, width = d->options.width;
    if (d->options.cell > 0) {
        wide = d->options.cell * POINTS_PER_MM / format->points;
        most = HUGE_VAL;
        width = 0;
    }
    return zi_drawing_size(&d->figure, width, wide, most);
}

/* Larger letters widen the margins and reduce the scale, so this repeats until the letters are
   large enough. False if they would be higher than four cells. */
static bool lay_out_for(struct drawing *d, struct diagram *laid) {
    const double slack = 1.005; /* sizes are written with two decimals */
    struct figure *f = &d->figure;
    laid->view.least = 0;
    while (laid->view.least <= LEAST_MOST) {
        zi_layout(f, laid);
        if (f->failed)
            return true; /* zi_drawing_draw reports it */
        struct point size = figure_size(d);
        double scale = size.x / (f->high.x - f->low.x) * d->format->points;
        if (d->format->shrink)
            scale *= d->format->shrink(d, size);
        f->least_line = LEAST_LINE * slack / scale;
        if ((laid->view.least - ROUNDED) * scale >= LEAST_TYPE)
            return true;
        laid->view.least = LEAST_TYPE * slack / scale + ROUNDED;
    }
    return false;
}

/* Whether something next to the board can be moved below it to enlarge the board. */
static bool can_stack(const struct drawing *d, const struct diagram *diagram) {
    const struct view *view = &diagram->view;
    bool panels = diagram->board.levels > 1 && (view->levels || view->pile);
    return !(d->options.cell > 0) && (panels || diagram->before_count);
}

bool zi_drawing_lay_out(struct drawing *d, const struct diagram *diagram) {
    const double small = 4.6; /* letters half as high as a cell */
    struct diagram laid = *diagram;
    struct figure *f = &d->figure;
    laid.view.isolate = !d->format->sets_itself;
    f->recolored = d->options.recolored;
    f->recolored_count = d->options.recolored_count;
    bool done = lay_out_for(d, &laid);
    if ((!done || laid.view.least > small) && can_stack(d, diagram)) {
        laid.view.stacked = true;
        done = lay_out_for(d, &laid);
    }
    if (done && d->options.transparent)
        zi_figure_hide(f, ROLE_PAPER);
    return done;
}

bool zi_drawing_draw(struct drawing *d) {
    const struct drawing_format *format = d->format;
    if (d->figure.failed)
        return fail_for_memory(d);
    if (zi_drawing_is_full(d))
        return fail(d, "a file of this format holds one diagram");
    struct point size = figure_size(d);
    if (!(size.x >= 1 && size.y >= 1))
        return fail(d, "the diagram is too small to be seen");
    if (!(size.x <= format->limit && size.y <= format->limit))
        return fail(d, "the diagram is too large for this format");
    return succeed(d, format->draw(d, size));
}

bool zi_drawing_add(struct drawing *d, const struct diagram *diagram) {
    if (d->format->draw) {
        if (!d->format->lay_out(d, diagram))
            return fail(d, "the width is too small for letters that can be read");
        return zi_drawing_draw(d);
    }
    if (!d->format->add)
        return fail(d, "this format shows records, not positions");
    if (zi_drawing_is_full(d))
        return fail(d, "a file of this format holds one diagram");
    return succeed(d, d->format->add(d, diagram));
}

bool zi_drawing_add_record(struct drawing *d, const struct drawn_record *record) {
    if (!d->format->add_record)
        return fail(d, "this format shows positions, not records");
    if (zi_drawing_is_full(d))
        return fail(d, "a file of this format holds one record");
    return succeed(d, d->format->add_record(d, record));
}

bool zi_drawing_end(struct drawing *d) {
    bool well = !d->format->end || d->format->end(d);
    zi_figure_free(&d->figure);
    if (well && !d->out->failed)
        return true;
    return fail_for_memory(d);
}

struct point zi_drawing_size(const struct figure *f, double width, double cell_width, double most) {
    double wide = f->high.x - f->low.x, high = f->high.y - f->low.y;
    if (!(width > 0)) {
        width = wide / FIGURE_CELL * cell_width;
        if (width > most)
            width = most;
    }
    return (struct point){width, high * width / wide};
}
