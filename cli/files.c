#include "cli/files.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"

int files_open(const char *path) {
    int descriptor = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
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

static bool is_record_file(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && (!strcmp(dot, ".yaml") || !strcmp(dot, ".yml"));
}

static int by_name(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* One entry of a directory tree. False where it could not be looked at. */
static bool visit_entry(const FTSENT *entry, file_visitor *visit, void *context, bool *any) {
    switch (entry->fts_info) {
    case FTS_D:
    case FTS_DP:
    case FTS_DC: return true;
    case FTS_DNR:
    case FTS_ERR:
    case FTS_NS:
        command_error("%s: %s", entry->fts_path, strerror(entry->fts_errno));
        *any = true;
        return false;
    default:
        if (!is_record_file(entry->fts_name))
            return true;
        *any = true;
        visit(context, entry->fts_path);
        return true;
    }
}

static bool visit_directory(char *path, file_visitor *visit, void *context) {
    char *roots[] = {path, NULL};
    bool any = false, fine = true;
    FTS *tree = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, by_name);
    FTSENT *entry;
    while (tree && (errno = 0, entry = fts_read(tree)))
        fine &= visit_entry(entry, visit, context, &any);
    bool failed = errno != 0;
    if (failed)
        command_error("%s: %s", path, strerror(errno));
    else if (!any)
        command_error("%s: there is no .yaml or .yml file in this directory", path);
    if (tree)
        fts_close(tree);
    return fine && !failed && any;
}

bool files_visit(char *argument, file_visitor *visit, void *context) {
    struct stat st;
    if (strcmp(argument, "-") && stat(argument, &st) == 0 && S_ISDIR(st.st_mode))
        return visit_directory(argument, visit, context);
    visit(context, argument);
    return true;
}
