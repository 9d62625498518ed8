/* The formats of diagrams, after one interface. */
#ifndef ZET_NOTATION_DRAWING_DRAWING_H
#define ZET_NOTATION_DRAWING_DRAWING_H

#include "notation/base/buffer.h"
#include "notation/drawing/diagram.h"

struct drawing_options {
    enum theme theme;
    double width;      /* of the figure, in the format's unit; 0: as the cells want */
    unsigned per_page; /* pdf: figures a page; at most PER_PAGE_MAX */
};
enum { PER_PAGE_MAX = 64 };

/* One file in the making. */
struct drawing {
    const struct drawing_format *format;
    struct drawing_options options;
    struct buffer *out; /* the caller may write out and empty it between the calls */
    size_t diagrams;    /* added so far */
    struct figure figure;
    void *state;     /* the format's own */
    const char *why; /* static: what went wrong, when add or end returned false */
};

struct drawing_format {
    const char *name;  /* the ending of its files, too */
    const char *about; /* a line for --help */
    const char *unit;  /* of the width: "mm", "pixels"; NULL: it has none */
    bool several;      /* a file can hold more than one diagram */

    /* In that unit: how wide a cell is, and a figure becomes at most, where the width is not given;
       how wide and how high it can be. */
    double cell, most, limit;

    /* Appends a diagram, as it is or as d->figure, of that size; one of the two is there. False
       when memory runs out, or something else went wrong (d->why). */
    bool (*add)(struct drawing *d, const struct diagram *diagram);
    bool (*draw)(struct drawing *d, struct point size);

    /* Completes the file, and frees the state. NULL where there is nothing to do. */
    bool (*end)(struct drawing *d);
};

extern const struct drawing_format zet_drawing_ascii, zet_drawing_unicode, zet_drawing_svg,
    zet_drawing_pdf, zet_drawing_png, zet_drawing_tex;
enum { DRAWING_FORMATS = 6 };
extern const struct drawing_format *const zet_drawing_formats[DRAWING_FORMATS];

/* Begins a file; the buffer must stay. */
void zet_drawing_begin(struct drawing *d, const struct drawing_format *format,
                       const struct drawing_options *options, struct buffer *out);

/* False when it failed; d->why says how, as does that of zet_drawing_end. */
bool zet_drawing_add(struct drawing *d, const struct diagram *diagram);

/* Appends d->figure as it is, to a format that draws. */
bool zet_drawing_draw(struct drawing *d);

/* To be called once, whether or not all went well so far. */
bool zet_drawing_end(struct drawing *d);

/* What roles are called in the formats that have classes or styles. */
extern const char *const zet_role_names[ROLES];

/* The size of a figure in the format's unit: `width` as said, else by the size of its cells. */
struct point zet_drawing_size(const struct figure *f, double width, double cell_width, double most);

/* Appends shapes `from` up to `to` of the figure as SVG, without an <svg> around them. With
   `classes` each has its role as a class, else the theme's style. Texts are escaped. */
void zet_svg_shapes(struct buffer *out, const struct figure *f, size_t from, size_t to,
                    enum theme theme, bool classes, struct text clip_prefix);

/* Appends the CSS rules of all classes that zet_svg_shapes writes, a line a rule. */
void zet_svg_styles(struct buffer *out, enum theme theme);

/* Appends text with the characters escaped that mean something to XML and HTML, in content and in
   quoted values; what is no character becomes U+FFFD. */
void zet_markup(struct buffer *out, struct text t);

/* Appends text as LaTeX sets it: no character means anything to TeX. */
void zet_tex_text(struct buffer *out, struct text t);

/* Takes the first character off a text that is not empty. What is no UTF-8, a control other than a
   blank, or no character of XML becomes U+FFFD. */
struct text zet_drawing_character(struct text *t);

/* A length or a place: at most two digits after the point, no more than needed. */
void zet_drawing_number(struct buffer *out, double n);

/* The board of a position in plain ASCII, every line indented, at most 79 columns: the text writer
   without names, decorations and caption. */
void zet_text_board(struct buffer *out, const struct ruleset *rs, const struct setup *setup,
                    unsigned indent);

#endif
