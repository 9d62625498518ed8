/* Runs tasks over streams. */
#include <stdlib.h>
#include <string.h>

#include "notation/base/list.h"
#include "notation/base/output.h"
#include "validators/api/pool.h"
#include "validators/api/records.h"
#include "validators/api/task.h"
#include "validators/replay/settings.h"

/* Making and freeing. */

zet_task *zet_task_new(const char *name, const zet_task_io *io, zet_error *error) {
    static const zet_task_io nothing = {0};
    size_t i = 0;
    while (i < zi_task_kind_count && strcmp(zi_task_kinds[i]->name, name))
        i++;
    if (i == zi_task_kind_count) {
        zi_error_set(error, ZET_REFUSED, "unknown task ", name);
        return NULL;
    }
    zet_task *task = calloc(1, sizeof *task);
    if (task) {
        task->kind = zi_task_kinds[i];
        task->next = task->kind->next;
        task->jobs = 1;
        task->io = io ? io : &nothing;
    }
    if (task && task->kind->size && !(task->state = calloc(1, task->kind->size))) {
        free(task);
        task = NULL;
    }
    if (!task)
        zi_error_out_of_memory(error);
    return task;
}

void zet_task_free(zet_task *task) {
    if (!task)
        return;
    zi_pool_free(task->pool);
    if (task->worker.task)
        zi_task_worker_close(&task->worker);
    if (task->state && task->kind->close)
        task->kind->close(task);
    zi_buffer_free(&task->unseen);
    free(task->state);
    free(task);
}

/* The status of a call that returns `done`, with *error. */
static zet_status status_of(struct zet_task *task, bool done, zet_error *error) {
    zet_error why = task->error;
    task->error = (zet_error){0};
    if (done)
        return ZET_OK;
    if (why.status == ZET_OK)
        return zi_error_out_of_memory(error);
    if (error)
        *error = why;
    return why.status;
}

zet_status zet_task_attach(zet_task *task, const char *what, const char *name, zet_text text,
                           zet_error *error) {
    bool is_default = !strcmp(what, "default-names");
    if (is_default && !task->kind->attach)
        return ZET_OK;
    task->default_names |= is_default;
    what = is_default ? "names" : what;
    if (!task->kind->attach)
        return zi_error_set(error, ZET_REFUSED, task->kind->name, " takes no ", what);
    return status_of(task, task->kind->attach(task, what, text_of(name), text_from(text)), error);
}

void zi_task_settings(zet_task *task, const zet_settings *settings) {
    task->settings = settings;
    task->defaults = settings ? &settings->defaults : NULL;
}

const zet_counts *zet_task_counts(const zet_task *task) { return &task->counts; }

/* Running. */

/* Writes the outputs, all or only if there is much. False if an output failed. */
static bool pass_on(struct zet_task *task, bool all) {
    zet_output *const outputs[] = {task->io->out, task->io->messages, task->io->copy};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        zet_output *o = outputs[i];
        zet_status status = !o ? ZET_OK : all ? zet_output_flush(o) : zi_output_gathered(o);
        if (status == ZET_WRITE_FAILED)
            zi_error_set(&task->error, status, "the output could not be written");
        if (status != ZET_OK)
            return false;
    }
    return true;
}

static void add_counts(zet_counts *to, const zet_counts *more) {
    to->records += more->records;
    to->invalid += more->invalid;
    to->errors += more->errors;
    to->warnings += more->warnings;
    to->notes += more->notes;
    to->others += more->others;
    to->refuted += more->refuted;
}

/* Merges a result. Called in the order of the streams. */
static bool take_result(struct zet_task *task, struct task_result *r) {
    if (r->out.failed || r->messages.failed || r->data.failed)
        return false;
    if (task->kind->merge && !task->kind->merge(task, r))
        return false;
    add_counts(&task->counts, &r->counts);
    task->records += r->records;
    task->foreign += r->foreign;
    buffer_text(zi_task_messages(task), buffered(&r->messages));
    buffer_text(zi_task_out(task), buffered(&r->out));
    zi_task_result_clear(r);
    if (!pass_on(task, false))
        return false;
    if (!task->io->progress || task->io->progress(task->io->context, &task->counts))
        return true;
    zi_error_set(&task->error, ZET_STOPPED, "stopped");
    return false;
}

