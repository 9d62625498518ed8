#include "cli/site_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/input.h"

/* Both begin with a title line, followed by names. The journal lists pages that are being placed,
   with the inode of the file that becomes the page: `+INODE NAME`. The page is zet's only if it has
   this inode. */
#define LIST "zet-site.txt"
#define JOURNAL ".zet-site"
static const char title[] = "The pages of a tournament, made by `zet site`. Its files:\n";
enum { LIST_BYTES_MAX = 16 * 1024 * 1024 };

static bool fail_site(const struct site_folder *f, const char *name, int error) {
    command_error("%s%s%s: %s", f->path, *name ? "/" : "", name, strerror(error));
    return false;
}

/* Whether the folder contains files that zet did not leave there; -1 with errno if unknown. */
static int is_filled(int folder) {
    DIR *entries = folder_entries(folder);
    const struct dirent *entry;
    int filled = 0;
    if (!entries)
        return -1;
    while (!filled && (errno = 0, entry = readdir(entries)))
        filled = strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") &&
                 strncmp(entry->d_name, ".zet-", 5) != 0; /* of a killed run */
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

/* The page that a line claims as zet's; NULL if none. */
static const char *page_of(const struct site_folder *f, char *line) {
    struct stat st;
    char *name = line;
    unsigned long long inode = *line == '+' ? strtoull(line + 1, &name, 10) : 0;
    if (*line == '+' && *name++ != ' ')
        return NULL;
    if (!*name || *name == '.' || strchr(name, '/'))
        return NULL; /* not a name of a page */
    if (*line == '+' && (fstatat(f->new.folder, name, &st, AT_SYMLINK_NOFOLLOW) ||
                         !S_ISREG(st.st_mode) || st.st_ino != inode))
        return NULL;
    return name;
}

static size_t count_lines(const char *text) {
    size_t lines = 0;
    for (const char *at = text; at && (at = strchr(at, '\n')); at++)
        lines++;
    return lines;
}

/* An unterminated line is ignored: it was not written completely. */
static void add_pages(struct site_folder *f, char *text) {
    char *end, *line = text ? strchr(text, '\n') : NULL;
    for (line = line ? line + 1 : text; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        const char *page = page_of(f, line);
        if (page)
            f->page[f->page_count++] = page;
    }
}

/* Reads a list, which the caller frees; *has: it exists and is ours. False after a message. */
static bool read_list(const struct site_folder *f, const char *name, char **text, bool *has) {
    struct stat st;
    int list = openat(f->new.folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (list < 0)
        return errno == ENOENT || errno == ELOOP || fail_site(f, name, errno);
    bool read_all = true;
    *has = fstat(list, &st) == 0 && S_ISREG(st.st_mode) && st.st_size < LIST_BYTES_MAX;
    if (*has) {
        size_t size = (size_t)st.st_size, got = 0;
        ssize_t n = 1;
        *text = calloc(size + 1, 1);
        while (*text && got < size && (n = read(list, *text + got, size - got)) != 0 &&
               (n > 0 || errno == EINTR))
            got += n > 0 ? (size_t)n : 0;
        read_all = (*text && n >= 0) || fail_site(f, name, *text ? errno : ENOMEM);
        *has = read_all && !strncmp(*text, title, sizeof title - 1); /* or another program's file */
        if (read_all && !*has)
            **text = '\0';
    }
    close(list);
    return read_all;
}

static bool read_lists(struct site_folder *f) {
    if (!read_list(f, LIST, &f->list, &f->has_list) ||
        !read_list(f, JOURNAL, &f->journal, &f->has_journal))
        return false;
    f->page = calloc(count_lines(f->list) + count_lines(f->journal) + 1, sizeof *f->page);
    if (!f->page)
        return fail_site(f, LIST, ENOMEM);
    add_pages(f, f->list);
    add_pages(f, f->journal);
    qsort(f->page, f->page_count, sizeof *f->page, by_bytes);
    return true;
}

bool site_folder_open(struct site_folder *f, const char *path, bool force) {
    *f = (struct site_folder){.path = path, .force = force};
    f->new.folder = replace_open_folder(AT_FDCWD, path, false, false);
    if (f->new.folder < 0)
        return (f->made = errno == ENOENT) || fail_site(f, "", errno == ELOOP ? ENOTDIR : errno);
    if (!read_lists(f))
        return false;
    int filled = is_filled(f->new.folder);
    if (filled < 0)
        return fail_site(f, "", errno);
    if (!filled || force || f->has_list || f->has_journal)
        return true;
    command_error("%s: this folder has other files; --force adds the site to them", path);
    return false;
}

/* Pages. */

static bool begin_page(void *context, const char *name) {
    struct site_folder *f = context;
    f->complete |= !strcmp(name, "index.html");
    if (f->new.folder < 0 &&
        (f->new.folder = replace_open_folder(AT_FDCWD, f->path, true, false)) < 0)
        return fail_site(f, "", errno);
    enum replace_rule rule = f->force || is_page(f, name) ? REPLACE_ANY : REPLACE_NOTHING;
    return replace_set_begin_in(&f->new, f->path, name, rule);
}

static bool write_page(void *context, const char *bytes, size_t size) {
    const struct site_folder *f = context;
    return replace_write(f->new.at[f->new.count - 1], bytes, size);
}

static bool end_page(void *context) {
    return replace_set_end(&((struct site_folder *)context)->new, true);
}

zet_folder site_folder_pages(struct site_folder *f) {
    return (zet_folder){.begin = begin_page, .write = write_page, .end = end_page, .context = f};
}

/* Placing. */

/* Writes the list of the new pages, or the journal of new and old pages. */
static bool write_list(const struct site_folder *f, bool journal) {
    const char *name = journal ? JOURNAL : LIST;
    bool own = journal ? f->has_journal : f->has_list;
    struct replacement list = {0};
    bool written = replace_begin_in(&list, f->new.folder, f->path, name,
                                    own || f->force ? REPLACE_ANY : REPLACE_NOTHING) &&
                   replace_write(&list, title, sizeof title - 1);
    for (size_t i = 0; written && journal && i < f->page_count; i++)
        written = fprintf(list.file, "%s\n", f->page[i]) > 0;
    for (size_t i = 0; written && i < f->new.count; i++) {
        if (journal)
            fprintf(list.file, "+%llu ", (unsigned long long)f->new.at[i]->made.st_ino);
        written = fprintf(list.file, "%s\n", f->new.at[i]->name) > 0;
    }
    if (!written && list.file)
        replace_write(&list, "", 1); /* reports the error */
    written = written && replace_commit(&list);
    replace_discard(&list);
    return written;
}

static int by_name(const void *a, const void *b) {
    return strcmp((*(struct replacement *const *)a)->name, (*(struct replacement *const *)b)->name);
}

/* Removes old pages that have no new version, or checks that this is possible: files that the
   command reads stay. */
static bool remove_old(const struct site_folder *f, bool remove) {
    qsort(f->new.at, f->new.count, sizeof *f->new.at, by_name);
    for (size_t i = 0; i < f->page_count; i++) {
        struct replacement wanted = {.name = (char *)f->page[i]}, *key = &wanted;
        struct stat st, to;
        if (bsearch(&key, f->new.at, f->new.count, sizeof *f->new.at, by_name) ||
            fstatat(f->new.folder, f->page[i], &st, AT_SYMLINK_NOFOLLOW) || S_ISDIR(st.st_mode))
            continue;
        if (fstatat(f->new.folder, f->page[i], &to, 0) == 0 &&
            (input_is_known(&to, false) || input_is_known(&to, true))) {
            command_error("%s/%s: the command reads this file; give the site another folder",
                          f->path, f->page[i]);
            return false;
        }
        if (remove && unlinkat(f->new.folder, f->page[i], 0) && errno != ENOENT)
            return fail_site(f, f->page[i], errno);
    }
    return true;
}

/* Removes new pages that had no predecessor; the others are as good as their predecessors. Returns
   false if a remaining page is neither listed nor removed. */
static bool undo(const struct site_folder *f) {
    bool undone = true;
    for (size_t i = 0; i < f->new.count; i++) {
        const struct replacement *r = f->new.at[i];
        struct stat st;
        if (r->placed && !is_page(f, r->name))
            undone &= !r->there &&
                      (fstatat(f->new.folder, r->name, &st, AT_SYMLINK_NOFOLLOW) ||
                       st.st_ino != r->made.st_ino || unlinkat(f->new.folder, r->name, 0) == 0);
    }
    return undone;
}

/* The journal stays if any page that it names remains. */
static bool place_pages(struct site_folder *f) {
    bool done = remove_old(f, false) && write_list(f, true) && replace_set_place(&f->new) &&
                remove_old(f, true) && replace_sync(f->new.folder, f->path) && write_list(f, false);
    if (!done && (!undo(f) || f->has_journal))
        return false;
    if (unlinkat(f->new.folder, JOURNAL, 0) && errno != ENOENT)
        return fail_site(f, JOURNAL, errno);
    return replace_sync(f->new.folder, f->path) && done;
}

bool site_folder_commit(struct site_folder *f) {
    bool done = replace_set_sync(&f->new);
    replace_hold_signals(true);
    done = done && place_pages(f);
    replace_hold_signals(false);
    return done;
}

void site_folder_close(struct site_folder *f) {
    replace_set_discard(&f->new);
    if (f->new.folder >= 0)
        close(f->new.folder);
    if (f->made)
        rmdir(f->path); /* only removes an empty folder */
    free(f->page);
    free(f->list);
    free(f->journal);
}
