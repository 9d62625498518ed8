/* JSON, written directly into a buffer: no tree, no allocations but the buffer's. */
#pragma once

#include "notation/base/buffer.h"

/* Starts as {.to = buffer}. Adds the commas between values; the caller must keep keys unique and
   close what it opens. */
struct json_out {
    struct buffer *to;
    bool comma; /* a value precedes at this depth */
};

/* Appends a text as a quoted JSON string: escapes `"` and `\`, writes controls and characters that
   zi_character_turns matches as \uxxxx, and replaces each byte that is not UTF-8 with U+FFFD. */
void zi_json_string(struct buffer *out, struct text t);

/* The same for valid UTF-8, with JSON's short escapes, such as `\n`, and DEL unescaped. */
void zi_json_string_short(struct buffer *out, struct text t);

/* Appends the comma, if any, before a value that the caller appends to `to` as valid JSON. */
static inline void zi_json_value(struct json_out *j) {
    if (j->comma)
        buffer_char(j->to, ',');
    j->comma = true;
}

/* Opens a value with `{` or `[`. */
static inline void zi_json_open(struct json_out *j, char bracket) {
    zi_json_value(j);
    buffer_char(j->to, bracket);
    j->comma = false;
}

/* Closes it with `}` or `]`. */
static inline void zi_json_close(struct json_out *j, char bracket) {
    buffer_char(j->to, bracket);
    j->comma = true;
}

/* Appends a member's key; its value must follow. */
static inline void zi_json_key(struct json_out *j, const char *key) {
    zi_json_value(j);
    zi_json_string(j->to, text_of(key));
    buffer_char(j->to, ':');
    j->comma = false;
}

/* Begins a line for the next value, which must follow; the comma, if any, comes first. */
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
