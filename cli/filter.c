#include "cli/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct filter {
    pid_t program; /* 0: it was waited for */
    int to, from;  /* its input, -1 if closed, and its output */
    bool failed;
};

/* Finds a program in the absolute folders of PATH. */
static bool find_program(const char *name, char path[PATH_MAX]) {
    const char *folders = getenv("PATH");
    for (const char *at = folders && *folders ? folders : "/usr/bin:/bin"; *at;) {
        size_t n = strcspn(at, ":");
        if (*at == '/' && snprintf(path, PATH_MAX, "%.*s/%s", (int)n, at, name) < PATH_MAX &&
            !access(path, X_OK))
            return true;
        at += n + (at[n] == ':');
    }
    return false;
}

/* Starts the program, or sets errno; with no variables of the environment, which could change what
 * it does. */
static bool start_program(struct filter *f, const char *path, const char *const *words,
                          char *const *environment, int input, int output) {
    char *none[] = {NULL};
    sigset_t all, no_signals;
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&files))
        return false;
    if (posix_spawnattr_init(&attributes)) {
        posix_spawn_file_actions_destroy(&files);
        return false;
    }
    sigfillset(&all);
    sigemptyset(&no_signals);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &no_signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    int error = posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    if (!error && !environment)
        error = posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (!error)
        error = posix_spawn(&f->program, path, &files, &attributes, (char *const *)(uintptr_t)words,
                            environment ? environment : none);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (error)
        f->program = 0;
    errno = error;
    return !error;
}

/* Makes the two pipes and starts the program. */
static bool connect_and_start(struct filter *f, const char *path, const char *const *words,
                              char *const *environment) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC))
        return false;
    f->to = in[1];
    bool made = fcntl(f->to, F_SETFL, O_NONBLOCK) == 0 && !pipe2(out, O_CLOEXEC);
    f->from = made ? out[0] : -1;
    bool started = made && start_program(f, path, words, environment, in[0], out[1]);
    int error = errno;
    close(in[0]);
    if (made)
        close(out[1]);
    errno = error;
    return started;
}

struct filter *filter_new(const char *const *words, char *const *environment) {
    char path[PATH_MAX];
    struct filter *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    *f = (struct filter){.to = -1, .from = -1};
    errno = ENOENT;
    if (find_program(words[0], path) && connect_and_start(f, path, words, environment))
        return f;
    int error = errno;
    filter_free(f);
    errno = error;
    return NULL;
}

static void close_input(struct filter *f) {
    if (f->to >= 0)
        close(f->to);
    f->to = -1;
}

/* Waits for the end of the program. Returns whether it had success. */
static bool wait_for(struct filter *f) {
    int status = -1;
    pid_t ended;
    do
        ended = waitpid(f->program, &status, 0);
    while (ended < 0 && errno == EINTR);
    f->program = 0;
    return ended > 0 && WIFEXITED(status) && !WEXITSTATUS(status);
}

void filter_free(struct filter *f) {
    if (!f)
        return;
    close_input(f);
    if (f->from >= 0)
        close(f->from);
    if (f->program) {
        kill(f->program, SIGKILL);
        wait_for(f);
    }
    free(f);
}

/* Writes without waiting; to a program that has closed its input this is an error, not a signal. */
static ssize_t write_quietly(int to, const void *bytes, size_t size) {
    sigset_t broken, before;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    ssize_t n = write(to, bytes, size);
    int error = errno;
    if (n < 0 && error == EPIPE)
        sigtimedwait(&broken, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return n;
}

/* Passes bytes on. A program that has closed its input reports why when it ends. */
static void pass_on(struct filter *f, struct packed *from) {
    ssize_t n = write_quietly(f->to, from->at, from->size);
    if (n > 0)
        *from = (struct packed){from->at + n, from->size - (size_t)n};
    else if (n < 0 && errno != EAGAIN && errno != EINTR)
        close_input(f);
}

/* Gets bytes, or learns that the program has ended. */
static bool get_bytes(struct filter *f, bool last, void *to, size_t size, size_t *made) {
    ssize_t n = read(f->from, to, size);
    *made = n > 0 ? (size_t)n : 0;
    if (n > 0 || (n < 0 && errno == EINTR))
        return true;
    bool well = wait_for(f);
    return n == 0 && well && last;
}

bool filter_pass(struct filter *f, struct packed *from, bool last, void *to, size_t size,
                 size_t *made) {
    *made = 0;
    while (!f->failed && f->program && !*made) {
        if (f->to < 0)
            from->size = 0;
        if (last && !from->size)
            close_input(f);
        struct pollfd wait[] = {{f->from, POLLIN, 0}, {f->to, from->size ? POLLOUT : 0, 0}};
        bool idle = !last && !from->size;
        int ready = poll(wait, from->size ? 2 : 1, idle ? 0 : -1);
        if (ready < 0 && errno != EINTR)
            f->failed = true;
        else if (ready > 0 && wait[0].revents)
            f->failed = !get_bytes(f, last && !from->size, to, size, made);
        else if (ready > 0 && from->size)
            pass_on(f, from);
        else if (!ready)
            return true;
    }
    if (!f->program)
        from->size = 0;
    return !f->failed;
}
