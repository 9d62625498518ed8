/* Rewrites records in canonical form. */
#include "formats/converter.h"
#include "notation/base/option.h"
#include "notation/base/value.h"
#include "validators/api/judging.h"
#include "validators/api/rewrite.h"

struct format_task {
    struct rewrite rewrite;

    /* Of the current stream. */
    bool formatted;  /* the previous document was; its `...` and final blank lines are removed */
    bool in_line;    /* between documents */
    bool in_comment; /* that line is a comment */
    const char *line_end;
    struct buffer between;
    struct buffer held; /* the `...` removed, until it is known whether it is needed */
};

struct formatting {
    struct converter converter;
    struct buffer crlf;
};

static struct format_task *state_of(struct zet_task *task) { return task->state; }

static const zet_option options[] = {REWRITE_OPTION(struct format_task), {0}};

static void format_close(struct zet_task *task) {
    zi_rewrite_free(&state_of(task)->rewrite);
    zi_buffer_free(&state_of(task)->between);
    zi_buffer_free(&state_of(task)->held);
}

/* The converter uses the defaults, but does not write them. */
static bool format_worker_open(struct task_worker *w) {
    static const struct format_options nothing_said;
    struct formatting *f = w->state;
    bool opened = zi_converter_open(&f->converter, &zi_format_zet, &nothing_said);
    if (opened)
        zi_validator_default(f->converter.validator, &w->task->defaults);
    return opened;
}

static void format_worker_close(struct task_worker *w) {
    struct formatting *f = w->state;
    zi_converter_close(&f->converter);
    zi_buffer_free(&f->crlf);
}

/* The record in canonical form; text.at is NULL if it must not change. */
static struct text format_record(struct formatting *f, struct text document) {
    struct record *r = &f->converter.record;
    bool written = zi_converter_write(&f->converter);
    struct text text = buffered(&f->converter.out);
    f->crlf.len = 0;
    if (written && zi_text_is_crlf(document)) {
        zi_buffer_crlf(&f->crlf, text);
        text = buffered(&f->crlf);
    }
    r->out_of_memory |= zi_converter_failed(&f->converter) || f->crlf.failed;
    if (r->out_of_memory || (written && text.len <= RECORD_BYTES_MAX))
        return text;
    zi_record_stop(r, FINDING_LIMIT, r->start_offset,
                   "the canonical form of this record would be longer than 1 MiB", NO_TEXT);
    return NO_TEXT;
}

/* Counts the record, and reports it if it is broken and therefore unchanged. */
static void finish_record(struct task_worker *w, const struct task_document *d) {
    struct converter *c = &((struct formatting *)w->state)->converter;
    w->result.records++;
    w->result.counts.records++;
    if (!c->record.broken)
        return;
    w->result.counts.invalid++;
    zi_validate(c->validator, &c->record, &c->verdict);
    zi_record_finalize(&c->record, false);
    const struct report report = report_of(d, &c->record, &c->verdict);
    zi_report_text(&w->result.messages, &report, false);
}

static bool format_document(struct task_worker *w, const struct task_document *d) {
    static const struct document nothing = {.text = {"", 0}, .line = 1};
    struct formatting *f = w->state;
    struct record *r = &f->converter.record;
    const struct document *document = d->document ? d->document : &nothing;
    struct rewrite_piece piece = {0};
    struct text text = NO_TEXT;
    bool is_record = document->piece == PIECE_DOCUMENT &&
                     zi_converter_read(&f->converter, &zi_format_zet, document) &&
                     (!d->document || zi_judging_is_record(r, w, d));
    if (!is_record && document->piece == PIECE_DOCUMENT)
        zi_task_count_other(&w->result, r);
    if (is_record && !r->broken)
        text = format_record(f, document->text);
    if (is_record && r->out_of_memory)
        return false;
    if (is_record)
        finish_record(w, d);
    piece.changed = text.at != NULL;
    piece.line_end = piece.changed && zi_text_is_crlf(text) ? "\r\n" : "\n";
    if (d->document)
        zi_rewrite_append(&w->result.data, piece, d->document, text);
    return true;
}

