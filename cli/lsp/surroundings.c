#include "cli/lsp/surroundings.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/command.h"
#include "cli/lsp/memory.h"
#include "validators/replay/settings.h"

/* The path in a file's URI, which the caller frees; NULL if it is not a file URI. */
static char *path_of(const char *uri) {
    static const char scheme[] = "file://";
    if (strncasecmp(uri, scheme, sizeof scheme - 1) != 0)
        return NULL;
    const char *at = strchr(uri + sizeof scheme - 1, '/');
    char *path = at ? memory_got(strdup(at)) : NULL, *to = path;
    for (; path && *at; to++) {
        unsigned byte;
        bool coded = *at == '%' && isxdigit((unsigned char)at[1]) &&
                     isxdigit((unsigned char)at[2]) && sscanf(at + 1, "%2x", &byte) == 1;
        *to = coded ? (char)byte : *at;
        at += coded ? 3 : 1;
    }
    if (path)
        *to = '\0';
    return path;
}

static enum file_kind kind_of(const char *path, const char *text) {
    const char *name = path ? strrchr(path, '/') + 1 : "";
    if (!strcmp(name, CONFIG_FILE))
        return FILE_SETTINGS;
    const char *what = NULL;
    if (path && !side_files_kind(path, zet_text_of(text), &what))
        memory_lost();
    return what ? FILE_OTHER : FILE_RECORDS;
}

static void keep_refusal(void *context, const char *message) {
    struct surroundings *s = context;
    free(s->refusal);
    s->refusal = memory_got(strdup(message));
}

/* Everything that applies, as one text. */
static char *summary_of(const struct surroundings *s, struct config_file *file) {
    zet_output *out = memory_output();
    const char *key;
    command_put(out, s->kind == FILE_RECORDS ? "records " : "none ",
                s->refusal ? s->refusal
                : file     ? file->path
                           : "",
                NULL);
    for (size_t i = 0; s->settings && (key = zet_catalogue_name(ZET_CATALOGUE_SETTINGS, NULL, i));
         i++) {
        const char *value = zi_settings_value(s->settings, key);
        command_put(out, "\n", value ? value : "", NULL);
    }
    zet_text text = memory_text(out);
    char *summary = memory_got(strndup(text.at, text.length));
    zet_output_free(out);
    return summary;
}

static void forget(struct surroundings *s) {
    config_free(&s->config);
    free(s->refusal);
    s->refusal = NULL;
    s->settings = NULL;
}

bool surroundings_look(struct surroundings *s, const char *uri, const char *text) {
    struct config_file *file = NULL;
    char *path = path_of(uri);
    forget(s);
    s->kind = kind_of(path, text);
    s->config.say = keep_refusal;
    s->config.say_context = s;
    if (path && s->kind == FILE_RECORDS && config_find(&s->config, path, &file) && file)
        s->settings = file->settings;
    free(path);
    char *now = summary_of(s, file);
    bool changed = !s->seen || strcmp(now, s->seen) != 0;
    free(s->seen);
    s->seen = now;
    return changed;
}

void surroundings_free(struct surroundings *s) {
    forget(s);
    free(s->seen);
    *s = (struct surroundings){0};
}

char *surroundings_refuse(const char *text, size_t length, size_t *line, size_t *column) {
    zet_settings *settings = zi_settings_new(CONFIG_FILE, (zet_text){text, length}, memory_error());
    const char *message = memory_error_message();
    int behind = 0;
    *line = *column = 1;
    if (settings) {
        zi_settings_free(settings);
        return NULL;
    }
    if (sscanf(message, CONFIG_FILE ":%zu:%zu: %n", line, column, &behind) < 2 || !behind)
        *line = *column = 1;
    return memory_got(strdup(message + behind));
}
