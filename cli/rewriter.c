#include "cli/rewriter.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/config.h"
#include "cli/files.h"
#include "cli/input.h"
#include "cli/new_file.h"
#include "cli/progress.h"

struct rewriter {
    const struct invocation *in;
    zet_task *task;
    struct config *config; /* or NULL */
    enum rewriter_mode mode;
    zet_output *out, *messages;
    struct progress progress;
    size_t changed; /* files */
    bool had_error;

    /* The file that is to be replaced. */
    const char *path;
    struct input *input;
    struct stat was; /* when it was opened */
    uint64_t front;  /* bytes at its front that are not written, being the same */
    struct new_file place;
    bool opened, place_failed;
};

bool rewriter_mode(const struct rewriter_options *o, enum rewriter_mode otherwise,
                   enum rewriter_mode *mode) {
    const char *first = o->check ? "--check" : "--diff";
    const char *second = o->in_place ? "--in-place" : "--diff";
    *mode = o->check      ? REWRITER_CHECK
            : o->diff     ? REWRITER_DIFF
            : o->in_place ? REWRITER_IN_PLACE
                          : otherwise;
    if (o->check + o->diff + o->in_place < 2)
        return true;
    command_error("%s and %s cannot be used together", first, second);
    return false;
}

/* The bytes of the file that did not change and were not written. */
static bool copy_front(struct rewriter *r) {
    char room[16 * 1024];
    struct input *again = input_again(r->input);
    bool copied = again != NULL;
    for (uint64_t at = 0; copied && at < r->front;) {
        size_t wanted = r->front - at < sizeof room ? (size_t)(r->front - at) : sizeof room;
        long n = input_read(again, room, wanted);
        if (n <= 0)
            command_error("%s: %s", r->path,
                          n < 0 ? input_fault(again) : "it became shorter while it was read");
        copied = n > 0 && new_file_write(&r->place, room, (size_t)n);
        at += copied ? (uint64_t)n : 0;
    }
    input_close(again);
    return copied;
}

/* As long as nothing has changed nothing is written: a file that stays as it is costs no other one,
   and need not be in a directory that can be written to. */
static bool write_place(void *context, const char *bytes, size_t size) {
    struct rewriter *r = context;
    if (!r->opened && !zet_task_changed(r->task)) {
        r->front += size;
        return true;
    }
    if (!r->opened) {
        r->opened = true;
        r->place_failed =
            !new_file_replace(&r->place, r->path, &r->was, input_compression(r->input)) ||
            !copy_front(r);
    }
    return !r->place_failed && new_file_write(&r->place, bytes, size);
}

/* A message about a file, after what is known of its records. */
static void fail(struct rewriter *r, const char *why) {
    r->had_error = true;
    zet_output_flush(r->messages);
    progress_end(&r->progress);
    command_error("%s: %s", r->path, why);
}

/* The name, made safe, as a line. */
static void print_name(struct rewriter *r) {
    zet_output_write_safe(r->out, zet_text_of(r->path));
    zet_output_write(r->out, zet_text_of("\n"));
    if (zet_output_flush(r->out) == ZET_OUT_OF_MEMORY)
        fail(r, "out of memory");
}

/* The task has seen the whole file. */
static void finish_file(struct rewriter *r) {
    if (!zet_task_changed(r->task))
        return;
    r->changed++;
    if (r->mode == REWRITER_CHECK)
        print_name(r);
    if (r->mode != REWRITER_IN_PLACE)
        return;
    zet_status status = zet_output_flush(r->out);
    if (status == ZET_OUT_OF_MEMORY)
        fail(r, "out of memory");
    else if (status == ZET_OK && !r->opened && !write_place(r, "", 0))
        r->had_error = true; /* new_file has said why */
    else if (status != ZET_OK || !new_file_commit(&r->place))
        r->had_error = true;
}

static void rewrite_stream(struct rewriter *r) {
    zet_error error = {0};
    const zet_settings *settings;
    r->front = 0;
    if (r->mode == REWRITER_IN_PLACE)
        zet_output_clear(r->out);
    if (!config_enter(r->config, r->path, &settings)) {
        r->had_error = true;
        return;
    }
    zet_task_set_settings(r->task, settings);
    zet_status status = zet_task_run(r->task, r->path, input_read, r->input, &error);
    if (status == ZET_OK)
        finish_file(r);
    else if (status == ZET_READ_FAILED && input_fault(r->input))
        fail(r, input_fault(r->input));
    else if (status == ZET_WRITE_FAILED)
        r->had_error = true; /* new_file has said why, or command_finish will */
    else
        fail(r, error.message);
    zet_output_flush(r->messages);
    new_file_discard(&r->place);
    r->place = (struct new_file){0};
    r->opened = r->place_failed = false;
}

static void rewrite_file(void *context, const char *path) {
    struct rewriter *r = context;
    bool in_place = r->mode == REWRITER_IN_PLACE;
    r->path = command_stream_name(r->in, path);
    if (in_place && !strcmp(path, "-")) {
        fail(r, "standard input cannot be rewritten in place");
        return;
    }
    r->input = input_open(path);
    if (!r->input)
        r->had_error = true;
    else if (!input_stat(r->input, &r->was))
        fail(r, strerror(errno));
    else if (in_place && !S_ISREG(r->was.st_mode))
        fail(r, "it is not a regular file and cannot be replaced");
    else
        rewrite_stream(r);
    input_close(r->input);
}

static void rewrite_all(struct rewriter *r, const struct invocation *in, bool quiet) {
    zet_error error = {0};
    zet_task_set_output(r->task, r->mode == REWRITER_CHECK ? NULL : r->out);
    zet_task_set_messages(r->task, quiet ? NULL : r->messages);
    progress_measure(&r->progress, in, 1);
    zet_task_set_progress(r->task, progress_show, &r->progress);
    r->had_error |= !files_visit_all(in, rewrite_file, r);
    if (r->mode == REWRITER_IN_PLACE)
        zet_output_clear(r->out);
    if (zet_task_finish(r->task, &error) == ZET_OK)
        return;
    r->had_error = true;
    if (error.status != ZET_WRITE_FAILED)
        command_error("%s", error.message);
}

int rewriter_run(struct invocation *in, enum rewriter_mode mode, bool quiet) {
    static const char *const outputs[] = {"text", "diff", "text", "none"};
    zet_error error = {0};
    zet_task_set(in->task, "output", outputs[mode], NULL);
    if (zet_task_check(in->task, &error) != ZET_OK)
        return command_error("%s", error.message);
    struct rewriter r = {.in = in,
                         .task = in->task,
                         .config = in->config,
                         .mode = mode,
                         .progress = progress_begin(in)};
    r.out = mode == REWRITER_IN_PLACE ? zet_output_new(write_place, &r)
                                      : zet_output_new(progress_write_stdout, &r.progress);
    r.messages = zet_output_new(progress_write_stderr, &r.progress);
    if (r.out && r.messages)
        rewrite_all(&r, in, quiet);
    else
        r.had_error = command_error("out of memory");
    r.had_error |= !progress_finish(&r.progress);
    zet_output_free(r.out);
    zet_output_free(r.messages);
    bool invalid = zet_task_count(in->task, ZET_COUNT_INVALID) > 0;
    bool named = mode == REWRITER_CHECK && r.changed;
    return command_finish(r.had_error        ? STATUS_ERROR
                          : invalid || named ? STATUS_INVALID
                                             : STATUS_OK);
}
