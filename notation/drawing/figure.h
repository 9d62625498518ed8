/* A figure: shapes on paper, without a word on how a format writes them. x goes to the right, y
   down. A cell of a board is FIGURE_CELL wide. */
#pragma once

#include "notation/base/arena.h"

#define FIGURE_CELL 10.0

/* What a shape is; a theme says how that looks. */
enum role {
#define ROLE(name, ...) ROLE_##name,
#include "notation/drawing/roles.def"
#undef ROLE
    ROLES
};

struct point {
    double x, y;
};

enum shape_kind {
    SHAPE_RECTANGLE, /* at: a corner, the one up and left; size */
    SHAPE_CIRCLE,    /* at: the center; size.x: the radius */
    SHAPE_LINE,      /* points joined by straight lines */
    SHAPE_POLYGON,   /* the same, closed */
    SHAPE_CURVE,     /* a point, and three for each piece of a cubic Bezier curve */
    SHAPE_TEXT,      /* at: on the baseline */
    SHAPE_CLIP,      /* a rectangle: what follows is seen only within, up to SHAPE_CLIP_END */
    SHAPE_CLIP_END
};

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

struct shape {
    enum shape_kind kind;
    enum role role;
    struct point at, size;
    size_t first, points; /* in the figure's points */

    /* Text: UTF-8, one line, the height of its font, and the width that it has room for (0: any);
       whoever can measure it cuts what is wider. */
    struct text text;
    enum anchor anchor;
    bool bold;
    double height, room;

    /* A line of a paragraph: its first one has all of it, for formats that break lines themselves,
       the others only say that they continue. */
    struct text paragraph;
    bool goes_on;
};

/* Another color of a role than its theme's: of its ground, or where it has none of its line. */
struct recolored {
    enum role role;
    uint32_t color;
};

/* Starts zeroed. Once memory ran out it stays `failed`. */
struct figure {
    struct shape *shape;
    size_t count, cap;
    struct point *point;
    size_t point_count, point_cap;
    struct point low, high;            /* the corners of the paper */
    double body;                       /* how far down it goes without its paragraphs */
    double least_line;                 /* no line is drawn thinner than this */
    const struct recolored *recolored; /* recolored_count of them; they stay when it is cleared */
    size_t recolored_count;
    struct arena arena; /* of the texts */
    bool failed;
    struct shape lost; /* where it failed */

    /* For those who cannot see it: a few words, and the position in words. */
    struct text title, description;
};

/* Takes everything off the paper. What has failed stays so: part of it may have been used. */
void zi_figure_clear(struct figure *f);
void zi_figure_free(struct figure *f);

void zi_figure_rectangle(struct figure *f, enum role role, struct point at, struct point size);
void zi_figure_circle(struct figure *f, enum role role, struct point center, double radius);
void zi_figure_path(struct figure *f, enum shape_kind kind, enum role role,
                    const struct point *points, size_t count);

/* Takes the shapes of a role off the paper. */
void zi_figure_hide(struct figure *f, enum role role);
void zi_figure_clip(struct figure *f, struct point at, struct point size);
void zi_figure_clip_end(struct figure *f);

/* Appends the shapes of another figure, with its low corner moved to `at`. */
void zi_figure_append(struct figure *f, const struct figure *from, struct point at);

/* The text is copied. */
struct label {
    struct text text;
    double height, room; /* as in struct shape */
    enum anchor anchor;
    bool bold;
    struct text paragraph; /* as in struct shape */
    bool goes_on;
};
void zi_figure_text(struct figure *f, enum role role, struct point at, struct label label);

/* How wide the text is, in the units of `height`: the sum of the advances of DejaVu Sans, the first
   font of every drawing (font_widths.def). Characters that it lacks are taken for rather wide ones,
   and so is text that a font shapes. Verdana is as wide, Arial and Helvetica are narrower. */
double zi_text_width(struct text t, double height);
double zi_text_width_bold(struct text t, double height);

/* The longest beginning of the text that is no wider than `room` by zi_text_width and does not end
   within a grapheme. Linear time. */
struct text zi_text_fitting(struct text t, double height, double room);
