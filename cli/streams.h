/* Streams that are read twice: files are opened again; what comes from standard input or a pipe is
   kept in a file without a name. */
#ifndef ZET_CLI_STREAMS_H
#define ZET_CLI_STREAMS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/input.h"

/* Starts zeroed. */
struct streams {
    struct stream_seen {
        char *path;
        int spool; /* what was read; -1: the file can be opened again */
    } * at;        /* in the order of their reading */
    size_t count, cap;
};

/* What is read the first time. */
struct stream_reading {
    struct input *input;
    int spool;
};

/* The stream is about to be read: fills *reading, for streams_read. False, after a message, where
   it could not be read again. */
bool streams_add(struct streams *s, const char *path, struct input *input,
                 struct stream_reading *reading);

/* A zet_read_function; the context is a struct stream_reading. */
long streams_read(void *context, char *to, size_t size);

/* Opens the stream of that number again; NULL, after a message, where that fails. */
struct input *streams_open_again(const struct streams *s, size_t index);

void streams_free(struct streams *s);

#endif
