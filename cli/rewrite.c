#include "cli/rewrite.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/new_file.h"

extern char **environ;

enum { PIECE_BYTES = 64 * 1024 };

/* The new text of one file, in a temporary file from the first change on. */
struct rewrite_output {
    struct rewriter *rewriter;
    struct rewriting *file;
    int in;                /* the file, or the copy of a stream that cannot be read twice */
    struct stat was;       /* when it was opened */
    struct new_file place; /* the file that replaces it, where it is to be replaced */
    FILE *out;             /* NULL: nothing has changed yet */
    uint64_t copied;       /* bytes of the stream that are in `out`, or replaced */
    bool changed;
    bool failed; /* and said on stderr */
};

/* `why`, and `error` of errno after it where it is not 0. */
static void fail(struct rewrite_output *o, const char *why, int error) {
    if (o->failed)
        return;
    o->failed = o->rewriter->had_error = true;
    zet_cli_error("%s: %s%s%s", o->file->name, why, error && *why ? ": " : "",
                  error ? strerror(error) : "");
}

void rewrite_fail(struct rewriting *w, const char *why) { fail(w->output, why, 0); }

/* The new file said on stderr why it failed. */
static void place_failed(struct rewrite_output *o) { o->failed = o->rewriter->had_error = true; }

/* Something is about to change for the first time. */
static void open_output(struct rewrite_output *o) {
    o->changed = true;
    if (o->rewriter->mode == REWRITE_CHECK)
        return;
    if (o->rewriter->mode == REWRITE_IN_PLACE) {
        if (new_file_open(&o->place, o->file->name, &o->was))
            o->out = o->place.file;
        else
            place_failed(o);
        return;
    }
    int descriptor = new_file_unnamed();
    o->out = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (o->out)
        return;
    fail(o, "there is no place for the new text", errno);
    if (descriptor >= 0)
        close(descriptor);
}

static void put(struct rewrite_output *o, struct text t) {
    if (o->out && !o->failed && fwrite(t.at, 1, t.len, o->out) < t.len)
        fail(o, "the new text could not be written", errno);
}

/* Reads up to `cap` bytes at that place of the stream; 0 at its end and where reading failed. */
static size_t read_at(struct rewrite_output *o, uint64_t at, char *to, size_t cap) {
    ssize_t n;
    do
        n = pread(o->in, to, cap, (off_t)at);
    while (n < 0 && errno == EINTR);
    if (n <= 0)
        fail(o, n < 0 ? "" : "it has become shorter while it was read", n < 0 ? errno : 0);
    return n > 0 ? (size_t)n : 0;
}

static size_t piece(uint64_t at, uint64_t end) {
    return end - at < PIECE_BYTES ? (size_t)(end - at) : PIECE_BYTES;
}

/* The stream as it was, up to `end`. */
static void copy_until(struct rewrite_output *o, uint64_t end) {
    char room[PIECE_BYTES];
    while (o->out && o->copied < end && !o->failed) {
        size_t n = read_at(o, o->copied, room, piece(o->copied, end));
        put(o, (struct text){room, n});
        o->copied += n;
    }
}

/* Whether `t` is what the stream has there. */
static bool stands_at(struct rewrite_output *o, uint64_t at, struct text t) {
    char room[PIECE_BYTES];
    for (size_t done = 0, n; done < t.len; done += n) {
        n = read_at(o, at + done, room, piece(done, t.len));
        if (!n || memcmp(room, t.at + done, n))
            return false;
    }
    return true;
}

bool rewrite_original(struct rewriting *w, uint64_t at, uint64_t end, struct buffer *out) {
    struct rewrite_output *o = w->output;
    while (at < end && !o->failed) {
        size_t wanted = piece(at, end);
        char *to = zet_buffer_room(out, wanted);
        size_t n = to ? read_at(o, at, to, wanted) : 0;
        if (!to)
            fail(o, "memory is out", 0);
        out->len += n;
        at += n;
    }
    return !o->failed;
}

void rewrite_replace(struct rewriting *w, uint64_t at, uint64_t end, struct text with) {
    struct rewrite_output *o = w->output;
    assert(at <= end && o->copied <= at);
    if (o->failed || (end - at == with.len && stands_at(o, at, with)))
        return;
    if (!o->changed)
        open_output(o);
    copy_until(o, at);
    put(o, with);
    o->copied = end;
}

/* All that is written goes to standard output. */
static void print(struct rewrite_output *o, int from) {
    char room[PIECE_BYTES];
    ssize_t n;
    lseek(from, 0, SEEK_SET);
    while ((n = read(from, room, sizeof room)) != 0 && (n > 0 || errno == EINTR))
        if (n > 0)
            fwrite(room, 1, (size_t)n, stdout);
    if (n < 0)
        fail(o, "", errno);
}

/* Lets the system's own program tell the two texts apart. It finds them by their descriptors, which
   it inherits. */
