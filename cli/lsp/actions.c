/* Formatting and repairs, using the tasks of zet fmt and zet validate. */
#include <string.h>

#include "cli/lsp/memory.h"
#include "cli/lsp/server.h"
#include "validators/api/records.h"

/* All records can be repaired at once up to FIX_ALL_FINDINGS_MAX findings. Fixes are offered for at
   most SEGMENTS_AT_ONCE segments. */
enum { FIX_ALL_FINDINGS_MAX = 2000, SEGMENTS_AT_ONCE = 100 };
#define FINDINGS_SHOWN "2000"

json_t *server_diagnostic(const struct file *f, const struct segment *g, const struct mistake *m) {
    static const int severities[] = {
        [ZET_SEVERITY_NOTE] = 3, [ZET_SEVERITY_WARNING] = 2, [ZET_SEVERITY_ERROR] = 1};
    json_t *code = m->reason ? json_sprintf("%s/%s", m->code, m->reason) : json_string(m->code);
    zet_output *address = memory_got(zet_output_new(NULL, NULL));
    if (address)
        zi_explain_address(m->code, m->reason, address);
    if (address && zet_output_flush(address) != ZET_OK)
        memory_lost();
    zet_text href = address ? zet_output_text(address) : zet_text_of("");
    json_t *diagnostic = json_pack(
        "{s:o, s:i, s:o, s:s, s:s}", "range", file_range(f, g->from + m->from, g->from + m->to),
        "severity", severities[m->severity], "code", code, "source", "zet", "message", m->message);
    if (href.length)
        json_object_set_new(diagnostic, "codeDescription",
                            json_pack("{s:s%}", "href", href.at, href.length));
    zet_output_free(address);
    return diagnostic;
}

/* A task for parts of the file. */
struct work {
    zet_task *task; /* or NULL */
    zet_task_io io;
};

/* Runs the task on a part of the file. */
static zet_output *run_task(struct work *w, const struct file *f, size_t from, size_t length) {
    zet_output *out = memory_got(zet_output_new(NULL, NULL));
    zet_text text = {f->text + from, length};
    w->io.out = out;
    bool done = w->task && out && zet_task_run_text(w->task, "-", text, memory_error()) == ZET_OK;
    if (out && zet_output_flush(out) != ZET_OK)
        memory_lost();
    if (done)
        return out;
    zet_output_free(out);
    return NULL;
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
    if (f->around.kind == FILE_RECORDS)
        work.task = zet_task_new("format", &work.io, memory_error());
    if (work.task)
        zi_task_settings(work.task, f->around.settings);
    to -= to > from; /* the end is exclusive */
    for (size_t i = 0; work.task && i < f->segment_count; i++) {
        const struct segment *g = &f->segments[i];
        if (g->from > to || g->from + g->length + (i + 1 == f->segment_count) <= from)
            continue;
        zet_output *made = run_task(&work, f, g->from, g->length);
        json_t *edit = made ? edit_of(f, g->from, g->length, zet_output_text(made)) : NULL;
        zet_output_free(made);
        if (edit)
            json_array_append_new(all, edit);
    }
    zet_task_free(work.task);
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

/* A finding of a report in the protocol's form. */
static json_t *diagnostic_of(const struct actions *a, const struct segment *g,
                             const json_t *finding) {
    const char severity = *string_of(finding, "severity");
    const struct mistake m = {.from = number(finding, "offset"),
                              .to = number(finding, "end_offset"),
                              .severity = severity == 'e'   ? ZET_SEVERITY_ERROR
                                          : severity == 'w' ? ZET_SEVERITY_WARNING
                                                            : ZET_SEVERITY_NOTE,
                              .code = string_of(finding, "code"),
                              .reason = string_of(finding, "reason"),
                              .message = (char *)string_of(finding, "message")};
    return server_diagnostic(a->file, g, &m);
}

static json_t *title_of(const json_t *fix, bool safe, bool style) {
    const json_t *edits = json_object_get(fix, "edits");
    const json_t *word = json_object_get(json_array_get(edits, 0), "text");
    const char *message = string_of(fix, "message");
    if (safe)
        return json_sprintf("Repair: %s", message);
    if (style)
        return json_sprintf("Write the canonical form %s", json_string_value(word));
    return json_sprintf("Replace by %s", json_string_value(word));
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
        json_t *action = add_action(a, "quickfix", title_of(fix, safe, style), edits);
        json_object_set_new(action, "diagnostics", json_pack("[o]", diagnostic_of(a, g, finding)));
        if (action && safe)
            json_object_set_new(action, "isPreferred", json_true());
        json_decref(action);
    }
}

/* Runs zet validate --format findings on a segment. Appends its edits to `edits` and, if requested,
   makes actions from the fixes of its findings. */
static void visit_reports(const struct actions *a, const struct segment *g, bool asked,
                          json_t *edits) {
    zet_output *out = run_task(a->work, a->file, g->from, g->length);
    zet_text text = out ? zet_output_text(out) : (zet_text){0};
    while (text.length) {
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
    zet_output_free(out);
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
                add_action(a, "quickfix", json_string("Repair what needs no guess"), edits));
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
    work.task = zet_task_new("validate", &work.io, memory_error());
    if (work.task) {
        zi_task_settings(work.task, f->around.settings);
        zet_task_set(work.task, "format", "findings", memory_error());
        zet_task_set(work.task, "max-findings", FINDINGS_SHOWN, memory_error());
    }
    bool all = wants(&a, "source.fixAll") && mistakes_of(f) <= FIX_ALL_FINDINGS_MAX;
    json_t *everything = all ? json_array() : NULL;
    add_repairs(&a, everything);
    zet_task_free(work.task);
    if (everything)
        json_decref(add_action(&a, "source.fixAll", json_string("Repair all records"), everything));
    return a.all;
}
