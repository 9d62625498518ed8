/* Bytes in memory as the source of a stream, handed out in pieces. */
#pragma once

#include <stdlib.h>

#include "notation/record/source.h"
#include "tests/require.h"

/* What is left, and the most bytes of one piece. */
struct feed {
    const char *at;
    size_t left, step;
};

/* A source_reader. */
static inline long feed_read(void *context, char *to, size_t cap) {
    struct feed *f = context;
    size_t n = f->left < cap ? f->left : cap;
    n = n < f->step ? n : f->step;
    memcpy(to, f->at, n);
    f->at += n;
    f->left -= n;
    return (long)n;
}
