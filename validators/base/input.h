/* Text in memory as a stream. */
#pragma once

#include <string.h>

#include "validators/zet.h"

/* A zet_read_function; the context is a zet_text, of which the rest is left. */
static inline long input_read(void *context, char *to, size_t size) {
    zet_text *rest = context;
    size_t n = rest->length < size ? rest->length : size;
    if (n) {
        memcpy(to, rest->at, n);
        rest->at += n;
        rest->length -= n;
    }
    return (long)n;
}
