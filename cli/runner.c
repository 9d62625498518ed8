#include "cli/runner.h"
#include "validators/api/records.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/config.h"
#include "cli/input.h"
#include "cli/progress.h"
#include "cli/replace.h"

struct runner {
    struct invocation *in;
    const zet_counts *counts;
    const struct runner_options *o;
    zet_output *out, *messages;
    zet_output *text; /* receives the new text of a file; NULL: no file is replaced */
    struct progress progress;
    bool had_error;
    bool stopped; /* further files cannot help */

    /* The current file. Nothing is written before the first change, so an unchanged file needs no
       second file and no writable directory. */
    const char *path;
    struct input *input;
    uint64_t changed; /* count before this file */
    struct stat was;  /* when it was opened */
    uint64_t front;   /* length of the unchanged beginning that is not written */
    struct replacement to;
    bool opened; /* `to` was begun */
};

/* Replacing files. */

static bool begin_place(struct runner *r) {
    r->front = 0;
    r->opened = false;
    r->to = (struct replacement){0};
    zet_output_clear(r->text);
    if (input_is_standard(r->input))
        command_error("%s: standard input cannot be rewritten in place", r->path);
    else if (!input_stat(r->input, &r->was))
        command_error("%s: %s", r->path, strerror(errno));
    else if (!S_ISREG(r->was.st_mode))
        command_error("%s: it is not a regular file and cannot be replaced", r->path);
    else
        return replace_clean(r->path), true;
    return false;
}

/* Copies the unchanged beginning of the file. */
static bool copy_front(struct runner *r) {
    char room[16 * 1024];
    struct input *again = input_again(r->input);
    bool copied = again != NULL;
    for (uint64_t at = 0; copied && at < r->front;) {
        size_t wanted = r->front - at < sizeof room ? (size_t)(r->front - at) : sizeof room;
        long n = input_read(again, room, wanted);
        if (n <= 0)
            command_error("%s: %s", r->path,
                          n < 0 ? input_fault(again) : "it became shorter while it was read");
        copied = n > 0 && replace_write(&r->to, room, (size_t)n);
        at += copied ? (uint64_t)n : 0;
    }
    input_close(again);
    return copied;
}

static bool has_changed(const struct runner *r) { return r->counts->changed > r->changed; }

/* Receives the new text, for zet_output_new. Returns false after a message. */
static bool write_place(void *context, const char *bytes, size_t size) {
    struct runner *r = context;
    if (!r->opened && !has_changed(r)) {
        r->front += size;
        return true;
    }
    if (!r->opened) {
        r->opened = true;
        if (replace_begin_same(&r->to, r->path, &r->was, input_compression(r->input)))
            r->to.failed = !copy_front(r);
    }
    return r->to.file && replace_write(&r->to, bytes, size);
}

/* Replaces the file with the complete new text, in the same compression. Returns false after a
   message. */
static bool end_place(struct runner *r) {
    return (r->opened || write_place(r, "", 0)) && r->to.file && replace_commit(&r->to);
}

/* Running. */

/* Prints a message about a file, after the messages about its records. */
static void fail_run(struct runner *r, const char *why) {
    r->had_error = true;
    zet_output_flush(r->messages);
    progress_end(&r->progress);
    command_error("%s: %s", r->path, why);
}

/* Reports why a file could not be processed completely. */
static void report_error(struct runner *r, const zet_error *error) {
    const char *fault = error->status == ZET_READ_FAILED ? input_fault(r->input) : NULL;
    bool unwritten = error->status == ZET_WRITE_FAILED;
    r->stopped |= r->o->mode == RUNNER_RESULT && (error->status == ZET_REFUSED || unwritten);
    r->had_error = true;
    if (!unwritten) /* else reported already, or by command_finish */
        fail_run(r, fault ? fault : error->message);
}

/* Prints the name as a safe line. */
static void print_name(struct runner *r) {
    zet_output_write_safe(r->out, zet_text_of(r->path));
    zet_output_write(r->out, zet_text_of("\n"));
    if (zet_output_flush(r->out) == ZET_OUT_OF_MEMORY)
        fail_run(r, "out of memory");
}

/* Receives messages about records, for zet_output_new. What they say is done once the file can be
   written. */
static bool write_message(void *context, const char *bytes, size_t size) {
    struct runner *r = context;
    if (r->text && r->input && has_changed(r) && !r->opened)
        write_place(r, "", 0);
    return r->to.failed || progress_write_stderr(&r->progress, bytes, size);
}

/* Called when the task has read the whole file. */
static void finish_file(struct runner *r) {
    if (!has_changed(r))
        return;
    if (r->o->mode == RUNNER_CHECK)
        print_name(r);
    if (!r->text)
        return;
    zet_status status = zet_output_flush(r->text);
    if (status == ZET_OUT_OF_MEMORY) {
        fail_run(r, "out of memory");
    } else if (status != ZET_OK || !end_place(r)) {
        r->had_error = true; /* which was reported */
        zet_output_clear(r->messages);
    }
}

