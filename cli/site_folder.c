#include "cli/site_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"

/* The list: a line of text, then names. While pages come to their places it also has those that are
   on the way, with the number of the file that becomes the page: `+INODE NAME`. Only where the page
   has this number it is zet's. */
#define LIST "zet-site.txt"
static const char title[] = "The pages of a tournament, made by `zet site`. Its files:\n";
enum { LIST_BYTES_MAX = 16 * 1024 * 1024 };

static bool fail(const struct site_folder *f, const char *name, int error) {
    command_error("%s%s%s: %s", f->path, *name ? "/" : "", name, strerror(error));
    return false;
}

/* Whether there is a file that zet did not leave there; -1 with errno where that cannot be told. */
static int is_filled(int folder) {
    int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = own < 0 ? NULL : fdopendir(own);
    const struct dirent *entry;
    int filled = 0;
    if (!entries) {
        int error = errno;
        if (own >= 0)
            close(own);
        errno = error;
        return -1;
    }
    while (!filled && (errno = 0, entry = readdir(entries)))
        filled = strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") &&
                 strncmp(entry->d_name, ".zet-", 5) != 0; /* of a run that was killed */
    int error = errno;
    closedir(entries);
    errno = error;
    return !filled && error ? -1 : filled;
}

/* Reading the list. */

