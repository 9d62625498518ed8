/* Files, folders and signals of POSIX, for systems that lack some of them. */
#ifndef ZET_PLATFORM_FILES_H
#define ZET_PLATFORM_FILES_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#ifdef _WIN32
typedef unsigned uid_t, gid_t;
#endif

/* Names. A file takes a free name (NOREPLACE), or that of another one; files do not change places.
 */
#define SYS_renameat2 0
long platform_renameat2(int from, const char *name, int to, const char *new_name, unsigned how);
#define syscall(number, from, name, to, new_name, how)                                             \
    platform_renameat2(from, name, to, new_name, how)

char *realpath(const char *path, char *resolved); /* `resolved` is NULL */

/* Locks: nobody has one alone, so that what killed programs left stays. */
#undef LOCK_SH
#undef LOCK_EX
#undef LOCK_NB
enum { LOCK_SH = 1, LOCK_EX = 2, LOCK_NB = 4 };
static inline int flock(int file, int how) {
    (void)file;
    errno = EWOULDBLOCK;
    return how & LOCK_EX ? -1 : 0;
}

/* Owners, modes, and the disk. */
int fchmod(int file, mode_t mode);
int fchown(int file, uid_t owner, gid_t group);
uid_t geteuid(void);
static inline int syncfs(int file) {
    (void)file;
    return 0;
}

/* Signals: a program is ended without a word to it, but for Ctrl-C on Windows. */
struct platform_sigaction {
    void (*sa_handler)(int);
    int sa_flags;
};
#define sigaction platform_sigaction
static inline int platform_sigaction(int number, const struct platform_sigaction *action,
                                     struct platform_sigaction *old) {
    if (number != SIGINT && number != SIGTERM) {
        errno = EINVAL;
        return -1;
    }
    if (old)
        old->sa_handler = SIG_DFL;
    return action && signal(number, action->sa_handler) == SIG_ERR ? -1 : 0;
}

static inline int mkostemp(char *path, int flags) {
    (void)path, (void)flags;
    errno = ENOSYS; /* open knows O_TMPFILE */
    return -1;
}

ssize_t getrandom(void *to, size_t size, unsigned flags);

#ifdef __wasi__
#include "packages/platform/wasi.h"
#elif defined _WIN32
#include "packages/platform/windows.h"
#endif

#endif
