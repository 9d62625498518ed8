/* Arrays that grow by doubling. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Makes room for `wanted` items of `size` bytes in the array that the pointer at `array` points to,
   which is NULL at first and freed with free(). *cap, the items that it has room for, at least
   doubles, so that appending takes linear time. False when out of memory or where the size
   overflows; then the array and *cap are as before. */
bool zet_list_reserve(void *array, size_t *cap, size_t wanted, size_t size);
