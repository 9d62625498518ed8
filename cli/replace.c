#include "cli/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/syscall.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif
#include <time.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/input.h"
#include "notation/base/list.h"

/* Replacements whose temporary files may exist; and a folder created for files, or NULL. */
static struct replacement *volatile pending;
static const char *volatile made_folder;

static const int ending_signals[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE,   SIGALRM,
                                     SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF,
                                     SIGXCPU, SIGIO,   SIGPWR,  SIGSTKFLT};
enum { ENDING_SIGNALS = sizeof ending_signals / sizeof *ending_signals };

/* Signals are delayed while files that belong together get their names. */
static volatile sig_atomic_t held, came;
static void (*volatile at_signals)(int number);

static void remove_and_end(int number) {
    if (held) {
        came = number;
        return;
    }
    if (at_signals)
        at_signals(number);
    for (const struct replacement *r = pending; r; r = r->next)
        unlinkat(r->folder, r->temporary, 0);
    if (made_folder)
        rmdir(made_folder); /* only if empty */
    signal(number, SIG_DFL);
    raise(number);
}

static void catch_signals(void) {
    static bool done;
    struct sigaction catch = {.sa_handler = remove_and_end}, was;
    for (size_t i = 0; i < ENDING_SIGNALS && !done; i++)
        if (sigaction(ending_signals[i], NULL, &was) == 0 && was.sa_handler != SIG_IGN)
            sigaction(ending_signals[i], &catch, NULL);
    done = true;
}

void replace_at_signals(void (*first)(int number)) {
    at_signals = first;
    catch_signals();
}

/* The failed instruction must not be retried. */
static void remove_after_fault(int number) {
    held = 0;
    remove_and_end(number);
}

void replace_catch_faults(const int *faults, size_t count) {
    const struct sigaction catch = {.sa_handler = remove_after_fault};
    for (size_t i = 0; i < count; i++)
        sigaction(faults[i], &catch, NULL);
}

void replace_hold_signals(bool hold) {
    held += hold ? 1 : -1;
    if (!held && came)
        raise(came);
}

/* A signal may come at any time: the list is consistent between any two of these steps. */
static void add_pending(struct replacement *r) {
    r->before = NULL;
    r->next = pending;
    if (r->next)
        r->next->before = r;
    pending = r;
}

static void remove_pending(struct replacement *r) {
    if (r->next)
        r->next->before = r->before;
    if (r->before)
        r->before->next = r->next;
    else
        pending = r->next;
    r->exists = false;
}

/* Names of temporary files. */
#define TEMPORARY ".zet-"
enum { RANDOM_LETTERS = 10 };
static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

/* Reports `why`, followed by `error` of errno unless it is 0. Returns false. */
static bool fail_replacement(struct replacement *r, const char *why, int error) {
    if (!r->failed)
        command_error("%s: %s%s%s", r->path ? r->path : "a file", why, error && *why ? ": " : "",
                      error ? strerror(error) : "");
    r->failed = true;
    return false;
}

/* Folders. */

char *folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return !slash ? strdup(".") : strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

DIR *folder_entries(int folder) {
    int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = own < 0 ? NULL : fdopendir(own);
    int error = errno;
    if (own >= 0 && !entries)
        close(own);
    errno = error;
    return entries;
}

static bool is_temporary(const char *name) {
    size_t start = strlen(TEMPORARY);
    return !strncmp(name, TEMPORARY, start) && strspn(name + start, letters) == RANDOM_LETTERS &&
           !name[start + RANDOM_LETTERS];
}

/* Removes files of a killed program, if the folder is not locked. Skips the last call's folder. */
static void remove_left(int folder) {
    static struct stat before;
    struct stat st;
    bool again = fstat(folder, &st) || (st.st_dev == before.st_dev && st.st_ino == before.st_ino);
    DIR *entries = again ? NULL : folder_entries(folder);
    const struct dirent *entry;
    bool locked = false;
    if (!again)
        before = st;
    while (entries && (entry = readdir(entries)))
        if (is_temporary(entry->d_name) &&
            fstatat(folder, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode) &&
            st.st_uid == geteuid() &&
            (locked || (locked = flock(dirfd(entries), LOCK_EX | LOCK_NB) == 0)))
            unlinkat(folder, entry->d_name, 0);
    if (entries)
        closedir(entries);
}

