#include "cli/files.h"

#include <dirent.h>
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "cli/config.h"
#include "cli/input.h"
#include "cli/list.h"
#include "cli/side_files.h"

/* A directory traversal. Entries are visited in the byte order of their names; the entries of a
   subdirectory come at its place. */
struct walk {
    const struct invocation *in;
    file_visitor *visit;
    void *context;
    bool any;       /* a record file was found */
    bool had_error; /* an error was reported */
    size_t unread;  /* tables and sheets that the command could read */
};

struct names {
    char **at;
    size_t count, cap;
};

static bool names_add(struct names *n, const char *name) {
    if (!list_reserve(&n->at, &n->cap, n->count + 1, sizeof *n->at))
        return false;
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

/* Reads the names in a directory, sorted and without hidden ones. Returns false, with errno, on
   failure. */
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

static void report(struct walk *w, const char *path, int error) {
    command_error("%s: %s", path, error == ENOMEM ? "out of memory" : strerror(error));
    w->had_error = true;
}

/* A directory of the traversal and those above it. */
struct level {
    dev_t device;
    ino_t inode;
    const struct level *above;
};

static void walk_directory(struct walk *w, const char *path, const struct level *above);

static void visit_entry(struct walk *w, const char *path, const struct stat *st,
                        const struct side_files *side) {
    const char *what;
    w->any = true;
    if (!S_ISREG(st->st_mode))
        command_error("%s: skipped, because it is not a regular file", path);
    else if (!side_files_find(side, path, st, &what))
        report(w, path, ENOMEM);
    else if (what)
        command_error("%s: skipping the %s file, which has no records", path, what);
    else
        w->visit(w->context, path, st);
}

static bool is_above(const struct level *above, const struct stat *st) {
    while (above && (above->device != st->st_dev || above->inode != st->st_ino))
        above = above->above;
    return above != NULL;
}

/* Visits one entry of a directory. A link may show files from outside the directory, so it is
   followed only with --follow. */
static void walk_entry(struct walk *w, const char *path, const struct level *above,
                       const struct side_files *side) {
    bool record = files_is_record(path, w->in->tables);
    struct stat st, to;
    bool found = lstat(path, &st) == 0, link = found && S_ISLNK(st.st_mode), there;
    if (link && (there = stat(path, &to) == 0, !record && !(there && S_ISDIR(to.st_mode))))
        return;
    if (link && !w->in->follow) {
        w->any |= record;
        command_error("%s: skipped, because it is a link; --follow follows links", path);
        return;
    }
    if (!found || (link && !there))
        report(w, path, errno);
    else if (S_ISDIR(link ? to.st_mode : st.st_mode) && !is_above(above, link ? &to : &st))
        walk_directory(w, path, above);
    else if (S_ISDIR(link ? to.st_mode : st.st_mode))
        command_error("%s: skipped, because it is a link to a folder that contains it", path);
    else if (record)
        visit_entry(w, path, link ? &to : &st, side);
    else
        w->unread += files_is_record(path, true);
}

/* Adds the names file that zet.yaml names for this directory. */
static void add_configured(struct side_files *side, const struct walk *w, const char *path) {
    char *names;
    if (side->count < sizeof side->at / sizeof *side->at && w->in->config &&
        (names = config_names(w->in->config, path))) {
        side_files_add(side, names, "names");
        free(names);
    }
}

static void walk_directory(struct walk *w, const char *path, const struct level *above) {
    struct stat st = {0};
    struct names names = {0};
    struct side_files side = w->in->side;
    size_t length = strlen(path);
    const char *slash = length && path[length - 1] == '/' ? "" : "/";
    if (stat(path, &st) || !read_names(path, &names))
        report(w, path, errno);
    const struct level level = {st.st_dev, st.st_ino, above};
    add_configured(&side, w, path);
    for (size_t i = 0; i < names.count; i++) {
        char *entry = malloc(length + strlen(names.at[i]) + 2);
        if (!entry) {
            report(w, path, ENOMEM);
            break;
        }
        strcpy(stpcpy(stpcpy(entry, path), slash), names.at[i]);
        walk_entry(w, entry, &level, &side);
        free(entry);
    }
    names_free(&names);
}

static bool can_read_tables(const struct command *c) {
    struct command_option o;
    for (size_t i = 0; command_option_at(c, i, &o); i++)
        if (!strcmp(o.row->name, "from"))
            return true;
    return false;
}

/* Visits the file that an argument, or a list, names, `-` included, or those in a directory. */
static bool visit_argument(const struct invocation *in, const char *argument, bool named,
                           file_visitor *visit, void *context) {
    struct stat st;
    struct walk w = {.in = in, .visit = visit, .context = context};
    bool there = strcmp(argument, "-") != 0 && !stat(argument, &st);
    if (!there || !S_ISDIR(st.st_mode)) {
        visit(context, argument, named || !there ? NULL : &st);
        return true;
    }
    walk_directory(&w, argument, NULL);
    if (w.unread && can_read_tables(in->command))
        command_error("%s: %zu table%s or sheet%s not read; --from reads them", argument, w.unread,
                      w.unread > 1 ? "s" : "", w.unread > 1 ? "s were" : " was");
    if (!w.any && !w.had_error && !in->may_be_empty) {
        command_error("%s: the directory has no .yaml or .yml file", argument);
        return false;
    }
    return !w.had_error;
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

static bool visit_list(const struct invocation *in, file_visitor *visit, void *context) {
    struct list *l = calloc(1, sizeof *l);
    const char *name = "";
    bool all = true, read;
    if (!l)
        return command_error("out of memory"), false;
    l->path = in->files_from;
    l->end = in->null ? '\0' : '\n';
    l->input = input_open_beside(l->path);
    read = l->input != NULL;
    while (read && (read = list_next(l, &name)) && name) {
        if (!strcmp(name, "-") && !strcmp(l->path, "-"))
            all = list_fail(l, "the names come from standard input, so that no file can");
        else if (*name)
            all &= visit_argument(in, name, false, visit, context);
    }
    input_close(l->input);
    free(l);
    return read && all;
}

bool files_have_directory(const struct invocation *in) {
    struct stat st;
    for (size_t i = 0; i < in->argument_count; i++)
        if (!stat(in->arguments[i], &st) && S_ISDIR(st.st_mode))
            return true;
    return false;
}

/* Visits each file once, however often it is named or linked. */
struct once {
    file_visitor *visit;
    void *context;
    void *seen; /* a tree of struct level */
};

static int by_file(const void *a, const void *b) {
    const struct level *x = a, *y = b;
    int order = (x->device > y->device) - (x->device < y->device);
    return order ? order : (x->inode > y->inode) - (x->inode < y->inode);
}

static void visit_once(void *context, const char *path, const struct stat *found) {
    struct once *once = context;
    struct stat st;
    const struct stat *file = found ? found : !strcmp(path, "-") || stat(path, &st) ? NULL : &st;
    struct level *key = file && S_ISREG(file->st_mode) ? malloc(sizeof *key) : NULL;
    if (key)
        *key = (struct level){file->st_dev, file->st_ino, NULL};
    struct level **known = key ? tsearch(key, &once->seen, by_file) : NULL;
    bool again = known && *known != key;
    if (again || !known)
        free(key);
    if (!again)
        once->visit(once->context, path, found);
}

bool files_visit_all(const struct invocation *in, file_visitor *visit, void *context) {
    struct once once = {visit, context, NULL};
    bool all = true;
    if (!in->argument_count && !in->files_from)
        return visit_argument(in, "-", true, visit, context);
    for (size_t i = 0; i < in->argument_count; i++)
        all &= visit_argument(in, in->arguments[i], true, visit_once, &once);
    if (in->files_from)
        all &= visit_list(in, visit_once, &once);
    while (once.seen) {
        struct level *file = *(struct level **)once.seen;
        tdelete(file, &once.seen, by_file);
        free(file);
    }
    return all;
}
