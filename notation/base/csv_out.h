/* CSV (RFC 4180), written into a buffer. */
#pragma once

#include "notation/base/buffer.h"

/* Appends a field of data as it is. It is in quotes where it has a comma, a quote, CR or LF, or
   begins or ends with white space, which readers cut off else. */
void zi_csv_field(struct buffer *out, struct text t);

/* The same of a text that nobody vouches for, in a table that is opened in a spreadsheet: where the
   field begins with `=`, `+`, `-`, `@`, tab, CR or LF, `'` comes before it, so that it is no
   formula. What could steer a terminal, or turns the direction of text, becomes U+FFFD. */
void zi_csv_text(struct buffer *out, struct text t);

/* Whether a text begins with what makes that `'` necessary: the characters above, after any number
   of `'`, so that the mark can be taken away again. */
bool zi_csv_is_formula(struct text t);
