/* A file whose text is made anew by a task, and takes its place. */
#ifndef ZET_CLI_IN_PLACE_H
#define ZET_CLI_IN_PLACE_H

#include <stdbool.h>
#include <sys/stat.h>
#include <zet.h>

#include "cli/input.h"

/* Starts zeroed. */
struct in_place {
    const char *path;
    const struct input *input;
    struct stat was; /* when it was read */
    int spool;       /* the new text */
    zet_output *out; /* to write it to */
};

/* Begins with a file that was opened for reading, which must stay open. False, after a message,
   where it cannot be replaced. */
bool in_place_begin(struct in_place *p, const char *path, const struct input *input);

/* Ends it: with `replace` the new text takes the file's place, compressed as it was. False, after a
   message, where that failed; the file is then as it was. */
bool in_place_end(struct in_place *p, bool replace);

#endif
