#include "cli/command.h"
#include "validators/replay/settings.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* The kind of a file is determined by its first bytes. */
enum { KIND_BYTES = 16 * 1024 };

void side_files_add(struct side_files *s, const char *path) {
    struct stat st;
    if (s->count < sizeof s->at / sizeof *s->at && !stat(path, &st) && S_ISREG(st.st_mode))
        s->at[s->count++] = (struct side_file){st.st_dev, st.st_ino};
}

/* Reads the first bytes of the file. An unreadable file has none; its reader reports why. */
static zet_text read_head(const char *path, char head[KIND_BYTES]) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n = descriptor < 0 ? 0 : read(descriptor, head, KIND_BYTES);
    if (descriptor >= 0)
        close(descriptor);
    return (zet_text){head, n > 0 ? (size_t)n : 0};
}

/* The possible kind of a file of that name; NULL: it contains records. */
static const char *kind_of_name(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return !strcmp(name, "names.yaml")        ? "names"
           : !strcmp(name, "tournament.yaml") ? "tournament"
                                              : NULL;
}

bool side_files_kind(const char *path, zet_text head, const char **what) {
    const char *kind = NULL;
    *what = kind_of_name(path);
    bool known = !*what || zi_side_file_kind(head, &kind, NULL) == ZET_OK;
    if (!kind || strcmp(kind, *what) != 0)
        *what = NULL;
    return known;
}

bool side_files_find(const struct side_files *s, const char *path, const struct stat *st,
                     const char **what) {
    char head[KIND_BYTES];
    for (size_t i = 0; i < s->count; i++)
        if (s->at[i].device == st->st_dev && s->at[i].inode == st->st_ino) {
            *what = "";
            return true;
        }
    *what = NULL;
    return !kind_of_name(path) || side_files_kind(path, read_head(path, head), what);
}
