#include "notation/base/error.h"

#include <stdlib.h>

#include "notation/base/output.h"
#include "notation/base/unicode.h"

/* Appends the part of a text that fits in `size` bytes, made safe, cut after a whole character;
 * leaves room for a terminator. */
static void add_safe(char *to, size_t size, size_t *used, struct text t) {
    enum { CHARACTER_BYTES_MAX = 4 };
    uint32_t before = 0;
    while (t.len && *used + CHARACTER_BYTES_MAX < size) {
        uint32_t c;
        struct text shown = zi_character_next(&t, &c);
        if (c == REPLACEMENT_CHARACTER || zi_character_is_deceptive(c, before))
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

zet_status zi_error_values(zet_error *error, zet_status status, const struct value *values,
                           size_t count) {
    char room[DIGITS_ROOM];
    size_t used = 0;
    if (!error)
        return status;
    error->status = status;
    for (size_t i = 0; i < count; i++)
        add_safe(error->message, sizeof error->message, &used,
                 values[i].kind == VALUE_NUMBER ? digits_of(values[i].n, room) : values[i].text);
    error->message[used] = '\0';
    return status;
}

zet_status zi_error_out_of_memory(zet_error *error) {
    return zi_error_set(error, ZET_OUT_OF_MEMORY, "out of memory");
}

void *zi_zeroed(size_t size, zet_error *error) {
    void *memory = calloc(1, size);
    if (!memory)
        zi_error_out_of_memory(error);
    return memory;
}

bool zi_refuse_with(zet_error *error, struct buffer *message) {
    buffer_char(message, '\0');
    if (message->failed)
        zi_error_out_of_memory(error);
    else
        zi_error_set(error, ZET_REFUSED, message->at);
    zi_buffer_free(message);
    return false;
}
