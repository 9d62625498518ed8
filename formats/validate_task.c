/* Judges records. */
#include "formats/reread.h"
#include "formats/stream_options.h"
#include "notation/base/safe_text.h"
#include "notation/base/value.h"
#include "validators/reading/repairer.h"
#include "validators/replay/settings.h"
#include "validators/report/tools.h"

/* The most severe first. */
static const char *const levels[] = {"error", "warning", "note", NULL};

enum { FINDINGS_SHOWN_MAX = 1000000000 };

struct validate {
    struct stream_options reading;
    unsigned format, level_word;
    bool strict, color, level_given, most_given;
    enum severity level;            /* for the current stream */
    enum severity hidden;           /* findings below it were hidden in a stream */
    uint32_t most;                  /* findings to show */
    const struct tool_report *tool; /* the format */
    bool begun, listed;             /* the beginning was written; an item was */
    uint64_t shown, left_out;       /* if most_given */

    /* Of the current stream. */
    const struct format *looks_like; /* the likely format if it is not YAML; or NULL */
    uint64_t invalid_before;
};

/* The state of one thread. Either the repairer or the converter reads a record. */
struct validate_worker {
    struct repairer repairer;
    struct converter converter;
    struct rereading sheet;
    struct record *record; /* of the one that read it */
    const struct verdict *verdict;
};

static struct validate *options_of(struct zet_task *task) { return task->state; }

static const char *format_word(size_t index) {
    return index < zi_tool_report_count ? zi_tool_reports[index].name : NULL;
}

/* Whether notes are only counted unless the level is given. JSON is for programs, which filter
 * themselves. */
static bool shows_warnings(const struct validate *o) { return !o->tool->notes; }

#define IN(member) offsetof(struct validate, member)

static const zet_option options[] = {
    {"format", "FORMAT",
     "text: a report to read (the default); json: one JSON object per line, one per record; "
     "findings: the same with the ends of places, fixes and a version; gcc, sarif: for other "
     "tools; none",
     "--format gcc examples", ZET_OPTION_WORD, .offset = IN(format), .word = format_word},
#define FROM_ABOUT "the format of the records (default: zet)"
#include "formats/stream_options.def"
#undef FROM_ABOUT
    {"strict", NULL, "report departures from the canonical notation as errors",
     "--strict examples/hogga.yaml", ZET_OPTION_FLAG, .offset = IN(strict)},
    {"level", "LEVEL",
     "the least severe findings to show: error, warning (the default in text) or note (the "
     "default in JSON); hidden findings are counted",
     "--level note examples", ZET_OPTION_WORD, .offset = IN(level_word), .words = levels},
    {"max-findings", "N", "show only the first N findings of all files, and count the others",
     "--max-findings 1 examples", ZET_OPTION_NUMBER, .offset = IN(most),
     .most = FINDINGS_SHOWN_MAX},
    {"color", NULL, "color the text for a terminal", NULL, ZET_OPTION_FLAG, .offset = IN(color)},
    {0}};
#undef IN

static bool reads_other(const struct validate *o) {
    return o->reading.from && o->reading.from != &zi_format_zet;
}

static bool validate_open(struct zet_task *task) {
    struct validate *o = options_of(task);
    o->most_given = zi_task_has(task, "max-findings");
    o->level_given = zi_task_has(task, "level");
    o->tool = &zi_tool_reports[o->format];
    o->level = o->level_given      ? (enum severity)(SEVERITY_ERROR - o->level_word)
               : shows_warnings(o) ? SEVERITY_WARNING
                                   : SEVERITY_NOTE;
    bool opened = zi_stream_open(&o->reading, task);
    task->next = reads_other(o) ? zi_stream_next : NULL;
    return opened;
}

static void validate_close(struct zet_task *task) { zi_stream_close(&options_of(task)->reading); }

