#include "packages/platform/files.h"

#undef open
#undef openat
#undef close
#undef read
#undef stat
#undef platform_stat
#undef lstat
#undef fstat
#undef fstatat
#undef fcntl
#undef isatty
#undef dup
#undef rmdir
#undef mkdir
#undef main
#undef dev_t
#undef ino_t
#undef umask

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

/* the following headers need it */
#include <shellapi.h>

#include <ctype.h>
#include <dirent.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <wchar.h>

/* Errors. */

static int fail(int error) {
    errno = error;
    return -1;
}

static int fail_last(void) {
    static const struct {
        DWORD code;
        int error;
    } errors[] = {{ERROR_FILE_NOT_FOUND, ENOENT},
                  {ERROR_PATH_NOT_FOUND, ENOENT},
                  {ERROR_INVALID_NAME, ENOENT},
                  {ERROR_BAD_NETPATH, ENOENT},
                  {ERROR_ACCESS_DENIED, EACCES},
                  {ERROR_SHARING_VIOLATION, EACCES},
                  {ERROR_FILE_EXISTS, EEXIST},
                  {ERROR_ALREADY_EXISTS, EEXIST},
                  {ERROR_DIRECTORY, ENOTDIR},
                  {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
                  {ERROR_DISK_FULL, ENOSPC},
                  {ERROR_HANDLE_DISK_FULL, ENOSPC},
                  {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
                  {ERROR_BROKEN_PIPE, EPIPE},
                  {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG}};
    DWORD code = GetLastError();
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == code)
            return fail(errors[i].error);
    return fail(EIO);
}

/* Names. */

enum { NAME_MOST = 32768, FOLDERS = 64, FOLDER_FIRST = 0x10000 };

/* The open folders, with their full names. */
static struct { wchar_t *name; } folders[FOLDERS];

static const wchar_t *folder_name(int file) {
    return file >= FOLDER_FIRST && file < FOLDER_FIRST + FOLDERS ? folders[file - FOLDER_FIRST].name
                                                                 : NULL;
}

/* Resolves a name relative to the folder to a full name. Returns false with errno. */
static bool resolve(int folder, const char *path, wchar_t *to) {
    static wchar_t name[NAME_MOST], joined[NAME_MOST];
    const wchar_t *base = folder_name(folder);
    if (!*path)
        return fail(ENOENT), false;
    if (!strcmp(path, "/dev/null"))
        return wcscpy(to, L"NUL"), true;
    if (!MultiByteToWideChar(CP_UTF8, 0, path, -1, name, NAME_MOST))
        return fail(ENAMETOOLONG), false;
    bool full = *name == L'/' || *name == L'\\' || (*name && name[1] == L':');
    if (base && !full && wcslen(base) + wcslen(name) + 2 > NAME_MOST)
        return fail(ENAMETOOLONG), false;
    joined[0] = L'\0';
    if (base && !full)
        wcscat(wcscpy(joined, base), L"/");
    wcscat(joined, name);
    DWORD length = GetFullPathNameW(joined, NAME_MOST - 4, to, NULL);
    if (!length || length >= NAME_MOST - 4)
        return fail(ENAMETOOLONG), false;
    if (length >= MAX_PATH - 12 && wcsncmp(to, L"\\\\", 2) != 0) {
        memmove(to + 4, to, (length + 1) * sizeof *to);
        memcpy(to, L"\\\\?\\", 4 * sizeof *to);
    }
    return true;
}

/* A UTF-8 copy, which the caller frees. */
static char *narrow(const wchar_t *name) {
    int size = WideCharToMultiByte(CP_UTF8, 0, name, -1, NULL, 0, NULL, NULL);
    char *to = size > 0 ? malloc((size_t)size) : NULL;
    if (to)
        WideCharToMultiByte(CP_UTF8, 0, name, -1, to, size, NULL, NULL);
    else
        errno = ENOMEM;
    return to;
}

/* Files. */

enum { SHARED = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

static int open_folder(const wchar_t *name) {
    for (int i = 0; i < FOLDERS; i++)
        if (!folders[i].name) {
            folders[i].name = _wcsdup(name);
            return folders[i].name ? FOLDER_FIRST + i : fail(ENOMEM);
        }
    return fail(EMFILE);
}

static int of_handle(HANDLE handle) {
    int file =
        handle == INVALID_HANDLE_VALUE ? fail_last() : _open_osfhandle((intptr_t)handle, _O_BINARY);
    if (handle != INVALID_HANDLE_VALUE && file < 0)
        CloseHandle(handle);
    return file;
}

static int open_temporary(void) {
    wchar_t folder[MAX_PATH + 1], name[MAX_PATH + 1];
    if (!GetTempPathW(MAX_PATH, folder) || !GetTempFileNameW(folder, L"zet", 0, name))
        return fail_last();
    return of_handle(CreateFileW(name, GENERIC_READ | GENERIC_WRITE, SHARED, NULL, CREATE_ALWAYS,
                                 FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL));
}

int platform_openat(int folder, const char *path, int flags, ...) {
    wchar_t name[NAME_MOST];
    const DWORD access[] = {GENERIC_READ, GENERIC_WRITE, GENERIC_READ | GENERIC_WRITE, 0};
    DWORD how = (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL) ? CREATE_NEW
                : flags & O_CREAT ? (flags & O_TRUNC ? CREATE_ALWAYS : OPEN_ALWAYS)
                : flags & O_TRUNC ? TRUNCATE_EXISTING
                                  : OPEN_EXISTING;
    if (flags & O_TMPFILE)
        return open_temporary();
    if (!resolve(folder, path, name))
        return -1;
    DWORD attributes = GetFileAttributesW(name);
    bool is_folder = attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY;
    if (is_folder)
        return (flags & (O_WRONLY | O_RDWR)) ? fail(EISDIR) : open_folder(name);
    if (flags & O_DIRECTORY)
        return attributes == INVALID_FILE_ATTRIBUTES ? fail_last() : fail(ENOTDIR);
    return of_handle(
        CreateFileW(name, access[flags & 3], SHARED, NULL, how, FILE_ATTRIBUTE_NORMAL, NULL));
}

int platform_close(int file) {
    if (!folder_name(file))
        return _close(file);
    free(folders[file - FOLDER_FIRST].name);
    folders[file - FOLDER_FIRST].name = NULL;
    return 0;
}

ssize_t platform_read(int file, void *to, size_t size) {
    return folder_name(file) ? fail(EISDIR)
                             : _read(file, to, size > 1 << 30 ? 1 << 30 : (unsigned)size);
}

/* Leaves the position of the file unchanged. */
ssize_t pread(int file, void *to, size_t size, int64_t at) {
    HANDLE handle = (HANDLE)_get_osfhandle(file);
    OVERLAPPED where = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
    LARGE_INTEGER none = {0}, before;
    DWORD got = 0;
    if (!SetFilePointerEx(handle, none, &before, FILE_CURRENT))
        return fail(ESPIPE);
    bool done = ReadFile(handle, to, size > 1 << 30 ? 1 << 30 : (DWORD)size, &got, &where);
    DWORD error = GetLastError();
    SetFilePointerEx(handle, before, NULL, FILE_BEGIN);
    SetLastError(error);
    return done || error == ERROR_HANDLE_EOF ? (ssize_t)got : fail_last();
}

int platform_fcntl(int file, int what, int least) {
    (void)what, (void)least;
    return folder_name(file) ? open_folder(folder_name(file)) : _dup(file);
}

int platform_isatty(int file) {
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(file), &mode) != 0;
}

int fsync(int file) {
    HANDLE handle = folder_name(file) ? NULL : (HANDLE)_get_osfhandle(file), again;
    if (folder_name(file) || FlushFileBuffers(handle))
        return 0;
    if (GetLastError() != ERROR_ACCESS_DENIED)
        return fail_last();
    again = ReOpenFile(handle, GENERIC_WRITE, SHARED, 0); /* it was opened for reading */
    bool done = again != INVALID_HANDLE_VALUE && FlushFileBuffers(again);
    int result = done ? 0 : fail_last();
    if (again != INVALID_HANDLE_VALUE)
        CloseHandle(again);
    return result;
}

static struct timespec moment(FILETIME t) {
    enum { UNITS = 10000000 }; /* per second, since 1601 */
    uint64_t units = ((uint64_t)t.dwHighDateTime << 32 | t.dwLowDateTime);
    return (struct timespec){.tv_sec = (time_t)(units / UNITS) - 11644473600,
                             .tv_nsec = (long)(units % UNITS) * 100};
}

static int describe(HANDLE handle, struct platform_stat *st) {
    BY_HANDLE_FILE_INFORMATION i;
    DWORD type = GetFileType(handle);
    *st = (struct platform_stat){0};
    if (type == FILE_TYPE_CHAR || type == FILE_TYPE_PIPE) {
        st->st_mode = (type == FILE_TYPE_CHAR ? S_IFCHR : S_IFIFO) | 0666;
        st->st_ino = (uint64_t)(uintptr_t)handle;
        return 0;
    }
    if (!GetFileInformationByHandle(handle, &i))
        return fail_last();
    st->st_dev = i.dwVolumeSerialNumber;
    st->st_ino = (uint64_t)i.nFileIndexHigh << 32 | i.nFileIndexLow;
    st->st_mode =
        (i.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? S_IFDIR | 0777 : S_IFREG | 0666) &
        (i.dwFileAttributes & FILE_ATTRIBUTE_READONLY ? ~0222U : ~0U);
    st->st_size = (int64_t)((uint64_t)i.nFileSizeHigh << 32 | i.nFileSizeLow);
    st->st_mtim = st->st_ctim = moment(i.ftLastWriteTime);
    return 0;
}

static int describe_name(const wchar_t *name, struct platform_stat *st) {
    HANDLE handle = CreateFileW(name, FILE_READ_ATTRIBUTES, SHARED, NULL, OPEN_EXISTING,
                                FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return fail_last();
    int done = describe(handle, st);
    CloseHandle(handle);
    return done;
}

int platform_fstatat(int folder, const char *path, struct platform_stat *st, int flags) {
    wchar_t name[NAME_MOST];
    (void)flags;
    return resolve(folder, path, name) ? describe_name(name, st) : -1;
}

int platform_fstat(int file, struct platform_stat *st) {
    const wchar_t *folder = folder_name(file);
    intptr_t handle = folder ? 0 : _get_osfhandle(file);
    return folder         ? describe_name(folder, st)
           : handle == -1 ? fail(EBADF)
                          : describe((HANDLE)handle, st);
}

/* Changes of folders. */

int unlinkat(int folder, const char *path, int flags) {
    wchar_t name[NAME_MOST];
    (void)flags;
    return !resolve(folder, path, name) ? -1 : DeleteFileW(name) ? 0 : fail_last();
}

int platform_rmdir(const char *path) {
    wchar_t name[NAME_MOST];
    return !resolve(AT_FDCWD, path, name) ? -1 : RemoveDirectoryW(name) ? 0 : fail_last();
}

int mkdirat(int folder, const char *path, int mode) {
    wchar_t name[NAME_MOST];
    (void)mode;
    return !resolve(folder, path, name) ? -1 : CreateDirectoryW(name, NULL) ? 0 : fail_last();
}

int faccessat(int folder, const char *path, int mode, int flags) {
    struct platform_stat st;
    (void)flags;
    if (platform_fstatat(folder, path, &st, 0))
        return -1;
    return mode & 2 && !(st.st_mode & 0222) ? fail(EACCES) : 0;
}

long platform_renameat2(int from, const char *path, int to, const char *new_path, unsigned how) {
    wchar_t name[NAME_MOST], new_name[NAME_MOST];
    if (how != 1)
        return fail(ENOSYS);
    if (!resolve(from, path, name) || !resolve(to, new_path, new_name))
        return -1;
    return MoveFileExW(name, new_name, MOVEFILE_WRITE_THROUGH) ? 0 : fail_last();
}

/* A target that is still open is first moved aside, and is deleted when it is closed. */
int renameat(int from, const char *path, int to, const char *new_path) {
    wchar_t name[NAME_MOST], new_name[NAME_MOST], aside[NAME_MOST];
    if (!resolve(from, path, name) || !resolve(to, new_path, new_name))
        return -1;
    if (MoveFileExW(name, new_name, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
        return 0;
    DWORD error = GetLastError();
    if ((error != ERROR_ACCESS_DENIED && error != ERROR_SHARING_VIOLATION) ||
        wcslen(name) + 5 > NAME_MOST)
        return fail_last();
    wcscat(wcscpy(aside, name), L".old");
    if (!MoveFileExW(new_name, aside, MOVEFILE_WRITE_THROUGH))
        return fail_last();
    if (MoveFileExW(name, new_name, MOVEFILE_WRITE_THROUGH))
        return DeleteFileW(aside), 0;
    error = GetLastError();
    MoveFileExW(aside, new_name, MOVEFILE_WRITE_THROUGH);
    SetLastError(error);
    return fail_last();
}

char *realpath(const char *path, char *resolved) {
    wchar_t name[NAME_MOST];
    (void)resolved;
    if (!resolve(AT_FDCWD, path, name))
        return NULL;
    HANDLE handle = CreateFileW(name, FILE_READ_ATTRIBUTES, SHARED, NULL, OPEN_EXISTING,
                                FILE_FLAG_BACKUP_SEMANTICS, NULL);
    DWORD length =
        handle == INVALID_HANDLE_VALUE ? 0 : GetFinalPathNameByHandleW(handle, name, NAME_MOST, 0);
    if (!length || length >= NAME_MOST)
        fail_last();
    if (handle != INVALID_HANDLE_VALUE)
        CloseHandle(handle);
    if (!length || length >= NAME_MOST)
        return NULL;
    const wchar_t *start = name;
    if (!wcsncmp(start, L"\\\\?\\", 4) && start[5] == L':')
        start += 4;
    char *found = narrow(start);
    for (char *at = found; at && *at; at++)
        *at = *at == '\\' ? '/' : *at;
    return found;
}

int fchmod(int file, mode_t mode) { return (void)file, (void)mode, 0; }
int fchown(int file, uid_t owner, gid_t group) { return (void)file, (void)owner, (void)group, 0; }
uid_t geteuid(void) { return 0; }

/* Entries of folders. */

struct platform_folder {
    HANDLE find;
    WIN32_FIND_DATAW found;
    bool first;
    int file; /* -1, or the result of dirfd */
    struct dirent entry;
};

static DIR *begin_entries(const wchar_t *name, int file) {
    static wchar_t pattern[NAME_MOST];
    if (wcslen(name) + 3 > NAME_MOST)
        return fail(ENAMETOOLONG), NULL;
    DIR *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    wcscat(wcscpy(pattern, name), L"\\*");
    d->find = FindFirstFileW(pattern, &d->found);
    d->first = true;
    d->file = file;
    if (d->find != INVALID_HANDLE_VALUE)
        return d;
    fail_last();
    free(d);
    return NULL;
}

DIR *opendir(const char *path) {
    static wchar_t name[NAME_MOST];
    return resolve(AT_FDCWD, path, name) ? begin_entries(name, -1) : NULL;
}

DIR *fdopendir(int file) {
    const wchar_t *name = folder_name(file);
    return name ? begin_entries(name, file) : (fail(ENOTDIR), NULL);
}

int dirfd(DIR *d) { return d->file; }

struct dirent *readdir(DIR *d) {
    if (!d->first && !FindNextFileW(d->find, &d->found))
        return NULL;
    d->first = false;
    return WideCharToMultiByte(CP_UTF8, 0, d->found.cFileName, -1, d->entry.d_name,
                               sizeof d->entry.d_name, NULL, NULL)
               ? &d->entry
               : NULL;
}

int closedir(DIR *d) {
    FindClose(d->find);
    if (d->file >= 0)
        platform_close(d->file);
    free(d);
    return 0;
}

/* The rest. */

int poll(struct pollfd *files, unsigned count, int wait) {
    DWORD there = 0;
    (void)count, (void)wait;
    files->revents = 0;
    if (PeekNamedPipe((HANDLE)_get_osfhandle(files->fd), NULL, 0, NULL, &there, NULL) && there)
        files->revents = POLLIN;
    return files->revents != 0;
}

long sysconf(int what) {
    (void)what;
    return (long)GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
}

BOOLEAN NTAPI SystemFunction036(void *to, ULONG size); /* RtlGenRandom */
ssize_t getrandom(void *to, size_t size, unsigned flags) {
    (void)flags;
    return SystemFunction036(to, (ULONG)size) ? (ssize_t)size : fail(EIO);
}

/* Start: streams are binary, and the console uses UTF-8. */

static UINT console_before;

static void restore_console(void) { SetConsoleOutputCP(console_before); }

static void set_console(void) {
    static const DWORD outputs[] = {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    DWORD mode;
    for (size_t i = 0; i < 2; i++)
        if (GetConsoleMode(GetStdHandle(outputs[i]), &mode))
            SetConsoleMode(GetStdHandle(outputs[i]), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    if ((console_before = GetConsoleOutputCP())) {
        SetConsoleOutputCP(CP_UTF8);
        atexit(restore_console);
    }
}

/* The program uses slashes in names: `C:\games` becomes `C:/games` if the file or its folder
   exists. Anything else is unchanged, such as a pattern with backslashes. */
static void use_slashes(char *argument) {
    char *value = *argument == '-' ? strchr(argument, '=') : NULL;
    char *name = value ? value + 1 : argument, *last = strrchr(name, '\\');
    wchar_t wide[NAME_MOST];
    if (!last)
        return;
    char after = last == name || last[-1] == ':' ? last[1] : *last;
    char *cut = after == *last ? last : last + 1;
    *cut = '\0';
    bool is_name =
        resolve(AT_FDCWD, name, wide) && GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;
    *cut = after;
    for (; is_name && *name; name++)
        *name = *name == '\\' ? '/' : *name;
}

int main(void) {
    int count = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **argv = wide ? calloc((size_t)count + 1, sizeof *argv) : NULL;
    _fmode = _O_BINARY;
    for (int i = 0; i < 3; i++)
        _setmode(i, _O_BINARY);
    for (int i = 0; argv && i < count; i++) {
        argv[i] = narrow(wide[i]);
        if (!argv[i])
            return 2;
        use_slashes(argv[i]);
    }
    if (!argv)
        return 2;
    set_console();
    return platform_main(count, argv);
}
