#include "cli/spool.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/new_file.h"

static bool append(void *context, const char *bytes, size_t size) {
    const struct spool *s = context;
    while (size) {
        ssize_t n = write(s->descriptor, bytes, size);
        if (n < 0 && errno != EINTR)
            return false;
        bytes += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

static bool read_at(void *context, uint64_t offset, char *to, size_t size) {
    const struct spool *s = context;
    while (size) {
        ssize_t n = pread(s->descriptor, to, size, (off_t)offset);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        size_t got = n > 0 ? (size_t)n : 0;
        to += got;
        offset += got;
        size -= got;
    }
    return true;
}

bool spool_open(struct spool *s, zet_task *task) {
    *s = (struct spool){.descriptor = new_file_unnamed(), .functions = {append, read_at, s}};
    if (s->descriptor < 0)
        return command_error("a temporary file could not be made: %s", strerror(errno)), false;
    zet_task_set_spool(task, &s->functions);
    return true;
}

void spool_close(struct spool *s) {
    if (s->descriptor >= 0)
        close(s->descriptor);
}
