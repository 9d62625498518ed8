/* Names of files made of untrusted text. */
#pragma once

#include "notation/base/buffer.h"

/* Of a name without its ending. */
enum { FILE_NAME_BYTES_MAX = 100 };

/* Appends a name without an ending for a file about `t`: letters, digits and marks of any script,
   `_` and `-`, with `-` for all other characters; at most FILE_NAME_BYTES_MAX bytes. It is not
   empty, does not begin or end with `-`, and a system or zet does not use it (`con`, `names`). */
void zi_file_name(struct buffer *out, struct text t);
