#include "cli/rewriter.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/config.h"
#include "cli/files.h"
#include "cli/in_place.h"
#include "cli/input.h"
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

    const char *path;
    struct input *input;
    struct in_place place; /* of the file with REWRITER_IN_PLACE */
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
    else if (status != ZET_OK || !in_place_end(&r->place))
        r->had_error = true; /* which was said */
}

static void rewrite_stream(struct rewriter *r) {
    zet_error error = {0};
    const zet_settings *settings;
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
        r->had_error = true; /* in_place has said why, or command_finish will */
    else
        fail(r, error.message);
    zet_output_flush(r->messages);
    in_place_discard(&r->place);
}

static void rewrite_file(void *context, const char *path) {
    struct rewriter *r = context;
    r->path = command_stream_name(r->in, path);
    r->input = input_open(path);
    if (!r->input ||
        (r->mode == REWRITER_IN_PLACE && !in_place_begin(&r->place, r->task, r->path, r->input)))
        r->had_error = true;
    else
        rewrite_stream(r);
    input_close(r->input);
}

static void rewrite_all(struct rewriter *r, const struct invocation *in, bool quiet) {
    zet_error error = {0};
    zet_task_set_output(r->task, r->mode == REWRITER_CHECK ? NULL : r->out);
    zet_task_set_messages(r->task, quiet ? NULL : r->messages);
    progress_measure(&r->progress, in);
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
    in->rewrites = mode == REWRITER_IN_PLACE || mode == REWRITER_CHECK;
    r.out = mode == REWRITER_IN_PLACE ? zet_output_new(in_place_write, &r.place)
                                      : zet_output_new(progress_write_stdout, &r.progress);
    r.messages = zet_output_new(progress_write_stderr, &r.progress);
    if (r.out && r.messages)
        rewrite_all(&r, in, quiet);
    else
        r.had_error = command_error("out of memory");
    r.had_error |= !replace_finish();
    r.had_error |= !progress_finish(&r.progress);
    zet_output_free(r.out);
    zet_output_free(r.messages);
    bool invalid = zet_task_count(in->task, ZET_COUNT_INVALID) > 0;
    bool named = mode == REWRITER_CHECK && r.changed;
    return command_finish(r.had_error        ? STATUS_ERROR
                          : invalid || named ? STATUS_INVALID
                                             : STATUS_OK);
}
