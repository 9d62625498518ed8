/* Files that a task gets in addition to its streams. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <zet.h>

#include "cli/command.h"
#include "notation/base/option.h"
#include "validators/api/names_file.h"

/* Upper bounds on the size of a names file, a tournament file or claims. */
enum { NAMES_BYTES_MAX = 256 * 1024 * 1024, TOURNAMENT_BYTES_MAX = 2 * 1024 * 1024 };

/* Reads at most about `most` bytes of the file `path` and attaches them to the task as `what`. A
   task has at most ATTACHED_MAX attached files. The text lives as long as the task. Directory
   traversals skip the file. Does nothing if path is NULL. Returns false, after a message, on
   failure. */
bool attach_file(struct invocation *in, const char *what, const char *path, size_t most);

/* Reads the names file into *names, to be freed; an empty one without a path. False after a
   message. */
bool attach_names(struct invocation *in, const char *path, struct names_file *names);

/* The option --names of a command. */
#define NAMES_ROW(type, member, command)                                                           \
    {                                                                                              \
        "names", "FILE", "a file of the players' names and ids",                                   \
            "zet " command " --names examples/club/names.yaml examples/club", ZET_OPTION_TEXT,     \
            .offset = offsetof(type, member)                                                       \
    }
