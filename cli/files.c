#include "cli/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"

int files_open(const char *path) {
    int descriptor = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (descriptor == STDIN_FILENO && isatty(descriptor))
        command_error("waiting for text on the terminal; Ctrl-D on a line of its own ends it");
    if (descriptor < 0)
        command_error("%s: %s", path, strerror(errno));
    return descriptor;
}

void files_close(int descriptor) {
    if (descriptor >= 0 && descriptor != STDIN_FILENO)
        close(descriptor);
}

long files_read(void *context, char *to, size_t cap) {
    ssize_t n;
    do
        n = read(*(int *)context, to, cap);
    while (n < 0 && errno == EINTR);
    return (long)n;
}

/* A walk through directories. The entries of a directory are visited in the order of their names'
   bytes, those of its directories in their place. */
struct walk {
    file_visitor *visit;
    void *context;
    bool any;       /* a record file was found */
    bool had_error; /* and it was reported */
};

struct names {
    char **at;
    size_t count, cap;
};

static bool names_add(struct names *n, const char *name) {
    if (n->count == n->cap) {
        size_t cap = n->cap ? n->cap * 2 : 32;
        char **at = realloc(n->at, cap * sizeof *at);
        if (!at)
            return false;
        n->at = at;
        n->cap = cap;
    }
    char *copy = strdup(name);
    if (copy)
        n->at[n->count++] = copy;
    return copy != NULL;
}

static void names_free(struct names *n) {
    for (size_t i = 0; i < n->count; i++)
        free(n->at[i]);
    free(n->at);
}

static int by_bytes(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in a directory but for hidden ones, sorted. False, with errno, where they could not be
   read. */
static bool read_names(const char *path, struct names *names) {
    DIR *directory = opendir(path);
    const struct dirent *entry;
    if (!directory)
        return false;
    while (errno = 0, (entry = readdir(directory)))
        if (*entry->d_name != '.' && !names_add(names, entry->d_name)) {
            errno = ENOMEM;
            break;
        }
    int error = errno;
    closedir(directory);
    if (!error && names->count)
        qsort(names->at, names->count, sizeof *names->at, by_bytes);
    errno = error;
    return !error;
}

static bool is_record_file(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && (!strcasecmp(dot, ".yaml") || !strcasecmp(dot, ".yml"));
}

static void report(struct walk *w, const char *path, int error) {
    command_error("%s: %s", path, error == ENOMEM ? "out of memory" : strerror(error));
    w->had_error = true;
}

static void walk_directory(struct walk *w, const char *path);

/* One entry of a directory. A link is followed to a file, but not to a directory, which would be
   visited twice. */
static void walk_entry(struct walk *w, const char *path) {
    struct stat st;
    if (lstat(path, &st)) {
        report(w, path, errno);
    } else if (S_ISDIR(st.st_mode)) {
        walk_directory(w, path);
    } else if (is_record_file(path)) {
        w->any = true;
        if (stat(path, &st))
            report(w, path, errno);
        else if (S_ISREG(st.st_mode))
            w->visit(w->context, path);
        else
            command_error("%s: skipping what is not a regular file", path);
    }
}

static void walk_directory(struct walk *w, const char *path) {
    struct names names = {0};
    size_t length = strlen(path);
    const char *slash = length && path[length - 1] == '/' ? "" : "/";
    if (!read_names(path, &names))
        report(w, path, errno);
    for (size_t i = 0; i < names.count; i++) {
        char *entry = malloc(length + strlen(names.at[i]) + 2);
        if (!entry) {
            report(w, path, ENOMEM);
            break;
        }
        strcpy(stpcpy(stpcpy(entry, path), slash), names.at[i]);
        walk_entry(w, entry);
        free(entry);
    }
    names_free(&names);
}

bool files_visit(const char *argument, file_visitor *visit, void *context) {
    struct stat st;
    struct walk w = {.visit = visit, .context = context};
    if (!strcmp(argument, "-") || stat(argument, &st) || !S_ISDIR(st.st_mode)) {
        visit(context, argument);
        return true;
    }
    walk_directory(&w, argument);
    if (!w.any && !w.had_error) {
        command_error("%s: there is no .yaml or .yml file in this directory", argument);
        return false;
    }
    return !w.had_error;
}
