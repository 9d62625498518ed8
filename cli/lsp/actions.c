/* Formatting and repairs, using the tasks of zet fmt and zet validate. */
#include <string.h>

#include "cli/lsp/memory.h"
#include "cli/lsp/server.h"
#include "validators/api/records.h"

/* All records can be repaired at once up to FIX_ALL_FINDINGS_MAX findings. Fixes are offered for at
   most SEGMENTS_AT_ONCE segments. */
enum { FIX_ALL_FINDINGS_MAX = 2000, SEGMENTS_AT_ONCE = 100 };
#define FINDINGS_SHOWN "2000"

/* A task for segments of the file. */
struct work {
    zet_task *task;
    zet_task_io io;
};

static void open_work(struct work *w, const char *task, const struct file *f) {
    w->io.out = memory_output();
    w->task = memory_got(zet_task_new(task, &w->io, memory_error()));
    zi_task_settings(w->task, f->around.settings);
}

/* Runs the task on a segment. The text, empty on failure, is valid until the next one. */
static zet_text work_on(struct work *w, const struct file *f, const struct segment *g, bool *done) {
    zet_text text = {f->text + g->from, g->length};
    zet_output_clear(w->io.out);
    *done = zet_task_run_text(w->task, "-", text, memory_error()) == ZET_OK;
    memory_error();
    return memory_text(w->io.out);
}

static void close_work(struct work *w) {
    zet_task_free(w->task);
    zet_output_free(w->io.out);
}

