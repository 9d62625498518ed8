#include "validators/diagrams/formats.h"

const struct drawing_format *const zet_drawing_formats[DRAWING_FORMATS] = {
#define FORMAT(name) &zet_drawing_##name,
#include ZET_DRAWING_LIST
#undef FORMAT
};

const struct drawing_format *zet_drawing_format_find(const char *name) {
    for (size_t i = 0; i < DRAWING_FORMATS; i++)
        if (!strcmp(zet_drawing_formats[i]->name, name))
            return zet_drawing_formats[i];
    return NULL;
}
