#include "cli/compression.h"

#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

enum { MAGIC_MAX = 6, GZIP_WINDOW = 15 + 16, STEP_BYTES = 64 * 1024 };

/* Level 3 of xz takes 32 MiB to write, level 6 takes 94. */
enum { GZIP_LEVEL = 6, XZ_LEVEL = 3, ZSTD_LEVEL = 3, GZIP_MEMORY = 8 };

static const struct {
    const char *ending, *word;
    unsigned char magic[MAGIC_MAX];
    size_t magic_size;
} kinds[] = {
    [COMPRESSION_GZ] = {".gz", "gzip", {0x1F, 0x8B, 8}, 3},
    [COMPRESSION_XZ] = {".xz", "xz", {0xFD, '7', 'z', 'X', 'Z', 0}, 6},
    [COMPRESSION_ZST] = {".zst", "Zstandard", {0x28, 0xB5, 0x2F, 0xFD}, 4},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

enum compression compression_of_name(const char *path, size_t *stem) {
    size_t length = strlen(path), k = 1;
    for (; k < KINDS; k++) {
        size_t n = strlen(kinds[k].ending);
        if (length > n && !strcasecmp(path + length - n, kinds[k].ending)) {
            length -= n;
            break;
        }
    }
    if (stem)
        *stem = length;
    return k < KINDS ? (enum compression)k : COMPRESSION_NONE;
}

enum compression compression_of_bytes(const unsigned char *bytes, size_t size, bool *open) {
    *open = false;
    for (size_t k = 1; k < KINDS; k++) {
        size_t n = size < kinds[k].magic_size ? size : kinds[k].magic_size;
        if (memcmp(bytes, kinds[k].magic, n) != 0)
            continue;
        if (n == kinds[k].magic_size)
            return (enum compression)k;
        *open = true;
    }
    return COMPRESSION_NONE;
}

const char *compression_word(enum compression kind) { return kinds[kind].word; }
const char *compression_ending(enum compression kind) { return kinds[kind].ending; }

const char *compression_library(size_t index, const char **version) {
    const char *const all[][2] = {{"zlib", zlibVersion()},
                                  {"liblzma", lzma_version_string()},
                                  {"libzstd", ZSTD_versionString()}};
    if (index >= sizeof all / sizeof *all)
        return NULL;
    *version = all[index][1];
    return all[index][0];
}

/* Streams of the libraries. */

/* Reads or writes. Starts zeroed. */
struct stream {
    enum compression kind;
    bool writes, opened;
    z_stream gz;
    lzma_stream xz;
    ZSTD_DStream *zst_in;
    ZSTD_CStream *zst_out;
};

/* The outcome of a step. */
enum step { STEP_ON, STEP_END, STEP_MEMORY, STEP_LARGE, STEP_FOREIGN, STEP_DAMAGED };

static const char *const faults[] = {[STEP_MEMORY] = "out of memory",
                                     [STEP_LARGE] =
                                         "the data needs more than 64 MiB of memory to be read",
                                     [STEP_FOREIGN] = "other bytes follow the data",
                                     [STEP_DAMAGED] = "the data is damaged"};

static bool open_gz(z_stream *gz, bool writes) {
    return (writes ? deflateInit2(gz, GZIP_LEVEL, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY,
                                  Z_DEFAULT_STRATEGY)
                   : inflateInit2(gz, GZIP_WINDOW)) == Z_OK;
}

static bool open_xz(lzma_stream *xz, bool writes) {
    /* without the window the decoder uses less than 1 MiB */
    const uint64_t memory = ((uint64_t)1 << DECODER_WINDOW_BITS) + (1 << 20);
    *xz = (lzma_stream)LZMA_STREAM_INIT;
    return (writes ? lzma_easy_encoder(xz, XZ_LEVEL, LZMA_CHECK_CRC64)
                   : lzma_stream_decoder(xz, memory, LZMA_CONCATENATED)) == LZMA_OK;
}

static bool open_zst(struct stream *s) {
    if (!s->writes)
        return (s->zst_in = ZSTD_createDStream()) &&
               !ZSTD_isError(
                   ZSTD_DCtx_setParameter(s->zst_in, ZSTD_d_windowLogMax, DECODER_WINDOW_BITS));
    return (s->zst_out = ZSTD_createCStream()) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(s->zst_out, ZSTD_c_compressionLevel, ZSTD_LEVEL)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(s->zst_out, ZSTD_c_checksumFlag, 1));
}

