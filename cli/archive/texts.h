/* The text of compressed files and non-files, stored in an unnamed file. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/input.h"

/* Where the text of records is read from. Starts zeroed except the descriptors, which are -1. */
struct texts {
    int descriptor; /* of the last plain file read */
    int64_t file;   /* its number */
    int spool;      /* text of compressed files and non-files */
    struct unpacked {
        int64_t file;
        uint64_t begin, end; /* in the spool */
    } * at;
    size_t count, cap;
};

/* Copies a stream into the spool. Returns false after a message. */
bool texts_add(struct texts *t, int64_t file, struct input *input, const char *path);