static bool run_document(struct task_worker *w, const struct document *document) {
    struct task_document d = {document, w->task->file, w->task->records + 1};
    return w->task->kind->document(w, &d) && take_result(w->task, &w->result);
}

static bool next_document(struct zet_task *task, struct source *source, struct document *out) {
    return task->next ? task->next(task, source, out) : zi_source_next(source, out);
}

/* A job of a worker: consecutive documents of one stream. */
struct batch {
    struct buffer text;  /* of its documents, concatenated */
    struct document *at; /* `count` of them; their texts are offsets in `text` */
    size_t count, cap;
    size_t bytes;  /* of the stream up to the end of the batch */
    size_t number; /* of its first record */
    struct text file;
    bool uncertain; /* a document in it may not be a record */

    struct task_result result;
    bool failed;
    struct task_worker *worker; /* the one that processed it */
};

/* Implements `run` of struct work. A document that fails leaves nothing in the result. */
static void process_batch(void *own, void *job) {
    struct task_worker *w = own;
    struct batch *b = job;
    struct task_result *r = &w->result, before = *r;
    *r = b->result;
    b->worker = w;
    for (size_t i = 0; i < b->count && !b->failed; i++) {
        struct document document = b->at[i];
        document.text.at = b->text.at + (size_t)document.text.at;
        struct task_document d = {&document, b->file, b->number + r->records};
        size_t out = r->out.len, messages = r->messages.len, data = r->data.len;
        if (w->task->kind->document(w, &d))
            continue;
        b->failed = true;
        r->out.len = out;
        r->messages.len = messages;
        r->data.len = data;
    }
    b->result = *r;
    *r = before;
}

static void clear_batch(struct batch *b) {
    zi_task_result_clear(&b->result);
    b->text.len = b->count = 0;
    b->failed = b->uncertain = false;
}

static void free_batch(void *job) {
    struct batch *b = job;
    zi_buffer_free(&b->text);
    zi_task_result_free(&b->result);
    free(b->at);
}

static bool open_worker(void *own, void *context) { return zi_task_worker_open(own, context); }
static void close_worker(void *own) { zi_task_worker_close(own); }

/* The caller's thread processes batches with the task's own worker instead of waiting, so there are
   never more threads than requested. */
static struct pool *new_pool(struct zet_task *task) {
    const struct work work = {.job_size = sizeof(struct batch),
                              .own_size = sizeof(struct task_worker),
                              .begin = open_worker,
                              .run = process_batch,
                              .end_job = free_batch,
                              .end = close_worker,
                              .context = task,
                              .caller = &task->worker};
    return zi_pool_new(&work, task->jobs - 1);
}

/* The processing of a stream. */
struct run {
    struct zet_task *task;
    struct source *source;
    uint64_t bytes_before;    /* of earlier streams */
    struct task_worker *last; /* the one with the previous document; dependent documents go there */
    size_t sent;              /* records sent so far, if certain */
};

/* Merges the oldest batch. */
static bool merge_batch(struct run *run) {
    struct zet_task *task = run->task;
    struct batch *b = zi_pool_take(task->pool);
    run->last = b->worker;
    task->counts.bytes = run->bytes_before + b->bytes;
    bool merged = take_result(task, &b->result) && !b->failed;
    clear_batch(b);
    zi_pool_done(task->pool);
    return merged;
}

/* Merges all batches. */
static bool drain(struct run *run) {
    while (!zi_pool_is_empty(run->task->pool))
        if (!merge_batch(run))
            return false;
    run->sent = run->task->records;
    return true;
}

static bool send_batch(struct run *run) {
    struct batch *b = zi_pool_room(run->task->pool);
    if (!b->count)
        return true;
    b->file = run->task->file;
    b->number = run->sent + 1;
    b->bytes = run->source->passed;
    run->sent += b->count;
    bool uncertain = b->uncertain;
    zi_pool_give(run->task->pool);
    return (!zi_pool_is_full(run->task->pool) || merge_batch(run)) && (!uncertain || drain(run));
}

/* Adds the document to the batch, with an offset instead of an address. */
static bool batch_add(struct batch *b, const struct document *document) {
    if (!zi_list_reserve(&b->at, &b->cap, b->count + 1, sizeof *b->at))
        return false;
    struct document *d = &b->at[b->count++];
    *d = *document;
    size_t mark = document->too_long ? 0 : document->mark; /* is before the text */
    d->text.at = (const char *)(b->text.len + mark);
    buffer_text(&b->text, (struct text){document->text.at - mark, document->text.len + mark});
    b->uncertain |= document->follows;
    return !b->text.failed;
}

