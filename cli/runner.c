#include "cli/runner.h"

#include <stdio.h>

#include "cli/config.h"
#include "cli/files.h"
#include "cli/in_place.h"
#include "cli/progress.h"
#include "cli/replace.h"

struct runner {
    const struct invocation *in;
    zet_task *task;
    struct config *config; /* or NULL */
    zet_output *messages;
    struct progress progress;
    bool in_place; /* files are rewritten */
    bool had_error;
    bool stopped; /* nothing more can come of it */
};

/* Reports why a stream could not be processed to its end. */
static void report_error(struct runner *r, const char *path, const zet_error *error,
                         const char *fault) {
    r->had_error = true;
    r->stopped |= (error->status == ZET_REFUSED && !r->in_place) ||
                  (error->status == ZET_WRITE_FAILED && !r->in_place);
    if (error->status == ZET_WRITE_FAILED && !r->in_place)
        return; /* command_finish reports it */
    zet_output_flush(r->messages);
    progress_end(&r->progress);
    command_error("%s: %s", path,
                  error->status == ZET_READ_FAILED && fault ? fault : error->message);
}

static bool run_stream(struct runner *r, const char *path, struct input *input) {
    zet_error error = {0};
    const zet_settings *settings;
    path = command_stream_name(r->in, path);
    if (!config_enter(r->config, path, &settings)) {
        r->had_error = true;
        return false;
    }
    zet_task_set_settings(r->task, settings);
    zet_status status = zet_task_run(r->task, path, input_read, input, &error);
    zet_output_flush(r->messages);
    if (status == ZET_OK)
        return true;
    report_error(r, path, &error, input_fault(input));
    return false;
}

static void rewrite_file(struct runner *r, const char *path, struct input *input) {
    struct in_place place;
    zet_output *out = zet_output_new(in_place_write, &place);
    bool done = false;
    if (!out) {
        command_error("%s: out of memory", path);
    } else if (in_place_begin(&place, r->task, path, input)) {
        zet_task_set_copy(r->task, out);
        done =
            run_stream(r, path, input) && zet_output_flush(out) == ZET_OK && in_place_end(&place);
        zet_task_set_copy(r->task, NULL);
    }
    in_place_discard(&place);
    r->had_error |= !done;
    zet_output_free(out);
}

static void run_file(void *context, const char *path) {
    struct runner *r = context;
    if (r->stopped || zet_task_is_done(r->task))
        return;
    struct input *input = input_open(path);
    if (!input)
        r->had_error = true;
    else if (r->in_place)
        rewrite_file(r, path, input);
    else
        run_stream(r, path, input);
    input_close(input);
}

static void run_all(struct runner *r, const struct invocation *in, bool whole) {
    zet_error error = {0};
    r->had_error |= !files_visit_all(in, run_file, r);
    if ((whole && r->had_error) || zet_task_finish(r->task, &error) == ZET_OK)
        return;
    r->had_error = true;
    if (error.status != ZET_WRITE_FAILED)
        command_error("%s", error.message);
}

/* False, after a message, where the options do not go together. */
static bool check(const struct runner *r) {
    zet_error error = {0};
    zet_status status = zet_task_check(r->task, &error);
    if (status != ZET_OK)
        command_error("%s%s", status == ZET_REFUSED ? "--" : "", error.message);
    return status == ZET_OK;
}

int runner_run_with(struct invocation *in, const struct runner_options *o) {
    struct runner r = {.in = in,
                       .task = in->task,
                       .config = in->config,
                       .progress = progress_begin(in),
                       .in_place = o->in_place};
    in->rewrites = o->in_place;
    zet_output *out = o->out ? o->out : zet_output_new(progress_write_stdout, &r.progress);
    zet_output *messages = zet_output_new(progress_write_stderr, &r.progress);
    in->tables = (in->command->tables || in->from) && files_have_directory(in) &&
                 zet_task_set(in->task, "folder", "true", NULL) == ZET_OK;
    if (!out || !messages) {
        r.had_error = true;
        command_error("out of memory");
    } else if (!check(&r)) {
        r.had_error = true;
    } else {
        zet_task_set_output(in->task, o->quiet ? NULL : out);
        r.messages = messages;
        zet_task_set_messages(in->task, messages);
        progress_measure(&r.progress, in);
        zet_task_set_progress(in->task, progress_show, &r.progress);
        run_all(&r, in, o->whole);
        zet_output_flush(messages);
        if (!o->out)
            zet_output_flush(out); /* what was made before something failed */
    }
    r.had_error |= !replace_finish();
    r.had_error |= !progress_finish(&r.progress);
    zet_task_set_output(in->task, NULL);
    zet_task_set_messages(in->task, NULL);
    if (!o->out)
        zet_output_free(out);
    zet_output_free(messages);
    bool faults = zet_task_count(in->task, ZET_COUNT_INVALID) > 0 ||
                  zet_task_count(in->task, ZET_COUNT_REFUTED) > 0;
    return command_finish(r.had_error ? STATUS_ERROR : faults ? STATUS_INVALID : STATUS_OK);
}

int runner_run(struct invocation *in, bool quiet) {
    return runner_run_with(in, &(struct runner_options){.quiet = quiet});
}