static bool stream_open(struct stream *s, enum compression kind, bool writes) {
    s->kind = kind;
    s->writes = writes;
    s->opened = kind == COMPRESSION_GZ   ? open_gz(&s->gz, writes)
                : kind == COMPRESSION_XZ ? open_xz(&s->xz, writes)
                                         : open_zst(s);
    return s->opened;
}

static void stream_close(struct stream *s) {
    if (s->kind == COMPRESSION_GZ && s->opened)
        (s->writes ? deflateEnd : inflateEnd)(&s->gz);
    if (s->kind == COMPRESSION_XZ)
        lzma_end(&s->xz);
    ZSTD_freeDStream(s->zst_in);
    ZSTD_freeCStream(s->zst_out);
}

static enum step step_gz(struct stream *s, struct packed *from, bool last, void *to, size_t size,
                         size_t *made) {
    unsigned piece = from->size < STEP_BYTES ? (unsigned)from->size : STEP_BYTES;
    bool end = s->writes && last && piece == from->size;
    s->gz.next_in = (unsigned char *)(uintptr_t)from->at;
    s->gz.avail_in = piece;
    s->gz.next_out = to;
    s->gz.avail_out = (unsigned)size;
    int status = (s->writes ? deflate : inflate)(&s->gz, end ? Z_FINISH : Z_NO_FLUSH);
    size_t taken = piece - s->gz.avail_in;
    *from = (struct packed){from->at + taken, from->size - taken};
    *made = size - s->gz.avail_out;
    switch (status) {
    case Z_OK:
    case Z_BUF_ERROR: return STEP_ON;
    case Z_STREAM_END: return STEP_END;
    case Z_MEM_ERROR: return STEP_MEMORY;
    default: return STEP_FOREIGN;
    }
}

static enum step step_xz(struct stream *s, struct packed *from, bool last, void *to, size_t size,
                         size_t *made) {
    s->xz.next_in = from->at;
    s->xz.avail_in = from->size;
    s->xz.next_out = to;
    s->xz.avail_out = size;
    lzma_ret status = lzma_code(&s->xz, last ? LZMA_FINISH : LZMA_RUN);
    *from = (struct packed){s->xz.next_in, s->xz.avail_in};
    *made = size - s->xz.avail_out;
    switch (status) {
    case LZMA_OK:
    case LZMA_BUF_ERROR: return STEP_ON;
    case LZMA_STREAM_END: return STEP_END;
    case LZMA_MEM_ERROR: return STEP_MEMORY;
    case LZMA_MEMLIMIT_ERROR: return STEP_LARGE;
    default: return STEP_DAMAGED;
    }
}

static enum step step_zst(struct stream *s, struct packed *from, bool last, void *to, size_t size,
                          size_t *made) {
    ZSTD_inBuffer in = {from->at, from->size, 0};
    ZSTD_outBuffer out = {to, size, 0};
    size_t status = !s->writes ? ZSTD_decompressStream(s->zst_in, &out, &in)
                               : ZSTD_compressStream2(s->zst_out, &out, &in,
                                                      last ? ZSTD_e_end : ZSTD_e_continue);
    *from = (struct packed){from->at + in.pos, from->size - in.pos};
    *made = out.pos;
    if (!ZSTD_isError(status))
        return status ? STEP_ON : STEP_END;
    switch (ZSTD_getErrorCode(status)) {
    case ZSTD_error_memory_allocation: return STEP_MEMORY;
    case ZSTD_error_frameParameter_windowTooLarge: return STEP_LARGE;
    case ZSTD_error_prefix_unknown: return STEP_FOREIGN;
    default: return STEP_DAMAGED;
    }
}

