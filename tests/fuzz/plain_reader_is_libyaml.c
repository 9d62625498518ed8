/* Whatever the bytes are: what the plain reader reads of them is the tree that libyaml builds, with
   the same styles and places. */
#include <stdio.h>

#include "tests/feed.h"
#include "tests/same_tree.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* At the end it says how many documents the plain reader took. */
static unsigned long documents, taken;

static void report(void) {
    fprintf(stderr, "%lu of %lu documents were read by the plain reader\n", taken, documents);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    /* from the heap, so that reading beyond the end is seen */
    char *bytes = malloc(size ? size : 1);
    require(bytes);
    memcpy(bytes, data, size);
    if (!documents)
        atexit(report);
    enum sameness yaml = compare_trees((struct text){bytes, size});
    free(bytes);
    require(yaml != OTHER_TREE);
    documents++;
    taken += yaml == SAME_TREE;
    return 0;
}
