#include "validators/tasks/task.h"

#include <stdlib.h>

#include "notation/base/json_out.h"
#include "notation/base/value.h"
#include "validators/api/output.h"

/* Whoever needs only some of them names a list of their own. */
#ifndef ZET_TASK_LIST
#define ZET_TASK_LIST "validators/tasks/tasks.def"
#endif

#define TASK(name) extern const struct task_kind zet_task_##name;
#include ZET_TASK_LIST
#undef TASK

const struct task_kind *const zet_task_kinds[] = {
#define TASK(name) &zet_task_##name,
#include ZET_TASK_LIST
#undef TASK
};
const size_t zet_task_kind_count = sizeof zet_task_kinds / sizeof *zet_task_kinds;

/* Options. */

bool zet_task_flag(const char *value, bool *to, zet_error *error) {
    *to = !strcmp(value, "true");
    if (*to || !strcmp(value, "false"))
        return true;
    return zet_refuse(error, "the value must be true or false");
}

bool zet_task_word(const char *value, const char *const *words, unsigned *to, zet_error *error) {
    struct buffer b = {0};
    for (unsigned i = 0; words[i]; i++)
        if (!strcmp(words[i], value)) {
            *to = i;
            return true;
        }
    buffer_string(&b, "the value must be ");
    for (size_t i = 0; words[i]; i++)
        buffer_add(&b, !i ? "" : words[i + 1] ? ", " : " or ", words[i]);
    return zet_refuse_with(error, &b);
}

bool zet_task_number(const char *value, uint32_t low, uint32_t high, uint32_t *to,
                     zet_error *error) {
    char room[64];
    struct writer w = {room, sizeof room - 1, 0};
    struct text t = text_of(value);
    *to = text_is_number(t) ? text_number(t, UINT32_MAX) : 0;
    if (text_is_number(t) && *to >= low && *to <= high)
        return true;
    write_string(&w, "a whole number is expected, from ");
    write_number(&w, low);
    write_string(&w, " to ");
    write_number(&w, high);
    room[written(&w).len] = '\0';
    return zet_refuse(error, room);
}

static bool set_jobs(struct zet_task *task, const char *value, zet_error *error) {
    return zet_task_number(value, 1, JOBS_MAX, &task->jobs, error);
}

/* What every task has. */
static const struct task_option common_options[] = {
    {"jobs", "N", "threads that a long stream is processed by; the result is the same", set_jobs},
    {0}};

const struct task_option *zet_task_option(const struct task_kind *kind, size_t index) {
    const struct task_option *const tables[] = {kind->options, common_options};
    for (size_t t = 0; t < 2; t++)
        for (const struct task_option *o = tables[t]; o && o->name; o++)
            if (!index--)
                return o;
    return NULL;
}

const char *zet_option_word(const struct option_words *rows, const char *option, size_t index) {
    for (; rows && rows->option; rows++) {
        if (strcmp(rows->option, option) != 0)
            continue;
        for (size_t i = 0; rows->words && rows->words[i]; i++)
            if (i == index)
                return rows->words[i];
        return rows->word ? rows->word(index) : NULL;
    }
    return NULL;
}

bool zet_task_set_partial(struct zet_task *task, const char *value, zet_error *error) {
    return zet_task_flag(value, &task->partial, error);
}

/* Whether the option changes what a part holds. */
static bool is_shared(const struct task_option *o, const char *value) {
    static const char *const own[] = {"jobs", "color", "partial", NULL};
    for (size_t i = 0; own[i]; i++)
        if (!strcmp(own[i], o->name))
            return false;
    return o->argument || strcmp(value, "false");
}

static bool keep_given(struct zet_task *task, const struct task_option *o, const char *value,
                       zet_error *error) {
    struct json_out j = {.to = &task->given, .comma = task->given.len > 0};
    if (!is_shared(o, value))
        return true;
    zet_json_open(&j, '[');
    zet_json_text(&j, text_of(o->name));
    zet_json_text(&j, text_of(value));
    zet_json_close(&j, ']');
    if (task->given.failed)
        zet_error_out_of_memory(error);
    return !task->given.failed;
}

zet_status zet_task_set(zet_task *task, const char *option, const char *value, zet_error *error) {
    zet_error why = {0};
    const struct task_option *o;
    if (task->opened)
        return zet_error_set(error, ZET_REFUSED, option, ": the task has begun", NULL);
    for (size_t i = 0; (o = zet_task_option(task->kind, i)); i++) {
        if (strcmp(o->name, option))
            continue;
        if (o->argument && !value)
            return zet_error_set(error, ZET_REFUSED, option, ": a value is required", NULL);
        const char *given = value ? value : "true";
        if (o->set(task, given, &why) && keep_given(task, o, given, &why))
            return ZET_OK;
        task->given.failed |= why.status == ZET_OUT_OF_MEMORY; /* for who does not look */
        bool shown = value && strlen(value) <= TASK_VALUE_SHOWN_MAX;
        return zet_error_set(error, why.status, option, shown ? " " : "", shown ? value : "", ": ",
                             why.message, NULL);
    }
    return zet_error_set(error, ZET_REFUSED, task->kind->name, " has no option ", option, NULL);
}

/* Workers and what they make. */

bool zet_task_worker_open(struct task_worker *w, struct zet_task *task) {
    w->task = task;
    if (!task->kind->worker_size)
        return true;
    w->state = calloc(1, task->kind->worker_size);
    return w->state && (!task->kind->worker_open || task->kind->worker_open(w));
}

void zet_task_worker_close(struct task_worker *w) {
    if (w->state && w->task->kind->worker_close)
        w->task->kind->worker_close(w);
    zet_task_result_free(&w->result);
    free(w->state);
    w->state = NULL;
}

void zet_task_result_clear(struct task_result *r) {
    r->out.len = r->messages.len = r->data.len = r->lines.len = 0;
    r->documents = 0;
    r->keyed = false;
    memset(r->counts, 0, sizeof r->counts);
    r->records = 0;
}

void zet_task_result_free(struct task_result *r) {
    zet_buffer_free(&r->out);
    zet_buffer_free(&r->messages);
    zet_buffer_free(&r->data);
    zet_buffer_free(&r->lines);
}

void zet_task_count_record(struct task_result *result, const struct record *r) {
    result->records++;
    zet_task_count_findings(result, r);
}

void zet_task_count_findings(struct task_result *result, const struct record *r) {
    static const zet_count by_severity[] = {ZET_COUNT_NOTES, ZET_COUNT_WARNINGS, ZET_COUNT_ERRORS};
    result->counts[ZET_COUNT_RECORDS]++;
    result->counts[ZET_COUNT_INVALID] += r->findings.has_error;
    for (size_t i = 0; i < r->findings.count; i++)
        result->counts[by_severity[r->findings.at[i].severity]]++;
}

bool zet_task_refuse_row(zet_error *error) {
    return zet_refuse(error, "this is not a row of the task that wrote the part");
}

static void write_to(zet_output *to, struct text t) {
    if (to)
        zet_output_write(to, (zet_text){t.at, t.len});
}

void zet_task_write(struct zet_task *task, struct text t) { write_to(task->out, t); }
void zet_task_message(struct zet_task *task, struct text t) { write_to(task->messages, t); }

bool zet_task_write_made(struct zet_task *task, struct buffer *made, zet_error *error) {
    bool whole = !made->failed;
    if (whole)
        zet_task_write(task, buffered(made));
    else
        zet_error_out_of_memory(error);
    zet_buffer_free(made);
    return whole;
}
