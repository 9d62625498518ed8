/* Files without a name, for text that is read again: under TMPDIR or /tmp. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The descriptor of a new one, or -1 after a message. */
int spool_file(void);

/* Writes all of it; false with errno. */
bool spool_write(int descriptor, const void *bytes, size_t size);
