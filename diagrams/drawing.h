/* The common interface of diagram formats. diagrams/formats.def lists the formats. */
#pragma once

#include "diagrams/diagram.h"
#include "diagrams/figure.h"
#include "notation/base/buffer.h"
#include "notation/base/safe_text.h"

struct drawn_record; /* a whole record (diagrams/drawn_record.h) */

enum { FONT_BYTES_MAX = 60, RECOLORED_MAX = ROLES };
struct drawing_options {
    enum theme theme;
    bool transparent;              /* omits the paper */
    char font[FONT_BYTES_MAX + 1]; /* letters, digits, blanks and hyphens; empty: default fonts */
    struct recolored recolored[RECOLORED_MAX];
    size_t recolored_count;
    enum language language; /* of a page; diagrams have their own */
    double width;           /* of the figure, in the format's unit; 0: set by the cells */
    double cell;            /* width of a cell in mm, for figures of any size; 0: not set */
    struct text assets;     /* of a page: the prefix of the addresses of its style and script, as an
                               attribute's value; empty: they are inside the page */
    struct text fragment;   /* of a page: prefix of its ids as part of another page; or empty */
    unsigned per_page;      /* figures per page, in formats with pages; at most PER_PAGE_MAX */
};
enum { PER_PAGE_MAX = 64 };

/* A file being written. */
struct drawing {
    const struct drawing_format *format;
    struct drawing_options options;
    struct buffer *out; /* the caller may write it to a file and empty it between calls */
    size_t diagrams;    /* added so far */
    struct figure figure;
    void *state;      /* the format's own */
    unsigned columns; /* of figures on a sheet */
    bool out_of_memory;
    const char *why; /* static: the cause, after add or end returned false */
};

struct drawing_format {
    const char *name;  /* also the extension of its files */
    const char *other; /* another extension of its files, or NULL */
    const char *about; /* a line for --help */
    const char *unit;  /* of the width: "mm", "pixels"; NULL: no unit */
    bool several;      /* a file can contain several diagrams */
    bool pages;        /* a file consists of any number of documents, which are its pages */
    bool converted;    /* the files hold SVG documents, of which rsvg-convert makes them */

    /* In that unit: the default width of a cell, the maximum width of a figure by default, and the
       limit of its width and height. */
    double cell, most, limit;
    double points; /* points per unit */

    bool sets_itself; /* the reader's program lays out texts, so direction marks are not needed */

    /* The factor by which a figure of `size` is reduced; NULL: none. */
    double (*shrink)(const struct drawing *d, struct point size);

    /* Appends a diagram directly; or d->figure at that size; or a page to step through a record.
       Every format has one of the three. False when out of memory or on another error (d->why). */
    bool (*add)(struct drawing *d, const struct diagram *diagram);
    bool (*draw)(struct drawing *d, struct point size);
    bool (*add_record)(struct drawing *d, const struct drawn_record *record);

    /* zi_drawing_lay_out, if the format draws: a program without such formats has no layout. */
    bool (*lay_out)(struct drawing *d, const struct diagram *diagram);

    /* Completes the file and frees the state. NULL if nothing needs to be done. */
    bool (*end)(struct drawing *d);
};

/* Begins a file; the buffer must outlive *d. */
void zi_drawing_begin(struct drawing *d, const struct drawing_format *format,
                      const struct drawing_options *options, struct buffer *out);

/* False on failure, with the cause in d->why; so does zi_drawing_end. */
bool zi_drawing_add(struct drawing *d, const struct diagram *diagram);

/* Whether the file has as many diagrams as it can hold. */
bool zi_drawing_is_full(const struct drawing *d);

/* Appends d->figure unchanged, to a format that draws. */
bool zi_drawing_draw(struct drawing *d);

/* Appends a record to a format that shows records. */
bool zi_drawing_add_record(struct drawing *d, const struct drawn_record *record);

/* Must be called once, even after failures. */
bool zi_drawing_end(struct drawing *d);

/* The names of roles in formats with classes or styles. */
extern const char *const zi_role_names[ROLES];

/* Lays out the diagram as d->figure for the size at which d draws it: no text is below 5.5 pt and
   no line below 0.25 pt. False if the figure would be too small for that. */
bool zi_drawing_lay_out(struct drawing *d, const struct diagram *diagram);

/* The size of a figure in the format's unit: by `width` if set, else by its cells. */
struct point zi_drawing_size(const struct figure *f, double width, double cell_width, double most);

/* Appends shapes `from` up to but excluding `to` as SVG without an <svg> element. With `classes`
   each has its role as its class, else the theme's style. Escapes texts. */
void zi_svg_shapes(struct buffer *out, const struct figure *f, size_t from, size_t to,
                   enum theme theme, bool classes, struct text clip_prefix);

/* Appends the CSS rules of all classes that zi_svg_shapes writes for boards, one per line; only
   those of the used roles, or all (NULL). A palette sets their colors. */
void zi_svg_styles(struct buffer *out, const bool *used);

/* Appends the CSS rule that sets a theme's colors for the selector's elements; with `but` only
   those that differ from that theme. */
void zi_svg_palette(struct buffer *out, enum theme theme, const enum theme *but,
                    const char *selector, const bool *used);

/* Appends text for LaTeX, with special characters escaped. */
void zi_tex_text(struct buffer *out, struct text t);
