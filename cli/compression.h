/* Compressed text: gzip, xz and Zstandard. The only user of zlib, liblzma and libzstd. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum compression { COMPRESSION_NONE, COMPRESSION_GZ, COMPRESSION_XZ, COMPRESSION_ZST };

/* What the end of a file's name says, in any case; *stem (unless NULL) is the length of the name
   without that end. */
enum compression compression_of_name(const char *path, size_t *stem);

/* What the first bytes say. None of these can begin a text. *open: more bytes could say something
   else. */
enum compression compression_of_bytes(const unsigned char *bytes, size_t size, bool *open);

/* "gzip", "xz", "Zstandard", and the end of a name: ".gz", ... */
const char *compression_word(enum compression kind);
const char *compression_ending(enum compression kind);

/* The libraries that do it: the name of the library with that index, and its version. NULL past the
   last one. */
const char *compression_library(size_t index, const char **version);

/* Bytes that are taken off the front. */
struct packed {
    const unsigned char *at;
    size_t size;
};

/* A decoder takes at most so much memory, and what it takes for a window of 64 MiB. */
enum { DECODER_WINDOW_BITS = 26 };

struct decoder *decoder_new(enum compression kind); /* NULL: out of memory */
void decoder_free(struct decoder *d);

/* Takes bytes off `from` and writes at most `size` > 0 bytes to `to`: *made of them. `last`: no
   bytes come after `from`. All is read where nothing is made of the last ones. Several members
   (frames, streams) count as one. Returns NULL, or a phrase why it cannot continue. */
const char *decoder_read(struct decoder *d, struct packed *from, bool last, char *to, size_t size,
                         size_t *made);

/* Writes all `size` bytes; false on failure. */
typedef bool encoder_sink(void *context, const void *bytes, size_t size);

struct encoder *encoder_new(enum compression kind, encoder_sink *sink, void *context);
void encoder_free(struct encoder *e);

/* Compresses bytes; with `last` nothing comes after them. The same bytes in the same pieces give
   the same result. False if the sink failed or memory ran out. */
bool encoder_write(struct encoder *e, const void *bytes, size_t size, bool last);
