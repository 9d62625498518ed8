#include "notation/drawing/theme.h"

const char *const zi_themes[THEMES + 1] = {"print", "screen", "grey", "dark", NULL};

#define NONE NO_COLOR
enum { BLACK = 0x000000, WHITE = 0xFFFFFF };

static const struct style {
    double width, dash;
    uint32_t colors[2 * THEMES]; /* the ground and the line for each theme */
} styles[ROLES] = {
#define ROLE(name, text, width, dash, ...) [ROLE_##name] = {width, dash, {__VA_ARGS__}},
#include "notation/drawing/roles.def"
#undef ROLE
};

/* Line widths that differ from the other themes. */
static const struct {
    enum theme theme;
    enum role role;
    double width;
} widths[] = {{THEME_GREY, ROLE_YARD, 0.8},      {THEME_GREY, ROLE_DIVIDER, 0.8},
              {THEME_DARK, ROLE_RIM_0, 0.3},     {THEME_GREY, ROLE_CASING, 2.4},
              {THEME_GREY, ROLE_MOVE, 1.2},      {THEME_GREY, ROLE_CHAIN, 1.4},
              {THEME_GREY, ROLE_ORIGIN, 0.7},    {THEME_GREY, ROLE_CAPTURED, 0.8},
              {THEME_GREY, ROLE_MARK, 1},        {THEME_GREY, ROLE_ARROW, 0.9},
              {THEME_GREY, ROLE_BAR, 0.35},      {THEME_GREY, ROLE_BAR_0, 0.35},
              {THEME_GREY, ROLE_BAR_1, 0.45},    {THEME_GREY, ROLE_BAR_DRAW, 0.35},
              {THEME_GREY, ROLE_BAR_HATCH, 0.4}, {THEME_GREY, ROLE_BAR_OPEN, 0.4},
              {THEME_GREY, ROLE_AXIS, 0.4},      {THEME_GREY, ROLE_GRID, 0.25}};

struct paint zi_theme_paint(enum theme theme, enum role role) {
    const struct style *s = &styles[role];
    struct paint paint = {s->colors[2 * theme], s->colors[2 * theme + 1], s->width, s->dash};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        if (widths[i].theme == theme && widths[i].role == role)
            paint.width = widths[i].width;
    return paint;
}

struct paint zi_figure_paint(const struct figure *f, enum theme theme, enum role role) {
    struct paint paint = zi_theme_paint(theme, role);
    if (paint.width < f->least_line)
        paint.width = f->least_line;
    for (size_t i = 0; i < f->recolored_count; i++) {
        if (f->recolored[i].role != role)
            continue;
        if (paint.fill != NO_COLOR)
            paint.fill = f->recolored[i].color;
        else
            paint.stroke = f->recolored[i].color;
    }
    return paint;
}
