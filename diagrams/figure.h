/* A figure: shapes on paper, independent of formats. x goes right, y down. A cell of a board is
   FIGURE_CELL wide. */
#pragma once

#include "notation/base/arena.h"

#define FIGURE_CELL 10.0

/* The meaning of a shape; a theme defines its look. */
enum role {
#define ROLE(name, ...) ROLE_##name,
#include "diagrams/roles.def"
#undef ROLE
    ROLES
};

struct point {
    double x, y;
};

enum shape_kind {
    SHAPE_RECTANGLE, /* at: the top left corner; size */
    SHAPE_CIRCLE,    /* at: the center; size.x: the radius */
    SHAPE_LINE,      /* points joined by straight lines */
    SHAPE_POLYGON,   /* the same, closed */
    SHAPE_CURVE,     /* a point, and three for each cubic Bezier segment */
    SHAPE_TEXT,      /* at: on the baseline */
    SHAPE_CLIP,      /* a rectangle that clips the following shapes, up to SHAPE_CLIP_END */
    SHAPE_CLIP_END
};

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

struct shape {
    enum shape_kind kind;
    enum role role;
    struct point at, size;
    size_t first, points; /* in the figure's points */

    /* Text: UTF-8, one line, its font's height, and the available width (0: unlimited); writers
       that can measure text cut it there. */
    struct text text;
    enum anchor anchor;
    bool bold;
    double height, room;

    /* The first line of a paragraph has the whole text, for formats that break lines themselves;
       the others only set goes_on. */
    struct text paragraph;
    bool goes_on;
};

/* Overrides a role's color in the theme: of its ground or, if it has none, of its line. */
struct recolored {
    enum role role;
    uint32_t color;
};

/* Starts zeroed. Stays `failed` after an allocation fails. */
struct figure {
    struct shape *shape;
    size_t count, cap;
    struct point *point;
    size_t point_count, point_cap;
    struct point low, high;            /* the corners of the paper */
    double body;                       /* the lowest point, without its paragraphs */
    double least_line;                 /* minimum width of lines */
    const struct recolored *recolored; /* recolored_count of them; they outlive zi_figure_clear */
    size_t recolored_count;
    struct arena arena; /* owns the texts */
    bool failed;
    struct shape lost; /* used after a failure */

    /* For readers who cannot see it: a title, and the position in words. */
    struct text title, description;
};

/* Removes all shapes. Keeps `failed`, because part of the figure may have been used. */
void zi_figure_clear(struct figure *f);
void zi_figure_free(struct figure *f);

void zi_figure_rectangle(struct figure *f, enum role role, struct point at, struct point size);
void zi_figure_circle(struct figure *f, enum role role, struct point center, double radius);
void zi_figure_path(struct figure *f, enum shape_kind kind, enum role role,
                    const struct point *points, size_t count);

void zi_figure_line(struct figure *f, enum role role, struct point from, struct point to);

/* A rectangle by its center; and a path of at most 4 points, in multiples of `scale` from its
   center. */
void zi_figure_box(struct figure *f, enum role role, struct point center, struct point size);
void zi_figure_around(struct figure *f, enum shape_kind kind, enum role role, struct point center,
                      struct point scale, const struct point *points, size_t count);

/* Removes the shapes of a role. */
void zi_figure_hide(struct figure *f, enum role role);
void zi_figure_clip(struct figure *f, struct point at, struct point size);
void zi_figure_clip_end(struct figure *f);

/* Appends the shapes of another figure, moving its low corner to `at`. */
void zi_figure_append(struct figure *f, const struct figure *from, struct point at);

/* A text to be copied into a figure. */
struct label {
    struct text text;
    double height, room; /* as in struct shape */
    enum anchor anchor;
    bool bold;
    struct text paragraph; /* as in struct shape */
    bool goes_on;
};
void zi_figure_text(struct figure *f, enum role role, struct point at, struct label label);

/* The width of the text in the units of `height`: the sum of the advances of DejaVu Sans, the first
   font of every drawing (font_widths.def). Other characters, and scripts that need shaping, are
   assumed to be rather wide. Verdana is as wide; Arial and Helvetica are narrower. */
double zi_text_width(struct text t, double height);
double zi_text_width_bold(struct text t, double height);

/* The longest prefix of the text that is no wider than `room` by zi_text_width and does not split a
   grapheme. Linear time. */
struct text zi_text_fitting(struct text t, double height, double room);

/* The look of roles. */

enum theme { THEME_PRINT, THEME_SCREEN, THEME_GREY, THEME_DARK, THEMES };
extern const char *const zi_themes[THEMES + 1]; /* by enum theme; ends with NULL */

/* A color as 0xRRGGBB. */
#define NO_COLOR 0xFF000000U

struct paint {
    uint32_t fill;   /* or NO_COLOR; the color of a text */
    uint32_t stroke; /* or NO_COLOR */
    double width;    /* of the stroke, in the figure's units */
    double dash;     /* length of dashes and gaps; 0: solid */
};

/* Line caps and joins are round. */
struct paint zi_theme_paint(enum theme theme, enum role role);

/* The same for a figure, with its minimum line width. */
struct paint zi_figure_paint(const struct figure *f, enum theme theme, enum role role);
