#include "diagrams/formats.h"

const struct drawing_format *const zi_drawing_formats[DRAWING_FORMATS] = {
#define FORMAT(name) &zi_drawing_##name,
#include ZET_DRAWING_LIST
#undef FORMAT
};

const struct drawing_format *zi_drawing_format_find(const char *name) {
    for (size_t i = 0; i < DRAWING_FORMATS; i++)
        if (!strcmp(zi_drawing_formats[i]->name, name))
            return zi_drawing_formats[i];
    return NULL;
}
