/* A stream's own bytes with some of them replaced, written as the stream is read. */
#pragma once

#include "notation/record/source.h"
#include "validators/tasks/task.h"

struct stream_copy {
    zet_output *to; /* NULL: nothing is copied */
    source_reader *read;
    void *context;
    struct buffer pending; /* from `start` on: bytes that were read and not yet written */
    size_t start;
    uint64_t begin; /* the place of the first one in the stream */
    bool lost;      /* there were more than can be kept */
};

/* Begins a stream, before anything of it is read: its source then reads through the copy, which
   must stay until the stream ends. */
void zet_stream_copy_begin(struct stream_copy *c, struct source *source, zet_output *to);

/* Writes the bytes up to the place `at`, and `with` for those up to `end`. Places only go forward.
 */
void zet_stream_copy_replace(struct stream_copy *c, uint64_t at, uint64_t end, struct text with);

/* Writes the bytes up to the place `at`; UINT64_MAX: all. */
void zet_stream_copy_advance(struct stream_copy *c, uint64_t at);

void zet_stream_copy_free(struct stream_copy *c);
