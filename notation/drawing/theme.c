#include "notation/drawing/theme.h"

const char *const zi_themes[THEMES + 1] = {"print", "screen", "grey", "dark", NULL};

#define NONE NO_COLOR
enum { BLACK = 0x000000, WHITE = 0xFFFFFF };

/* What is told apart is told apart by shape, lightness or dashes in each of them; colour only
   helps. */
static const struct paint print[ROLES] = {
    [ROLE_PAPER] = {WHITE, NONE, 0, 0},
    [ROLE_BOARD] = {WHITE, NONE, 0, 0},
    [ROLE_EDGE] = {NONE, BLACK, 0.4, 0},
    [ROLE_HALF_DARK] = {0xC8C8C8, NONE, 0, 0},
    [ROLE_HALF_LIGHT] = {0xF4F4F4, NONE, 0, 0},
    [ROLE_CELL_DARK] = {0xDCDCDC, 0x808080, 0.15, 0},
    [ROLE_CELL_LIGHT] = {WHITE, 0x808080, 0.15, 0},
    [ROLE_CELL_FILLED] = {0x8C8C8C, 0x606060, 0.15, 0},
    [ROLE_DOT_0] = {BLACK, NONE, 0, 0},
    [ROLE_DOT_1] = {WHITE, BLACK, 0.3, 0},
    [ROLE_YARD] = {NONE, BLACK, 0.7, 0},
    [ROLE_BORDER_0] = {BLACK, BLACK, 0.25, 0},
    [ROLE_BORDER_1] = {WHITE, BLACK, 0.25, 0},
    [ROLE_PIT] = {WHITE, BLACK, 0.3, 0},
    [ROLE_DIVIDER] = {NONE, BLACK, 0.7, 0},
    [ROLE_MAN_0] = {0x1A1A1A, BLACK, 0.4, 0},
    [ROLE_MAN_1] = {WHITE, BLACK, 0.5, 0},
    [ROLE_ON_MAN_0] = {WHITE, WHITE, 0.6, 0},
    [ROLE_ON_MAN_1] = {BLACK, BLACK, 0.6, 0},
    [ROLE_RIM_0] = {NONE, WHITE, 0.25, 0},
    [ROLE_SUPPORT] = {0xF0F0F0, 0xA8A8A8, 0.3, 0},
    [ROLE_SEED] = {0x606060, BLACK, 0.2, 0},
    [ROLE_COUNT] = {BLACK, NONE, 0, 0},
    [ROLE_CASING] = {NONE, WHITE, 2.2, 0},
    [ROLE_MOVE] = {NONE, 0x404040, 1.1, 0},
    [ROLE_MOVE_HEAD] = {0x404040, WHITE, 0.35, 0},
    [ROLE_CHAIN] = {NONE, 0x707070, 1.3, 0},
    [ROLE_LANDING] = {WHITE, 0x404040, 0.5, 0},
    [ROLE_LANDING_NUMBER] = {BLACK, NONE, 0, 0},
    [ROLE_ORIGIN] = {NONE, 0x404040, 0.6, 1.2},
    [ROLE_STAGE_END] = {NONE, 0x404040, 0.7, 0},
    [ROLE_CAPTURED] = {NONE, 0x404040, 0.7, 0},
    [ROLE_BADGE] = {WHITE, BLACK, 0.3, 0},
    [ROLE_BADGE_NUMBER] = {BLACK, NONE, 0, 0},
    [ROLE_MARK] = {NONE, BLACK, 0.9, 0},
    [ROLE_SIGN] = {NONE, BLACK, 0.7, 0},
    [ROLE_SIGN_ON_0] = {NONE, WHITE, 0.7, 0},
    [ROLE_SIGN_ON_1] = {NONE, BLACK, 0.7, 0},
    [ROLE_ARROW] = {NONE, BLACK, 0.8, 1.6},
    [ROLE_ARROW_HEAD] = {WHITE, BLACK, 0.5, 0},
    [ROLE_LABEL_GROUND] = {WHITE, NONE, 0, 0},
    [ROLE_LABEL] = {BLACK, NONE, 0, 0},
    [ROLE_COORDINATE] = {0x303030, NONE, 0, 0},
    [ROLE_NAME] = {BLACK, NONE, 0, 0},
    [ROLE_MOVER] = {BLACK, NONE, 0, 0},
    [ROLE_CAPTION] = {BLACK, NONE, 0, 0},
    [ROLE_BAR] = {0x8C8C8C, BLACK, 0.3, 0},
    [ROLE_BAR_0] = {0x1A1A1A, BLACK, 0.3, 0},
    [ROLE_BAR_1] = {WHITE, BLACK, 0.4, 0},
    [ROLE_BAR_DRAW] = {0xDCDCDC, BLACK, 0.3, 0},
    [ROLE_BAR_HATCH] = {NONE, 0x404040, 0.35, 0},
    [ROLE_BAR_OPEN] = {NONE, BLACK, 0.35, 1},
    [ROLE_AXIS] = {NONE, BLACK, 0.35, 0},
    [ROLE_GRID] = {NONE, 0xC0C0C0, 0.2, 0},
};

