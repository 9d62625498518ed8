/* JSON, written straight into a buffer: no tree, no allocation besides the buffer's. */
#pragma once

#include "notation/base/buffer.h"

/* Starts as {.to = buffer}. Commas between values come by themselves; that keys are unique and that
   what is opened is closed is the caller's duty. */
struct json_out {
    struct buffer *to;
    bool comma; /* a value at this depth came before */
};

/* Appends a text as a JSON string with its quotes: `"` and `\` are escaped, controls, and what
   zi_character_turns, become \uxxxx, each byte that is not UTF-8 becomes U+FFFD. */
void zi_json_string(struct buffer *out, struct text t);

/* The same of a text that is UTF-8, with the short escapes that JSON has, as in `\n`, and DEL as it
   is. */
void zi_json_string_short(struct buffer *out, struct text t);

/* What comes before a value that the caller appends to `to` himself, which must be JSON. */
static inline void zi_json_value(struct json_out *j) {
    if (j->comma)
        buffer_char(j->to, ',');
    j->comma = true;
}

/* `{` or `[`, as a value. */
static inline void zi_json_open(struct json_out *j, char bracket) {
    zi_json_value(j);
    buffer_char(j->to, bracket);
    j->comma = false;
}

/* `}` or `]`. */
static inline void zi_json_close(struct json_out *j, char bracket) {
    buffer_char(j->to, bracket);
    j->comma = true;
}

/* A member's key; its value has to follow. */
static inline void zi_json_key(struct json_out *j, const char *key) {
    zi_json_value(j);
    zi_json_string(j->to, text_of(key));
    buffer_char(j->to, ':');
    j->comma = false;
}

/* A line end before the next value, which has to follow, after the comma where one is due. */
static inline void zi_json_line(struct json_out *j) {
    if (j->comma)
        buffer_char(j->to, ',');
    buffer_char(j->to, '\n');
    j->comma = false;
}

static inline void zi_json_text(struct json_out *j, struct text t) {
    zi_json_value(j);
    zi_json_string(j->to, t);
}
