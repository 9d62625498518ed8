/* Sets a zet_error. */
#pragma once

#include "notation/base/value.h"
#include "validators/zet.h"

/* Sets *error, which may be NULL, to the status and a message that joins the values. Unsafe
 * characters are replaced, and a long message is cut. Returns the status. */
#define zi_error_set(error, status, ...) zi_error_values(error, status, VALUES(__VA_ARGS__))
zet_status zi_error_values(zet_error *error, zet_status status, const struct value *values,
                           size_t count);

zet_status zi_error_out_of_memory(zet_error *error);

/* Zeroed memory, to be freed. NULL with *error when out of memory. */
void *zi_zeroed(size_t size, zet_error *error);

/* Calls zi_error_out_of_memory; returns false. */
static inline bool zi_no_memory(zet_error *error) { return !zi_error_out_of_memory(error); }

/* Sets ZET_REFUSED with a message; returns false. */
#define zi_refuse(error, ...) (zi_error_set(error, ZET_REFUSED, __VA_ARGS__), false)

/* Sets ZET_REFUSED with the text of the buffer, which is freed, or out of memory if the buffer
 * failed. */
bool zi_refuse_with(zet_error *error, struct buffer *message);

static inline struct text text_from(zet_text t) {
    return (struct text){t.at ? t.at : "", t.length};
}
static inline zet_text text_to(struct text t) { return (zet_text){t.at ? t.at : "", t.len}; }
