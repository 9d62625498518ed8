/* Streams put together to one, with all that is in them. */
#include "validators/archive/document_stream.h"
#include "validators/archive/row.h"
#include "validators/tasks/task.h"

struct cat {
    struct document_stream stream;
    struct buffer out;
};

static const zet_option options[] = {{0}};

static bool open_task(struct zet_task *task, zet_error *error) {
    (void)error;
    task->jobs = 1; /* there is nothing to compute */
    return true;
}

static void close_task(struct zet_task *task) {
    zet_buffer_free(&((struct cat *)task->state)->out);
}

static bool stream_begin(struct zet_task *task, struct source *source, zet_error *error) {
    (void)task;
    (void)error;
    source->pieces = true;
    return true;
}

/* A row: enum piece, whether the document is unmarked and too long, the text. */
static bool copy_document(struct task_worker *w, const struct task_document *d) {
    struct buffer *row = &w->result.data;
    if (!d->document)
        return true;
    bool is_record = d->document->piece == PIECE_DOCUMENT;
    w->result.records += is_record;
    w->result.counts[ZET_COUNT_RECORDS] += is_record;
    zet_row_number(row, d->document->piece);
    zet_row_number(row, d->document->unmarked);
    zet_row_number(row, d->document->too_long);
    zet_row_text(row, d->document->text);
    return !row->failed;
}

static bool merge(struct zet_task *task, struct task_result *result, zet_error *error) {
    struct cat *c = task->state;
    struct row_reader rows = {.left = buffered(&result->data)};
    while (row_reader_has_more(&rows)) {
        bool document = zet_row_read_number(&rows) == PIECE_DOCUMENT;
        bool unmarked = zet_row_read_number(&rows) != 0;
        bool too_long = zet_row_read_number(&rows) != 0;
        struct text text = zet_row_read_text(&rows);
        if (document)
            zet_document_stream_begin(&c->stream, text, unmarked, &c->out);
        if (!too_long)
            zet_document_stream_bytes(&c->stream, text, &c->out);
    }
    if (c->out.failed) {
        zet_error_out_of_memory(error);
        return false;
    }
    zet_task_write(task, buffered(&c->out));
    c->out.len = 0;
    return true;
}

const struct task_kind zet_task_cat = {
    .name = "cat",
    .about = "puts streams of records together to one",
    .options = options,
    .size = sizeof(struct cat),
    .open = open_task,
    .close = close_task,
    .stream_begin = stream_begin,
    .document = copy_document,
    .merge = merge,
};
