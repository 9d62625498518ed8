#include "cli/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"

/* The temporary file that has a name. A signal that ends the program removes it. */
static struct {
    char path[PATH_MAX];
    volatile sig_atomic_t exists;
} temporary;

static const int ending_signals[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE,   SIGALRM,
                                     SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF,
                                     SIGXCPU, SIGIO,   SIGPWR,  SIGSTKFLT};
enum { ENDING_SIGNALS = sizeof ending_signals / sizeof *ending_signals };

static void remove_and_end(int number) {
    if (temporary.exists)
        unlink(temporary.path);
    signal(number, SIG_DFL);
    raise(number);
}

static void catch_signals(void) {
    static bool done;
    if (done)
        return;
    done = true;
    struct sigaction catch = {.sa_handler = remove_and_end}, was;
    signal(SIGXFSZ, SIG_IGN); /* writing fails instead, and that is said */
    for (size_t i = 0; i < ENDING_SIGNALS; i++)
        if (sigaction(ending_signals[i], NULL, &was) == 0 && was.sa_handler != SIG_IGN)
            sigaction(ending_signals[i], &catch, NULL);
}

/* `why`, and `error` of errno after it where it is not 0. Returns false. */
static bool fail(struct new_file *o, const char *why, int error) {
    if (!o->failed)
        command_error("%s: %s%s%s", o->path, why, error && *why ? ": " : "",
                      error ? strerror(error) : "");
    o->failed = true;
    return false;
}

