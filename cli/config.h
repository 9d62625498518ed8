/* The files `zet.yaml` beside records: found, read, and told to tasks. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <zet.h>

#include "cli/command.h"

/* The name of the file with settings, which is no file of records. */
#define CONFIG_FILE "zet.yaml"

struct config_file {
    char *path;             /* absolute */
    zet_settings *settings; /* NULL: it could not be used, which was said */
    bool told;
};

/* Starts zeroed. */
struct config {
    struct config_file **at; /* those read so far */
    size_t count, cap;
    char *folder; /* the last one that was looked for, and what was found */
    struct config_file *found;
    bool failed; /* what counts is not known, which was said: nothing is judged any more */

    /* Gets the messages; NULL: they go to standard error. */
    void (*say)(void *context, const char *message);
    void *say_context;
};

void config_free(struct config *c);

/* The nearest zet.yaml for a file of records, or a folder: in its folder or above. *file is NULL
   if none exists, and for standard input. False, after a message, where it cannot be used. */
bool config_find(struct config *c, const char *path, struct config_file **file);

/* The names file that the nearest zet.yaml for a folder names, to be freed. NULL: none, or it is
   not there. */
char *config_names(struct config *c, const char *folder);

/* Finds the settings that count for a stream, NULL if none exist, and says so once for each
   file that has a value. `c` may be NULL. False, after a message, where they cannot be used. */
bool config_enter(struct config *c, const char *path, const zet_settings **settings);

/* A command_runner: runs the command with what counts of the files zet.yaml. The names file is that
   of the first argument. */
command_runner config_run;
