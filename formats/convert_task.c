/* Converts records between formats. */
#include <stdlib.h>

#include "formats/converter.h"
#include "formats/stream_options.h"
#include "notation/base/safe_text.h"
#include "notation/base/value.h"
#include "validators/api/judging.h"
#include "validators/report/tools.h"

/* The limit for the reports of one stream: this many bytes, plus so many per byte read. The rest is
 * only counted: every line of a stream in another format could be a meaningless record. */
enum { REPORTS_FREE = 1024 * 1024, REPORTS_A_BYTE = 2 };

static const char *const reports[] = {"text", "json", "none", NULL};

struct convert {
    struct stream_options reading;
    const struct format *to;
    bool no_loss, color;
    unsigned report, to_word;

    size_t written; /* records */

    /* Of the current stream. */
    uint64_t reported, left_out; /* bytes of reports; reports */
};

static struct convert *state_of(struct zet_task *task) { return task->state; }

/* Options. */

static const zet_option options[] = {
#define FROM_ABOUT "the format to read (default: recognized by the first bytes)"
#include "formats/stream_options.def"
#include "notation/base/option.h"
#undef FROM_ABOUT
    {"to", "FORMAT", "the format to write (default: zet)", "--to json examples/hogga.yaml",
     ZET_OPTION_WORD, .offset = offsetof(struct convert, to_word), .word = zi_stream_format},
    {"no-loss", NULL, "do not write records that the target format cannot hold completely",
     "--no-loss --to json examples/hogga.yaml", ZET_OPTION_FLAG,
     .offset = offsetof(struct convert, no_loss)},
    {"format", "FORMAT", "how to report findings: text (the default), json or none",
     "--format json examples/hogga.yaml", ZET_OPTION_WORD,
     .offset = offsetof(struct convert, report), .words = reports},
    {"color", NULL, "color the report for a terminal", NULL, ZET_OPTION_FLAG,
     .offset = offsetof(struct convert, color)},
    {0}};

static bool convert_open(struct zet_task *task) {
    struct convert *o = task->state;
    o->to = zi_task_has(task, "to") ? zi_formats[o->to_word] : &zi_format_zet;
    return zi_stream_open(&o->reading, task);
}

static void convert_close(struct zet_task *task) { zi_stream_close(&state_of(task)->reading); }

/* Streams. */

static bool convert_begin_stream(struct zet_task *task, struct source *source) {
    struct convert *o = task->state;
    zi_stream_begin(&o->reading, source);
    zi_stream_skips(&o->reading, task, source);
    o->reported = o->left_out = 0;
    zi_converter_begin(task->worker.state); /* it reads all other formats */
    task->next = o->reading.format == &zi_format_zet ? NULL : zi_stream_next;
    return true;
}

/* "file: 3 more reports are omitted", or the same as JSON. */
static bool convert_end_stream(struct zet_task *task) {
    struct convert *o = task->state;
    struct buffer *out = zi_task_messages(task);
    if (o->left_out && o->report == REPORT_JSON)
        buffer_add(out, value_object("file", task->file, "reports_left_out", o->left_out), "\n");
    else if (o->left_out)
        buffer_add(out, value_safe(task->file, SAFE_TEXT), ": ", o->left_out,
                   " more records have findings, whose reports are omitted\n");
    return true;
}

/* Records. */

static bool convert_worker_open(struct task_worker *w) {
    const struct convert *o = w->task->state;
    return zi_converter_open(w->state, o->to, &o->reading.options);
}

static void convert_worker_close(struct task_worker *w) { zi_converter_close(w->state); }

/* Removes notes, because the reader is liberal. With --no-loss a loss becomes an error. Returns
 * whether anything was lost. */
static bool filter_findings(struct record *r, bool no_loss) {
    struct findings *f = &r->findings;
    size_t kept = 0;
    bool lost = false;
    for (size_t i = 0; i < f->count; i++) {
        lost |= f->at[i].code == FINDING_LOSS;
        if (no_loss && f->at[i].code == FINDING_LOSS)
            f->at[i].severity = SEVERITY_ERROR;
        if (f->at[i].severity != SEVERITY_NOTE)
            f->at[kept++] = f->at[i];
    }
    f->count = kept;
    f->has_error |= no_loss && lost;
    return lost;
}

static bool is_table(const struct format *format) {
    return format == &zi_format_csv || format == &zi_format_games_csv;
}

/* Appends the text written for the record. If the format does not change, CR LF is preserved. */
static void write_record(const struct convert *o, const struct converter *c,
                         const struct task_document *d, struct buffer *out) {
    const struct format *from = o->reading.format;
    struct text text = buffered(&c->out);
    if (from == o->to && o->to == &zi_format_zet && zi_text_is_crlf(c->record.text))
        zi_buffer_crlf(out, text);
    else if (d->document && is_table(from) && is_table(o->to) && zi_csv_table_of(d->document)->crlf)
        zi_csv_crlf(out, text);
    else
        buffer_text(out, text);
}

