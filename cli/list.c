#include "cli/list.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool list_reserve(void *array, size_t *cap, size_t wanted, size_t size) {
    enum { ITEMS_MIN = 16 };
    void *at;
    if (wanted <= *cap)
        return true;
    size_t items = *cap <= wanted / 2 ? wanted : *cap * 2;
    items = items > ITEMS_MIN ? items : ITEMS_MIN;
    memcpy(&at, array, sizeof at); /* pointers to different types have no common type */
    at = items > SIZE_MAX / 2 / size ? NULL : realloc(at, items * size);
    if (!at)
        return false;
    memcpy(array, &at, sizeof at);
    *cap = items;
    return true;
}
