#include "validators/base/error.h"

#include <stdarg.h>

#include "notation/base/unicode.h"

/* Appends what fits of a text to `size` bytes, made safe, cut after a whole character; leaves room
   for a terminator. */
static void add_safe(char *to, size_t size, size_t *used, struct text t) {
    enum { CHARACTER_BYTES_MAX = 4 };
    uint32_t before = 0;
    while (t.len && *used + CHARACTER_BYTES_MAX < size) {
        uint32_t c;
        struct text shown = zet_character_next(&t, &c);
        if (c == REPLACEMENT_CHARACTER || zet_character_is_deceptive(c, before))
            shown = TEXT("?");
        memcpy(to + *used, shown.at, shown.len);
        *used += shown.len;
        before = c;
    }
}

void zet_text_copy_safe(zet_text text, char *to, size_t size) {
    size_t used = 0;
    add_safe(to, size, &used, text_from(text));
    to[used] = '\0';
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
        add_safe(error->message, sizeof error->message, &used, text_of(part));
    va_end(parts);
    error->message[used] = '\0';
    return status;
}

zet_status zet_error_out_of_memory(zet_error *error) {
    return zet_error_set(error, ZET_OUT_OF_MEMORY, "out of memory", NULL);
}

bool zet_refuse_with(zet_error *error, struct buffer *message) {
    buffer_char(message, '\0');
    if (message->failed)
        zet_error_out_of_memory(error);
    else
        zet_error_set(error, ZET_REFUSED, message->at, NULL);
    zet_buffer_free(message);
    return false;
}
