#include "notation/base/list.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool zi_list_reserve(void *array, size_t *cap, size_t wanted, size_t size) {
    enum { ITEMS_MIN = 16 };
    void *at;
    if (wanted <= *cap)
        return true;
    size_t doubled = *cap > SIZE_MAX / 2 ? SIZE_MAX : *cap * 2;
    size_t items = doubled > wanted ? doubled : wanted;
    items = items > ITEMS_MIN ? items : ITEMS_MIN;
    if (items > SIZE_MAX / 2 / size)
        return false;
    memcpy(&at, array, sizeof at); /* pointers to different types have no common type */
    at = realloc(at, items * size);
    if (!at)
        return false;
    memcpy(array, &at, sizeof at);
    *cap = items;
    return true;
}

void *zi_list_add(void *array, size_t *cap, size_t *count, size_t size) {
    char *at;
    if (*count >= LIST_ITEMS_MAX || !zi_list_reserve(array, cap, *count + 1, size))
        return NULL;
    memcpy(&at, array, sizeof at);
    return at + (*count)++ * size;
}

void *zi_list_zeroed(size_t count, size_t size) { return calloc(count ? count : 1, size); }