/* Runs the task over the file, which was opened. */
static void run_file(struct runner *r) {
    const zet_settings *settings;
    zet_error error = {0};
    if (!config_enter(r->in->config, r->path, &settings)) {
        r->had_error = true;
        return;
    }
    zi_task_settings(r->in->task, settings);
    r->changed = r->counts->changed;
    if (zet_task_run(r->in->task, r->path, input_read, r->input, &error) == ZET_OK)
        finish_file(r);
    else
        report_error(r, &error);
    zet_output_flush(r->messages);
    if (r->to.file)
        replace_discard(&r->to);
}

/* Opens the file that an argument names or, with `found`, that was found. Returns false after a
   message. */
static bool open_file(struct runner *r, const char *path, const struct stat *found) {
    r->path = command_stream_name(r->in, path);
    r->in->io.may_lack_records = found != NULL;
    r->input = input_open(path);
    return r->input && input_is_found(r->input, found) && (!r->text || begin_place(r));
}

/* Finishes the task after the last file. */
static void finish_task(struct runner *r) {
    zet_error error = {0};
    if (r->text)
        zet_output_clear(r->text);
    if ((!r->o->whole || !r->had_error) && zet_task_finish(r->in->task, &error) != ZET_OK) {
        r->had_error = true;
        if (error.status != ZET_WRITE_FAILED)
            command_error("%s", error.message);
    }
    zet_output_flush(r->messages);
    zet_output_flush(r->out); /* output made before a failure */
}

/* Opens the outputs, and checks the options. Returns false after a message. */
static bool open_runner(struct runner *r) {
    enum runner_mode mode = r->o->mode;
    bool in_place = mode == RUNNER_IN_PLACE || mode == RUNNER_COPY;
    zet_error error = {0};
    r->out = zet_output_new(progress_write_stdout, &r->progress);
    r->messages = zet_output_new(write_message, r);
    r->text = in_place ? zet_output_new(write_place, r) : NULL;
    if (!r->out || !r->messages || (in_place && !r->text))
        return command_error("out of memory"), false;
    r->in->io.out = mode == RUNNER_CHECK ? NULL : mode == RUNNER_IN_PLACE ? r->text : r->out;
    r->in->io.messages = r->o->unspoken ? NULL : r->messages;
    r->in->io.copy = mode == RUNNER_COPY ? r->text : NULL;
    r->in->io.progress = progress_show;
    r->in->io.context = &r->progress;
    zet_status status = zet_task_check(r->in->task, &error);
    if (status != ZET_OK)
        command_error("%s%s", status == ZET_REFUSED ? "--" : "", error.message);
    return status == ZET_OK;
}

static int close_runner(struct runner *r) {
    const zet_counts *counts = r->counts;
    r->had_error |= !progress_finish(&r->progress);
    zet_output_free(r->out);
    zet_output_free(r->messages);
    zet_output_free(r->text);
    bool faults =
        counts->invalid || counts->refuted || (r->o->mode == RUNNER_CHECK && counts->changed);
    return command_finish(r->had_error ? STATUS_ERROR : faults ? STATUS_INVALID : STATUS_OK);
}

int runner_run(struct invocation *in, const struct runner_options *o) {
    struct runner r = {
        .in = in, .counts = zet_task_counts(in->task), .o = o, .progress = progress_begin(in)};
    struct files files = {.in = in};
    const char *path;
    const struct stat *found;
    in->rewrites = o->mode > RUNNER_TEXT;
    in->tables = (in->command->tables || command_has(in, "from")) && files_have_directory(in) &&
                 zet_task_set(in->task, "folder", "true", NULL) == ZET_OK;
    r.had_error = !open_runner(&r);
    if (r.had_error)
        return close_runner(&r);
    while (files_next(&files, &path, &found)) {
        if (r.stopped)
            continue; /* the messages about files are complete */
        if (open_file(&r, path, found))
            run_file(&r);
        else
            r.had_error = true;
        input_close(r.input);
    }
    r.had_error |= !files_end(&files);
    finish_task(&r);
    return close_runner(&r);
}

int runner_rewrite(struct invocation *in, const struct rewrite_options *o, const char *usual,
                   bool quiet) {
    const char *output = o->check ? "none" : o->diff ? "diff" : o->in_place ? "text" : usual;
    const struct runner_options options = {.mode = o->check      ? RUNNER_CHECK
                                                   : o->in_place ? RUNNER_IN_PLACE
                                                                 : RUNNER_TEXT,
                                           .unspoken = quiet};
    if (o->in_place && in->output)
        return command_error("--output: not allowed with --in-place");
    if (o->check + o->diff + o->in_place > 1)
        return command_error("%s and %s cannot be used together", o->check ? "--check" : "--diff",
                             o->in_place ? "--in-place" : "--diff");
    zet_task_set(in->task, "output", output, NULL);
    return runner_run(in, &options);
}
