#include "cli/compression.h"

#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

enum { MAGIC_MAX = 6, GZIP_WINDOW = 15 + 16, OUT_BYTES = 64 * 1024 };

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

/* Reading. */

static const char too_early[] = "the data ends too early", damaged[] = "the data is damaged",
                  too_large[] = "the data needs more than 64 MiB of memory to be read",
                  no_memory[] = "out of memory", behind[] = "other bytes follow the data";

struct decoder {
    enum compression kind;
    z_stream gz;
    lzma_stream xz;
    ZSTD_DStream *zst;
    bool opened;
    bool between;      /* no member is open */
    bool any;          /* a member has been read */
    const char *fault; /* why it cannot continue */
};

struct decoder *decoder_new(enum compression kind) {
    struct decoder *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->kind = kind;
    d->between = true;
    d->xz = (lzma_stream)LZMA_STREAM_INIT;
    /* without the window the decoder of xz uses less than 1 MiB */
    uint64_t memory = ((uint64_t)1 << DECODER_WINDOW_BITS) + (1 << 20);
    switch (kind) {
    case COMPRESSION_GZ: d->opened = inflateInit2(&d->gz, GZIP_WINDOW) == Z_OK; break;
    case COMPRESSION_XZ:
        d->opened = lzma_stream_decoder(&d->xz, memory, LZMA_CONCATENATED) == LZMA_OK;
        break;
    case COMPRESSION_ZST:
        d->zst = ZSTD_createDStream();
        d->opened = d->zst && !ZSTD_isError(ZSTD_DCtx_setParameter(d->zst, ZSTD_d_windowLogMax,
                                                                   DECODER_WINDOW_BITS));
        break;
    case COMPRESSION_NONE: break;
    }
    if (d->opened)
        return d;
    decoder_free(d);
    return NULL;
}

void decoder_free(struct decoder *d) {
    if (!d)
        return;
    if (d->kind == COMPRESSION_GZ && d->opened)
        inflateEnd(&d->gz);
    lzma_end(&d->xz);
    ZSTD_freeDStream(d->zst);
    free(d);
}

/* Skips zero padding of a tape block. */
static void skip_padding(struct packed *from) {
    while (from->size && !*from->at)
        *from = (struct packed){from->at + 1, from->size - 1};
}

static const char *read_gz(struct decoder *d, struct packed *from, char *to, size_t size,
                           size_t *made) {
    if (d->between && d->any) {
        skip_padding(from);
        if (from->size && inflateReset(&d->gz) != Z_OK)
            return damaged;
    }
    if (!from->size && d->between)
        return NULL;
    bool first = d->between;
    d->gz.next_in = (unsigned char *)(uintptr_t)from->at;
    d->gz.avail_in = (unsigned)from->size;
    d->gz.next_out = (unsigned char *)to;
    d->gz.avail_out = (unsigned)size;
    int status = inflate(&d->gz, Z_NO_FLUSH);
    *from = (struct packed){d->gz.next_in, d->gz.avail_in};
    *made = size - d->gz.avail_out;
    d->between = status == Z_STREAM_END;
    d->any |= d->between;
    if (status == Z_MEM_ERROR)
        return no_memory;
    if (status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR)
        return NULL;
    return first && d->any ? behind : damaged;
}

static const char *read_xz(struct decoder *d, struct packed *from, bool last, char *to, size_t size,
                           size_t *made) {
    d->xz.next_in = from->at;
    d->xz.avail_in = from->size;
    d->xz.next_out = (unsigned char *)to;
    d->xz.avail_out = size;
    if (d->any)
        return NULL;
    lzma_ret status = lzma_code(&d->xz, last ? LZMA_FINISH : LZMA_RUN);
    *from = (struct packed){d->xz.next_in, d->xz.avail_in};
    *made = size - d->xz.avail_out;
    d->between = d->any = status == LZMA_STREAM_END;
    switch (status) {
    case LZMA_MEM_ERROR: return no_memory;
    case LZMA_MEMLIMIT_ERROR: return too_large;
    case LZMA_OK:
    case LZMA_STREAM_END:
    case LZMA_BUF_ERROR: return NULL;
    default: return damaged;
    }
}

static const char *read_zst(struct decoder *d, struct packed *from, char *to, size_t size,
                            size_t *made) {
    if (d->between && !from->size)
        return NULL;
    ZSTD_inBuffer in = {from->at, from->size, 0};
    ZSTD_outBuffer out = {to, size, 0};
    size_t status = ZSTD_decompressStream(d->zst, &out, &in);
    *from = (struct packed){from->at + in.pos, from->size - in.pos};
    *made = out.pos;
    bool first = d->between;
    d->between = status == 0;
    d->any |= d->between;
    if (!ZSTD_isError(status))
        return NULL;
    switch (ZSTD_getErrorCode(status)) {
    case ZSTD_error_memory_allocation: return no_memory;
    case ZSTD_error_frameParameter_windowTooLarge: return too_large;
    case ZSTD_error_prefix_unknown: return first && d->any ? behind : damaged;
    default: return damaged;
    }
}

