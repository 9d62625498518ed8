/* What is on a cell. For the layout. */
#ifndef ZET_NOTATION_DRAWING_LAYOUT_MEN_H
#define ZET_NOTATION_DRAWING_LAYOUT_MEN_H

#include "notation/drawing/geometry.h"

/* A man with the number of its level, `scale` times as large as on the board. */
void zet_figure_man(struct figure *f, const struct geometry *g, struct point at, unsigned level,
                    uint8_t content, double scale);

/* A man or stones, or nothing where the cell is empty. */
void zet_figure_content(struct figure *f, const struct geometry *g, struct point at, unsigned level,
                        uint8_t content);

/* The height of a level's number in a stone of that radius; 0: it has no room. */
double zet_figure_level_height(const struct geometry *g, struct text number, double radius);

#endif