static bool validate_worker_open(struct task_worker *w) {
    struct validate_worker *v = w->state;
    const struct validate *o = w->task->state;
    v->record = reads_other(o) ? &v->converter.record : &v->repairer.judge.record;
    v->verdict = reads_other(o) ? &v->converter.verdict : &v->repairer.judge.verdict;
    if (reads_other(o))
        return zi_converter_open(&v->converter, &zi_format_zet, &o->reading.options);
    bool opened = zi_rereading_open(&v->sheet, &v->repairer, w);
    v->repairer.strict = o->strict;
    v->repairer.judge.record.unseen = o->format == REPORT_NONE;
    return opened;
}

static void validate_worker_close(struct task_worker *w) {
    struct validate_worker *v = w->state;
    if (reads_other(w->task->state))
        zi_converter_close(&v->converter);
    else
        zi_rereading_close(&v->sheet, &v->repairer);
}

/* Reads and judges a document in the given format. */
static bool read_other(struct converter *c, const struct format *from, const struct document *d) {
    if (d)
        return zi_converter_read(c, from, d);
    zi_converter_read_nothing(c);
    return true;
}

/* Finalizes a record that was judged, and looks for a reading of its moves. */
static void finish_record(struct validate_worker *v, const struct validate *o,
                          const struct document *d) {
    v->repairer.early = d && d->offset < EARLY_BYTES;
    v->repairer.found = NULL;
    if (!reads_other(o) && o->format == REPORT_TEXT)
        v->repairer.found = zi_repairer_find(&v->repairer);
    zi_record_finalize(v->record, o->strict);
}

static void write_report(struct task_worker *w, const struct report *report) {
    const struct validate *o = w->task->state;
    if (o->format == REPORT_TEXT)
        zi_report_text(&w->result.out, report, o->color);
    else if (o->tool->finding)
        zi_report_each(&w->result.out, report, o->tool->finding, NULL);
    else if (o->tool->record)
        o->tool->record(&w->result.out, report);
}

static bool validate_document(struct task_worker *w, const struct task_document *d) {
    struct validate_worker *v = w->state;
    const struct validate *o = w->task->state;
    const struct edits *repair = NULL, *style = NULL;
    bool repairs = o->tool->repairs && d->document && !reads_other(o), is_record = true;
    if (!d->document && o->reading.skips)
        return true;
    if (reads_other(o))
        is_record = read_other(&v->converter, o->reading.format, d->document);
    else if (!d->document)
        zi_judge_empty(&v->repairer.judge);
    else if (repairs)
        is_record = zi_repairer_read(&v->repairer, d->document, &repair, &style);
    else
        is_record = zi_judge_read(&v->repairer.judge, d->document);
    if (!is_record)
        return zi_task_count_other(&w->result, v->record), true;
    if (!repairs)
        finish_record(v, o, d->document);
    if (v->record->out_of_memory || (reads_other(o) && zi_converter_failed(&v->converter)))
        return false;
    struct report report = report_of(d, v->record, v->verdict);
    report.offset = d->document ? d->document->offset : 0;
    report.repair = repair;
    report.style = style;
    report.reading = v->repairer.found;
    report.level = o->level;
    report.pieces = o->most_given ? &w->result.data : NULL;
    zi_task_count_record(&w->result, v->record);
    write_report(w, &report);
    return true;
}

/* Removes the pieces beyond the limit from the reports. */
static void limit_findings(struct validate *o, struct task_result *r) {
    const struct report_piece *piece = (const void *)r->data.at;
    size_t count = r->data.len / sizeof *piece;
    uint64_t allowed = o->most - o->shown;
    o->shown += count < allowed ? count : allowed;
    if (count <= allowed)
        return;
    size_t kept = piece[allowed].from;
    for (size_t i = allowed; i < count; i++) {
        size_t next = i + 1 < count ? piece[i + 1].from : r->out.len;
        memmove(r->out.at + kept, r->out.at + piece[i].to, next - piece[i].to);
        kept += next - piece[i].to;
    }
    r->out.len = kept;
    o->left_out += count - allowed;
}

