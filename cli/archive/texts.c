#include "cli/archive/texts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/replace.h"
#include "notation/base/list.h"

bool texts_add(struct texts *t, int64_t file, struct input *input, const char *path) {
    char room[64 * 1024];
    long n;
    if (t->spool < 0 && (t->spool = spool_file()) < 0)
        return false;
    if (!zi_list_reserve(&t->at, &t->cap, t->count + 1, sizeof *t->at))
        return command_error("out of memory"), false;
    uint64_t begin = t->count ? t->at[t->count - 1].end : 0, end = begin;
    while ((n = input_read(input, room, sizeof room)) > 0) {
        if (!spool_write(t->spool, room, (size_t)n))
            return command_error("a temporary file could not be written: %s", strerror(errno)),
                   false;
        end += (uint64_t)n;
    }
    t->at[t->count++] = (struct unpacked){file, begin, end};
    if (n < 0)
        command_error("%s: %s", path, input_fault(input) ? input_fault(input) : strerror(errno));
    return n >= 0;
}
