/* Tasks: what the commands of the program do with streams of records. A task kind is a table of
 * functions. The engine (task.c) cuts streams into documents, hands them to workers, and merges
 * their results in the order of the stream. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/base/option.h"
#include "notation/record/record.h"
#include "validators/replay/settings.h"

/* The most threads of a task. */
enum { JOBS_MAX = 256 };

struct zet_task;

/* A document of a stream, as a worker sees it. */
struct task_document {
    const struct document *document; /* NULL: the stream has no record */
    struct text file;                /* the name of its stream */
    size_t number;                   /* in the stream, from 1, if it is one of its own */
};

/* The results of a worker, until they are merged. */
struct task_result {
    struct buffer out;      /* for the task's output */
    struct buffer messages; /* for its messages */
    struct buffer data;     /* for the kind's `merge` */
    zet_counts counts;
    size_t records;                  /* documents of their own */
    size_t foreign;                  /* of them, those that are other YAML */
    size_t left_out, wrong, changed; /* records of score */
};

/* The state of one thread of a task. */
struct task_worker {
    struct zet_task *task; /* its options; other members only in merge */
    void *state;           /* worker_size bytes, zeroed */
    struct task_result result;
};

/* zi_task_worker_close frees everything, even if opening failed. */
bool zi_task_worker_open(struct task_worker *w, struct zet_task *task);
void zi_task_worker_close(struct task_worker *w);

/* Clear a merged result; free a result. */
void zi_task_result_clear(struct task_result *r);
void zi_task_result_free(struct task_result *r);

struct task_kind {
    const char *name, *about;
    const zet_option *options; /* of its state; at most 64; ends with a row without a name */
    size_t size, worker_size;  /* bytes of the states */

    /* All but `document` are optional. False: task->error is set, or memory ran out; a worker's
     * functions set no error. */
    bool (*open)(struct zet_task *task); /* after the options are set, before any stream */
    void (*close)(struct zet_task *task);
    bool (*worker_open)(struct task_worker *w);
    void (*worker_close)(struct task_worker *w);

    /* Cuts the next document off the stream; NULL: YAML documents. */
    bool (*next)(struct zet_task *task, struct source *source, struct document *out);

    /* Called in the caller's thread at the start and the end of a stream. */
    bool (*stream_begin)(struct zet_task *task, struct source *source);
    bool (*stream_end)(struct zet_task *task);

    /* Appends to w->result. False stops the task. */
    bool (*document)(struct task_worker *w, const struct task_document *d);

    /* Called in the order of the stream, in the caller's thread, before output and messages are
       passed on. */
    bool (*merge)(struct zet_task *task, struct task_result *result);

    bool (*finish)(struct zet_task *task);
    bool counts_others; /* `finish` says how many documents are other YAML */

    /* Takes a text attached by the caller. */
    bool (*attach)(struct zet_task *task, const char *what, struct text name, struct text text);
};

struct zet_task {
    const struct task_kind *kind;
    void *state; /* of the kind */

    /* The kind's; its `open` and `stream_begin` may replace it. A replacement may cut documents
     * that are not records, so each document is merged before the next one is processed. */
    bool (*next)(struct zet_task *task, struct source *source, struct document *out);
    bool opened, finished;
    uint64_t set;      /* bits of the kind's options that were set, by index */
    uint32_t jobs;     /* threads of a long stream; at least 1 */
    struct pool *pool; /* of the threads, once a stream was long enough */
    struct task_worker worker;
    const zet_task_io *io;
    struct buffer unseen;            /* output for which the caller has no stream */
    zet_error error;                 /* of the current call */
    const zet_settings *settings;    /* of the current stream, or NULL */
    const struct defaults *defaults; /* of these, or NULL */
    bool default_names;              /* the names file is only a default */
    zet_counts counts;
    struct text file;        /* of the current stream */
    size_t records, foreign; /* of the current stream */
    bool changed;            /* in the current stream */
    bool failed;             /* memory ran out while an option was set */
};

/* The kind's option with that index, followed by the options of all tasks; NULL past the end. */
const zet_option *zi_task_option(const struct task_kind *kind, size_t index);

/* Whether the option of the kind was set. */
bool zi_task_has(const struct zet_task *task, const char *option);

/* The kinds in the order of tasks.def. */
extern const struct task_kind *const zi_task_kinds[];
extern const size_t zi_task_kind_count;

/* Sets the task's error; returns false. */
#define task_refuse(task, ...) zi_refuse(&(task)->error, __VA_ARGS__)

/* The task's outputs, to append to in merge, stream_begin, stream_end and finish. */
struct buffer *zi_task_out(struct zet_task *task);
struct buffer *zi_task_messages(struct zet_task *task);

/* Counts a finalized record and its findings. */
void zi_task_count_record(struct task_result *result, const struct record *r);

/* Counts a document that is not a record, if it is other YAML. */
void zi_task_count_other(struct task_result *result, const struct record *r);

/* The same, but result->records does not change. */
void zi_task_count_findings(struct task_result *result, const struct record *r);
