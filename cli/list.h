/* Arrays that grow by doubling. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Makes room for `wanted` items of `size` bytes in an array. `array` is the address of the pointer
   to it, which is NULL at first. If memory runs out, returns false and changes nothing. */
bool list_reserve(void *array, size_t *cap, size_t wanted, size_t size);
