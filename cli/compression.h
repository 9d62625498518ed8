/* Compressed text, by the programs gzip, xz and zstd. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cli/filter.h"

enum compression { COMPRESSION_NONE, COMPRESSION_GZ, COMPRESSION_XZ, COMPRESSION_ZST };

/* The compression that a file name's ending stands for, in any case. *stem (unless NULL) gets the
   length of the name without the ending. */
enum compression compression_of_name(const char *path, size_t *stem);

/* The compression that the first bytes show. No text can begin with them. *open: more bytes could
   change the answer. */
enum compression compression_of_bytes(const unsigned char *bytes, size_t size, bool *open);

/* The name ("gzip", "xz", "Zstandard") and the file name ending (".gz", ...). */
const char *compression_word(enum compression kind);
const char *compression_ending(enum compression kind);

/* The program that decompresses. Returns NULL with *why, a phrase, on failure. */
struct filter *compression_reader(enum compression kind, const char **why);

/* Writes all `size` bytes; false on failure, with errno. */
typedef bool encoder_sink(void *context, const void *bytes, size_t size);

/* Returns NULL with *why, a phrase, on failure. */
struct encoder *encoder_new(enum compression kind, encoder_sink *sink, void *context,
                            const char **why);
void encoder_free(struct encoder *e);

/* Compresses bytes; `last` ends the data. Returns false, with errno, if the sink or the program
   failed. */
bool encoder_write(struct encoder *e, const void *bytes, size_t size, bool last);