static void print_differences(struct rewrite_output *o) {
    int new = fileno(o->out), status, error;
    char old_path[32], new_path[32];
    char *name = (char *)(uintptr_t)o->file->name;
    char *arguments[] = {(char[]){"diff"},
                         (char[]){"-a"},
                         (char[]){"-u"},
                         (char[]){"--label"},
                         name,
                         (char[]){"--label"},
                         name,
                         old_path,
                         new_path,
                         NULL};
    snprintf(old_path, sizeof old_path, "/dev/fd/%d", o->in);
    snprintf(new_path, sizeof new_path, "/dev/fd/%d", new);
    fcntl(o->in, F_SETFD, 0);
    fcntl(new, F_SETFD, 0);
    lseek(o->in, 0, SEEK_SET);
    lseek(new, 0, SEEK_SET);
    fflush(stdout);
    pid_t child;
    error = posix_spawnp(&child, arguments[0], NULL, NULL, arguments, environ);
    if (error == ENOENT)
        fail(o, "the differences cannot be shown: there is no program `diff`", 0);
    else if (error)
        fail(o, "the differences cannot be shown", error);
    if (error)
        return;
    pid_t ended;
    do
        ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
    if (ended < 0 || !WIFEXITED(status) || WEXITSTATUS(status) > 1)
        fail(o, "the differences could not be shown", 0);
}

/* The file was read to its end: what was said of it is done. */
static void finish(struct rewrite_output *o) {
    struct rewriter *r = o->rewriter;
    copy_until(o, o->file->size);
    if (o->out && !o->failed && fflush(o->out))
        fail(o, "the new text could not be written", errno);
    if (o->failed)
        return;
    switch (r->mode) {
    case REWRITE_TO_STDOUT: print(o, o->out ? fileno(o->out) : o->in); break;
    case REWRITE_DIFF:
        if (o->out)
            print_differences(o);
        break;
    case REWRITE_IN_PLACE:
        if (o->out && !new_file_commit(&o->place))
            place_failed(o);
        break;
    case REWRITE_CHECK:
        if (o->changed)
            puts(o->file->name);
        break;
    }
    r->changed += o->changed && !o->failed;
}

static long read_stream(void *context, char *to, size_t cap) {
    struct rewriting *w = context;
    ssize_t n;
    do
        n = read(w->output->in, to, cap);
    while (n < 0 && errno == EINTR);
    if (n > 0)
        w->size += (uint64_t)n;
    return (long)n;
}

static void rewrite_stream(struct rewriting *w) {
    struct rewrite_output *o = w->output;
    struct rewriter *r = o->rewriter;
    struct source source;
    struct document document;
    bool too_long = false;
    zet_source_open(&source, read_stream, w);
    while (!o->failed && zet_source_next(&source, &document)) {
        r->document(r->context, w, &document);
        too_long |= document.too_long;
    }
    if (source.failed)
        fail(o, "", errno);
    else if (source.out_of_memory)
        fail(o, "memory is out", 0);
    if (!o->failed)
        r->end(r->context, w);
    if (too_long)
        fail(o, "it has a record that is too long to be rewritten, and stays as it was", 0);
    zet_source_close(&source);
    if (!o->failed)
        finish(o);
}

/* A stream that cannot be read twice is copied first. */
static int spool(struct rewrite_output *o, int from) {
    char room[PIECE_BYTES];
    ssize_t n;
    int to = new_file_unnamed();
    FILE *out = to < 0 ? NULL : fdopen(to, "r+");
    if (!out) {
        fail(o, "there is no place for a copy", errno);
        if (to >= 0)
            close(to);
        return -1;
    }
    while ((n = read(from, room, sizeof room)) != 0 && (n > 0 || errno == EINTR))
        if (n > 0 && fwrite(room, 1, (size_t)n, out) < (size_t)n)
            break;
    if (n < 0)
        fail(o, "", errno);
    else if (n || fflush(out))
        fail(o, "a copy could not be written", errno);
    int copy = o->failed ? -1 : fcntl(to, F_DUPFD_CLOEXEC, 0);
    fclose(out);
    if (copy >= 0)
        lseek(copy, 0, SEEK_SET);
    return copy;
}

/* Opens the file, or a copy of what cannot be read twice; -1 where that fails. */
static int open_input(struct rewrite_output *o, const char *path) {
    bool in_place = o->rewriter->mode == REWRITE_IN_PLACE, standard = !strcmp(path, "-");
    if (standard && in_place) {
        fail(o, "standard input cannot be rewritten in place", 0);
        return -1;
    }
    int descriptor = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 || fstat(descriptor, &o->was)) {
        fail(o, "", errno);
        return descriptor;
    }
    if (in_place && !S_ISREG(o->was.st_mode))
        fail(o, "this is no file that could be replaced", 0);
    if (o->failed || (S_ISREG(o->was.st_mode) && !standard))
        return descriptor;
    int copy = spool(o, descriptor);
    if (!standard)
        close(descriptor);
    return copy;
}

void rewrite_file(struct rewriter *r, const char *path) {
    struct rewriting w = {.name = path};
    struct rewrite_output o = {.rewriter = r, .file = &w};
    w.output = &o;
    o.in = open_input(&o, path);
    if (o.in >= 0 && !o.failed)
        rewrite_stream(&w);
    if (o.out && r->mode != REWRITE_IN_PLACE)
        fclose(o.out);
    new_file_discard(&o.place);
    if (o.in >= 0)
        close(o.in);
}