/* A file in the directory of `target`. No signal comes between its making and its registration. */
static int file_beside(const char *target) {
    static const char name[] = ".zet-XXXXXX";
    const char *slash = strrchr(target, '/');
    size_t length = slash ? (size_t)(slash - target) + 1 : 0;
    if (length + sizeof name > sizeof temporary.path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    memcpy(temporary.path, target, length);
    memcpy(temporary.path + length, name, sizeof name);
    int descriptor = mkostemp(temporary.path, O_CLOEXEC);
    int error = errno;
    temporary.exists = descriptor >= 0;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return descriptor;
}

static bool is_same_moment(const struct timespec *a, const struct timespec *b) {
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

/* Whether the file, where it was read, is still the one that was. */
static bool is_unchanged(struct new_file *o, const char *path) {
    struct stat now;
    const struct stat *was = o->replaced;
    if (!was)
        return true;
    if (stat(path, &now))
        return fail(o, "", errno);
    bool same = now.st_dev == was->st_dev && now.st_ino == was->st_ino &&
                now.st_size == was->st_size && is_same_moment(&now.st_mtim, &was->st_mtim);
    return same || fail(o, "it was changed by another program in the meantime", 0);
}

/* The stream of the program that goes to the same file, or -1. */
static int own_stream(const struct stat *file) {
    struct stat stream;
    for (int descriptor = STDOUT_FILENO; descriptor <= STDERR_FILENO; descriptor++)
        if (fstat(descriptor, &stream) == 0 && stream.st_dev == file->st_dev &&
            stream.st_ino == file->st_ino)
            return descriptor;
    return -1;
}

/* What cannot be replaced, or must not be: the program's own streams may be files that others have
   open. */
static int open_straight(const struct new_file *o) {
    int own = own_stream(&o->was);
    if (own < 0)
        return open(o->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    fflush(stdout);
    return fcntl(own, F_DUPFD_CLOEXEC, 0);
}

/* The mode of a file as any program makes it. */
static mode_t new_mode(void) {
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* The mode and the owner of the file that is there, where there is one. */
static bool accept_over(struct new_file *o) {
    int new = fileno(o->file);
    mode_t mode = o->there ? o->was.st_mode & 07777 : new_mode();
    if (o->there && fchown(new, o->was.st_uid, o->was.st_gid))
        mode &= 0777; /* another owner's rights to run it as him are not passed on */
    return fchmod(new, mode) == 0;
}

/* A descriptor, or -1 with errno. */
static int open_any(struct new_file *o) {
    o->there = stat(o->path, &o->was) == 0;
    if (!o->there && (errno != ENOENT || lstat(o->path, &o->was) == 0))
        return -1; /* a link that leads nowhere is not followed */
    if (o->there && S_ISDIR(o->was.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (o->there && !o->replaced && (!S_ISREG(o->was.st_mode) || own_stream(&o->was) >= 0))
        return open_straight(o);
    if (o->there && access(o->path, W_OK))
        return -1;
    catch_signals();
    o->target = o->there ? realpath(o->path, NULL) : strdup(o->path);
    return o->target ? file_beside(o->target) : -1;
}

static bool write_to_file(void *context, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size;
}

bool new_file_replace(struct new_file *o, const char *path, const struct stat *replaced,
                      enum compression compression) {
    *o = (struct new_file){.path = path, .replaced = replaced, .sync = replaced != NULL};
    if (!is_unchanged(o, path))
        return false;
    int descriptor = open_any(o);
    o->file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (o->file && compression == COMPRESSION_NONE)
        return true;
    if (o->file && (o->encoder = encoder_new(compression, write_to_file, o->file)))
        return true;
    fail(o, "", o->file ? ENOMEM : errno);
    if (descriptor >= 0 && !o->file)
        close(descriptor);
    new_file_discard(o);
    return false;
}

bool new_file_open(struct new_file *o, const char *path) {
    return new_file_replace(o, path, NULL, compression_of_name(path, NULL));
}

void new_file_sync(struct new_file *o) { o->sync = true; }

bool new_file_write(struct new_file *o, const char *bytes, size_t size) {
    bool written = o->failed    ? false
                   : o->encoder ? encoder_write(o->encoder, bytes, size, false)
                                : write_to_file(o->file, bytes, size);
    if (!written)
        fail(o, "it could not be written", errno);
    return !o->failed;
}

/* The name in the directory reaches the disk too, as far as the system lets it. */
static void sync_directory(char *path) {
    char *slash = strrchr(path, '/');
    if (slash)
        slash[slash == path] = '\0';
    int descriptor = open(slash ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    fsync(descriptor);
    close(descriptor);
}

/* The temporary file becomes the file. */
static bool accept_place(struct new_file *o) {
    if (!is_unchanged(o, o->target))
        return false;
    if (rename(temporary.path, o->target))
        return fail(o, "it could not be put in its place", errno);
    temporary.exists = 0;
    if (o->sync)
        sync_directory(o->target);
    return true;
}

bool new_file_commit(struct new_file *o) {
    bool ended = !o->failed && (!o->encoder || encoder_write(o->encoder, "", 0, true));
    bool written = ended && fflush(o->file) == 0 && (!o->target || accept_over(o)) &&
                   (!o->sync || fsync(fileno(o->file)) == 0);
    if (!written)
        fail(o, "it could not be written", errno);
    if (fclose(o->file) && written)
        written = fail(o, "it could not be written", errno);
    o->file = NULL;
    bool done = written && (!o->target || accept_place(o));
    new_file_discard(o);
    return done;
}

void new_file_discard(struct new_file *o) {
    if (o->file)
        fclose(o->file);
    if (o->target && temporary.exists) {
        unlink(temporary.path);
        temporary.exists = 0;
    }
    encoder_free(o->encoder);
    o->encoder = NULL;
    free(o->target);
    o->file = NULL;
    o->target = NULL;
}

int new_file_unnamed(void) {
    static const char name[] = "/.zet-XXXXXX";
    char path[PATH_MAX];
    const char *directory = getenv("TMPDIR");
    if (!directory || !*directory)
        directory = "/tmp";
    if ((size_t)snprintf(path, sizeof path, "%s%s", directory, name) >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int descriptor = mkostemp(path, O_CLOEXEC);
    if (descriptor >= 0)
        unlink(path);
    return descriptor;
}
