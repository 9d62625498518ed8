#include "cli/input.h"

#include <dirent.h>
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "cli/command.h"
#include "cli/config.h"
#include "notation/base/list.h"

/* A directory that is read, and those above it. Its entries come in the byte order of their names;
   those of a subdirectory come at its place. */
struct level {
    dev_t device;
    ino_t inode;
    struct level *above;
    struct side_files side;
    char *path, **name;
    size_t count, cap, next; /* names */
};

static bool add_name(struct level *l, const char *name) {
    if (!zi_list_reserve(&l->name, &l->cap, l->count + 1, sizeof *l->name))
        return false;
    char *copy = strdup(name);
    if (copy)
        l->name[l->count++] = copy;
    return copy != NULL;
}

static void free_level(struct level *l) {
    for (size_t i = 0; i < l->count; i++)
        free(l->name[i]);
    free(l->name);
    free(l->path);
    free(l);
}

static int by_bytes(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Reads the names in a directory, sorted and without hidden ones. Returns false, with errno, on
   failure. */
static bool read_names(struct level *l) {
    DIR *directory = opendir(l->path);
    const struct dirent *entry;
    if (!directory)
        return false;
    while (errno = 0, (entry = readdir(directory)))
        if (*entry->d_name != '.' && !add_name(l, entry->d_name)) {
            errno = ENOMEM;
            break;
        }
    int error = errno;
    closedir(directory);
    if (!error && l->count)
        qsort(l->name, l->count, sizeof *l->name, by_bytes);
    errno = error;
    return !error;
}

bool files_is_record(const char *name, bool tables) {
    static const char *const endings[] = {".yaml", ".yml", ".csv", ".tsv", ".txt"};
    const size_t count = tables ? sizeof endings / sizeof *endings : 2;
    const char *slash = strrchr(name, '/');
    size_t stem;
    if (!strcmp(slash ? slash + 1 : name, CONFIG_FILE))
        return false;
    compression_of_name(name, &stem);
    for (size_t i = 0; i < count; i++) {
        size_t n = strlen(endings[i]);
        if (stem >= n && !strncasecmp(name + stem - n, endings[i], n))
            return true;
    }
    return false;
}

static void report_path(struct files *f, const char *path, int error) {
    command_error("%s: %s", path, error == ENOMEM ? "out of memory" : strerror(error));
    f->had_error = true;
}

/* Adds the names file that zet.yaml names for this directory. */
static void add_configured(struct side_files *side, const struct files *f, const char *path) {
    char *names;
    if (side->count < sizeof side->at / sizeof *side->at && f->in->config &&
        (names = config_names(f->in->config, path))) {
        side_files_add(side, names);
        free(names);
    }
}

static void enter_directory(struct files *f, const char *path) {
    struct stat st = {0};
    struct level *l = calloc(1, sizeof *l);
    if (!l || !(l->path = strdup(path))) {
        free(l);
        report_path(f, path, ENOMEM);
        return;
    }
    if (stat(path, &st) || !read_names(l))
        report_path(f, path, errno);
    l->device = st.st_dev;
    l->inode = st.st_ino;
    l->above = f->top;
    l->side = f->in->side;
    add_configured(&l->side, f, path);
    f->top = l;
}

/* Whether a file found in a directory contains records. */
static bool has_records(struct files *f, const char *path, const struct stat *st) {
    const char *what;
    f->any = true;
    if (!S_ISREG(st->st_mode))
        command_error("%s: skipped, because it is not a regular file", path);
    else if (!side_files_find(&f->top->side, path, st, &what))
        report_path(f, path, ENOMEM);
    else if (what && *what)
        command_error("%s: skipped, because it is a %s file", path, what);
    else
        return !what;
    return false;
}

static bool is_above(const struct level *above, const struct stat *st) {
    while (above && (above->device != st->st_dev || above->inode != st->st_ino))
        above = above->above;
    return above != NULL;
}

/* Takes an entry of a directory. A link may show files from outside the directory, so it is
   followed only with --follow. Returns whether it is a file of records, with *st. */
static bool take_entry(struct files *f, const char *path, struct stat *st) {
    bool record = files_is_record(path, f->in->tables);
    bool found = lstat(path, st) == 0, link = found && S_ISLNK(st->st_mode), there = found;
    if (link && (there = stat(path, st) == 0, !record && !(there && S_ISDIR(st->st_mode))))
        return false;
    if (link && !f->in->follow) {
        f->any |= record;
        command_error("%s: skipped, because it is a link; --follow follows links", path);
    } else if (!there) {
        report_path(f, path, errno);
    } else if (S_ISDIR(st->st_mode)) {
        if (is_above(f->top, st))
            command_error("%s: skipped, because it is a link to a folder that contains it", path);
        else
            enter_directory(f, path);
    } else if (record) {
        return has_records(f, path, st);
    } else {
        f->unread += files_is_record(path, true);
    }
    return false;
}

static bool can_read_tables(const struct command *c) {
    struct command_option o;
    for (size_t i = 0; command_option_at(c, i, &o); i++)
        if (!strcmp(o.row->name, "from"))
            return true;
    return false;
}

/* Called after the last entry of a directory that an argument or a list names. */
static void finish_argument(struct files *f, const char *path) {
    if (f->unread && can_read_tables(f->in->command))
        command_error("%s: %zu table%s or sheet%s skipped; --from reads them", path, f->unread,
                      f->unread > 1 ? "s" : "", f->unread > 1 ? "s were" : " was");
    if (!f->any && !f->had_error && !f->in->may_be_empty) {
        command_error("%s: the directory has no .yaml or .yml file", path);
        f->had_error = true;
    }
    f->failed |= f->had_error;
}

/* Takes the next entry of the innermost directory. Returns whether it is a file of records. */
static bool next_entry(struct files *f, struct stat *st) {
    struct level *l = f->top;
    if (l->next == l->count) {
        f->top = l->above;
        if (!f->top)
            finish_argument(f, l->path);
        free_level(l);
        return false;
    }
    size_t length = strlen(l->path);
    const char *slash = length && l->path[length - 1] == '/' ? "" : "/";
    const char *name = l->name[l->next++];
    free(f->entry);
    f->entry = malloc(length + strlen(name) + 2);
    if (!f->entry) {
        report_path(f, l->path, ENOMEM);
        l->next = l->count;
        return false;
    }
    strcpy(stpcpy(stpcpy(f->entry, l->path), slash), name);
    return take_entry(f, f->entry, st);
}

/* Names from a file. */

enum { NAME_BYTES_MAX = 64 * 1024 };

struct list {
    const char *path;
    struct input *input;
    char end; /* terminates a name */
    char room[NAME_BYTES_MAX];
    size_t begin, size; /* bytes read and not yet used */
    bool ended;
};

static bool list_fail(const struct list *l, const char *why) {
    command_error("--files-from %s: %s", l->path, why);
    return false;
}

/* Reads the next name, terminated; NULL at the end. Returns false after a message. */
static bool list_next(struct list *l, const char **name) {
    for (;;) {
        char *at = l->room + l->begin, *end = memchr(at, l->end, l->size - l->begin);
        *name = NULL;
        if (end || (l->ended && l->size > l->begin)) {
            size_t length = end ? (size_t)(end - at) : l->size - l->begin;
            l->begin += length + (end != NULL);
            if (l->end == '\n' && length && at[length - 1] == '\r')
                at[length - 1] = '\0'; /* a list made on Windows */
            if (memchr(at, '\0', length) && strlen(at) + 1 < length)
                return list_fail(l, "a name has a zero byte; -0 reads names that end with one");
            at[length] = '\0';
            *name = at;
            return true;
        }
        if (l->ended)
            return true;
        memmove(l->room, at, l->size -= l->begin);
        l->begin = 0;
        if (l->size + 1 == sizeof l->room)
            return list_fail(l, "a name has more than 64 KiB");
        long n = input_read(l->input, l->room + l->size, sizeof l->room - 1 - l->size);
        if (n < 0)
            return list_fail(l, input_fault(l->input));
        l->ended = n == 0;
        l->size += (size_t)n;
    }
}

static struct list *open_list(const struct invocation *in) {
    struct list *l = calloc(1, sizeof *l);
    if (!l) {
        command_error("out of memory");
        return NULL;
    }
    l->path = in->files_from;
    l->end = in->null ? '\0' : '\n';
    if ((l->input = input_open_beside(l->path)))
        return l;
    free(l);
    return NULL;
}

/* The next name of the list; NULL at the end, and after a message. */
static const char *next_of_list(struct files *f) {
    const char *name = NULL;
    if (!f->list && (f->listed || !(f->list = open_list(f->in)))) {
        f->failed |= !f->listed;
        return NULL;
    }
    f->listed = true;
    while (list_next(f->list, &name) || (f->failed = true, false)) {
        if (!name || (*name && (strcmp(name, "-") != 0 || strcmp(f->list->path, "-") != 0)))
            return name;
        if (*name)
            f->failed |= !list_fail(
                f->list, "the names are read from standard input, so - cannot be one of the files");
    }
    return NULL;
}

bool files_have_directory(const struct invocation *in) {
    struct stat st;
    for (size_t i = 0; i < in->argument_count; i++)
        if (!stat(in->arguments[i], &st) && S_ISDIR(st.st_mode))
            return true;
    return false;
}

/* A file is visited once, however often it is named or linked. */
struct file_number {
    dev_t device;
    ino_t inode;
};

static int by_number(const void *a, const void *b) {
    const struct file_number *x = a, *y = b;
    int order = (x->device > y->device) - (x->device < y->device);
    return order ? order : (x->inode > y->inode) - (x->inode < y->inode);
}

static bool was_seen(struct files *f, const char *path, const struct stat *found) {
    struct stat st;
    const struct stat *file = found ? found : !strcmp(path, "-") || stat(path, &st) ? NULL : &st;
    struct file_number *key = file && S_ISREG(file->st_mode) ? malloc(sizeof *key) : NULL;
    if (key)
        *key = (struct file_number){file->st_dev, file->st_ino};
    struct file_number **known = key ? tsearch(key, &f->seen, by_number) : NULL;
    bool again = known && *known != key;
    if (again || !known)
        free(key);
    return again;
}

/* Whether a name that does not exist was meant as the name of the result. */
static bool is_output_meant(const struct files *f, const char *name) {
    struct stat st;
    return f->argument > 1 && f->in->command->writes && strcmp(name, "-") != 0 &&
           !files_is_record(name, false) && lstat(name, &st) && errno == ENOENT;
}

/* Takes the next name that an argument or the list has. Returns false after the last. */
static bool next_name(struct files *f, const char **path, const struct stat **found) {
    const struct invocation *in = f->in;
    bool named = f->argument < in->argument_count, nothing = !in->argument_count && !in->files_from;
    const char *name = named            ? in->arguments[f->argument++]
                       : nothing        ? (f->argument++ ? NULL : "-")
                       : in->files_from ? next_of_list(f)
                                        : NULL;
    bool there = name && strcmp(name, "-") != 0 && !stat(name, &f->st);
    *path = NULL;
    *found = NULL;
    f->any = f->had_error = false;
    f->unread = 0;
    if (there && S_ISDIR(f->st.st_mode)) {
        enter_directory(f, name);
        if (!f->top)
            f->failed = true;
    } else if (named && is_output_meant(f, name)) {
        if (*name == '-')
            command_error("%s: there is no such file; an option must come before `--`", name);
        else
            command_error("%s: there is no such file; to write it, use `-o %s`", name, name);
        f->failed = true;
    } else {
        *path = name;
        *found = named || !there ? NULL : &f->st;
    }
    return name != NULL;
}

bool files_next(struct files *f, const char **path, const struct stat **found) {
    for (;;) {
        bool any = true;
        if (!f->top) {
            if (!next_name(f, path, found))
                return false;
            any = *path;
        } else if ((any = next_entry(f, &f->st))) {
            *path = f->entry;
            *found = &f->st;
        }
        if (any && !was_seen(f, *path, *found))
            return true;
    }
}

bool files_end(struct files *f) {
    for (struct level *l; (l = f->top) != NULL;) {
        f->top = l->above;
        free_level(l);
    }
    while (f->seen) {
        struct file_number *file = *(struct file_number **)f->seen;
        tdelete(file, &f->seen, by_number);
        free(file);
    }
    if (f->list)
        input_close(f->list->input);
    free(f->list);
    free(f->entry);
    return !f->failed;
}

bool files_visit_all(const struct invocation *in, file_visitor *visit, void *context) {
    struct files files = {.in = in};
    const char *path;
    const struct stat *found;
    while (files_next(&files, &path, &found))
        visit(context, path, found);
    return files_end(&files);
}
