/* Characters and numbers as the formats of diagrams write them. */
#pragma once

#include "notation/base/buffer.h"

/* Removes the first character from a text that is not empty and returns it. What is no UTF-8, a
   control other than a blank, or no character of XML, and what turns the direction of the text
   around it, becomes U+FFFD. */
struct text zi_drawing_character(struct text *t);

/* Appends a text between U+2068 and U+2069, so that its direction is its own whatever it holds. */
void zi_isolated(struct buffer *out, struct text t);

/* Appends text with the characters escaped that mean something to XML and HTML, in content and in
   quoted values; what is no character becomes U+FFFD. */
void zi_markup(struct buffer *out, struct text t);

/* Appends text as a string of JSON that is safe within HTML. */
void zi_markup_json(struct buffer *out, struct text t);

/* Appends a color as six of these hexadecimal digits. */
void zi_drawing_color(struct buffer *out, uint32_t color, const char *digits);

/* Appends text as a part of an address: letters, digits and the characters of `plain` as they are,
   other bytes as `%XX`. */
void zi_percent_encode(struct buffer *out, struct text t, const char *plain);