/* Prevents others from removing the file, if the folder supports locks. Does not wait long, because
   a program that called this one may have the lock. */
static void lock(int folder) {
    static unsigned waited;
    const struct timespec millisecond = {.tv_nsec = 1000 * 1000};
    while (flock(folder, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK && waited++ < 100)
        nanosleep(&millisecond, NULL);
}

int replace_open_folder(int from, const char *name, bool make, bool links) {
    const int how = O_DIRECTORY | O_CLOEXEC | (links ? 0 : O_NOFOLLOW);
    bool made = make && mkdirat(from, name, 0777) == 0;
    if (make && !made && errno != EEXIST)
        return -1;
    if (made && from == AT_FDCWD)
        made_folder = name;
    int folder = openat(from, name, O_RDONLY | how);
    if (folder < 0 && errno == EACCES)
        folder = openat(from, name, O_PATH | how); /* writable but not readable */
    int parent =
        made && folder >= 0 ? openat(folder, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    int error = errno;
    if (parent >= 0) {
        fsync(parent);
        close(parent);
    }
    if (folder >= 0)
        remove_left(folder);
    errno = error;
    return folder;
}

static bool is_same_folder(int a, int b) {
    struct stat x, y;
    return !fstat(a, &x) && !fstat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

void replace_clean(const char *path) {
    char *target = realpath(path, NULL), *name = target ? folder_of(target) : NULL;
    int folder = name ? replace_open_folder(AT_FDCWD, name, false, true) : -1;
    if (folder >= 0)
        close(folder);
    free(name);
    free(target);
}

bool replace_sync(int folder, const char *path) {
    /* the folder is unreadable, or its file system does not support this */
    if (fsync(folder) == 0 || errno == EBADF || errno == EINVAL)
        return true;
    return command_error("%s: it could not be written to the disk: %s", path, strerror(errno)),
           false;
}

/* Opens the folder of the path and sets the name in it. Returns false with errno. */
static bool set_place(struct replacement *r, const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = folder_of(path);
    r->name = strdup(slash ? slash + 1 : path);
    r->folder = folder && r->name ? replace_open_folder(AT_FDCWD, folder, false, true) : -1;
    r->own_folder = r->folder >= 0;
    int error = folder && r->name ? errno : ENOMEM;
    free(folder);
    errno = error;
    return r->own_folder;
}

/* Preserves errno. */
static void leave_place(struct replacement *r) {
    int error = errno;
    if (r->own_folder)
        close(r->folder);
    r->own_folder = false;
    free(r->name);
    r->name = NULL;
    errno = error;
}

/* Permission to replace. */

static bool is_same_moment(const struct timespec *a, const struct timespec *b) {
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

/* Gets the status of the existing file. Returns false after a message. */
static bool look_at_target(struct replacement *r) {
    r->there = fstatat(r->folder, r->name, &r->was, AT_SYMLINK_NOFOLLOW) == 0;
    if (!*r->name || (r->there && S_ISDIR(r->was.st_mode)))
        return fail_replacement(r, "", EISDIR);
    return r->there || errno == ENOENT || fail_replacement(r, "", errno);
}

static bool is_same_file(const struct stat *now, const struct stat *was) {
    return now->st_dev == was->st_dev && now->st_ino == was->st_ino &&
           now->st_size == was->st_size && is_same_moment(&now->st_mtim, &was->st_mtim);
}

static bool refuse_changed(struct replacement *r) {
    return fail_replacement(r, "it was changed by another program in the meantime", 0);
}

static bool is_unchanged(struct replacement *r) {
    const struct stat *now = &r->was;
    if (!r->there || !is_same_file(now, r->read))
        return refuse_changed(r);
    if (now->st_nlink > 1)
        return fail_replacement(
            r,
            "it has another name (a hard link), which would keep the old text; replace it "
            "by a copy of its own, or write the result with -o",
            0);
    return !input_is_known(now, true) ||
           fail_replacement(r, "the command also reads this file, as the value of an option", 0);
}

static bool refuse_existing(struct replacement *r) {
    return fail_replacement(r,
                            r->rule == REPLACE_NEVER
                                ? "another program made this file in the meantime"
                                : "the file exists; --force replaces it",
                            0);
}

/* Whether the rule allows replacing the existing file. Returns false after a message. */
static bool may_take_place(struct replacement *r) {
    struct stat to;
    if (!look_at_target(r))
        return false;
    if (!command_writes())
        return fail_replacement(r, "this command does not write files", 0);
    if (r->rule == REPLACE_SAME && !is_unchanged(r))
        return false;
    if (r->there && (r->rule == REPLACE_NOTHING || r->rule == REPLACE_NEVER))
        return refuse_existing(r);
    if (r->rule == REPLACE_ANY && fstatat(r->folder, r->name, &to, 0) == 0 &&
        (input_is_known(&to, false) || input_is_known(&to, true)))
        return fail_replacement(r, "the command reads this file; give the output another name", 0);
    return !r->there || !S_ISREG(r->was.st_mode) || faccessat(r->folder, r->name, W_OK, 0) == 0 ||
           fail_replacement(r, "", errno);
}

/* Direct writing. */

/* The descriptor of this process that the path names, or -1. */
static int own_descriptor(const char *path) {
    int descriptor = -1, length = 0;
    if (sscanf(path, "/dev/fd/%d%n", &descriptor, &length) == 1 && !path[length])
        return descriptor;
    return !strcmp(path, "/dev/stdout")   ? STDOUT_FILENO
           : !strcmp(path, "/dev/stderr") ? STDERR_FILENO
                                          : -1;
}

/* Whether the existing file is written directly. */
static bool is_device(const struct replacement *r) {
    return r->there && !S_ISREG(r->was.st_mode) && !S_ISLNK(r->was.st_mode);
}

/* Returns a descriptor, or -1 with errno. */
static int open_device(const struct replacement *r) {
    struct stat to;
    int descriptor = openat(r->folder, r->name, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW);
    if (descriptor < 0 || fstat(descriptor, &to) || !S_ISREG(to.st_mode))
        return descriptor;
    close(descriptor); /* it was created in the meantime */
    errno = EEXIST;
    return -1;
}

/* Creates the temporary file. Returns a descriptor, or -1 with errno. */
static int make_temporary(struct replacement *r) {
    enum { TRIES = 100 };
    unsigned char random[RANDOM_LETTERS];
    int descriptor = -1;
    lock(r->folder);
    for (unsigned i = 0; i < TRIES && descriptor < 0; i++) {
        if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
            return -1;
        char *to = stpcpy(r->temporary, TEMPORARY);
        for (size_t k = 0; k < RANDOM_LETTERS; k++)
            to[k] = letters[random[k] % 64];
        catch_signals();
        add_pending(r);
        descriptor = openat(r->folder, r->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                            r->there ? 0600 : 0666);
        r->exists = descriptor >= 0;
        if (!r->exists)
            remove_pending(r);
        if (!r->exists && errno != EEXIST) {
            fail_replacement(r, "a file cannot be written into its folder", errno);
            return -1;
        }
    }
    return descriptor;
}

static bool write_to_file(void *context, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size;
}

/* Reports the error unless one was reported, and returns false. */
static bool give_up(struct replacement *r, int error) {
    fail_replacement(r, "", error);
    replace_discard(r);
    return false;
}

static bool open_file(struct replacement *r, int descriptor, enum compression compression) {
    r->file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    int error = errno;
    const char *why = "";
    if (r->file && (compression == COMPRESSION_NONE ||
                    (r->encoder = encoder_new(compression, write_to_file, r->file, &why))))
        return true;
    if (*why) {
        fail_replacement(r, why, 0);
        error = 0;
    }
    if (descriptor >= 0 && !r->file)
        close(descriptor);
    return give_up(r, error);
}

/* Begins the file in its known folder. */
static bool begin_replacement(struct replacement *r, enum compression compression) {
    return may_take_place(r) ? open_file(r, make_temporary(r), compression) : give_up(r, 0);
}

bool replace_begin(struct replacement *r, const char *path, enum replace_rule rule) {
    /* a recorder writes plain text, which it reads again */
    enum compression compression =
        rule == REPLACE_NEVER ? COMPRESSION_NONE : compression_of_name(path, NULL);
    int own = own_descriptor(path);
    *r = (struct replacement){.path = strdup(path), .rule = rule};
    fflush(stdout);
    if (own >= 0)
        return open_file(r, fcntl(own, F_DUPFD_CLOEXEC, 0), compression);
    if (!((r->path && set_place(r, path)) || fail_replacement(r, "", errno)) || !look_at_target(r))
        return give_up(r, 0);
    if (!is_device(r))
        return begin_replacement(r, compression);
    int descriptor = open_device(r);
    leave_place(r); /* preserves errno */
    return open_file(r, descriptor, compression);
}

bool replace_begin_in(struct replacement *r, int folder, const char *path, const char *name,
                      enum replace_rule rule) {
    *r = (struct replacement){.rule = rule, .folder = folder, .name = strdup(name)};
    if (r->name && asprintf(&r->path, "%s/%s", path, name) >= 0)
        return begin_replacement(r, compression_of_name(name, NULL));
    r->path = NULL;
    return give_up(r, ENOMEM);
}

bool replace_begin_same(struct replacement *r, const char *path, const struct stat *read,
                        enum compression compression) {
    *r = (struct replacement){.path = strdup(path), .rule = REPLACE_SAME, .read = read};
    char *target = realpath(path, NULL);
    bool placed = r->path && target && set_place(r, target);
    int error = errno;
    free(target);
    return placed ? begin_replacement(r, compression) : give_up(r, error);
}

bool replace_check(const char *path, enum replace_rule rule) {
    struct replacement r = {.path = (char *)path, .rule = rule};
    bool fine = own_descriptor(path) >= 0;
    if (!fine && (set_place(&r, path) || fail_replacement(&r, "", errno)) && look_at_target(&r))
        fine = is_device(&r) || may_take_place(&r);
    leave_place(&r);
    return fine;
}

bool replace_write(struct replacement *r, const char *bytes, size_t size) {
    bool written = r->failed    ? false
                   : r->encoder ? encoder_write(r->encoder, bytes, size, false)
                                : write_to_file(r->file, bytes, size);
    return written || fail_replacement(r, "it could not be written", errno);
}

#ifdef __linux__
/* Copies one attribute. The system's own ones may be set by others only; access lists and those of
   the user must not be lost. */
static bool copy_attribute(int from, int to, const char *name) {
    char value[64 * 1024]; /* the most that Linux allows */
    ssize_t size = fgetxattr(from, name, value, sizeof value);
    bool needed = !strncmp(name, "user.", 5) || !strcmp(name, "system.posix_acl_access");
    return (size >= 0 && fsetxattr(to, name, value, (size_t)size, 0) == 0) || !needed;
}

/* Copies the access list and the extended attributes of the existing file. */
static bool copy_attributes(struct replacement *r) {
    char names[64 * 1024];
    int from = openat(r->folder, r->name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    ssize_t size = from < 0 ? 0 : flistxattr(from, names, sizeof names);
    bool copied = true;
    for (const char *name = names; copied && name < names + size; name += strlen(name) + 1)
        copied = copy_attribute(from, fileno(r->file), name) ||
                 fail_replacement(r, "its access list and attributes cannot be kept", errno);
    if (from >= 0)
        close(from);
    return copied;
}
#else
static bool copy_attributes(struct replacement *r) { return r->there; }
#endif

/* Some file systems of other systems have no modes: they refuse to set one. */
static bool set_bits(const struct replacement *r, mode_t mode) {
    struct stat made;
    int error = fchmod(fileno(r->file), mode) ? errno : 0;
    if (error && error != EPERM && error != ENOSYS && error != EOPNOTSUPP && error != EINVAL)
        return false;
    if (error && !fstat(fileno(r->file), &made) && (made.st_mode & 07777) != mode)
        command_error("%s: warning: its mode is now %03o, because the file system refuses %03o",
                      r->path, (unsigned)made.st_mode & 07777, (unsigned)mode);
    return true;
}

/* Copies the mode, the owner and the attributes of the existing file, if any. */
static bool set_mode(struct replacement *r) {
    mode_t mode = r->was.st_mode & 07777;
    if (!r->there)
        return true;
    if (!S_ISREG(r->was.st_mode)) /* the default mode of new files */
        umask(mode = umask(0)), mode = 0666 & ~mode;
    else if (fchown(fileno(r->file), r->was.st_uid, r->was.st_gid))
        mode &= 0777; /* set-id bits are dropped with another owner */
    return (!S_ISREG(r->was.st_mode) || copy_attributes(r)) && set_bits(r, mode);
}

/* Completes the temporary file; with `sync` flushes it to disk. */
static bool complete_temporary(struct replacement *r, bool sync) {
    bool ended = !r->failed && (!r->encoder || encoder_write(r->encoder, "", 0, true));
    bool written = ended && fflush(r->file) == 0 &&
                   (!r->name || (set_mode(r) && (!sync || fsync(fileno(r->file)) == 0))) &&
                   fstat(fileno(r->file), &r->made) == 0;
    if (!written)
        fail_replacement(r, "it could not be written", errno);
    if (fclose(r->file) && written)
        written = fail_replacement(r, "it could not be written", errno);
    r->file = NULL;
    return written;
}

/* Flushes the complete file to disk. */
static bool sync_file(struct replacement *r) {
    if (!r->name)
        return true; /* it was written directly */
    int file = openat(r->folder, r->temporary, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    bool synced = (file >= 0 && fsync(file) == 0) ||
                  fail_replacement(r, "it could not be written to the disk", errno);
    if (file >= 0)
        close(file);
    return synced;
}

/* Not every system supports these renames, and only Linux C libraries have the call. */
static bool rename_so(const struct replacement *r, unsigned how) {
    return syscall(SYS_renameat2, r->folder, r->temporary, r->folder, r->name, how) == 0;
}

static bool is_unknown(int error) {
    return error == EINVAL || error == ENOSYS || error == EPERM || error == EOPNOTSUPP;
}

static bool take_free_name(struct replacement *r) {
    enum { NOREPLACE = 1 };
    if (rename_so(r, NOREPLACE))
        return true;
    return is_unknown(errno) && linkat(r->folder, r->temporary, r->folder, r->name, 0) == 0 &&
           unlinkat(r->folder, r->temporary, 0) == 0;
}

static bool take_name(struct replacement *r) {
    return renameat(r->folder, r->temporary, r->folder, r->name) == 0;
}

/* Exchanges the file with the one that was read, and back if it is a different one. */
static bool take_same_name(struct replacement *r) {
    enum { EXCHANGE = 2 };
    struct stat out;
    if (!rename_so(r, EXCHANGE))
        return is_unknown(errno) && take_name(r);
    if (fstatat(r->folder, r->temporary, &out, AT_SYMLINK_NOFOLLOW) || !is_same_file(&out, r->read))
        return rename_so(r, EXCHANGE) && refuse_changed(r);
    r->placed = true;
    return unlinkat(r->folder, r->temporary, 0) == 0 ||
           fail_replacement(r, "the previous file, which is now beside it, could not be removed",
                            errno);
}

/* Gives the complete file its name. */
static bool place(struct replacement *r) {
    bool free_name = r->rule == REPLACE_NOTHING || r->rule == REPLACE_NEVER;
    if (!r->name)
        return true; /* it was written directly */
    if (!free_name && !may_take_place(r))
        return false;
    replace_hold_signals(true);
    bool taken = free_name                 ? take_free_name(r)
                 : r->rule == REPLACE_SAME ? take_same_name(r)
                                           : take_name(r);
    int error = errno;
    if (taken)
        remove_pending(r);
    replace_hold_signals(false);
    r->placed |= taken;
    if (taken || r->failed)
        return taken;
    return error == EEXIST ? refuse_existing(r)
                           : fail_replacement(r, "it could not be put in its place", error);
}

bool replace_commit(struct replacement *r) {
    bool done =
        complete_temporary(r, true) && place(r) && (!r->name || replace_sync(r->folder, r->path));
    replace_discard(r);
    return done;
}

void replace_discard(struct replacement *r) {
    if (r->file)
        fclose(r->file);
    if (r->exists && unlinkat(r->folder, r->temporary, 0))
        command_error("%s: the temporary file %s beside it could not be removed: %s", r->path,
                      r->temporary, strerror(errno));
    if (r->exists)
        remove_pending(r);
    leave_place(r);
    free(r->path);
    r->path = NULL;
    encoder_free(r->encoder);
    r->encoder = NULL;
    r->file = NULL;
}

/* Sets. */

enum { SET_MAX = 1024 };

static struct replacement *new_file(const char *path) {
    struct replacement *r = calloc(1, sizeof *r);
    if (!r)
        command_error("%s: %s", path, strerror(ENOMEM));
    return r;
}

/* Takes over a file that was begun, or frees it. */
static struct replacement *join(struct replace_set *s, struct replacement *r, bool begun) {
    const struct replacement *first = s->count ? s->at[0] : NULL;
    bool other = begun && first && r->own_folder &&
                 !(first->name && is_same_folder(first->folder, r->folder));
    begun = begun && (!other || replace_set_commit(s)) &&
            (zi_list_reserve(&s->at, &s->cap, s->count + 1, sizeof *s->at) ||
             fail_replacement(r, "", ENOMEM));
    if (!begun) {
        if (r)
            replace_discard(r);
        free(r);
        return NULL;
    }
    if (r->own_folder && s->count) {
        int own = r->folder;
        r->folder = s->at[0]->folder; /* first, since signals need an open folder */
        r->own_folder = false;
        close(own);
    }
    return s->at[s->count++] = r;
}

struct replacement *replace_set_begin(struct replace_set *s, const char *path,
                                      enum replace_rule rule) {
    struct replacement *r = new_file(path);
    return join(s, r, r && replace_begin(r, path, rule));
}

struct replacement *replace_set_begin_in(struct replace_set *s, const char *path, const char *name,
                                         enum replace_rule rule) {
    struct replacement *r = new_file(path);
    return join(s, r, r && replace_begin_in(r, s->folder, path, name, rule));
}

bool replace_set_end(struct replace_set *s, bool whole) {
    return complete_temporary(s->at[s->count - 1], false) &&
           (whole || s->count < SET_MAX || replace_set_commit(s));
}

bool replace_set_sync(struct replace_set *s) {
    bool done = true;
    if (s->count > 1)
        syncfs(s->at[0]->folder); /* all at once, so that later calls are cheap */
    for (size_t i = 0; done && i < s->count; i++)
        done = sync_file(s->at[i]);
    return done;
}

bool replace_set_place(struct replace_set *s) {
    bool done = true;
    for (size_t i = 0; done && i < s->count; i++)
        s->placed += done = place(s->at[i]);
    return done;
}

bool replace_set_commit(struct replace_set *s) {
    bool done = replace_set_sync(s);
    replace_hold_signals(true);
    done = done && replace_set_place(s) &&
           (!s->count || !s->at[0]->name || replace_sync(s->at[0]->folder, s->at[0]->path));
    replace_hold_signals(false);
    replace_set_discard(s);
    return done;
}

void replace_set_discard(struct replace_set *s) {
    for (size_t i = s->count; i-- > 0;) { /* the first has the folder of all */
        replace_discard(s->at[i]);
        free(s->at[i]);
    }
    free(s->at);
    *s = (struct replace_set){.folder = s->folder, .placed = s->placed};
}