static const struct paint screen[ROLES] = {
    [ROLE_PAPER] = {0xFFFDF7, NONE, 0, 0},
    [ROLE_BOARD] = {0xF3E4C3, NONE, 0, 0},
    [ROLE_EDGE] = {NONE, 0x5B4222, 0.4, 0},
    [ROLE_HALF_DARK] = {0x8C6A46, NONE, 0, 0},
    [ROLE_HALF_LIGHT] = {0xE6D3AC, NONE, 0, 0},
    [ROLE_CELL_DARK] = {0xBF9B6B, 0x5B4222, 0.15, 0},
    [ROLE_CELL_LIGHT] = {0xFAF0DA, 0x5B4222, 0.15, 0},
    [ROLE_CELL_FILLED] = {0x6FA08B, 0x5B4222, 0.15, 0},
    [ROLE_DOT_0] = {0x1A1A1A, NONE, 0, 0},
    [ROLE_DOT_1] = {WHITE, 0x1A1A1A, 0.3, 0},
    [ROLE_YARD] = {NONE, 0x7A1F1F, 0.7, 0},
    [ROLE_BORDER_0] = {0x1A1A1A, 0x1A1A1A, 0.25, 0},
    [ROLE_BORDER_1] = {WHITE, 0x1A1A1A, 0.25, 0},
    [ROLE_PIT] = {0xFAF0DA, 0x5B4222, 0.3, 0},
    [ROLE_DIVIDER] = {NONE, 0x5B4222, 0.7, 0},
    [ROLE_MAN_0] = {0x23262B, BLACK, 0.4, 0},
    [ROLE_MAN_1] = {WHITE, 0x23262B, 0.5, 0},
    [ROLE_ON_MAN_0] = {0xFFB03B, 0xFFB03B, 0.6, 0},
    [ROLE_ON_MAN_1] = {0xB3261E, 0xB3261E, 0.6, 0},
    [ROLE_RIM_0] = {NONE, 0x8A8F98, 0.25, 0},
    [ROLE_SUPPORT] = {0xF0F0F0, 0xA8A8A8, 0.3, 0},
    [ROLE_SEED] = {0x5A6B3B, 0x2C351C, 0.2, 0},
    [ROLE_COUNT] = {0x1A1A1A, NONE, 0, 0},
    [ROLE_CASING] = {NONE, WHITE, 2.2, 0},
    [ROLE_MOVE] = {NONE, 0x0B57A4, 1.1, 0},
    [ROLE_MOVE_HEAD] = {0x0B57A4, WHITE, 0.35, 0},
    [ROLE_CHAIN] = {NONE, 0xC2185B, 1.3, 0},
    [ROLE_LANDING] = {WHITE, 0x0B57A4, 0.5, 0},
    [ROLE_LANDING_NUMBER] = {0x0B3C74, NONE, 0, 0},
    [ROLE_ORIGIN] = {NONE, 0x0B57A4, 0.6, 1.2},
    [ROLE_STAGE_END] = {NONE, 0x0B57A4, 0.7, 0},
    [ROLE_CAPTURED] = {NONE, 0xA4360B, 0.7, 0},
    [ROLE_BADGE] = {WHITE, 0x0B57A4, 0.3, 0},
    [ROLE_BADGE_NUMBER] = {0x0B3C74, NONE, 0, 0},
    [ROLE_MARK] = {NONE, 0xC2185B, 0.9, 0},
    [ROLE_SIGN] = {NONE, 0x7A1F1F, 0.7, 0},
    [ROLE_SIGN_ON_0] = {NONE, 0xFFB03B, 0.7, 0},
    [ROLE_SIGN_ON_1] = {NONE, 0xB3261E, 0.7, 0},
    [ROLE_ARROW] = {NONE, 0x1B7A3D, 0.8, 1.6},
    [ROLE_ARROW_HEAD] = {WHITE, 0x1B7A3D, 0.5, 0},
    [ROLE_LABEL_GROUND] = {WHITE, NONE, 0, 0},
    [ROLE_LABEL] = {BLACK, NONE, 0, 0},
    [ROLE_COORDINATE] = {0x4A4A4A, NONE, 0, 0},
    [ROLE_NAME] = {0x1A1A1A, NONE, 0, 0},
    [ROLE_MOVER] = {0x0B57A4, NONE, 0, 0},
    [ROLE_CAPTION] = {0x1A1A1A, NONE, 0, 0},
    [ROLE_BAR] = {0x5F8FBF, 0x24425F, 0.3, 0},
    [ROLE_BAR_0] = {0x23262B, BLACK, 0.3, 0},
    [ROLE_BAR_1] = {WHITE, 0x23262B, 0.4, 0},
    [ROLE_BAR_DRAW] = {0xE6D3AC, 0x5B4222, 0.3, 0},
    [ROLE_BAR_HATCH] = {NONE, 0x8C6A46, 0.35, 0},
    [ROLE_BAR_OPEN] = {NONE, 0x5B4222, 0.35, 1},
    [ROLE_AXIS] = {NONE, 0x1A1A1A, 0.35, 0},
    [ROLE_GRID] = {NONE, 0xD8CDB6, 0.2, 0},
};

