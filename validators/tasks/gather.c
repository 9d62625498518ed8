#include "validators/tasks/gather.h"

#include <stdlib.h>

#include "notation/base/list.h"

bool zet_gather_write(struct task_worker *w, const struct task_document *d, struct record *r,
                      bool *is_record) {
    struct buffer *row = &w->result.data;
    *is_record = zet_record_read(r, d->document);
    if (r->out_of_memory)
        return false;
    if (d->document->too_long)
        return zet_refuse(&w->result.error, "a record of more than 1 MiB cannot be moved");
    if (*is_record) {
        w->result.records++;
        w->result.counts[ZET_COUNT_RECORDS]++;
    }
    zet_row_number(row, *is_record);
    zet_row_number(row, d->document->unmarked);
    zet_row_text(row, d->document->text);
    return !row->failed;
}

bool zet_gather_document(struct task_worker *w, const struct task_document *d,
                         void (*values)(struct task_worker *w, const struct record *r)) {
    struct record *r = w->state;
    bool is_record;
    if (!d->document)
        return true;
    if (!zet_gather_write(w, d, r, &is_record))
        return false;
    if (is_record)
        values(w, r);
    return !w->result.data.failed;
}

bool zet_gather_worker_open(struct task_worker *w) {
    zet_record_open(w->state);
    return true;
}

void zet_gather_worker_close(struct task_worker *w) { zet_record_close(w->state); }

bool zet_gather_read(struct gather *g, struct zet_task *task, struct row_reader *rows,
                     bool *is_record, zet_error *error) {
    *is_record = zet_row_read_number(rows) != 0 || !g->count;
    bool unmarked = zet_row_read_number(rows) != 0;
    struct text text = zet_row_read_text(rows);
    if (!zet_list_reserve(&g->at, &g->cap, g->count + 1, sizeof *g->at) || g->count >= UINT32_MAX) {
        zet_error_out_of_memory(error);
        return false;
    }
    if (!*is_record && g->at[g->count - 1].length + text.len > UINT32_MAX)
        return zet_refuse(error, "the rest of a broken record is too long");
    if (*is_record)
        g->at[g->count++] = (struct gathered){g->bytes, 0, unmarked};
    g->at[g->count - 1].length += (uint32_t)text.len;
    g->bytes += text.len;
    return task->spool->append(task->spool->context, text.at, text.len) ||
           zet_refuse(error, "the temporary file for the records could not be written");
}

bool zet_gather_add(struct gather *g, struct zet_task *task, size_t number,
                    struct document_stream *stream, zet_error *error) {
    const struct gathered *one = &g->at[number];
    struct buffer document = {0};
    char *to = zet_buffer_room(&document, one->length);
    bool read = to && task->spool->read(task->spool->context, one->offset, to, one->length);
    document.len = one->length;
    if (read)
        zet_document_stream_add(stream, buffered(&document), one->unmarked, &g->text);
    if (!to || g->text.failed)
        zet_error_out_of_memory(error);
    else if (!read)
        zet_error_set(error, ZET_REFUSED,
                      "the temporary file for the records could not be read again", NULL);
    zet_buffer_free(&document);
    return read && !g->text.failed;
}

void zet_gather_free(struct gather *g) {
    free(g->at);
    zet_buffer_free(&g->text);
}
