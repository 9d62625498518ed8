/* Arrays that grow by doubling. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes room for `wanted` items of `size` bytes in the array that the pointer at `array` points to,
   which is NULL at first and freed with free(). *cap, the items that it has room for, at least
   doubles, so that appending takes linear time. False when out of memory or where the size
   overflows; then the array and *cap are as before. */
bool zi_list_reserve(void *array, size_t *cap, size_t wanted, size_t size);

/* The order of rows of as many numbers, the first ones first, for qsort. */
static inline int list_order(const uint64_t *a, const uint64_t *b, size_t count) {
    size_t i = 0;
    while (i + 1 < count && a[i] == b[i])
        i++;
    return (a[i] > b[i]) - (a[i] < b[i]);
}
