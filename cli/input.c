#include "cli/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "notation/base/list.h"

enum { HEAD_BYTES = 8, ROOM_BYTES = 64 * 1024, FAULT_BYTES = 160 };

struct input {
    const char *path;
    int descriptor;
    bool own;        /* close it with the input */
    bool positioned; /* read from `passed`, not from the file offset */
    uint64_t passed; /* bytes read from the file */
    bool ended;

    enum compression kind;
    struct filter *decoder;
    unsigned char *room;  /* NULL: `kind` is unknown */
    struct packed packed; /* bytes in `room` that were read but not passed on */
    char fault[FAULT_BYTES];
};

/* Files opened by a command that writes files: streams, and others. */
struct number {
    dev_t device;
    ino_t inode;
};
static struct {
    struct number *at;
    size_t count, cap, sorted;
} known[2];

static int by_number(const void *a, const void *b) {
    const struct number *x = a, *y = b;
    int order = (x->device > y->device) - (x->device < y->device);
    return order ? order : (x->inode > y->inode) - (x->inode < y->inode);
}

bool input_note(int descriptor, bool beside) {
    struct stat st;
    if (!command_writes() || fstat(descriptor, &st) || !S_ISREG(st.st_mode))
        return true;
    if (!zi_list_reserve(&known[beside].at, &known[beside].cap, known[beside].count + 1,
                         sizeof *known[beside].at))
        return false;
    known[beside].at[known[beside].count++] = (struct number){st.st_dev, st.st_ino};
    return true;
}

bool input_is_known(const struct stat *st, bool beside) {
    const struct number wanted = {st->st_dev, st->st_ino};
    size_t count = known[beside].count;
    if (!count)
        return false;
    if (known[beside].sorted != count)
        qsort(known[beside].at, count, sizeof wanted, by_number);
    known[beside].sorted = count;
    return bsearch(&wanted, known[beside].at, count, sizeof wanted, by_number) != NULL;
}

static struct input *new_input(const char *path, int descriptor) {
    struct input *in = calloc(1, sizeof *in);
    if (!in) {
        command_error("%s: out of memory", path);
        return NULL;
    }
    in->path = path;
    in->descriptor = descriptor;
    return in;
}

static struct input *open_noted(const char *path, bool beside) {
    bool standard = !strcmp(path, "-");
    int descriptor = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (standard && isatty(descriptor))
        command_error("reading from the terminal; end the text with Ctrl-D on an empty line");
    if (descriptor < 0) {
        command_error("%s: %s", path, strerror(errno));
        return NULL;
    }
    bool noted = input_note(descriptor, beside);
    struct input *in = noted ? new_input(path, descriptor) : NULL;
    if (!noted)
        command_error("%s: out of memory", path);
    if (in)
        in->own = !standard;
    else if (!standard)
        close(descriptor);
    return in;
}

struct input *input_open(const char *path) {
    return open_noted(path, false);
}
struct input *input_open_beside(const char *path) {
    return open_noted(path, true);
}

struct input *input_again(const struct input *in) {
    struct input *again = new_input(in->path, in->descriptor);
    if (again)
        again->positioned = true;
    return again;
}

void input_close(struct input *in) {
    if (!in)
        return;
    if (in->own)
        close(in->descriptor);
    filter_free(in->decoder);
    free(in->room);
    free(in);
}

static long fail_input(struct input *in, const char *why) {
    if (in->kind == COMPRESSION_NONE)
        snprintf(in->fault, sizeof in->fault, "%s", why);
    else
        snprintf(in->fault, sizeof in->fault, "the %s data: %s", compression_word(in->kind), why);
    return -1;
}

/* Reads bytes without decompressing them. */
static long read_raw(struct input *in, void *to, size_t size) {
    ssize_t n;
    do
        n = in->positioned ? pread(in->descriptor, to, size, (off_t)in->passed)
                           : read(in->descriptor, to, size);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return fail_input(in, strerror(errno));
    in->passed += (uint64_t)n;
    in->ended |= n == 0;
    return (long)n;
}

/* Reads enough bytes to determine the compression. */
static bool find_compression(struct input *in) {
    enum compression named = compression_of_name(in->path, NULL);
    bool open = true;
    if (!(in->room = malloc(ROOM_BYTES)))
        return fail_input(in, "out of memory"), false;
    in->packed = (struct packed){in->room, 0};
    while (open && !in->ended && in->packed.size < HEAD_BYTES) {
        long n = read_raw(in, in->room + in->packed.size, HEAD_BYTES - in->packed.size);
        if (n < 0)
            return false;
        in->packed.size += (size_t)n;
        in->kind = compression_of_bytes(in->room, in->packed.size, &open);
    }
    if (named != COMPRESSION_NONE && in->kind != named) {
        in->kind = COMPRESSION_NONE;
        snprintf(in->fault, sizeof in->fault, "its name ends with %s, but this is not %s data",
                 compression_ending(named), compression_word(named));
        return false;
    }
    const char *why;
    return in->kind == COMPRESSION_NONE || (in->decoder = compression_reader(in->kind, &why)) ||
           (fail_input(in, why), false);
}

static long read_plain(struct input *in, char *to, size_t size) {
    size_t n = in->packed.size < size ? in->packed.size : size;
    if (!n)
        return in->ended ? 0 : read_raw(in, to, size);
    memcpy(to, in->packed.at, n);
    in->packed = (struct packed){in->packed.at + n, in->packed.size - n};
    return (long)n;
}

long input_read(void *context, char *to, size_t size) {
    struct input *in = context;
    if (*in->fault || (!in->room && !find_compression(in)))
        return -1;
    if (in->kind == COMPRESSION_NONE)
        return read_plain(in, to, size);
    for (;;) {
        size_t made;
        if (!filter_pass(in->decoder, &in->packed, in->ended, to, size, &made))
            return fail_input(
                in, "it is damaged, ends too early, or needs more than 64 MiB to be read");
        if (made)
            return (long)made;
        if (in->ended)
            return 0;
        if (in->packed.size)
            memmove(in->room, in->packed.at, in->packed.size);
        long n = read_raw(in, in->room + in->packed.size, ROOM_BYTES - in->packed.size);
        if (n < 0)
            return -1;
        in->packed = (struct packed){in->room, in->packed.size + (size_t)n};
    }
}

const char *input_fault(const struct input *in) { return *in->fault ? in->fault : NULL; }
enum compression input_compression(const struct input *in) { return in->kind; }
bool input_stat(const struct input *in, struct stat *to) { return !fstat(in->descriptor, to); }
bool input_is_standard(const struct input *in) { return in->descriptor == STDIN_FILENO; }

bool input_is_found(const struct input *in, const struct stat *found) {
    struct stat st;
    if (!found || (input_stat(in, &st) && st.st_dev == found->st_dev && st.st_ino == found->st_ino))
        return true;
    return command_error("%s: another file took its place in the meantime", in->path), false;
}
