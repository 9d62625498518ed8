/* The look of a figure's roles. */
#pragma once

#include "notation/drawing/figure.h"

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
