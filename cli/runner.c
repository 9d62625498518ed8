#include "cli/runner.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/files.h"
#include "cli/progress.h"

struct runner {
    zet_task *task;
    zet_output *messages;
    struct progress progress;
    bool had_error;
};

static bool write_stdout(void *context, const char *bytes, size_t size) {
    struct runner *r = context;
    progress_end(&r->progress);
    return fwrite(bytes, 1, size, stdout) == size;
}

static bool write_stderr(void *context, const char *bytes, size_t size) {
    struct runner *r = context;
    progress_end(&r->progress);
    fwrite(bytes, 1, size, stderr); /* there is no place to report a failure */
    return true;
}

static bool show_progress(void *context, const zet_task *task) {
    struct runner *r = context;
    progress_show(&r->progress, zet_task_count(task, ZET_COUNT_RECORDS),
                  zet_task_count(task, ZET_COUNT_INVALID));
    return true;
}

/* Reports why a stream could not be processed to its end. */
static void report_error(struct runner *r, const char *path, const zet_error *error, int why) {
    r->had_error = true;
    if (error->status == ZET_WRITE_FAILED)
        return; /* command_finish reports it */
    zet_output_flush(r->messages);
    progress_end(&r->progress);
    command_error("%s: %s", path,
                  error->status == ZET_READ_FAILED && why ? strerror(why) : error->message);
}

static void run_file(void *context, const char *path) {
    struct runner *r = context;
    zet_error error = {0};
    int descriptor = files_open(path);
    if (descriptor < 0) {
        r->had_error = true;
        return;
    }
    if (zet_task_run(r->task, path, files_read, &descriptor, &error) != ZET_OK)
        report_error(r, path, &error, errno);
    files_close(descriptor);
}

static void run_all(struct runner *r, const struct invocation *in) {
    zet_error error = {0};
    if (!in->argument_count)
        run_file(r, "-");
    for (size_t i = 0; i < in->argument_count; i++)
        r->had_error |= !files_visit(in->arguments[i], run_file, r);
    if (zet_task_finish(r->task, &error) == ZET_OK)
        return;
    r->had_error = true;
    if (error.status != ZET_WRITE_FAILED)
        command_error("%s", error.message);
}

int runner_run(struct invocation *in, bool quiet) {
    zet_error error = {0};
    if (zet_task_check(in->task, &error) != ZET_OK)
        return command_error("%s", error.message);
    struct runner r = {.task = in->task, .progress = progress_begin()};
    zet_output *out = zet_output_new(write_stdout, &r);
    zet_output *messages = zet_output_new(write_stderr, &r);
    if (!out || !messages) {
        r.had_error = true;
        command_error("out of memory");
    } else {
        zet_task_set_output(in->task, quiet ? NULL : out);
        zet_task_set_messages(in->task, messages);
        zet_task_set_progress(in->task, show_progress, &r);
        r.messages = messages;
        run_all(&r, in);
    }
    progress_end(&r.progress);
    zet_output_free(out);
    zet_output_free(messages);
    bool invalid = zet_task_count(in->task, ZET_COUNT_INVALID) > 0;
    return command_finish(r.had_error ? STATUS_ERROR : invalid ? STATUS_INVALID : STATUS_OK);
}
