/* Windows. Names are UTF-8, files are bytes, and a descriptor may be an open folder. */
#ifndef ZET_PLATFORM_WINDOWS_H
#define ZET_PLATFORM_WINDOWS_H

#include <io.h>
#include <pthread.h>

#define O_CLOEXEC O_NOINHERIT
#define O_NONBLOCK 0
#define O_NOCTTY 0
#define O_NOFOLLOW 0
#define O_PATH 0
#define O_DIRECTORY 0x4000000
#define O_TMPFILE 0x8000000
#define F_DUPFD_CLOEXEC 1030
#define AT_FDCWD (-100)
#define AT_SYMLINK_NOFOLLOW 1
#define S_ISLNK(mode) 0
#define S_IFLNK 0
#ifndef PATH_MAX
#define PATH_MAX 4096
#endif
enum { _SC_NPROCESSORS_ONLN = 1 };

enum { SIGHUP = 101, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU };
enum { SIGXFSZ = 111, SIGIO, SIGPWR, SIGSTKFLT };

#undef stat
#undef fstat
#undef lstat
#undef ino_t
#define ino_t uint64_t
#define dev_t uint64_t
struct platform_stat {
    uint64_t st_dev, st_ino;
    unsigned st_mode;
    uid_t st_uid;
    gid_t st_gid;
    int64_t st_size;
    struct timespec st_mtim, st_ctim;
};

int platform_openat(int folder, const char *path, int flags, ...);
int platform_close(int file);
int platform_fstatat(int folder, const char *path, struct platform_stat *st, int flags);
int platform_fstat(int file, struct platform_stat *st);
ssize_t platform_read(int file, void *to, size_t size);
ssize_t pread(int file, void *to, size_t size, int64_t at);
int platform_fcntl(int file, int what, int least);
int platform_isatty(int file);
int unlinkat(int folder, const char *name, int flags);
int renameat(int from, const char *name, int to, const char *new_name);
int mkdirat(int folder, const char *name, int mode);
int faccessat(int folder, const char *name, int mode, int flags);
int platform_rmdir(const char *name);
int fsync(int file);
long sysconf(int what);
static inline int linkat(int from, const char *name, int to, const char *new_name, int flags) {
    (void)from, (void)name, (void)to, (void)new_name, (void)flags;
    errno = ENOSYS;
    return -1;
}

#define open(path, ...) platform_openat(AT_FDCWD, path, __VA_ARGS__)
#define openat platform_openat
#define close(file) platform_close(file)
#define stat platform_stat
#define platform_stat(path, st) platform_fstatat(AT_FDCWD, path, st, 0)
#define lstat(path, st) platform_fstatat(AT_FDCWD, path, st, AT_SYMLINK_NOFOLLOW)
#define fstat platform_fstat
#define fstatat platform_fstatat
#define read(...) platform_read(__VA_ARGS__)
#define fcntl platform_fcntl
#define isatty platform_isatty
#define dup(file) platform_fcntl(file, 0, 0)
#define rmdir platform_rmdir
#undef mkdir
#define mkdir(name, mode) mkdirat(AT_FDCWD, name, mode)
#define umask(mask) platform_umask(mask)
static inline mode_t platform_umask(mode_t mask) {
    (void)mask;
    return 0;
}

#endif
