#include "cli/command.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Finds a program beside this one, or where it is installed. Uses no search path. */
static void find_program(const char *name, char path[PATH_MAX]) {
    static const char *const places[] = {"/", "/../libexec/zet/", NULL};
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    char *slash = length > 0 ? memrchr(path, '/', (size_t)length) : NULL;
    for (size_t i = 0; slash && places[i]; i++) {
        size_t room = PATH_MAX - (size_t)(slash - path);
        if (snprintf(slash, room, "%s%s", places[i], name) < (int)room && !access(path, X_OK))
            return;
    }
    snprintf(path, PATH_MAX, PROGRAM_FOLDER "/%s", name);
}

static int fail_to_start(const char *path, int error) {
    return command_error(
        "%s: %s; it is part of zet and must be in the same folder or in " PROGRAM_FOLDER, path,
        strerror(error));
}

static int replace(const char *program, char **arguments) {
    char path[PATH_MAX];
    find_program(program, path);
    arguments[0] = path;
    execv(path, arguments);
    return fail_to_start(path, errno);
}

static int run_program(const char *program, char **arguments) {
    int status;
    fflush(stdout); /* before the child's output */
    pid_t child = fork();
    if (!child)
        _exit(replace(program, arguments));
    if (child < 0)
        return command_error("%s", strerror(errno));
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return command_error("%s", strerror(errno));
    return WIFEXITED(status) ? WEXITSTATUS(status) : STATUS_ERROR;
}

#define APART(name_, program_, about_)                                                             \
    const struct command command_##name_ = {.name = #name_,                                        \
                                            .about = about_,                                       \
                                            .program = program_,                                   \
                                            .replace = replace,                                    \
                                            .run_apart = run_program};
APART(explore, "zet-archive", ABOUT_EXPLORE)
APART(find, "zet-archive", ABOUT_FIND)
APART(index, "zet-archive", ABOUT_INDEX)
APART(names, "zet-archive", ABOUT_NAMES)
APART(stats, "zet-archive", ABOUT_STATS)
APART(lsp, "zet-lsp", ABOUT_LSP)
