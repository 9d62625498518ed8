#include "packages/platform/files.h"

#include <stdarg.h>
#include <stdio.h>

#undef open
#undef openat
#undef fstatat
#undef stat
#undef fstat
#undef fcntl

#define HOST(name) __attribute__((import_module("zet"), import_name(#name)))

/* Functions of the host; negative results are -errno. */
HOST(create_mode) void host_create_mode(unsigned mode); /* of the next file created */
HOST(chmod) int host_chmod(int file, unsigned mode);
HOST(chown) int host_chown(int file, unsigned owner, unsigned group);
HOST(dup) int host_dup(int file);
HOST(realpath) int host_realpath(const char *path, size_t length, char *to, size_t size);
HOST(temporary) int host_temporary(void);
HOST(user) unsigned host_user(void);
HOST(umask) unsigned host_umask(void);
HOST(folder) int host_folder(char *to, size_t size);

/* The host encodes the owner and the mode in the number of links. */
static int complete(int done, struct stat *st) {
    st->st_mode |= (mode_t)st->st_nlink & 07777;
    st->st_uid = (uid_t)(st->st_nlink >> 16 & 0xFFFFFF);
    st->st_gid = (gid_t)(st->st_nlink >> 40);
    return done;
}

static int result(int value) {
    if (value >= 0)
        return value;
    errno = -value;
    return -1;
}

int platform_openat(int folder, const char *path, int flags, ...) {
    if (flags & O_TMPFILE)
        return result(host_temporary());
    if (flags & O_CREAT) {
        va_list args;
        va_start(args, flags);
        host_create_mode(va_arg(args, unsigned));
        va_end(args);
    }
    return openat(folder, path, flags);
}

int platform_fstatat(int folder, const char *path, struct stat *st, int flags) {
    return complete(fstatat(folder, path, st, flags), st);
}

int platform_fstat(int file, struct stat *st) { return complete(fstat(file, st), st); }

int platform_fcntl(int file, int what, int least) {
    (void)what, (void)least;
    return result(host_dup(file));
}

int fchmod(int file, mode_t mode) { return result(host_chmod(file, mode)); }
int fchown(int file, uid_t owner, gid_t group) { return result(host_chown(file, owner, group)); }
uid_t geteuid(void) { return host_user(); }
mode_t umask(mode_t mask) {
    (void)mask;
    return host_umask();
}

ssize_t getrandom(void *to, size_t size, unsigned flags) {
    (void)flags;
    return getentropy(to, size) ? -1 : (ssize_t)size;
}

char *realpath(const char *path, char *resolved) {
    enum { PATH_MOST = 4096 };
    char room[PATH_MOST];
    (void)resolved;
    int length = result(host_realpath(path, strlen(path), room, sizeof room));
    return length < 0 ? NULL : strndup(room, (size_t)length);
}

long platform_renameat2(int from, const char *name, int to, const char *new_name, unsigned how) {
    (void)from, (void)name, (void)to, (void)new_name, (void)how;
    errno = ENOSYS;
    return -1;
}

/* Runs before main: relative names start at the host's folder. */
__attribute__((constructor)) static void enter_folder(void) {
    enum { PATH_MOST = 4096 };
    char room[PATH_MOST];
    int length = host_folder(room, sizeof room - 1);
    if (length > 0) {
        room[length] = '\0';
        chdir(room);
    }
}

/* SQLite uses no files here, only the time and random numbers. */

#include <sqlite3.h>

static int open_none(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags,
                     int *out) {
    (void)vfs, (void)name, (void)flags, (void)out;
    file->pMethods = NULL;
    return SQLITE_CANTOPEN;
}

static int full_name(sqlite3_vfs *vfs, const char *name, int size, char *to) {
    (void)vfs;
    sqlite3_snprintf(size, to, "%s", name);
    return SQLITE_OK;
}

static int access_none(sqlite3_vfs *vfs, const char *name, int flags, int *found) {
    (void)vfs, (void)name, (void)flags;
    *found = 0;
    return SQLITE_OK;
}

static int randomness(sqlite3_vfs *vfs, int size, char *to) {
    (void)vfs;
    getentropy(to, (size_t)size);
    return size;
}

static int milliseconds(sqlite3_vfs *vfs, sqlite3_int64 *to) {
    struct timespec now;
    (void)vfs;
    clock_gettime(CLOCK_REALTIME, &now);
    *to = INT64_C(210866760000000) + (sqlite3_int64)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    return SQLITE_OK;
}

int sqlite3_os_init(void) {
    static sqlite3_vfs vfs = {.iVersion = 2,
                              .szOsFile = sizeof(sqlite3_file),
                              .mxPathname = 512,
                              .zName = "none",
                              .xOpen = open_none,
                              .xAccess = access_none,
                              .xFullPathname = full_name,
                              .xRandomness = randomness,
                              .xCurrentTimeInt64 = milliseconds};
    return sqlite3_vfs_register(&vfs, 1);
}

int sqlite3_os_end(void) { return SQLITE_OK; }