static bool within_character(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

/* The edit that changes `length` bytes of the file into the new text; NULL if they are equal. */
static json_t *edit_of(const struct file *f, size_t from, size_t length, zet_text new) {
    const char *old = f->text + from;
    size_t head = 0, tail = 0, least = length < new.length ? length : new.length;
    while (head < least && old[head] == new.at[head])
        head++;
    if (head == length && head == new.length)
        return NULL;
    while (head > 0 && ((head < length && within_character(old[head])) ||
                        (head < new.length &&within_character(new.at[head]))))
        head--;
    while (tail < least - head && old[length - 1 - tail] == new.at[new.length - 1 - tail])
        tail++;
    while (tail > 0 && within_character(old[length - tail]))
        tail--;
    json_t *text = json_stringn(new.at + head, new.length - head - tail);
    return text ? json_pack("{s:o, s:o}", "range", file_range(f, from + head, from + length - tail),
                            "newText", text)
                : NULL;
}

/* Formats the documents of a range, or all. */
json_t *answer_formatting(struct server *s, struct file *f, const json_t *params) {
    (void)s;
    struct work work = {0};
    const json_t *range = json_object_get(params, "range");
    size_t from = range ? file_offset(f, json_object_get(range, "start")) : 0;
    size_t to = range ? file_offset(f, json_object_get(range, "end")) : f->length;
    json_t *all = json_array();
    if (f->around.kind != FILE_RECORDS)
        return all;
    open_work(&work, "format", f);
    to -= to > from; /* the end is exclusive */
    for (size_t i = 0; i < f->segment_count; i++) {
        const struct segment *g = &f->segments[i];
        if (g->from > to || g->from + g->length + (i + 1 == f->segment_count) <= from)
            continue;
        bool done;
        zet_text made = work_on(&work, f, g, &done);
        json_t *edit = done ? edit_of(f, g->from, g->length, made) : NULL;
        if (edit)
            json_array_append_new(all, edit);
    }
    close_work(&work);
    return all;
}

/* Repairs. */

struct actions {
    const struct file *file;
    const json_t *only; /* the requested kinds; or NULL: all */
    size_t from, to;    /* the requested range */
    struct work *work;  /* for all repairs, whose total time is limited */
    json_t *all;
};

/* Whether a kind, or its part before a dot, was requested. */
static bool wants(const struct actions *a, const char *kind) {
    size_t i;
    json_t *one;
    if (!json_is_array(a->only))
        return true;
    json_array_foreach(a->only, i, one) {
        size_t n = json_string_length(one);
        if (json_is_string(one) && !strncmp(json_string_value(one), kind, n) &&
            (!kind[n] || kind[n] == '.'))
            return true;
    }
    return false;
}

static size_t number(const json_t *object, const char *key) {
    return (size_t)json_integer_value(json_object_get(object, key));
}

/* Appends the edits of a report in the protocol's form; `base` is the offset of the report. */
static void add_edits(const struct actions *a, const json_t *report, size_t base, json_t *to) {
    size_t i;
    json_t *edit;
    json_array_foreach(json_object_get(report, "edits"), i, edit)
        json_array_append_new(to, json_pack("{s:o, s:O}", "range",
                                            file_range(a->file, base + number(edit, "offset"),
                                                       base + number(edit, "end_offset")),
                                            "newText", json_object_get(edit, "text")));
}

/* Consumes the title and the edits. Returns a new reference to the action; NULL if there are no
   edits. */
static json_t *add_action(const struct actions *a, const char *kind, json_t *title, json_t *edits) {
    json_t *changes = json_object();
    size_t count = json_array_size(edits);
    json_object_set_new(changes, a->file->uri, edits);
    json_t *action =
        json_pack("{s:o, s:s, s:{s:o}}", "title", title, "kind", kind, "edit", "changes", changes);
    if (count)
        json_array_append(a->all, action);
    else
        json_decref(action);
    return count ? action : NULL;
}

static const char *string_of(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

/* The same finding as the editor was told it; NULL if it was not. */
static json_t *told(const struct actions *a, const struct segment *g, const json_t *finding) {
    for (const struct mistake *m = g->mistakes; m < g->mistakes + g->mistake_count; m++)
        if (m->from == number(finding, "offset") &&
            !strcmp(m->message, string_of(finding, "message")))
            return file_diagnostic(a->file, g, m);
    return NULL;
}

static void add_fixes(const struct actions *a, const struct segment *g, const json_t *finding) {
    size_t i, from = g->from + number(finding, "offset"),
              to = g->from + number(finding, "end_offset");
    json_t *fix;
    if (from > a->to || to < a->from)
        return;
    bool style = !strcmp(string_of(finding, "code"), "style");
    json_array_foreach(json_object_get(finding, "fixes"), i, fix) {
        bool safe = json_is_true(json_object_get(fix, "safe"));
        json_t *edits = json_array();
        add_edits(a, fix, g->from, edits);
        const char *word = string_of(json_array_get(edits, 0), "newText");
        json_t *title = json_sprintf("%s%s",
                                     safe    ? "Repair: "
                                     : style ? "Write the canonical form "
                                             : "Replace by ",
                                     safe ? string_of(fix, "message") : word);
        json_t *action = add_action(a, "quickfix", title, edits);
        json_object_set_new(action, "diagnostics", json_pack("[o]", told(a, g, finding)));
        if (action && safe)
            json_object_set_new(action, "isPreferred", json_true());
        json_decref(action);
    }
}

/* Runs zet validate --format findings on a segment. Appends its edits to `edits` and, if requested,
   makes actions from the fixes of its findings. */
static void visit_reports(const struct actions *a, const struct segment *g, bool asked,
                          json_t *edits) {
    bool done;
    zet_text text = work_on(a->work, a->file, g, &done);
    while (done && text.length) {
        const char *end = memchr(text.at, '\n', text.length);
        size_t i, line = end ? (size_t)(end - text.at) : text.length;
        json_t *report = json_loadb(text.at, line, JSON_ALLOW_NUL, NULL), *finding;
        if (asked)
            json_array_foreach(json_object_get(report, "findings"), i, finding)
                add_fixes(a, g, finding);
        add_edits(a, report, g->from, edits);
        json_decref(report);
        line += end != NULL;
        text = (zet_text){text.at + line, text.length - line};
    }
}

static bool is_asked_for(const struct actions *a, const struct segment *g) {
    return g->from <= a->to && g->from + g->length >= a->from && wants(a, "quickfix");
}

static size_t mistakes_of(const struct file *f) {
    size_t count = 0;
    for (size_t i = 0; i < f->segment_count; i++)
        count += f->segments[i].mistake_count;
    return count;
}

/* Adds the repairs of the requested segments. If `everything` is a list, appends the edits of all
   segments to it. */
static void add_repairs(const struct actions *a, json_t *everything) {
    size_t looked_at = 0;
    for (size_t i = 0; i < a->file->segment_count; i++) {
        const struct segment *g = &a->file->segments[i];
        bool asked = is_asked_for(a, g) && looked_at < SEGMENTS_AT_ONCE;
        if (!g->mistake_count || g->rest || (!asked && !everything))
            continue;
        json_t *edits = json_array();
        visit_reports(a, g, asked && (!g->foreign || g->unread), edits);
        if (everything)
            json_array_extend(everything, edits);
        if (asked)
            json_decref(
                add_action(a, "quickfix", json_string("Make all unambiguous repairs"), edits));
        else
            json_decref(edits);
        looked_at += asked;
    }
}

json_t *answer_actions(struct server *s, struct file *f, const json_t *params) {
    (void)s;
    const json_t *range = json_object_get(params, "range");
    struct actions a = {.file = f,
                        .only = json_object_get(json_object_get(params, "context"), "only"),
                        .from = file_offset(f, json_object_get(range, "start")),
                        .to = file_offset(f, json_object_get(range, "end")),
                        .all = json_array()};
    if (f->around.kind != FILE_RECORDS || f->around.refusal)
        return a.all;
    struct work work = {0};
    a.work = &work;
    open_work(&work, "validate", f);
    zet_task_set(work.task, "format", "findings", memory_error());
    zet_task_set(work.task, "max-findings", FINDINGS_SHOWN, memory_error());
    bool all = wants(&a, "source.fixAll") && mistakes_of(f) <= FIX_ALL_FINDINGS_MAX;
    json_t *everything = all ? json_array() : NULL;
    add_repairs(&a, everything);
    close_work(&work);
    if (everything)
        json_decref(add_action(&a, "source.fixAll", json_string("Repair all records"), everything));
    return a.all;
}
