#include "cli/config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/input.h"
#include "cli/replace.h"
#include "notation/base/list.h"
#include "notation/base/option.h"
#include "validators/replay/settings.h"

enum { CONFIG_BYTES_MAX = 64 * 1024, MESSAGE_BYTES = 8192 };

/* Reports why something is unusable. */
static void say_config(const struct config *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say_config(const struct config *c, const char *format, ...) {
    char message[MESSAGE_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (c->say)
        c->say(c->say_context, message);
    else
        command_error("%s", message);
}

/* Reads the settings of an open file. Returns NULL after a message. */
static zet_settings *read_settings(const struct config *c, const char *path, int descriptor) {
    char *room = malloc(CONFIG_BYTES_MAX + 1);
    zet_error error = {0};
    zet_settings *settings = NULL;
    size_t length = 0;
    long n = room ? 1 : -1;
    while (n > 0 && length <= CONFIG_BYTES_MAX) {
        do
            n = read(descriptor, room + length, CONFIG_BYTES_MAX + 1 - length);
        while (n < 0 && errno == EINTR);
        length += n > 0 ? (size_t)n : 0;
    }
    if (!room)
        say_config(c, "out of memory");
    else if (n < 0)
        say_config(c, "%s: %s", path, strerror(errno));
    else if (length > CONFIG_BYTES_MAX)
        say_config(c, "%s: settings are at most 64 KiB", path);
    else if (!(settings = zi_settings_new(path, (zet_text){room, length}, &error)))
        say_config(c, "%s", error.message);
    free(room);
    return settings;
}

static void fail_config(struct config *c, const char *path, int error) {
    if (!c->failed)
        say_config(c, "%s: %s", path, error == ENOMEM ? "out of memory" : strerror(error));
    c->failed = true;
}

/* Remembers a file. Returns NULL, after a message, if memory runs out. */
static struct config_file *add_file(struct config *c, const char *path) {
    bool room = zi_list_reserve(&c->at, &c->cap, c->count + 1, sizeof *c->at);
    struct config_file *file = room ? calloc(1, sizeof *file) : NULL;
    if (file && (file->path = strdup(path)))
        return c->at[c->count++] = file;
    free(file);
    fail_config(c, path, ENOMEM);
    return NULL;
}

/* Whether opening failed because the file does not exist or is hidden from this user. */
static bool is_absent(const char *path, int error) {
    struct stat st;
    return error == ENOENT || error == ENOTDIR ||
           (error == EACCES && lstat(path, &st) && errno == EACCES);
}

/* Looks for one file. Returns false if there is none; else sets *file, to NULL after a message. */
static bool look_at(struct config *c, const char *path, const char *folder,
                    struct config_file **file) {
    struct stat st;
    *file = NULL;
    for (size_t i = 0; i < c->count; i++)
        if (!strcmp(c->at[i]->path, path))
            return *file = c->at[i], true;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int error = errno;
    if (descriptor < 0 && is_absent(path, error))
        return false;
    struct config_file *new = add_file(c, path);
    if (!new)
        ;
    else if (descriptor < 0 || fstat(descriptor, &st))
        say_config(c, "%s: %s", path, strerror(descriptor < 0 ? error : errno));
    else if (!S_ISREG(st.st_mode))
        say_config(c, "%s: not a regular file", path);
    else if (whose_file(path, &st, folder) == WHOSE_OTHERS) /* who could change a verdict */
        say_config(c, "%s: another user owns the file; --no-config ignores it", path);
    else if (!input_note(descriptor, true))
        say_config(c, "out of memory");
    else
        new->settings = read_settings(c, path, descriptor);
    if (descriptor >= 0)
        close(descriptor);
    *file = new;
    return true;
}

/* The absolute path of a file's folder, or of a folder itself, which the caller frees. NULL, with
   errno, if unknown. */
static char *absolute_folder_of(const char *path) {
    struct stat st;
    bool known = !stat(path, &st);
    if (known && S_ISDIR(st.st_mode))
        return realpath(path, NULL);
    if (!known && !is_absent(path, errno) && errno != EACCES)
        return NULL;
    char *folder = folder_of(path);
    char *absolute = folder ? realpath(folder, NULL) : NULL;
    int error = errno;
    free(folder);
    errno = error;
    return absolute;
}

/* Searches the folder and those above it. */
static struct config_file *search(struct config *c, const char *folder) {
    char path[PATH_MAX + sizeof CONFIG_FILE + 1];
    struct config_file *file;
    size_t length = strlen(folder);
    if (length >= PATH_MAX)
        return NULL;
    memcpy(path, folder, length);
    for (;;) {
        if (length && path[length - 1] == '/')
            length--;
        strcpy(path + length, "/" CONFIG_FILE);
        if (look_at(c, path, folder, &file))
            return file;
        if (!length)
            return NULL;
        while (length && path[length - 1] != '/')
            length--;
        if (!length)
            return NULL; /* on Windows the drive was the last */
    }
}

bool config_find(struct config *c, const char *path, struct config_file **file) {
    *file = NULL;
    if (!strcmp(path, "-"))
        return true;
    char *folder = absolute_folder_of(path);
    if (!folder) {
        if (!is_absent(path, errno) && errno != ELOOP && errno != ENAMETOOLONG)
            fail_config(c, path, errno);
        return !c->failed; /* the function that opens the file reports the reason */
    }
    if (c->folder && !strcmp(c->folder, folder)) {
        free(folder);
    } else {
        free(c->folder);
        c->folder = folder;
        c->found = search(c, folder);
    }
    *file = c->found;
    return !c->failed && (!*file || (*file)->settings);
}

/* Lists the values, as in `game halma, variant 8x8`; empty if there are none. */
static void list_values(const zet_settings *s, char *to, size_t size) {
    const char *key;
    size_t used = 0;
    *to = '\0';
    for (size_t i = 0; (key = zet_catalogue_name(ZET_CATALOGUE_SETTINGS, NULL, i)); i++) {
        const char *value = zi_settings_value(s, key);
        if (value && used < size)
            used +=
                (size_t)snprintf(to + used, size - used, "%s%s %s", used ? ", " : "", key, value);
    }
}

bool config_enter(struct config *c, const char *path, const zet_settings **settings) {
    struct config_file *file = NULL;
    char values[512];
    *settings = NULL;
    if (c && !config_find(c, path, &file))
        return false;
    if (!file) {
        if (c && c->verbose)
            command_error("%s: no " CONFIG_FILE, path);
        return true;
    }
    *settings = file->settings;
    list_values(file->settings, values, sizeof values);
    if (c->verbose)
        command_error("%s: %s: %s", path, file->path, *values ? values : "no settings");
    else if (*values && !file->told)
        command_error("%s: %s (--no-config ignores this file)", file->path, values);
    file->told = true;
    return true;
}

/* The path of the file that zet.yaml names, which the caller frees; NULL with errno if not
   found. */
static char *resolve(struct config_file *file, const char *value) {
    char name[PATH_MAX];
    size_t folder = strlen(file->path) - strlen(CONFIG_FILE);
    if (snprintf(name, sizeof name, "%.*s%s", (int)folder, file->path, value) < (int)sizeof name)
        return realpath(name, NULL);
    errno = ENAMETOOLONG;
    return NULL;
}

/* The names file that the settings of a file name; NULL if none is named or none exists. */
static const char *names_of(struct config_file *file) {
    return file ? zi_settings_value(file->settings, "names") : NULL;
}

char *config_names(struct config *c, const char *path) {
    struct config_file *file;
    const char *value = config_find(c, path, &file) ? names_of(file) : NULL;
    char *names = value ? resolve(file, value) : NULL;
    if (value && !names && errno == ENOMEM)
        fail_config(c, path, errno);
    return names;
}

/* Finds the names file for `path`, which the caller frees; *names is NULL if none is named. Returns
   false, after a message, if the settings are unusable. */
static bool find_names(struct config *c, const char *path, char **names) {
    struct config_file *file;
    *names = NULL;
    if (!config_find(c, path, &file))
        return false;
    const char *value = names_of(file);
    if (!value)
        return true;
    char *folder = folder_of(file->path);
    *names = folder ? resolve(file, value) : NULL;
    enum whose whose = *names ? whose_file(*names, NULL, folder) : WHOSE_UNKNOWN;
    int error = errno;
    free(folder);
    if (whose == WHOSE_OWN || whose == WHOSE_FOLDERS)
        return true;
    command_error("%s: names %s: %s", file->path, value,
                  whose == WHOSE_OUTSIDE  ? "it leads out of this folder"
                  : whose == WHOSE_OTHERS ? "another user owns the file"
                                          : strerror(error));
    free(*names);
    *names = NULL;
    return false;
}

void config_free(struct config *c) {
    for (size_t i = 0; i < c->count; i++) {
        zi_settings_free(c->at[i]->settings);
        free(c->at[i]->path);
        free(c->at[i]);
    }
    free(c->at);
    free(c->folder);
    free(c->names);
    *c = (struct config){0};
}

/* Where the command's option `names` is stored; NULL if it has none. */
static const char **names_option(const struct invocation *in) {
    for (const zet_option *o = in->command->options; o && o->name; o++)
        if (o->kind == ZET_OPTION_TEXT && !strcmp(o->name, "names"))
            return (const char **)((char *)in->options + o->offset);
    return NULL;
}

/* The name of the first stream. */
static const char *first_stream(const struct invocation *in) {
    return command_stream_name(in, in->argument_count ? in->arguments[0] : "-");
}

bool config_begin(struct config *c, struct invocation *in) {
    const char **option = names_option(in);
    if (!command_takes_config(in->command) || in->no_config)
        return true;
    in->config = c;
    if (option && !*option && !find_names(c, first_stream(in), &c->names))
        return false;
    if (c->names)
        *option = c->names;
    return true;
}

bool config_end(struct config *c) {
    bool well = !c->failed;
    config_free(c);
    return well;
}
