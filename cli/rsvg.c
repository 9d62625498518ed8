#include "cli/rsvg.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/command.h"

#define PROGRAM "rsvg-convert"
#define MISSING                                                                                    \
    "PDF and PNG are made by the program " PROGRAM                                                 \
    ", which is not installed (Debian: apt install "                                               \
    "librsvg2-bin; Homebrew: brew install librsvg)"

enum { ARGUMENTS = 7, PATH_BYTES = 24, CHUNK = 64 * 1024 };

bool rsvg_exists(void) { return true; }

static bool fail(const char *why) { return command_error("drawing: %s", why), false; }

/* Each document is an open file. */
static void allow_many_files(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static bool begin_page(struct svg_pages *p) {
    if (p->count == p->cap) {
        size_t cap = p->cap ? 2 * p->cap : 16;
        FILE **at = realloc(p->at, cap * sizeof *at);
        if (!at)
            return fail("out of memory");
        p->at = at;
        p->cap = cap;
    }
    if (!p->count)
        allow_many_files();
    p->at[p->count] = tmpfile();
    if (!p->at[p->count])
        return fail(strerror(errno));
    p->count++;
    p->begun = true;
    return true;
}

bool svg_pages_write(struct svg_pages *p, const char *bytes, size_t size) {
    if (!p->begun && !begin_page(p))
        return false;
    return fwrite(bytes, 1, size, p->at[p->count - 1]) == size || fail(strerror(errno));
}

bool svg_pages_end(struct svg_pages *p) {
    bool well = !p->begun || fflush(p->at[p->count - 1]) == 0 || fail(strerror(errno));
    if (p->begun)
        rewind(p->at[p->count - 1]);
    p->begun = false;
    return well;
}

void svg_pages_free(struct svg_pages *p) {
    for (size_t i = 0; i < p->count; i++)
        fclose(p->at[i]);
    free(p->at);
    *p = (struct svg_pages){0};
}

/* Hands on what the program writes. Reads the rest, too, if that fails: the program would report
   that it cannot write. */
static bool copy(int from, zet_write_function *write, void *to) {
    char chunk[CHUNK];
    ssize_t size;
    bool well = true;
    while ((size = read(from, chunk, sizeof chunk)) > 0 || (size < 0 && errno == EINTR))
        well = well && (size < 0 || write(to, chunk, (size_t)size));
    return (size == 0 || fail(strerror(errno))) && well;
}

/* Starts the program, which writes to `output`. Returns 0 after a message. */
static pid_t start(char *const *arguments, int output) {
    posix_spawn_file_actions_t actions;
    pid_t child = 0;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return fail("out of memory"), 0;
    int why = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (!why)
        why = posix_spawnp(&child, PROGRAM, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (!why)
        return child;
    command_error("%s", why == ENOENT ? MISSING : strerror(why));
    return 0;
}

static bool finish(pid_t child) {
    int how = 0;
    while (waitpid(child, &how, 0) < 0 && errno == EINTR)
        ;
    if (WIFEXITED(how) && WEXITSTATUS(how) == 0)
        return true;
    command_error(WIFSIGNALED(how) ? PROGRAM " failed: %s" : PROGRAM " failed",
                  WIFSIGNALED(how) ? strsignal(WTERMSIG(how)) : "");
    return false;
}

static bool run(char *const *arguments, zet_write_function *write, void *to) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return fail(strerror(errno));
    pid_t child = start(arguments, ends[1]);
    close(ends[1]);
    bool well = child && copy(ends[0], write, to);
    close(ends[0]);
    return (!child || finish(child)) && well;
}

bool svg_pages_convert(struct svg_pages *p, const char *format, zet_write_function *write,
                       void *to) {
    const char *const first[] = {PROGRAM, "--format", format, "--dpi-x", "96", "--dpi-y", "96"};
    char **arguments = malloc((ARGUMENTS + p->count + 1) * sizeof *arguments);
    char(*paths)[PATH_BYTES] = malloc((p->count + 1) * sizeof *paths);
    bool well = arguments && paths ? svg_pages_end(p) : fail("out of memory");
    for (size_t i = 0; well && i < ARGUMENTS; i++)
        arguments[i] = (char *)(uintptr_t)first[i];
    for (size_t i = 0; well && i < p->count; i++) {
        snprintf(paths[i], sizeof *paths, "/dev/fd/%d", fileno(p->at[i]));
        arguments[ARGUMENTS + i] = paths[i];
    }
    if (well) {
        arguments[ARGUMENTS + p->count] = NULL;
        well = run(arguments, write, to);
    }
    free(arguments);
    free(paths);
    svg_pages_free(p);
    return well;
}
