/* Figures on a canvas. */
#pragma once

#include "notation/drawing/figure.h"
#include "notation/drawing/theme.h"
#include "validators/zet.h"

/* Draws the figure with its low corner at `at`, `scale` times as large. False if memory runs
   out. */
bool zi_canvas_draw(const zet_canvas *canvas, void *context, const struct figure *f,
                    enum theme theme, zet_point at, double scale);