static bool validate_merge(struct zet_task *task, struct task_result *r) {
    struct validate *o = task->state;
    if (o->most_given && r->data.len)
        limit_findings(o, r);
    if (o->tool->list && !o->listed && r->out.len) {
        r->out.at[0] = ' '; /* removes the comma of the first item */
        o->listed = true;
    }
    return true;
}

/* Writes the beginning, before all records. */
static void write_beginning(struct zet_task *task) {
    struct validate *o = task->state;
    if (!o->begun && o->tool->begin)
        o->tool->begin(zi_task_out(task));
    o->begun = true;
}

/* Settings affect output for people, not for programs. */
static bool validate_begin_stream(struct zet_task *task, struct source *source) {
    struct validate *o = task->state;
    bool set = task->settings && task->settings->value[SETTING_LEVEL];
    write_beginning(task);
    o->looks_like = NULL;
    o->invalid_before = task->counts.invalid;
    if (reads_other(o)) {
        zi_converter_begin(&((struct validate_worker *)task->worker.state)->converter);
        zi_stream_begin(&o->reading, source);
        zi_stream_skips(&o->reading, task, source);
    } else if (source)
        o->looks_like = zi_stream_recognise(source);
    if (!o->level_given && shows_warnings(o))
        o->level = set ? task->settings->level : SEVERITY_WARNING;
    if (o->level > o->hidden)
        o->hidden = o->level;
    return true;
}

static bool validate_end_stream(struct zet_task *task) {
    struct validate *o = task->state;
    if (o->invalid_before < task->counts.invalid)
        zi_stream_hint(task, o->looks_like, "validate --from ");
    return true;
}

/* The last line of the text output. */
static void summarize(struct buffer *b, const struct validate *o, const zet_counts *counts) {
    bool warnings = counts->warnings && o->hidden > SEVERITY_WARNING;
    bool notes = counts->notes && o->hidden > SEVERITY_NOTE;
    buffer_add(b, value_counted(counts->records, " record: ", " records: "),
               counts->records - counts->invalid, " valid, ", counts->invalid, " invalid; ",
               value_counted(counts->errors, " error, ", " errors, "),
               value_counted(counts->warnings, " warning", " warnings"),
               warnings ? " (level warning shows them), " : ", ",
               value_counted(counts->notes, " note", " notes"),
               notes ? " (level note shows them)" : "");
    if (counts->others)
        buffer_add(b, "; other documents: ", counts->others);
    buffer_char(b, '\n');
}

static bool validate_finish(struct zet_task *task) {
    const struct validate *o = task->state;
    struct buffer *out = zi_task_out(task);
    bool text = o->format == REPORT_TEXT;
    zi_stream_finish(&o->reading, task);
    if (o->format == REPORT_NONE)
        return true;
    write_beginning(task);
    if (o->left_out) /* JSON has no place for it */
        buffer_add(text ? out : zi_task_messages(task), "omitted by max-findings: ",
                   value_counted(o->left_out, " finding\n", " findings\n"));
    buffer_string(out, o->tool->end ? o->tool->end : "");
    if (text)
        summarize(out, o, &task->counts);
    else if (task->counts.others)
        buffer_add(zi_task_messages(task), "other documents: ", task->counts.others, "\n");
    return true;
}

const struct task_kind zi_task_validate = {
    .name = "validate",
    .about = "reports whether each record is valid and, if not, what is wrong and where",
    .options = options,
    .size = sizeof(struct validate),
    .worker_size = sizeof(struct validate_worker),
    .open = validate_open,
    .close = validate_close,
    .worker_open = validate_worker_open,
    .worker_close = validate_worker_close,
    .document = validate_document,
    .stream_begin = validate_begin_stream,
    .stream_end = validate_end_stream,
    .merge = validate_merge,
    .finish = validate_finish,
    .counts_others = true,
};
