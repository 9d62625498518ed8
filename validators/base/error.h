/* Filling in a zet_error. */
#pragma once

#include "notation/base/buffer.h"
#include "validators/zet.h"

/* Sets *error, which may be NULL, to the status and the message: the strings that follow, joined,
   up to a NULL; what is not safe to show is replaced, what is too long is cut. Returns the
   status. */
zet_status zet_error_set(zet_error *error, zet_status status, ...) __attribute__((sentinel));

zet_status zet_error_out_of_memory(zet_error *error);

/* Sets ZET_REFUSED with a message; returns false. */
#define zet_refuse(error, ...) (zet_error_set(error, ZET_REFUSED, __VA_ARGS__, NULL), false)

/* Refuses likewise with the message in the buffer, which is freed; out of memory where it failed.
 */
bool zet_refuse_with(zet_error *error, struct buffer *message);

static inline struct text text_from(zet_text t) {
    return (struct text){t.at ? t.at : "", t.length};
}
static inline zet_text text_to(struct text t) { return (zet_text){t.at ? t.at : "", t.len}; }
