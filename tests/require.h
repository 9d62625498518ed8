/* For programs that fail by dying: fuzz targets. */
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static inline void require_at(bool holds, const char *file, int line, const char *what) {
    if (holds)
        return;
    fprintf(stderr, "%s:%d: this does not hold: %s\n", file, line, what);
    abort();
}

#define require(...) require_at(__VA_ARGS__, __FILE__, __LINE__, #__VA_ARGS__)