/* Formats the text after a formatted document: removes blank lines and `...`, and moves comments to
 * the start of their lines. */
static struct text format_between(struct format_task *t, struct text bytes) {
    t->between.len = 0;
    for (const char *p = bytes.at, *end = p + bytes.len; p < end; p++) {
        bool ends = is_line_end(*p),
             blank = *p == ' ' || *p == '\t' || (*p & 0x80); /* a byte order mark */
        if (!t->in_line && !ends && !blank) {
            t->in_line = true;
            t->in_comment = *p == '#';
        }
        if (t->in_comment && ends)
            buffer_string(&t->between, t->line_end);
        else if (t->in_comment)
            buffer_char(&t->between, *p);
        t->in_line &= !ends;
        t->in_comment &= !ends;
    }
    return buffered(&t->between);
}

/* Writes an unchanged document after a formatted one, without its byte order mark. If `...` is
 * needed between them, it is restored. */
static struct text keep_document(struct format_task *t, const struct rewrite_piece *p,
                                 struct text old) {
    size_t mark = p->old ? p->mark : 0;
    t->between.len = 0;
    if (t->in_comment)
        buffer_string(&t->between, t->line_end);
    if (p->keeps_end)
        buffer_add(&t->between, "...", t->line_end);
    buffer_text(&t->between, text_after(old, mark));
    return buffered(&t->between);
}

/* Formats a piece after a formatted document. */
static struct text piece_after(struct format_task *t, const struct rewrite_piece *p,
                               struct text old, struct text new) {
    if (p->piece == PIECE_BETWEEN)
        return format_between(t, old);
    return p->changed ? new : keep_document(t, p, old);
}

static bool change(struct zet_task *task, const struct rewrite_piece *p, struct text old,
                   struct text new) {
    struct format_task *t = task->state;
    struct text tail = {old.at + old.len - p->tail, p->tail};
    old.len -= p->tail;
    if (t->held.len) {
        buffer_text(&t->held, old);
        old = buffered(&t->held);
    }
    if (!zi_rewrite_change(&t->rewrite, task, old, new))
        return false;
    t->held.len = 0;
    buffer_text(&t->held, tail);
    return true;
}

static bool format_merge_piece(struct zet_task *task, const struct rewrite_piece *p,
                               struct text old, struct text new) {
    struct format_task *t = task->state;
    if (p->piece == PIECE_OF_LONG || (!p->changed && !t->formatted))
        return zi_rewrite_same(&t->rewrite, task, old);
    if (t->formatted)
        new = piece_after(t, p, old, new);
    if (p->piece == PIECE_DOCUMENT) {
        t->formatted = p->changed;
        t->line_end = p->line_end;
        t->in_line = t->in_comment = false;
    }
    return change(task, p, old, new);
}

static bool format_merge(struct zet_task *task, struct task_result *result) {
    const struct format_task *t = task->state;
    return zi_rewrite_each(task, &result->data, format_merge_piece) && !t->between.failed &&
           !t->held.failed;
}

static bool format_begin_stream(struct zet_task *task, struct source *source) {
    struct format_task *t = task->state;
    t->formatted = t->in_line = t->in_comment = false;
    t->line_end = "\n";
    t->held.len = 0;
    return zi_rewrite_begin(&t->rewrite, task, source);
}

static bool format_end_stream(struct zet_task *task) {
    struct format_task *t = task->state;
    /* the last line may be a comment without a line end */
    struct text end = t->in_comment ? text_of(t->line_end) : NO_TEXT;
    return zi_rewrite_change(&t->rewrite, task, buffered(&t->held), end) &&
           zi_rewrite_end(&t->rewrite, task);
}

const struct task_kind zi_task_format = {
    .name = "format",
    .about = "rewrites records in canonical form",
    .options = options,
    .size = sizeof(struct format_task),
    .worker_size = sizeof(struct formatting),
    .close = format_close,
    .worker_open = format_worker_open,
    .worker_close = format_worker_close,
    .stream_begin = format_begin_stream,
    .stream_end = format_end_stream,
    .document = format_document,
    .merge = format_merge,
};
