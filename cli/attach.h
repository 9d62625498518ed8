/* Files that a task is given beside its streams. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <zet.h>

#include "cli/command.h"

/* A names file, a tournament file or claims, of which more than that cannot be meant. */
enum { NAMES_BYTES_MAX = 256 * 1024 * 1024, TOURNAMENT_BYTES_MAX = 2 * 1024 * 1024 };

/* Reads the file `path`, or at most `most` bytes and some more of it, and attaches it to the task
   as `what`, at most ATTACHED_MAX files in all. Its text lives as long as the task. A directory
   with the file in it is then walked without it. Does nothing if path is NULL. False, after a
   message, where that fails. */
bool attach_file(struct invocation *in, const char *what, const char *path, size_t most);

/* The names file of that path: NULL if path is NULL. False after a message. To be freed. */
bool attach_names(struct invocation *in, const char *path, zet_names **names);

/* The option --names of a command. */
#define NAMES_ROW(type, member, command)                                                           \
    {                                                                                              \
        "names", "FILE", "a file of the players' names and ids",                                   \
            "zet " command " --names examples/club/names.yaml examples/club", ZET_OPTION_TEXT,     \
            .offset = offsetof(type, member)                                                       \
    }