/* For printing in grey: filled grounds that a coarse screen keeps apart. What differs from print;
   the rest is zero. */
static const struct paint grey[ROLES] = {
    [ROLE_BOARD] = {0xEDEDED, NONE, 0, 0},
    [ROLE_HALF_DARK] = {0x9A9A9A, NONE, 0, 0},
    [ROLE_HALF_LIGHT] = {0xE4E4E4, NONE, 0, 0},
    [ROLE_CELL_DARK] = {0xBEBEBE, 0x606060, 0.15, 0},
    [ROLE_CELL_LIGHT] = {0xFAFAFA, 0x606060, 0.15, 0},
    [ROLE_CELL_FILLED] = {0x707070, 0x404040, 0.15, 0},
    [ROLE_YARD] = {NONE, BLACK, 0.8, 0},
    [ROLE_PIT] = {0xFAFAFA, BLACK, 0.3, 0},
    [ROLE_DIVIDER] = {NONE, BLACK, 0.8, 0},
    [ROLE_MAN_0] = {0x303030, BLACK, 0.4, 0},
    [ROLE_RIM_0] = {NONE, 0xC0C0C0, 0.25, 0},
    [ROLE_SEED] = {0x707070, BLACK, 0.2, 0},
    [ROLE_CASING] = {NONE, WHITE, 2.4, 0},
    [ROLE_MOVE] = {NONE, 0x202020, 1.2, 0},
    [ROLE_MOVE_HEAD] = {0x202020, WHITE, 0.35, 0},
    [ROLE_CHAIN] = {NONE, 0x606060, 1.4, 0},
    [ROLE_LANDING] = {WHITE, 0x202020, 0.5, 0},
    [ROLE_ORIGIN] = {NONE, 0x202020, 0.7, 1.2},
    [ROLE_STAGE_END] = {NONE, 0x202020, 0.7, 0},
    [ROLE_CAPTURED] = {NONE, 0x202020, 0.8, 0},
    [ROLE_MARK] = {NONE, BLACK, 1, 0},
    [ROLE_ARROW] = {NONE, BLACK, 0.9, 1.6},
    [ROLE_COORDINATE] = {0x202020, NONE, 0, 0},
    [ROLE_BAR] = {0x909090, BLACK, 0.35, 0},
    [ROLE_BAR_0] = {0x303030, BLACK, 0.35, 0},
    [ROLE_BAR_1] = {WHITE, BLACK, 0.45, 0},
    [ROLE_BAR_DRAW] = {0xE4E4E4, BLACK, 0.35, 0},
    [ROLE_BAR_HATCH] = {NONE, 0x202020, 0.4, 0},
    [ROLE_BAR_OPEN] = {NONE, BLACK, 0.4, 1},
    [ROLE_AXIS] = {NONE, BLACK, 0.4, 0},
    [ROLE_GRID] = {NONE, 0xB0B0B0, 0.25, 0},
};

