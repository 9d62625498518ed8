/* An input file. Compressed files are decompressed while they are read. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "cli/compression.h"

/* One thread at a time. */
struct input;

/* Opens a file; `-` is standard input. Returns NULL, after a message, on failure. The path must
   outlive the input. */
struct input *input_open(const char *path);

/* Opens a file without records: names, settings or a list of files. */
struct input *input_open_beside(const char *path);

/* Opens the same regular file again, from its first byte. `in` must stay open and can still be
   read. Returns NULL, after a message, if memory runs out. */
struct input *input_again(const struct input *in);

void input_close(struct input *in);

/* A zet_read_function whose context is the input. The first bytes determine the compression; a name
   that ends with .gz, .xz or .zst must agree. */
long input_read(void *context, char *to, size_t size);

/* Why input_read failed, or NULL. Valid until the input is closed. */
const char *input_fault(const struct input *in);

/* The compression, which is known after the first read. */
enum compression input_compression(const struct input *in);

/* Remembers a file that the command reads; with `beside` it contains no records. Returns false if
   memory runs out. input_open and input_open_beside call this. */
bool input_note(int descriptor, bool beside);

/* Whether a command that writes files opened that file in this way. */
bool input_is_known(const struct stat *st, bool beside);

/* Calls fstat on the file. Returns false with errno. */
bool input_stat(const struct input *in, struct stat *to);

/* Whether the file is the one found in a directory, unless `found` is NULL. Returns false after a
   message. */
bool input_is_found(const struct input *in, const struct stat *found);

bool input_is_standard(const struct input *in);
