/* WASI, with a host (packages/npm/host.js) that also knows of owners, modes and links. */
#ifndef ZET_PLATFORM_WASI_H
#define ZET_PLATFORM_WASI_H

#define O_PATH 0
#define O_TMPFILE 0x40000000
#define F_DUPFD_CLOEXEC 1030
#define ENODATA EIO

int platform_openat(int folder, const char *path, int flags, ...);
int platform_fstatat(int folder, const char *path, struct stat *st, int flags);
int platform_fstat(int file, struct stat *st);
int platform_fcntl(int file, int what, int least);

mode_t umask(mode_t mask);

#define open(path, ...) platform_openat(AT_FDCWD, path, __VA_ARGS__)
#define openat(...) platform_openat(__VA_ARGS__)
#define fstatat(...) platform_fstatat(__VA_ARGS__)
#define stat(path, st) platform_fstatat(AT_FDCWD, path, st, 0)
#define lstat(path, st) platform_fstatat(AT_FDCWD, path, st, AT_SYMLINK_NOFOLLOW)
#define fstat(...) platform_fstat(__VA_ARGS__)
#define fcntl(...) platform_fcntl(__VA_ARGS__)
#define dup(file) platform_fcntl(file, 0, 0)

/* The host cannot say whether more is to come without waiting for it. */
#define poll(files, count, wait) 0

#endif
