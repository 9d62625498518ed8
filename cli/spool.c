#include "cli/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"

/* For systems without unnamed files: unlinks a named one. */
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