/* For dark windows: what differs from the screen; the rest is zero. */
static const struct paint dark[ROLES] = {
    [ROLE_PAPER] = {0x17191C, NONE, 0, 0},
    [ROLE_BOARD] = {0x4A3B28, NONE, 0, 0},
    [ROLE_EDGE] = {NONE, 0xB59A6E, 0.4, 0},
    [ROLE_HALF_DARK] = {0x3A2C1C, NONE, 0, 0},
    [ROLE_HALF_LIGHT] = {0x6B5638, NONE, 0, 0},
    [ROLE_CELL_DARK] = {0x6E5636, 0x2A2014, 0.15, 0},
    [ROLE_CELL_LIGHT] = {0xA58B63, 0x2A2014, 0.15, 0},
    [ROLE_YARD] = {NONE, 0xF0A0A0, 0.7, 0},
    [ROLE_BORDER_0] = {0x0C0D0F, 0xB59A6E, 0.25, 0},
    [ROLE_BORDER_1] = {0xF2F2F2, 0xB59A6E, 0.25, 0},
    [ROLE_PIT] = {0x2A2014, 0xB59A6E, 0.3, 0},
    [ROLE_DIVIDER] = {NONE, 0xB59A6E, 0.7, 0},
    [ROLE_MAN_0] = {0x15171A, 0x767C84, 0.4, 0},
    [ROLE_MAN_1] = {0xF2F2F2, 0x15171A, 0.5, 0},
    [ROLE_RIM_0] = {NONE, 0xB4BAC2, 0.3, 0},
    [ROLE_SEED] = {0xE6D6A8, 0x15171A, 0.2, 0},
    [ROLE_COUNT] = {WHITE, NONE, 0, 0},
    [ROLE_CASING] = {NONE, 0x15171A, 2.2, 0},
    [ROLE_MOVE] = {NONE, 0x8CC4FF, 1.1, 0},
    [ROLE_MOVE_HEAD] = {0x8CC4FF, 0x15171A, 0.35, 0},
    [ROLE_LANDING] = {0x15171A, 0x8CC4FF, 0.5, 0},
    [ROLE_LANDING_NUMBER] = {0xE3F0FF, NONE, 0, 0},
    [ROLE_ORIGIN] = {NONE, 0x8CC4FF, 0.6, 1.2},
    [ROLE_STAGE_END] = {NONE, 0x8CC4FF, 0.7, 0},
    [ROLE_CAPTURED] = {NONE, 0xFFB08A, 0.7, 0},
    [ROLE_BADGE] = {0x15171A, 0x8CC4FF, 0.3, 0},
    [ROLE_BADGE_NUMBER] = {0xE3F0FF, NONE, 0, 0},
    [ROLE_MARK] = {NONE, 0xFF9CC4, 0.9, 0},
    [ROLE_SIGN] = {NONE, WHITE, 0.7, 0},
    [ROLE_LABEL_GROUND] = {0x15171A, NONE, 0, 0},
    [ROLE_LABEL] = {WHITE, NONE, 0, 0},
    [ROLE_ARROW] = {NONE, 0x8AE0A8, 0.8, 1.6},
    [ROLE_ARROW_HEAD] = {0x15171A, 0x8AE0A8, 0.5, 0},
    [ROLE_COORDINATE] = {0xC9CDD3, NONE, 0, 0},
    [ROLE_NAME] = {0xE8E9EB, NONE, 0, 0},
    [ROLE_MOVER] = {0x8CC4FF, NONE, 0, 0},
    [ROLE_CAPTION] = {0xE8E9EB, NONE, 0, 0},
    [ROLE_AXIS] = {NONE, 0xC9CDD3, 0.35, 0},
    [ROLE_GRID] = {NONE, 0x40454C, 0.2, 0},
};

static const struct paint *const themes[THEMES] = {print, screen, grey, dark};
static const struct paint *const bases[THEMES] = {print, screen, print, screen};

const struct paint *zi_theme_paint(enum theme theme, enum role role) {
    const struct paint *paint = &themes[theme][role];
    bool differs = paint->fill || paint->stroke || paint->width > 0;
    return differs ? paint : &bases[theme][role];
}

struct paint zi_figure_paint(const struct figure *f, enum theme theme, enum role role) {
    struct paint paint = *zi_theme_paint(theme, role);
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
