/* A file as it is read: what is compressed is decompressed on the way. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "cli/compression.h"

/* One thread at a time. */
struct input;

/* Opens a file, `-` as standard input. NULL, after a message, where that fails. The path must
   stay. */
struct input *input_open(const char *path);

/* The same of a file that has no records: names, settings, a list of files. */
struct input *input_open_beside(const char *path);

/* The same file once more, from its first byte on. It must be a regular one. `in` must stay open,
   and can continue being read. NULL, after a message, if memory runs out. */
struct input *input_again(const struct input *in);

void input_close(struct input *in);

/* A zet_read_function; the context is the input. The first bytes say whether it is compressed, and
   the name has to agree where it ends with .gz, .xz or .zst. */
long input_read(void *context, char *to, size_t size);

/* Why input_read failed; NULL if it did not. Valid until the input is closed. */
const char *input_fault(const struct input *in);

/* What it is compressed with, which is known once something has been read. */
enum compression input_compression(const struct input *in);

/* Remembers an open file that the command reads: with `beside` it is no stream of records. False
   when out of memory. input_open and input_open_beside do this. */
bool input_note(int descriptor, bool beside);

/* Whether that file was opened so by a command that writes files. */
bool input_is_known(const struct stat *st, bool beside);

/* What the system says of the file. False with errno. */
bool input_stat(const struct input *in, struct stat *to);

bool input_is_standard(const struct input *in);