/* Writes at most `size` bytes to `to`; *made is their number. `last`: nothing follows `from`. */
static enum step stream_step(struct stream *s, struct packed *from, bool last, void *to,
                             size_t size, size_t *made) {
    static enum step (*const steps[])(struct stream *, struct packed *, bool, void *, size_t,
                                      size_t *) = {
        [COMPRESSION_GZ] = step_gz, [COMPRESSION_XZ] = step_xz, [COMPRESSION_ZST] = step_zst};
    return steps[s->kind](s, from, last, to, size, made);
}

/* Reading. */

struct decoder {
    struct stream stream;
    bool between;      /* no member is open */
    bool any;          /* a member has been read */
    const char *fault; /* why it cannot continue */
};

struct decoder *decoder_new(enum compression kind) {
    struct decoder *d = calloc(1, sizeof *d);
    if (d && stream_open(&d->stream, kind, false)) {
        d->between = true;
        return d;
    }
    decoder_free(d);
    return NULL;
}

void decoder_free(struct decoder *d) {
    if (d)
        stream_close(&d->stream);
    free(d);
}

/* Skips zero padding of a tape block. */
static void skip_padding(struct packed *from) {
    while (from->size && !*from->at)
        *from = (struct packed){from->at + 1, from->size - 1};
}

/* Returns NULL, or why it cannot continue. */
static const char *decode(struct decoder *d, struct packed *from, bool last, char *to, size_t size,
                          size_t *made) {
    bool gz = d->stream.kind == COMPRESSION_GZ, first = d->between;
    if (gz && first && d->any) {
        skip_padding(from);
        if (from->size && inflateReset(&d->stream.gz) != Z_OK)
            return faults[STEP_DAMAGED];
    }
    if (d->stream.kind == COMPRESSION_XZ ? d->any : first && !from->size)
        return NULL;
    enum step step = stream_step(&d->stream, from, last, to, size, made);
    d->between = step == STEP_END;
    d->any |= d->between;
    return faults[step == STEP_FOREIGN && !(first && d->any) ? STEP_DAMAGED : step];
}

const char *decoder_read(struct decoder *d, struct packed *from, bool last, char *to, size_t size,
                         size_t *made) {
    size_t before;
    *made = 0;
    if (d->fault)
        return d->fault;
    do {
        before = from->size;
        d->fault = decode(d, from, last, to, size, made);
    } while (!d->fault && !*made && from->size && from->size < before);
    if (!d->fault && !*made && last && !from->size && !d->between)
        d->fault = "the data ends too early";
    return d->fault;
}

/* Writing. */

struct encoder {
    struct stream stream;
    encoder_sink *sink;
    void *context;
    unsigned char out[STEP_BYTES];
};

struct encoder *encoder_new(enum compression kind, encoder_sink *sink, void *context) {
    struct encoder *e = calloc(1, sizeof *e);
    if (e && stream_open(&e->stream, kind, true)) {
        e->sink = sink;
        e->context = context;
        return e;
    }
    encoder_free(e);
    return NULL;
}

void encoder_free(struct encoder *e) {
    if (e)
        stream_close(&e->stream);
    free(e);
}

bool encoder_write(struct encoder *e, const void *bytes, size_t size, bool last) {
    struct packed from = {bytes, size};
    bool done = !size && !last;
    while (!done) {
        size_t made;
        enum step step = stream_step(&e->stream, &from, last, e->out, sizeof e->out, &made);
        if (step > STEP_END || (made && !e->sink(e->context, e->out, made)))
            return false;
        done = last ? step == STEP_END : !from.size && made < sizeof e->out;
    }
    return true;
}
