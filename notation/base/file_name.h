/* File names made from untrusted text. */
#pragma once

#include "notation/base/buffer.h"

/* The limit for a name without its extension. */
enum { FILE_NAME_BYTES_MAX = 100 };

/* Appends a file name for `t`, without an extension: letters, digits and marks of any script, `_`
   and `-`; other characters become `-`; at most FILE_NAME_BYTES_MAX bytes. It is not empty, does
   not begin or end with `-`, and is not reserved by a system or zet (`con`, `names`). */
void zi_file_name(struct buffer *out, struct text t);