/* A record for `merge`. Its text and its report follow those of the record before it. */
struct converted {
    uint64_t passed;      /* the end of the document in the stream */
    size_t written, said; /* bytes of the text, and of the report */
};

static void report_record(const struct task_worker *w, const struct task_document *d,
                          struct buffer *out) {
    const struct convert *o = w->task->state;
    const struct converter *c = w->state;
    const struct report report = report_of(d, &c->record, &c->verdict);
    bool left_out = w->task->next && o->left_out; /* `merge` will omit it */
    if (o->report == REPORT_JSON)
        zi_report_json(out, &report);
    else if (o->report == REPORT_TEXT && c->record.findings.count && left_out)
        buffer_char(out, '\n'); /* it is only counted */
    else if (o->report == REPORT_TEXT && c->record.findings.count)
        zi_report_text(out, &report, o->color);
}

static bool convert_document(struct task_worker *w, const struct task_document *d) {
    struct converter *c = w->state;
    const struct convert *o = w->task->state;
    struct record *r = &c->record;
    c->conversion.file = d->file;
    c->conversion.number = d->number;
    if (!d->document && o->reading.skips)
        return true;
    if (!d->document)
        zi_converter_read_nothing(c);
    else if (!zi_converter_read(c, o->reading.format, d->document))
        return zi_task_count_other(&w->result, r), true;
    bool written = zi_converter_write(c);
    if (zi_converter_failed(c))
        return false;
    zi_record_finalize(r, false);
    bool lost = filter_findings(r, o->no_loss);
    struct buffer *made = &w->result.out, *said = &w->result.messages;
    size_t made_before = made->len, said_before = said->len;
    if (written && !(lost && o->no_loss))
        write_record(o, c, d, made);
    zi_task_count_record(&w->result, r);
    report_record(w, d, said);
    const struct converted converted = {
        .passed = d->document ? d->document->offset + d->document->text.len : 0,
        .written = made->len - made_before,
        .said = said->len - said_before};
    buffer_text(&w->result.data, (struct text){(const char *)&converted, sizeof converted});
    return true;
}

/* Outputs the report, unless there are too many. */
static void hand_on_report(struct zet_task *task, struct text said, uint64_t passed) {
    struct convert *o = task->state;
    uint64_t most = REPORTS_FREE + REPORTS_A_BYTE * passed;
    if (!said.len)
        return;
    if (o->left_out || o->reported + said.len > most) {
        o->left_out++;
        return;
    }
    buffer_text(zi_task_messages(task), said);
    o->reported += said.len;
}

/* Writes the heading, with the line ends of the text after it. */
static void write_heading(struct buffer *out, const char *heading, struct text first) {
    if (first.len >= 2 && !memcmp(first.at + first.len - 2, "\r\n", 2))
        zi_csv_crlf(out, text_of(heading));
    else
        buffer_string(out, heading);
}

static void hand_on_record(struct zet_task *task, struct text written) {
    struct convert *o = task->state;
    struct buffer *out = zi_task_out(task);
    if (!written.len)
        return;
    if (!o->written++ && o->to->heading)
        write_heading(out, o->to->heading, written);
    buffer_text(out, written);
}

static bool convert_merge(struct zet_task *task, struct task_result *result) {
    struct text written = buffered(&result->out), said = buffered(&result->messages);
    struct text rows = buffered(&result->data);
    struct converted c;
    for (; rows.len; rows = text_after(rows, sizeof c)) {
        memcpy(&c, rows.at, sizeof c);
        hand_on_report(task, (struct text){said.at, c.said}, c.passed);
        hand_on_record(task, (struct text){written.at, c.written});
        said = text_after(said, c.said);
        written = text_after(written, c.written);
    }
    result->out.len = result->messages.len = 0; /* they were passed on */
    return true;
}

static bool convert_finish(struct zet_task *task) {
    zi_stream_finish(&state_of(task)->reading, task);
    return true;
}

const struct task_kind zi_task_convert = {
    .name = "convert",
    .about = "converts records from one format to another",
    .options = options,
    .size = sizeof(struct convert),
    .worker_size = sizeof(struct converter),
    .open = convert_open,
    .close = convert_close,
    .worker_open = convert_worker_open,
    .worker_close = convert_worker_close,
    .stream_begin = convert_begin_stream,
    .stream_end = convert_end_stream,
    .document = convert_document,
    .merge = convert_merge,
    .finish = convert_finish,
};
