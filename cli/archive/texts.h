/* The text of what is no plain file, kept in a file without a name. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/input.h"

/* Where the text of records is read that are not in a plain file. Starts zeroed but for the
   descriptors, which are -1. */
struct texts {
    int descriptor; /* of the plain file that was read last, */
    int64_t file;   /* and its number */
    int spool;      /* what was compressed, or no file */
    struct unpacked {
        int64_t file;
        uint64_t begin, end; /* in the spool */
    } * at;
    size_t count, cap;
};

/* Puts a stream into the spool. False after a message. */
bool texts_add(struct texts *t, int64_t file, struct input *input, const char *path);
