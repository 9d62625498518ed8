#include "validators/api/error.h"

#include <stdarg.h>

#include "notation/base/unicode.h"

/* Appends what fits of a text, made safe, cut after a whole character. */
static void message_add(zet_error *error, size_t *used, const char *from) {
    enum { CHARACTER_BYTES_MAX = 4 };
    struct text t = text_of(from);
    uint32_t before = 0;
    while (t.len && *used + CHARACTER_BYTES_MAX < sizeof error->message) {
        uint32_t c;
        struct text shown = zet_character_next(&t, &c);
        if (c == REPLACEMENT_CHARACTER || zet_character_is_deceptive(c, before))
            shown = TEXT("?");
        memcpy(error->message + *used, shown.at, shown.len);
        *used += shown.len;
        before = c;
    }
}

zet_status zet_error_set(zet_error *error, zet_status status, ...) {
    if (!error)
        return status;
    va_list parts;
    size_t used = 0;
    const char *part;
    error->status = status;
    va_start(parts, status);
    while ((part = va_arg(parts, const char *)))
        message_add(error, &used, part);
    va_end(parts);
    error->message[used] = '\0';
    return status;
}

zet_status zet_error_out_of_memory(zet_error *error) {
    return zet_error_set(error, ZET_OUT_OF_MEMORY, "out of memory", NULL);
}
