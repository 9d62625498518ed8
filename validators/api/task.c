#include "validators/api/task.h"

#include <stdlib.h>

#include "notation/base/output.h"
#include "notation/base/value.h"

#define TASK(name) extern const struct task_kind zi_task_##name;
#include "validators/api/tasks.def"
#undef TASK

const struct task_kind *const zi_task_kinds[] = {
#define TASK(name) &zi_task_##name,
#include "validators/api/tasks.def"
#undef TASK
};
const size_t zi_task_kind_count = sizeof zi_task_kinds / sizeof *zi_task_kinds;

/* Options. */

/* The options of every task, stored in the task itself. */
static const zet_option common_options[] = {
    {"jobs", "N", "process long streams with N threads (default: the number of CPUs)",
     "--jobs 2 examples", ZET_OPTION_NUMBER, .offset = offsetof(struct zet_task, jobs), .least = 1,
     .most = JOBS_MAX},
    {0}};

const zet_option *zi_task_option(const struct task_kind *kind, size_t index) {
    const zet_option *const tables[] = {kind->options, common_options};
    for (size_t t = 0; t < 2; t++)
        for (const zet_option *o = tables[t]; o && o->name; o++)
            if (!index--)
                return o;
    return NULL;
}

bool zi_task_has(const struct zet_task *task, const char *option) {
    const zet_option *row = zi_option_find(task->kind->options, option);
    return row && task->set >> (row - task->kind->options) & 1;
}

zet_status zet_task_set(zet_task *task, const char *option, const char *value, zet_error *error) {
    if (task->opened)
        return zi_error_set(error, ZET_REFUSED, option, ": the task has begun");
    const zet_option *own = zi_option_find(task->kind->options, option);
    const zet_option *row = own ? own : zi_option_find(common_options, option);
    if (!row)
        return zi_error_set(error, ZET_REFUSED, task->kind->name, " has no option ", option);
    zet_status status = zi_option_set(row, own ? task->state : task, value, error);
    if (status == ZET_OK && own)
        task->set |= UINT64_C(1) << (own - task->kind->options);
    task->failed |= status == ZET_OUT_OF_MEMORY; /* for callers that ignore the status */
    return status;
}

/* Workers and their results. */

bool zi_task_worker_open(struct task_worker *w, struct zet_task *task) {
    w->task = task;
    if (!task->kind->worker_size)
        return true;
    w->state = calloc(1, task->kind->worker_size);
    return w->state && (!task->kind->worker_open || task->kind->worker_open(w));
}

void zi_task_worker_close(struct task_worker *w) {
    if (w->state && w->task->kind->worker_close)
        w->task->kind->worker_close(w);
    zi_task_result_free(&w->result);
    free(w->state);
    w->state = NULL;
}

void zi_task_result_clear(struct task_result *r) {
    r->out.len = r->messages.len = r->data.len = 0;
    r->counts = (zet_counts){0};
    r->records = r->foreign = r->left_out = r->wrong = r->changed = 0;
}

void zi_task_result_free(struct task_result *r) {
    zi_buffer_free(&r->out);
    zi_buffer_free(&r->messages);
    zi_buffer_free(&r->data);
}

void zi_task_count_record(struct task_result *result, const struct record *r) {
    result->records++;
    zi_task_count_findings(result, r);
}

void zi_task_count_other(struct task_result *result, const struct record *r) {
    result->records += r->foreign;
    result->foreign += r->foreign;
    result->counts.others += r->foreign && !r->empty;
}

void zi_task_count_findings(struct task_result *result, const struct record *r) {
    zet_counts *counts = &result->counts;
    uint64_t *const by_severity[] = {&counts->notes, &counts->warnings, &counts->errors};
    counts->records++;
    counts->invalid += r->findings.has_error;
    for (size_t i = 0; i < r->findings.count; i++)
        ++*by_severity[r->findings.at[i].severity];
}

static struct buffer *text_of_output(struct zet_task *task, zet_output *output) {
    task->unseen.len = 0;
    return output ? &output->text : &task->unseen;
}

struct buffer *zi_task_out(struct zet_task *task) {
    return text_of_output(task, task->io->out);
}

struct buffer *zi_task_messages(struct zet_task *task) {
    return text_of_output(task, task->io->messages);
}
