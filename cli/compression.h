/* Compressed text: gzip, xz and Zstandard. The only user of zlib, liblzma and libzstd. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

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

/* The name and version of the compression library with that index; NULL past the last one. */
const char *compression_library(size_t index, const char **version);

/* Input bytes; reading advances `at`. */
struct packed {
    const unsigned char *at;
    size_t size;
};

/* The memory limit of a decoder: a window of 64 MiB and a little more. */
enum { DECODER_WINDOW_BITS = 26 };

struct decoder *decoder_new(enum compression kind); /* NULL: out of memory */
void decoder_free(struct decoder *d);

/* Consumes bytes of `from` and writes at most `size` > 0 bytes to `to`, their number in *made.
   `last`: no bytes follow `from`. If *made is 0, all of `from` was read. Several members (frames,
   streams) are read as one. Returns NULL, or a phrase that says why it cannot continue. */
const char *decoder_read(struct decoder *d, struct packed *from, bool last, char *to, size_t size,
                         size_t *made);

/* Writes all `size` bytes; false on failure. */
typedef bool encoder_sink(void *context, const void *bytes, size_t size);

struct encoder *encoder_new(enum compression kind, encoder_sink *sink, void *context);
void encoder_free(struct encoder *e);

/* Compresses bytes; `last` ends the data. The same bytes in the same chunks give the same result.
   Returns false if the sink failed or memory ran out. */
bool encoder_write(struct encoder *e, const void *bytes, size_t size, bool last);
