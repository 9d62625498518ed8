/* The zet.yaml files next to records: finds them, reads them and passes their settings to tasks. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <zet.h>

#include "cli/command.h"

typedef struct zet_settings zet_settings; /* as in validators/replay/settings.h */

/* The name of the settings file, which contains no records. */
#define CONFIG_FILE "zet.yaml"

struct config_file {
    char *path;             /* absolute */
    zet_settings *settings; /* NULL if unusable, which was reported */
    bool told;
};

/* Starts zeroed. */
struct config {
    struct config_file **at; /* those read so far */
    size_t count, cap;
    char *folder; /* the last folder searched, and the result */
    struct config_file *found;
    char *names; /* the value of the command's option `names`, or NULL */
    bool verbose;
    bool failed; /* the settings are unknown, which was reported: nothing more is judged */

    /* Receives the messages; NULL: they go to standard error. */
    void (*say)(void *context, const char *message);
    void *say_context;
};

void config_free(struct config *c);

/* Finds the nearest zet.yaml for a file of records or a folder, in its folder or above. *file is
   NULL if none exists, and for standard input. Returns false, after a message, on failure. */
bool config_find(struct config *c, const char *path, struct config_file **file);

/* The names file that a folder's nearest zet.yaml names, which the caller frees. NULL if none
   exists. */
char *config_names(struct config *c, const char *folder);

/* Finds the settings that apply to a stream, NULL if none exist. Reports each file that has a value
   once, or with `verbose` what applies to each stream. `c` may be NULL. Returns false, after a
   message, if they are unusable. */
bool config_enter(struct config *c, const char *path, const zet_settings **settings);

/* Applies zet.yaml to a command. The names file is that of the first argument. Returns false after
   a message. */
bool config_begin(struct config *c, struct invocation *in);

/* Frees it. Returns false if it failed. */
bool config_end(struct config *c);
