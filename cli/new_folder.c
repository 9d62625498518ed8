#include "cli/new_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cli/command.h"

enum { NAME_BYTES = 64 };
typedef char file_name[NAME_BYTES];

/* The hidden folder. A signal that ends the program removes it with its files. */
static struct {
    char path[PATH_MAX];
    int descriptor, file; /* -1: not open */
    file_name *name;
    volatile size_t count;
    size_t cap;
    volatile sig_atomic_t exists;
} hidden = {.descriptor = -1, .file = -1};

static void remove_hidden(void) {
    for (size_t i = 0; i < hidden.count; i++)
        unlinkat(hidden.descriptor, hidden.name[i], 0);
    rmdir(hidden.path);
}

static void remove_and_end(int number) {
    if (hidden.exists)
        remove_hidden();
    signal(number, SIG_DFL);
    raise(number);
}

static void catch_signals(void) {
    static const int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM};
    struct sigaction catch = {.sa_handler = remove_and_end}, was;
    signal(SIGXFSZ, SIG_IGN); /* writing fails instead, and that is said */
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sigaction(numbers[i], NULL, &was) == 0 && was.sa_handler != SIG_IGN)
            sigaction(numbers[i], &catch, NULL);
}

/* While something is made that the signals have to know of. */
static void block_signals(sigset_t *before) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, before);
}

static bool fail(struct new_folder *f, const char *name, int error) {
    if (!f->failed)
        command_error("%s%s%s: %s", f->path, *name ? "/" : "", name, strerror(error));
    f->failed = true;
    return false;
}

/* Whether the folder has anything in it; -1 with errno where that cannot be told. */
static int is_filled(const char *path) {
    DIR *folder = opendir(path);
    const struct dirent *entry;
    int filled = 0;
    if (!folder)
        return -1;
    while (!filled && (errno = 0, entry = readdir(folder)))
        filled = strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
    int error = errno;
    closedir(folder);
    errno = error;
    return !filled && error ? -1 : filled;
}

