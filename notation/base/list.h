/* Arrays that grow by doubling. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes space for `wanted` items of `size` bytes in the array that the pointer at `array` points
   to; it starts as NULL and is freed with free(). *cap, the items it has space for, at least
   doubles, so appending takes linear time. False if out of memory or if the size overflows; the
   array and *cap are then unchanged. */
bool zi_list_reserve(void *array, size_t *cap, size_t wanted, size_t size);

/* Adds an item to such an array and returns it, not initialized; NULL if out of memory, or if
 *count is LIST_ITEMS_MAX, so that 32 bits hold the number of an item. */
enum { LIST_ITEMS_MAX = 1 << 30 };
void *zi_list_add(void *array, size_t *cap, size_t *count, size_t size);

/* Returns that many zeroed items, also for 0 items; NULL if out of memory. Freed with free(). */
void *zi_list_zeroed(size_t count, size_t size);

/* Compares two rows of `count` numbers lexicographically, for qsort. LIST_ORDER compares two arrays
   of the same length. */
#define LIST_ORDER(a, b) list_order(a, b, sizeof(a) / sizeof *(a))
static inline int list_order(const uint64_t *a, const uint64_t *b, size_t count) {
    size_t i = 0;
    while (i + 1 < count && a[i] == b[i])
        i++;
    return (a[i] > b[i]) - (a[i] < b[i]);
}

/* The smaller and the larger of two sizes. */

static inline size_t size_min(size_t a, size_t b) { return a < b ? a : b; }
static inline size_t size_max(size_t a, size_t b) { return a > b ? a : b; }
