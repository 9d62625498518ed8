/* Records that are put in another order: they go to the caller's spool as they come, and what
   decides on the order stays in memory. */
#ifndef ZET_VALIDATORS_TASKS_GATHER_H
#define ZET_VALIDATORS_TASKS_GATHER_H

#include "notation/base/map.h"
#include "validators/archive/document_stream.h"
#include "validators/archive/row.h"
#include "validators/tasks/task.h"

/* Where a record is in the spool. */
struct gathered {
    uint64_t offset;
    uint32_t length;
    bool unmarked;
};

/* Starts zeroed. */
struct gather {
    struct gathered *at;
    size_t count, cap;
    uint64_t bytes; /* in the spool */
    struct buffer text;
};

/* What a row begins with: whether it is a record of its own, or the rest of the one before. */
bool zet_gather_write(struct task_worker *w, const struct task_document *d, struct record *r,
                      bool *is_record);

/* The document of a worker that has a record and nothing else as its state: a row as above, behind
   which `values` writes what decides on the order of a record. */
bool zet_gather_document(struct task_worker *w, const struct task_document *d,
                         void (*values)(struct task_worker *w, const struct record *r));
bool zet_gather_worker_open(struct task_worker *w);
void zet_gather_worker_close(struct task_worker *w);

/* Reads the beginning of a row and keeps the record. *is_record as above. False with *error. */
bool zet_gather_read(struct gather *g, struct zet_task *task, struct row_reader *rows,
                     bool *is_record, zet_error *error);

/* Appends the record of that number to the stream in g->text, which is then written and emptied by
   the caller. */
bool zet_gather_add(struct gather *g, struct zet_task *task, size_t number,
                    struct document_stream *stream, zet_error *error);

void zet_gather_free(struct gather *g);

#endif
