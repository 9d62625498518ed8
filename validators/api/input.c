#include "validators/api/input.h"

#include <string.h>

long zet_input_read(void *context, char *to, size_t size) {
    zet_text *rest = context;
    size_t n = rest->length < size ? rest->length : size;
    if (n) {
        memcpy(to, rest->at, n);
        rest->at += n;
        rest->length -= n;
    }
    return (long)n;
}