static bool has_list(const char *path) {
    struct stat st;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool has = folder >= 0 && fstatat(folder, NEW_FOLDER_LIST, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
               S_ISREG(st.st_mode);
    if (folder >= 0)
        close(folder);
    return has;
}

bool new_folder_check(struct new_folder *f, const char *path, bool force) {
    struct stat st;
    *f = (struct new_folder){.path = path};
    if (lstat(path, &st))
        return errno == ENOENT || fail(f, "", errno);
    f->there = true;
    if (!S_ISDIR(st.st_mode))
        return fail(f, "", ENOTDIR);
    int filled = is_filled(path);
    if (filled < 0)
        return fail(f, "", errno);
    if (!filled || force || has_list(path))
        return true;
    command_error("%s: this folder has other files; --force adds the site to them", path);
    f->failed = true;
    return false;
}

/* The length of a path without the slashes at its end. */
static size_t length_of(const char *path) {
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    return length;
}

/* Makes the hidden folder beside the place of the new one. */
static bool begin(struct new_folder *f) {
    static const char name[] = ".zet-XXXXXX";
    size_t length = length_of(f->path);
    while (length && f->path[length - 1] != '/')
        length--;
    if (length + sizeof name > sizeof hidden.path)
        return fail(f, "", ENAMETOOLONG);
    sigset_t before;
    catch_signals();
    block_signals(&before);
    memcpy(hidden.path, f->path, length);
    memcpy(hidden.path + length, name, sizeof name);
    hidden.count = 0;
    bool made = mkdtemp(hidden.path) != NULL;
    int error = errno;
    if (made) {
        hidden.descriptor = open(hidden.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        error = errno;
        hidden.exists = 1;
    }
    f->begun = made;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return made && hidden.descriptor >= 0 ? true : fail(f, "", error);
}

/* Notes the name, so that it can be removed. */
static bool note(const char *name) {
    if (strlen(name) >= NAME_BYTES) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (hidden.count == hidden.cap) {
        size_t cap = hidden.cap ? 2 * hidden.cap : 256;
        sigset_t before;
        block_signals(&before);
        file_name *to = realloc(hidden.name, cap * sizeof *to);
        if (to) {
            hidden.name = to;
            hidden.cap = cap;
        }
        sigprocmask(SIG_SETMASK, &before, NULL);
        if (!to)
            return false;
    }
    strcpy(hidden.name[hidden.count], name);
    hidden.count++;
    return true;
}

static bool write_all(int descriptor, const char *bytes, size_t size) {
    while (size) {
        ssize_t n = write(descriptor, bytes, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

/* The name of the open file. */
static const char *present(void) { return hidden.name[hidden.count - 1]; }

bool new_folder_open(struct new_folder *f, const char *name) {
    if (f->failed || (!f->begun && !begin(f)))
        return false;
    if (!note(name))
        return fail(f, name, errno);
    hidden.file = openat(hidden.descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return hidden.file >= 0 || fail(f, name, errno);
}

bool new_folder_write(struct new_folder *f, const char *bytes, size_t size) {
    return !f->failed && (write_all(hidden.file, bytes, size) || fail(f, present(), errno));
}

static bool close_file(void) {
    int descriptor = hidden.file;
    hidden.file = -1;
    return descriptor < 0 || close(descriptor) == 0;
}

bool new_folder_close(struct new_folder *f) {
    return close_file() ? !f->failed : fail(f, present(), errno);
}

static bool add_list(struct new_folder *f) {
    static const char first[] = "The pages of a tournament, made by `zet site`. Its files:\n";
    size_t size = sizeof first - 1, used;
    for (size_t i = 0; i < hidden.count; i++)
        size += strlen(hidden.name[i]) + 1;
    char *text = malloc(size + 1);
    if (!text)
        return fail(f, NEW_FOLDER_LIST, ENOMEM);
    used = (size_t)(stpcpy(text, first) - text);
    for (size_t i = 0; i < hidden.count; i++)
        used += (size_t)(stpcpy(stpcpy(text + used, hidden.name[i]), "\n") - (text + used));
    bool added = new_folder_open(f, NEW_FOLDER_LIST) && new_folder_write(f, text, used) &&
                 new_folder_close(f);
    free(text);
    return added;
}

/* The mode of a folder as any program makes it. */
static mode_t new_mode(void) {
    mode_t mask = umask(0);
    umask(mask);
    return 0777 & ~mask;
}

/* Removes the files that the folder lists. A name with a slash is none of them. */
static void remove_listed(int folder) {
    int descriptor = openat(folder, NEW_FOLDER_LIST, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    FILE *list = descriptor < 0 ? NULL : fdopen(descriptor, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    if (!list) {
        if (descriptor >= 0)
            close(descriptor);
        return;
    }
    for (bool first = true; (n = getline(&line, &room, list)) > 0; first = false) {
        if (line[n - 1] == '\n')
            line[n - 1] = '\0';
        if (!first && !strchr(line, '/'))
            unlinkat(folder, line, 0);
    }
    free(line);
    fclose(list);
    unlinkat(folder, NEW_FOLDER_LIST, 0);
}

/* Moves what is left of the old folder into the new one, and removes it. */
static bool take_over(struct new_folder *f, const char *old) {
    int from = open(old, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int to = open(f->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = from < 0 || to < 0 ? NULL : fdopendir(dup(from));
    const struct dirent *entry;
    bool fine = entries != NULL;
    if (fine)
        remove_listed(from);
    while (fine && (entry = readdir(entries))) {
        const char *name = entry->d_name;
        struct stat st;
        if (!strcmp(name, ".") || !strcmp(name, ".."))
            continue;
        if (fstatat(to, name, &st, AT_SYMLINK_NOFOLLOW) == 0)
            fine = unlinkat(from, name, 0) == 0;
        else
            fine = renameat(from, name, to, name) == 0;
    }
    int error = errno;
    if (entries)
        closedir(entries);
    if (from >= 0)
        close(from);
    if (to >= 0)
        close(to);
    fine = fine && (rmdir(old) == 0 || (error = errno, false));
    if (!fine)
        command_error("%s: what was there before is in %s: %s", f->path, old, strerror(error));
    return fine;
}

/* Renames what there is at `from`: to a name that is free, or that both exchange. Only Linux has
   that, and not every C library a function for it. */
static int take_name(const char *from, const char *to, bool exchange) {
    enum { NOREPLACE = 1, EXCHANGE = 2 };
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to,
                        exchange ? EXCHANGE : NOREPLACE);
}

bool new_folder_commit(struct new_folder *f) {
    if (f->failed || !add_list(f))
        return false;
    fchmod(hidden.descriptor, new_mode());
    sigset_t before;
    block_signals(&before);
    int done = take_name(hidden.path, f->path, f->there);
    int error = errno;
    if (!done) {
        hidden.exists = 0;
        f->begun = false;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (done)
        return fail(f, "", error);
    close(hidden.descriptor);
    hidden.descriptor = -1;
    free(hidden.name);
    hidden.name = NULL;
    hidden.count = hidden.cap = 0;
    return !f->there || take_over(f, hidden.path);
}

void new_folder_discard(struct new_folder *f) {
    if (!f->begun)
        return;
    close_file();
    sigset_t before;
    block_signals(&before);
    remove_hidden();
    hidden.exists = 0;
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(hidden.descriptor);
    hidden.descriptor = -1;
    free(hidden.name);
    hidden.name = NULL;
    hidden.count = hidden.cap = 0;
    f->begun = false;
}
