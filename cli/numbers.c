#include "cli/numbers.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "cli/command.h"

bool number_read(const char *what, const char *text, uint64_t low, uint64_t high, uint64_t *to) {
    char *end = NULL;
    errno = 0;
    *to = *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
    if (end && !*end && !errno && *to >= low && *to <= high)
        return true;
    command_error("%s %s: a whole number is expected, from %" PRIu64 " to %" PRIu64, what, text,
                  low, high);
    return false;
}
