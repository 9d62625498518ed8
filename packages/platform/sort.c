#include <stdlib.h>

static int (*compare_now)(const void *a, const void *b, void *context);
static void *context_now;

static int compare(const void *a, const void *b) { return compare_now(a, b, context_now); }

/* There is one thread. A comparison that sorts is given back its own. */
void qsort_r(void *base, size_t count, size_t size,
             int (*compare_with)(const void *a, const void *b, void *context), void *context) {
    int (*compare_before)(const void *, const void *, void *) = compare_now;
    void *context_before = context_now;
    compare_now = compare_with;
    context_now = context;
    qsort(base, count, size, compare);
    compare_now = compare_before;
    context_now = context_before;
}