const char *decoder_read(struct decoder *d, struct packed *from, bool last, char *to, size_t size,
                         size_t *made) {
    size_t before;
    const char *fault = d->fault;
    *made = 0;
    if (fault)
        return fault;
    do {
        before = from->size;
        fault = d->kind == COMPRESSION_GZ   ? read_gz(d, from, to, size, made)
                : d->kind == COMPRESSION_XZ ? read_xz(d, from, last, to, size, made)
                                            : read_zst(d, from, to, size, made);
    } while (!fault && !*made && from->size && from->size < before);
    if (!fault && !*made && last && !from->size && !d->between)
        fault = too_early;
    return d->fault = fault;
}

/* Writing. */

struct encoder {
    enum compression kind;
    encoder_sink *sink;
    void *context;
    z_stream gz;
    lzma_stream xz;
    ZSTD_CStream *zst;
    bool opened;
    unsigned char out[OUT_BYTES];
};

struct encoder *encoder_new(enum compression kind, encoder_sink *sink, void *context) {
    struct encoder *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->kind = kind;
    e->sink = sink;
    e->context = context;
    e->xz = (lzma_stream)LZMA_STREAM_INIT;
    switch (kind) {
    case COMPRESSION_GZ:
        e->opened = deflateInit2(&e->gz, GZIP_LEVEL, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY,
                                 Z_DEFAULT_STRATEGY) == Z_OK;
        break;
    case COMPRESSION_XZ:
        e->opened = lzma_easy_encoder(&e->xz, XZ_LEVEL, LZMA_CHECK_CRC64) == LZMA_OK;
        break;
    case COMPRESSION_ZST:
        e->zst = ZSTD_createCStream();
        e->opened =
            e->zst &&
            !ZSTD_isError(ZSTD_CCtx_setParameter(e->zst, ZSTD_c_compressionLevel, ZSTD_LEVEL)) &&
            !ZSTD_isError(ZSTD_CCtx_setParameter(e->zst, ZSTD_c_checksumFlag, 1));
        break;
    case COMPRESSION_NONE: break;
    }
    if (e->opened)
        return e;
    encoder_free(e);
    return NULL;
}

void encoder_free(struct encoder *e) {
    if (!e)
        return;
    if (e->kind == COMPRESSION_GZ && e->opened)
        deflateEnd(&e->gz);
    lzma_end(&e->xz);
    ZSTD_freeCStream(e->zst);
    free(e);
}

/* Runs one step, which puts *made bytes into e->out. *done: it was the last. False on failure. */
static bool encode(struct encoder *e, struct packed *from, bool last, size_t *made, bool *done) {
    if (e->kind == COMPRESSION_ZST) {
        ZSTD_inBuffer in = {from->at, from->size, 0};
        ZSTD_outBuffer out = {e->out, OUT_BYTES, 0};
        size_t left = ZSTD_compressStream2(e->zst, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
        *from = (struct packed){from->at + in.pos, from->size - in.pos};
        *made = out.pos;
        *done = last ? left == 0 : !from->size;
        return !ZSTD_isError(left);
    }
    if (e->kind == COMPRESSION_XZ) {
        e->xz.next_in = from->at;
        e->xz.avail_in = from->size;
        e->xz.next_out = e->out;
        e->xz.avail_out = OUT_BYTES;
        lzma_ret status = lzma_code(&e->xz, last ? LZMA_FINISH : LZMA_RUN);
        *from = (struct packed){e->xz.next_in, e->xz.avail_in};
        *made = OUT_BYTES - e->xz.avail_out;
        *done = last ? status == LZMA_STREAM_END : !from->size && e->xz.avail_out;
        return status == LZMA_OK || status == LZMA_STREAM_END || status == LZMA_BUF_ERROR;
    }
    unsigned piece = from->size < OUT_BYTES ? (unsigned)from->size : OUT_BYTES;
    bool end = last && piece == from->size;
    e->gz.next_in = (unsigned char *)(uintptr_t)from->at;
    e->gz.avail_in = piece;
    e->gz.next_out = e->out;
    e->gz.avail_out = OUT_BYTES;
    int status = deflate(&e->gz, end ? Z_FINISH : Z_NO_FLUSH);
    size_t taken = piece - e->gz.avail_in;
    *from = (struct packed){from->at + taken, from->size - taken};
    *made = OUT_BYTES - e->gz.avail_out;
    *done = last ? status == Z_STREAM_END : !from->size && e->gz.avail_out;
    return status != Z_STREAM_ERROR;
}

bool encoder_write(struct encoder *e, const void *bytes, size_t size, bool last) {
    struct packed from = {bytes, size};
    bool done = !size && !last;
    while (!done) {
        size_t made;
        if (!encode(e, &from, last, &made, &done) || (made && !e->sink(e->context, e->out, made)))
            return false;
    }
    return true;
}
