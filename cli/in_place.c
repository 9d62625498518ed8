#include "cli/in_place.h"

#include <errno.h>
#include <string.h>

#include "cli/command.h"

bool in_place_begin(struct in_place *p, const zet_task *task, const char *path,
                    const struct input *input) {
    *p = (struct in_place){.task = task, .path = path, .input = input};
    if (input_is_standard(input))
        command_error("%s: standard input cannot be rewritten in place", path);
    else if (!input_stat(input, &p->was))
        command_error("%s: %s", path, strerror(errno));
    else if (!S_ISREG(p->was.st_mode))
        command_error("%s: it is not a regular file and cannot be replaced", path);
    else
        return replace_clean(path), true;
    return false;
}

/* The bytes of the file that did not change and were not written. */
static bool copy_front(struct in_place *p) {
    char room[16 * 1024];
    struct input *again = input_again(p->input);
    bool copied = again != NULL;
    for (uint64_t at = 0; copied && at < p->front;) {
        size_t wanted = p->front - at < sizeof room ? (size_t)(p->front - at) : sizeof room;
        long n = input_read(again, room, wanted);
        if (n <= 0)
            command_error("%s: %s", p->path,
                          n < 0 ? input_fault(again) : "it became shorter while it was read");
        copied = n > 0 && replace_write(&p->to, room, (size_t)n);
        at += copied ? (uint64_t)n : 0;
    }
    input_close(again);
    return copied;
}

bool in_place_write(void *context, const char *bytes, size_t size) {
    struct in_place *p = context;
    if (!p->opened && !zet_task_changed(p->task)) {
        p->front += size;
        return true;
    }
    if (!p->opened) {
        p->opened = true;
        if (replace_begin_same(&p->to, p->path, &p->was, input_compression(p->input)))
            p->to.failed = !copy_front(p);
    }
    return p->to.file && replace_write(&p->to, bytes, size);
}

bool in_place_end(struct in_place *p) {
    if (!zet_task_changed(p->task))
        return true;
    return (p->opened || in_place_write(p, "", 0)) && p->to.file && replace_commit_early(&p->to);
}

void in_place_discard(struct in_place *p) {
    if (p->to.file)
        replace_discard(&p->to);
    *p = (struct in_place){0};
}
