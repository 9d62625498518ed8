/* Figures on a canvas. */
#pragma once

#include "diagrams/figure.h"
#include "validators/zet.h"

/* Draws the figure scaled by `scale`, with its lower corner at `at`. False if memory runs out. */
bool zi_canvas_draw(const zet_canvas *canvas, void *context, const struct figure *f,
                    enum theme theme, zet_point at, double scale);
