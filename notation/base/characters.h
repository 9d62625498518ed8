/* Characters and numbers as the diagram formats write them. */
#pragma once

#include "notation/base/buffer.h"

/* Removes the first character from a text that is not empty and returns it. Returns U+FFFD for
   invalid UTF-8, controls other than blanks, characters that XML forbids, and characters that
   change the direction of the text around them. */
struct text zi_drawing_character(struct text *t);

/* Appends a text between U+2068 and U+2069, which isolates its direction. */
void zi_isolated(struct buffer *out, struct text t);

/* Appends text with the special characters of XML and HTML escaped, for content and quoted values;
   invalid characters become U+FFFD. */
void zi_markup(struct buffer *out, struct text t);

/* Appends text as a JSON string that is safe inside HTML. */
void zi_markup_json(struct buffer *out, struct text t);

/* Appends text as part of a URL: letters, digits and the characters of `plain` unchanged, other
   bytes as `%XX`. */
void zi_percent_encode(struct buffer *out, struct text t, const char *plain);
