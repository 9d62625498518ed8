/* Judging records. */
#include "validators/replay/judge.h"
#include "validators/report/report.h"
#include "validators/tasks/task.h"

enum { FORMAT_TEXT, FORMAT_JSON, FORMAT_NONE };
static const char *const formats[] = {"text", "json", "none", NULL};

struct validate {
    unsigned format;
    bool strict, color;
};

static struct validate *options_of(struct zet_task *task) { return task->state; }

static bool set_format(struct zet_task *task, const char *value, zet_error *error) {
    return zet_task_word(value, formats, &options_of(task)->format, error);
}

static bool set_strict(struct zet_task *task, const char *value, zet_error *error) {
    return zet_task_flag(value, &options_of(task)->strict, error);
}

static bool set_color(struct zet_task *task, const char *value, zet_error *error) {
    return zet_task_flag(value, &options_of(task)->color, error);
}

static const struct task_option options[] = {
    {"format", "FORMAT",
     "text: a report to read (the default); json: one JSON object a record and line; none",
     set_format},
    {"strict", NULL, "whatever strays from the canonical notation is an error", set_strict},
    {"color", NULL, "colors of a terminal in the text", set_color},
    {0}};

static bool worker_open(struct task_worker *w) { return zet_judge_open(w->state, NULL); }
static void worker_close(struct task_worker *w) { zet_judge_close(w->state); }

static bool validate_document(struct task_worker *w, const struct task_document *d) {
    struct judge *j = w->state;
    const struct validate *o = w->task->state;
    if (!d->document)
        zet_judge_empty(j);
    else if (!zet_judge_read(j, d->document))
        return true;
    if (j->record.out_of_memory)
        return false;
    zet_record_finalize(&j->record, o->strict);
    zet_task_count_record(&w->result, &j->record);
    struct report report = {d->file, d->number, &j->record, &j->verdict};
    if (o->format == FORMAT_JSON)
        zet_report_json(&w->result.out, &report);
    else if (o->format == FORMAT_TEXT)
        zet_report_text(&w->result.out, &report, o->color);
    return true;
}

/* "3 warnings" */
static void write_count(struct buffer *out, const char *before, uint64_t n, const char *what) {
    buffer_string(out, before);
    zet_buffer_number(out, n);
    buffer_string(out, what);
    buffer_string(out, n == 1 ? "" : "s");
}

static bool summarize(struct zet_task *task, zet_error *error) {
    const uint64_t *counts = task->counts;
    struct buffer b = {0};
    if (options_of(task)->format != FORMAT_TEXT)
        return true;
    write_count(&b, "", counts[ZET_COUNT_RECORDS], " record");
    buffer_string(&b, ": ");
    zet_buffer_number(&b, counts[ZET_COUNT_RECORDS] - counts[ZET_COUNT_INVALID]);
    buffer_string(&b, " valid, ");
    zet_buffer_number(&b, counts[ZET_COUNT_INVALID]);
    buffer_string(&b, " invalid; ");
    write_count(&b, "", counts[ZET_COUNT_ERRORS], " error");
    write_count(&b, ", ", counts[ZET_COUNT_WARNINGS], " warning");
    write_count(&b, ", ", counts[ZET_COUNT_NOTES], " note");
    buffer_char(&b, '\n');
    return zet_task_write_made(task, &b, error);
}

const struct task_kind zet_task_validate = {
    .name = "validate",
    .about = "reports whether each record is valid and, if not, what is wrong and where",
    .options = options,
    .size = sizeof(struct validate),
    .worker_size = sizeof(struct judge),
    .worker_open = worker_open,
    .worker_close = worker_close,
    .document = validate_document,
    .finish = summarize,
};