/* The documents of a batch are limited too, because a report can be much larger than its record. */
enum { INLINE_BYTES = 128 * 1024, BATCH_BYTES = 64 * 1024, BATCH_DOCUMENTS = 256 };

/* Processes the rest of a long stream. A batch ends before a document that does not depend on the
 * previous one. */
static bool run_parallel(struct run *run, struct document *document) {
    struct zet_task *task = run->task;
    run->sent = task->records;
    do {
        struct batch *b = zi_pool_room(task->pool);
        if (b->text.len >= BATCH_BYTES || b->count >= BATCH_DOCUMENTS) {
            if (!send_batch(run))
                return false;
            b = zi_pool_room(task->pool);
        }
        if (document->follows && !b->count) {
            /* the document it depends on was sent */
            if (!drain(run) || !run_document(run->last, document))
                return false;
            run->sent = task->records;
        } else if (!batch_add(b, document)) {
            return false;
        }
    } while (next_document(task, run->source, document));
    return send_batch(run) && drain(run);
}

/* Discards all batches, sent or not. */
static void discard(struct pool *p) {
    clear_batch(zi_pool_room(p));
    while (!zi_pool_is_empty(p)) {
        clear_batch(zi_pool_take(p));
        zi_pool_done(p);
    }
}

static bool run_source(struct zet_task *task, struct source *source) {
    struct document document;
    struct run run = {
        .task = task, .source = source, .bytes_before = task->counts.bytes, .last = &task->worker};
    bool parallel = task->jobs > 1 && !task->next;
    while (next_document(task, source, &document)) {
        if (parallel && source->passed > INLINE_BYTES && !document.follows) {
            if (!task->pool && !(task->pool = new_pool(task)))
                return false;
            if (run_parallel(&run, &document))
                break;
            discard(task->pool);
            return false;
        }
        if (!run_document(&task->worker, &document))
            return false;
        task->counts.bytes = run.bytes_before + source->passed;
    }
    if (source->failed && !source->out_of_memory)
        zi_error_set(&task->error, ZET_READ_FAILED, "the input could not be read");
    return !source->out_of_memory && !source->failed;
}

static bool task_open(struct zet_task *task) {
    if (task->finished)
        return task_refuse(task, "the task is finished already");
    if (task->failed || (!task->opened && task->kind->open && !task->kind->open(task)))
        return false;
    task->opened = true;
    if (task->worker.task || zi_task_worker_open(&task->worker, task))
        return true;
    zi_task_worker_close(&task->worker);
    task->worker.task = NULL;
    return false;
}

static bool begin_stream(struct zet_task *task, struct source *source) {
    task->records = task->foreign = 0;
    task->changed = false;
    return !task->kind->stream_begin || task->kind->stream_begin(task, source);
}

static bool end_stream(struct zet_task *task) {
    if (task->records == task->foreign && !task->io->may_lack_records &&
        !run_document(&task->worker, NULL))
        return false;
    return (!task->kind->stream_end || task->kind->stream_end(task)) && pass_on(task, false);
}

zet_status zet_task_check(zet_task *task, zet_error *error) {
    return status_of(task, task_open(task), error);
}

zet_status zet_task_run(zet_task *task, const char *name, zet_read_function *read, void *context,
                        zet_error *error) {
    struct source source;
    if (!task_open(task))
        return status_of(task, false, error);
    task->file = text_of(name);
    zi_source_open(&source, read, context);
    bool done = begin_stream(task, &source) && run_source(task, &source) && end_stream(task);
    zi_source_close(&source);
    task->file = NO_TEXT;
    return status_of(task, done, error);
}

zet_status zet_task_run_text(zet_task *task, const char *name, zet_text text, zet_error *error) {
    struct text left = text_from(text);
    return zet_task_run(task, name, zi_text_read, &left, error);
}

zet_status zet_task_finish(zet_task *task, zet_error *error) {
    bool done = task_open(task);
    task->finished = true;
    done = done && (!task->kind->finish || task->kind->finish(task));
    if (done && task->counts.others && !task->kind->counts_others)
        buffer_add(zi_task_messages(task), "other documents: ", task->counts.others, "\n");
    done = done && pass_on(task, true);
    return status_of(task, done, error);
}
