/* What the formats of diagrams share: one interface. Which formats there are is for
   validators/diagrams/formats.def to say. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/base/characters.h"
#include "notation/drawing/diagram.h"
#include "notation/drawing/figure.h"
#include "notation/drawing/theme.h"

struct zet_canvas;   /* what a format without a writer of its own is drawn with (zet.h) */
struct drawn_record; /* a record as a whole (validators/diagrams/drawn_record.h) */

enum { FONT_BYTES_MAX = 60, RECOLORED_MAX = ROLES };
struct drawing_options {
    enum theme theme;
    bool transparent;              /* without the paper */
    char font[FONT_BYTES_MAX + 1]; /* letters, digits, blanks and hyphens; empty: the usual ones */
    struct recolored recolored[RECOLORED_MAX];
    size_t recolored_count;
    enum language language; /* of a page; a diagram has its own */
    double width;           /* of the figure, in the format's unit; 0: as the cells want */
    double cell;            /* width of a cell in mm, whatever the figure's; 0: not said */
    struct text assets; /* of a page: what the addresses of its style and script begin with, as an
                           attribute's value; or empty: they are in the page */
    struct text
        fragment;      /* of a page: it is a part of another page, and its ids begin so; or empty */
    unsigned per_page; /* figures a page, where the format has pages; at most PER_PAGE_MAX */
    const struct zet_canvas *canvas; /* or NULL */
};
enum { PER_PAGE_MAX = 64 };

/* One file in the making. */
struct drawing {
    const struct drawing_format *format;
    struct drawing_options options;
    struct buffer *out; /* the caller may write out and empty it between the calls */
    size_t diagrams;    /* added so far */
    struct figure figure;
    void *state; /* the format's own */
    bool out_of_memory;
    const char *why; /* static, or in `room`: what went wrong, when add or end returned false */
    char room[500];
};

struct drawing_format {
    const char *name;  /* also the ending of its files */
    const char *other; /* another ending of its files, or NULL */
    const char *about; /* a line for --help */
    const char *unit;  /* of the width: "mm", "pixels"; NULL: it has none */
    bool several;      /* a file can hold more than one diagram */
    bool pages;        /* a file has pages, which can hold more than one */
    bool binary;       /* not for a terminal */
    bool canvas;       /* is drawn with a canvas */

    /* In that unit: how wide a cell is, and a figure becomes at most, where the width is not given;
       how wide and how high it can be. */
    double cell, most, limit;
    double points; /* of that unit */

    bool sets_itself; /* the reader's program sets the texts, so that no sign of direction is needed
                       */

    /* How wide a text of that height is in the font that it is drawn with, whose context is the
       drawing; NULL: about as wide as in any font. */
    double (*measure)(void *drawing, struct text t, double height);

    /* How much smaller than `size` a figure is drawn; NULL: not at all. */
    double (*shrink)(const struct drawing *d, struct point size);

    /* Appends a diagram, as it is or as d->figure, of that size; or a page to step through a
       record. One of the three is there. False when memory runs out, or something else went wrong
       (d->why). */
    bool (*add)(struct drawing *d, const struct diagram *diagram);
    bool (*draw)(struct drawing *d, struct point size);
    bool (*add_record)(struct drawing *d, const struct drawn_record *record);

    /* Completes the file, and frees the state. NULL if there is nothing to do. */
    bool (*end)(struct drawing *d);
};

/* Begins a file; the buffer must stay. */
void zi_drawing_begin(struct drawing *d, const struct drawing_format *format,
                      const struct drawing_options *options, struct buffer *out);

/* False when it failed; d->why says how, as does that of zi_drawing_end. */
bool zi_drawing_add(struct drawing *d, const struct diagram *diagram);

/* Appends d->figure as it is, to a format that draws. */
bool zi_drawing_draw(struct drawing *d);

/* Appends a record, to a format that shows records. */
bool zi_drawing_add_record(struct drawing *d, const struct drawn_record *record);

/* To be called once, whether or not all went well so far. */
bool zi_drawing_end(struct drawing *d);

/* What roles are called in the formats that have classes or styles. */
extern const char *const zi_role_names[ROLES];

/* Lays the diagram out as d->figure for the size in which d draws it: no text is under 5.5 pt and
   no line under 0.25 pt. False if it would be too small for that. */
bool zi_drawing_lay_out(struct drawing *d, const struct diagram *diagram);

/* The size in which d->figure is drawn. */
struct point zi_drawing_figure_size(const struct drawing *d);

/* The size of a figure in the format's unit: `width` as said, else by the size of its cells. */
struct point zi_drawing_size(const struct figure *f, double width, double cell_width, double most);

/* Appends shapes `from` up to `to` of the figure as SVG, without an <svg> around them. With
   `classes` each has its role as a class, else the theme's style. Texts are escaped. */
void zi_svg_shapes(struct buffer *out, const struct figure *f, size_t from, size_t to,
                   enum theme theme, bool classes, struct text clip_prefix);

/* Appends the CSS rules of all classes that zi_svg_shapes writes for boards, a line a rule. Only
   those of the roles that are used, or of all (NULL). Their colors are those of a palette. */
void zi_svg_styles(struct buffer *out, const bool *used);

/* Appends the CSS rule that gives the elements of the selector the colors of a theme; with `but`
   only those that differ from the ones of that theme. */
void zi_svg_palette(struct buffer *out, enum theme theme, const enum theme *but,
                    const char *selector, const bool *used);

/* Appends text as LaTeX sets it: no character means anything to TeX. */
void zi_tex_text(struct buffer *out, struct text t);
