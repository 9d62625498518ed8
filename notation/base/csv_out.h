/* CSV (RFC 4180), written into a buffer. */
#pragma once

#include "notation/base/buffer.h"

/* Appends a field unchanged. It is quoted if it contains a comma, a quote, CR or LF, or if it
   begins or ends with white space, which readers would trim. */
void zi_csv_field(struct buffer *out, struct text t);

/* Appends untrusted text for a table that a spreadsheet opens. A field that begins with `=`, `+`,
   `-`, `@`, tab, CR or LF gets a leading `'`, so that it is not a formula. Characters that could
   control a terminal or change the text direction become U+FFFD. */
void zi_csv_text(struct buffer *out, struct text t);

/* Whether a text needs that `'`: it begins with any number of `'` and one of the characters above.
   The mark can therefore be removed again. */
bool zi_csv_is_formula(struct text t);
