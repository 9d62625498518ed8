/* The formats of diagrams, in the order of formats.def. */
#pragma once

#include "diagrams/drawing.h"

/* A build that needs only some formats defines its own list. `unicode` is the default. */
#ifndef ZET_DRAWING_LIST
#define ZET_DRAWING_LIST "diagrams/formats.def"
#endif

enum drawing_format_index {
#define FORMAT(name) DRAWING_##name,
#include ZET_DRAWING_LIST
#undef FORMAT
    DRAWING_FORMATS
};
extern const struct drawing_format *const zi_drawing_formats[DRAWING_FORMATS];

#define FORMAT(name) extern const struct drawing_format zi_drawing_##name;
#include "diagrams/formats.def"
#undef FORMAT

/* The format of that name, or NULL. */
const struct drawing_format *zi_drawing_format_find(const char *name);
