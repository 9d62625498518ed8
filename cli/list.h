/* Arrays that grow by doubling. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Makes room for `wanted` items of `size` bytes in the array that the pointer at `array` points to,
   which is NULL at first. False, with both as before, when out of memory. */
bool list_reserve(void *array, size_t *cap, size_t wanted, size_t size);
