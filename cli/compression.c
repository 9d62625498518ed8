#include "cli/compression.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAGIC_MAX = 6, STEP_BYTES = 64 * 1024 };

/* Both programs read data that needs at most 64 MiB and a little more. gzip needs less. */
static const struct {
    const char *ending, *word;
    unsigned char magic[MAGIC_MAX];
    size_t magic_size;
    const char *reader[8], *writer[8];
    const char *missing;
} kinds[] = {
    [COMPRESSION_GZ] = {".gz",
                        "gzip",
                        {0x1F, 0x8B, 8},
                        3,
                        {"gzip", "-dc", NULL},
                        {"gzip", "-nc6", NULL},
                        "the program gzip, which is needed for it, is not in PATH"},
    [COMPRESSION_XZ] = {".xz",
                        "xz",
                        {0xFD, '7', 'z', 'X', 'Z', 0},
                        6,
                        {"xz", "-dcqq", "-T1", "--memlimit-decompress=65MiB", NULL},
                        {"xz", "-cqq3", "-T1", NULL},
                        "the program xz, which is needed for it, is not in PATH"},
    [COMPRESSION_ZST] = {".zst",
                         "Zstandard",
                         {0x28, 0xB5, 0x2F, 0xFD},
                         4,
                         {"zstd", "-dcqq", "--memory=64MB", NULL},
                         {"zstd", "-cqq3", "-T1", NULL},
                         "the program zstd, which is needed for it, is not in PATH"},
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

/* Whether the bytes begin as a frame of Zstandard that is skipped, whose first byte varies. */
static bool is_skippable(const unsigned char *bytes, size_t size) {
    static const unsigned char rest[] = {0x2A, 0x4D, 0x18};
    size_t n = size < 4 ? size : 4;
    return n && bytes[0] >> 4 == 5 && !memcmp(bytes + 1, rest, n - 1);
}

enum compression compression_of_bytes(const unsigned char *bytes, size_t size, bool *open) {
    *open = is_skippable(bytes, size) && size < 4;
    if (is_skippable(bytes, size) && size >= 4)
        return COMPRESSION_ZST;
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

/* Starts a program. Returns NULL with *why. */
static struct filter *start_filter(enum compression kind, const char *const *words,
                                   const char **why) {
    struct filter *f = filter_new(words, NULL);
    if (!f)
        *why = errno == ENOENT   ? kinds[kind].missing
               : errno == ENOSYS ? "on this system zet reads and writes only what is not compressed"
                                 : strerror(errno);
    return f;
}

struct filter *compression_reader(enum compression kind, const char **why) {
    return start_filter(kind, kinds[kind].reader, why);
}

struct encoder {
    struct filter *filter;
    encoder_sink *sink;
    void *context;
    unsigned char out[STEP_BYTES];
};

struct encoder *encoder_new(enum compression kind, encoder_sink *sink, void *context,
                            const char **why) {
    struct encoder *e = calloc(1, sizeof *e);
    *why = "out of memory";
    if (e && (e->filter = start_filter(kind, kinds[kind].writer, why))) {
        e->sink = sink;
        e->context = context;
        return e;
    }
    free(e);
    return NULL;
}

void encoder_free(struct encoder *e) {
    if (e)
        filter_free(e->filter);
    free(e);
}

bool encoder_write(struct encoder *e, const void *bytes, size_t size, bool last) {
    struct packed from = {bytes, size};
    size_t made = size || last;
    while (made || from.size) {
        if (!filter_pass(e->filter, &from, last, e->out, sizeof e->out, &made))
            return errno = EIO, false;
        if (made && !e->sink(e->context, e->out, made))
            return false;
    }
    return true;
}
