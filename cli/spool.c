#include "cli/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"

/* Where the system has no file without a name, one that loses it. */
static int open_named(const char *folder) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/.zet-XXXXXX", folder) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int descriptor = mkostemp(path, O_CLOEXEC);
    if (descriptor < 0 || unlink(path) == 0)
        return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

int spool_file(void) {
    const char *folder = getenv("TMPDIR");
    if (!folder || !*folder)
        folder = "/tmp";
    int descriptor = open(folder, O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL))
        descriptor = open_named(folder);
    if (descriptor < 0)
        command_error("a temporary file could not be made: %s", strerror(errno));
    return descriptor;
}

bool spool_write(int descriptor, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size) {
        ssize_t n = write(descriptor, at, size);
        if (n < 0 && errno != EINTR)
            return false;
        at += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

static bool append(void *context, const char *bytes, size_t size) {
    return spool_write(((const struct spool *)context)->descriptor, bytes, size);
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
    *s = (struct spool){.descriptor = spool_file(), .functions = {append, read_at, s}};
    if (s->descriptor < 0)
        return false;
    zet_task_set_spool(task, &s->functions);
    return true;
}

void spool_close(struct spool *s) {
    if (s->descriptor >= 0)
        close(s->descriptor);
}
