/* A file that a task reads and rewrites. */
#pragma once

#include <stdbool.h>
#include <zet.h>

#include "cli/input.h"
#include "cli/replace.h"

/* As long as nothing has changed nothing is written: a file that stays as it is costs no other one,
   and need not be in a directory that can be written to. */
struct in_place {
    const zet_task *task; /* says whether the file has changed */
    const char *path;
    const struct input *input;
    struct stat was; /* when it was opened */
    uint64_t front;  /* bytes at its front that are not written, being the same */
    struct replacement to;
    bool opened;
};

/* Begins with a file that is open for reading, which must stay open. False, after a message, where
   it cannot be replaced. */
bool in_place_begin(struct in_place *p, const zet_task *task, const char *path,
                    const struct input *input);

/* Takes the new text; as zet_output_new wants it. The context is the struct. False after a message.
 */
bool in_place_write(void *context, const char *bytes, size_t size);

/* The new text has been written: where it has changed it takes the place of the file, compressed as
   that was. Its folder reaches the disk by replace_finish. False, after a message, where that
   failed. */
bool in_place_end(struct in_place *p);

/* Leaves no trace of what was not ended. */
void in_place_discard(struct in_place *p);
