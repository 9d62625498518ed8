#include "cli/side_files.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* A file is known by what is said in that many bytes. */
enum { HEAD_BYTES = 16 * 1024 };

void side_files_add(struct side_files *s, const char *path, const char *what) {
    struct stat st;
    if (s->count < sizeof s->at / sizeof *s->at && !stat(path, &st) && S_ISREG(st.st_mode))
        s->at[s->count++] = (struct side_file){st.st_dev, st.st_ino, what};
}

/* The first bytes of the file, terminated. What cannot be read has none: who reads it says why. */
static void read_head(const char *path, char *head) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n = descriptor < 0 ? 0 : read(descriptor, head, HEAD_BYTES);
    if (descriptor >= 0)
        close(descriptor);
    head[n > 0 ? n : 0] = '\0';
}

static bool begins(const char *line, const char *with) {
    return !strncmp(line, with, strlen(with));
}

/* The first line that says something: no comment, directive or mark of a document. */
static const char *first_line(const char *at) {
    at += begins(at, "\xEF\xBB\xBF") ? 3 : 0;
    while (*at == '#' || *at == '%' || *at == '\r' || *at == '\n' ||
           (begins(at, "---") && strchr("\r\n", at[3]))) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return at;
}

/* Whether a line of the first document begins with the key. */
static bool has_key(const char *at, const char *key) {
    while (*at && !begins(at, "---") && !begins(at, key)) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return begins(at, key);
}

/* A record is a mapping. */
static bool is_names_file(const char *head) { return begins(first_line(head), "- "); }

/* `players` is in both; a record has moves, or a game without a tournament. */
static bool is_tournament_file(const char *head) {
    const char *at = first_line(head);
    return has_key(at, "tournament:") && has_key(at, "players:") && !has_key(at, "moves:");
}

const char *side_files_kind(const char *path, const char *head) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    if (!strcmp(name, "names.yaml"))
        return !head || is_names_file(head) ? "names" : NULL;
    if (!strcmp(name, "tournament.yaml"))
        return !head || is_tournament_file(head) ? "tournament" : NULL;
    return NULL;
}

const char *side_files_find(const struct side_files *s, const char *path, const struct stat *st) {
    char head[HEAD_BYTES + 1];
    for (size_t i = 0; i < s->count; i++)
        if (s->at[i].device == st->st_dev && s->at[i].inode == st->st_ino)
            return s->at[i].what;
    if (!side_files_kind(path, NULL))
        return NULL;
    read_head(path, head);
    return side_files_kind(path, head);
}
