/* Unnamed files for text that is read again, in TMPDIR or /tmp. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The descriptor of a new file, or -1 after a message. */
int spool_file(void);

/* Writes all bytes. Returns false with errno. */
bool spool_write(int descriptor, const void *bytes, size_t size);