static int by_bytes(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_page(const struct site_folder *f, const char *name) {
    return f->page_count && bsearch(&name, f->page, f->page_count, sizeof name, by_bytes);
}

/* The page that a line says is zet's; NULL: none. */
static const char *page_of(const struct site_folder *f, char *line) {
    struct stat st;
    char *name = line;
    unsigned long long inode = *line == '+' ? strtoull(line + 1, &name, 10) : 0;
    if (*line == '+' && *name++ != ' ')
        return NULL;
    if (!*name || *name == '.' || strchr(name, '/'))
        return NULL; /* no page has such a name */
    if (*line == '+' && (fstatat(f->descriptor, name, &st, AT_SYMLINK_NOFOLLOW) ||
                         !S_ISREG(st.st_mode) || st.st_ino != inode))
        return NULL;
    return name;
}

/* A line without an end is none: it was not written as a whole. */
static bool read_lines(struct site_folder *f) {
    size_t lines = 0;
    for (const char *at = f->list; (at = strchr(at, '\n')); at++)
        lines++;
    f->page = calloc(lines + 1, sizeof *f->page);
    if (!f->page)
        return fail(f, LIST, ENOMEM);
    char *end, *line = strchr(f->list, '\n');
    for (line = line ? line + 1 : f->list; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        const char *page = page_of(f, line);
        if (page)
            f->page[f->page_count++] = page;
    }
    qsort(f->page, f->page_count, sizeof *f->page, by_bytes);
    return true;
}

static bool read_list(struct site_folder *f) {
    struct stat st;
    int list = openat(f->descriptor, LIST, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (list < 0)
        return errno == ENOENT || errno == ELOOP || fail(f, LIST, errno);
    bool read_all = true;
    f->has_list = fstat(list, &st) == 0 && S_ISREG(st.st_mode) && st.st_size < LIST_BYTES_MAX;
    if (f->has_list) {
        size_t size = (size_t)st.st_size, got = 0;
        ssize_t n = 1;
        f->list = calloc(size + 1, 1);
        while (f->list && got < size && (n = read(list, f->list + got, size - got)) != 0 &&
               (n > 0 || errno == EINTR))
            got += n > 0 ? (size_t)n : 0;
        read_all = f->list && n >= 0 ? read_lines(f) : fail(f, LIST, f->list ? errno : ENOMEM);
    }
    close(list);
    return read_all;
}

bool site_folder_open(struct site_folder *f, const char *path, bool force) {
    *f = (struct site_folder){.path = path, .force = force};
    f->descriptor = replace_open_folder(AT_FDCWD, path, false, false);
    if (f->descriptor < 0)
        return (f->made = errno == ENOENT) || fail(f, "", errno == ELOOP ? ENOTDIR : errno);
    if (!read_list(f))
        return false;
    int filled = is_filled(f->descriptor);
    if (filled < 0)
        return fail(f, "", errno);
    if (!filled || force || f->has_list)
        return true;
    command_error("%s: this folder has other files; --force adds the site to them", path);
    return false;
}

/* Pages. */

static struct new_page *add_page(struct site_folder *f, const char *name) {
    if (f->new_count == f->new_cap) {
        size_t cap = f->new_cap ? f->new_cap * 2 : 64;
        struct new_page **at = realloc(f->new, cap * sizeof *at);
        if (!at)
            return NULL;
        f->new = at;
        f->new_cap = cap;
    }
    struct new_page *page = calloc(1, sizeof *page);
    if (!page)
        return NULL;
    f->new[f->new_count++] = page;
    page->name = strdup(name);
    if (asprintf(&page->path, "%s/%s", f->path, name) < 0)
        page->path = NULL;
    return page->name && page->path ? page : NULL;
}

bool site_folder_begin(struct site_folder *f, const char *name) {
    if (f->descriptor < 0 &&
        (f->descriptor = replace_open_folder(AT_FDCWD, f->path, true, false)) < 0)
        return fail(f, "", errno);
    struct new_page *page = add_page(f, name);
    enum replace_rule rule = f->force || is_page(f, name) ? REPLACE_ANY : REPLACE_NOTHING;
    return page ? replace_begin_in(&page->file, f->descriptor, page->name, page->path, rule)
                : fail(f, name, ENOMEM);
}

bool site_folder_write(struct site_folder *f, const char *bytes, size_t size) {
    return replace_write(&f->new[f->new_count - 1]->file, bytes, size);
}

bool site_folder_end(struct site_folder *f) {
    return replace_end(&f->new[f->new_count - 1]->file, false);
}

/* The end. */

/* Writes the list: of the pages of before and those on the way or, `complete`, the new ones. */
static bool write_list(const struct site_folder *f, bool complete) {
    struct replacement list = {0};
    char *path;
    if (asprintf(&path, "%s/" LIST, f->path) < 0)
        return fail(f, LIST, ENOMEM);
    bool written =
        replace_begin_in(&list, f->descriptor, LIST, path,
                         f->has_list || f->force || complete ? REPLACE_ANY : REPLACE_NOTHING) &&
        replace_write(&list, title, sizeof title - 1);
    for (size_t i = 0; written && !complete && i < f->page_count; i++)
        written = fprintf(list.file, "%s\n", f->page[i]) > 0;
    for (size_t i = 0; written && i < f->new_count; i++) {
        if (!complete)
            fprintf(list.file, "+%llu ", (unsigned long long)f->new[i]->file.made.st_ino);
        written = fprintf(list.file, "%s\n", f->new[i]->name) > 0;
    }
    if (!written && list.file)
        replace_write(&list, "", 1); /* says why */
    written = written && replace_commit(&list);
    replace_discard(&list);
    free(path);
    return written;
}

static int by_name(const void *a, const void *b) {
    return strcmp((*(struct new_page *const *)a)->name, (*(struct new_page *const *)b)->name);
}

/* Removes the pages of before that are none now. */
static bool remove_old(const struct site_folder *f) {
    qsort(f->new, f->new_count, sizeof *f->new, by_name);
    for (size_t i = 0; i < f->page_count; i++) {
        struct new_page wanted = {.name = (char *)f->page[i]}, *key = &wanted;
        struct stat st;
        if (bsearch(&key, f->new, f->new_count, sizeof *f->new, by_name) ||
            fstatat(f->descriptor, f->page[i], &st, AT_SYMLINK_NOFOLLOW) || S_ISDIR(st.st_mode))
            continue;
        if (unlinkat(f->descriptor, f->page[i], 0) && errno != ENOENT)
            return fail(f, f->page[i], errno);
    }
    return true;
}

bool site_folder_commit(struct site_folder *f) {
    syncfs(f->descriptor); /* all at once, so that each page costs nothing after it */
    bool done = true;
    for (size_t i = 0; done && i < f->new_count; i++)
        done = replace_sync_file(&f->new[i]->file);
    done = done && write_list(f, false);
    for (size_t i = 0; done && i < f->new_count; i++)
        done = replace_place(&f->new[i]->file);
    return done && remove_old(f) && replace_sync(f->descriptor, f->path) && write_list(f, true);
}

void site_folder_close(struct site_folder *f) {
    for (size_t i = 0; i < f->new_count; i++) {
        replace_discard(&f->new[i]->file);
        free(f->new[i]->name);
        free(f->new[i]->path);
        free(f->new[i]);
    }
    if (f->descriptor >= 0)
        close(f->descriptor);
    if (f->made)
        rmdir(f->path); /* which only removes what is empty */
    free(f->new);
    free(f->page);
    free(f->list);
}
