/* Converting records from one format to another. */
#include <stdlib.h>

#include "notation/base/safe_text.h"
#include "notation/record/json.h"
#include "validators/api/rules.h"
#include "validators/archive/row.h"
#include "validators/formats/converter.h"
#include "validators/report/report.h"
#include "validators/tasks/task.h"

enum { HEAD_BYTES = 4096, SIZE_MIN = 3, SIZE_MAX_OF_BOARD = 16 };

/* Reports of one stream may have so many bytes, and so many for each byte that was read. What is
   more is counted: a stream of another format could be a record without sense at every line. */
enum { REPORTS_FREE = 1024 * 1024, REPORTS_A_BYTE = 2 };

enum { REPORT_TEXT, REPORT_JSON, REPORT_NONE };
static const char *const reports[] = {"text", "json", "none", NULL};

struct convert {
    const struct format *from, *to; /* from: NULL where it is to be recognised */
    struct format_options options;  /* the texts are owned */
    char *game, *variant, **rules;
    size_t rule_count;
    bool no_loss, color;
    unsigned report;

    size_t written; /* records */
    struct buffer joined;

    /* Of the present stream. */
    const struct format *source_format;
    uint64_t reported, left_out; /* bytes of reports; reports */
    size_t barren;               /* of the converter, in the order of the stream */
};

static struct convert *state_of(struct zet_task *task) { return task->state; }

/* Options. */

static bool set_format(const char *value, const struct format **to, zet_error *error) {
    for (size_t i = 0; i < FORMATS; i++)
        if (!strcmp(zet_formats[i]->name, value)) {
            *to = zet_formats[i];
            return true;
        }
    return zet_refuse(error, "there is no such format");
}

static bool set_from(struct zet_task *task, const char *value, zet_error *error) {
    return set_format(value, &state_of(task)->from, error);
}

static bool set_to(struct zet_task *task, const char *value, zet_error *error) {
    return set_format(value, &state_of(task)->to, error);
}

static bool set_no_loss(struct zet_task *task, const char *value, zet_error *error) {
    return zet_task_flag(value, &state_of(task)->no_loss, error);
}

static bool set_color(struct zet_task *task, const char *value, zet_error *error) {
    return zet_task_flag(value, &state_of(task)->color, error);
}

static bool set_report(struct zet_task *task, const char *value, zet_error *error) {
    return zet_task_word(value, reports, &state_of(task)->report, error);
}

static bool set_text(const char *value, char **to, zet_error *error) {
    char *copy = strdup(value);
    if (!copy) {
        zet_error_out_of_memory(error);
        return false;
    }
    free(*to);
    *to = copy;
    return true;
}

static bool set_game(struct zet_task *task, const char *value, zet_error *error) {
    return set_text(value, &state_of(task)->game, error);
}

static bool set_variant(struct zet_task *task, const char *value, zet_error *error) {
    return set_text(value, &state_of(task)->variant, error);
}

static bool set_rule(struct zet_task *task, const char *value, zet_error *error) {
    struct convert *o = task->state;
    char **rules = realloc(o->rules, (o->rule_count + 2) * sizeof *rules);
    if (!rules) {
        zet_error_out_of_memory(error);
        return false;
    }
    o->rules = rules;
    rules[o->rule_count] = rules[o->rule_count + 1] = NULL;
    if (!set_text(value, &rules[o->rule_count], error))
        return false;
    o->rule_count++;
    return true;
}

static bool set_size(struct zet_task *task, const char *value, zet_error *error) {
    uint32_t size;
    if (!zet_task_number(value, SIZE_MIN, SIZE_MAX_OF_BOARD, &size, error))
        return false;
    state_of(task)->options.size = size;
    return true;
}

static const struct task_option options[] = {
    {"from", "FORMAT", "what to read; without it the format is recognized by the first bytes",
     set_from},
    {"to", "FORMAT", "what to write (default: zet)", set_to},
    {"no-loss", NULL, "what the target cannot hold is an error, and its record is not written",
     set_no_loss},
    {"game", "GAME", "the game, where the source does not name it (text, csv, kiba, agsteiner)",
     set_game},
    {"variant", "VARIANT", "its variant (the same, and ludii)", set_variant},
    {"rule", "KEY=VALUE", "an option of its rules (the same); may be given several times",
     set_rule},
    {"size", "N", "the size of an Akron board, where the source does not tell it rightly",
     set_size},
    {"report", "FORMAT", "how findings are reported: text (the default), json or none", set_report},
    {"color", NULL, "colors of a terminal in the report", set_color},
    {0}};

/* Whether there are such a game, such a variant and such options. */
static bool check_options(struct convert *o, zet_error *error) {
    if (o->variant && !o->game)
        return zet_refuse(error, "variant ", o->variant, ": its game is missing");
    if (o->rule_count && !o->game)
        return zet_refuse(error, "rule ", o->rules[0], ": its game is missing");
    const struct rules *game = o->game ? zet_game_find(text_of(o->game)) : NULL;
    const char *variant = o->variant;
    if (game && !variant && game->variant_required)
        variant = game->variants[0];
    if (!o->game)
        return true;
    zet_rules *rules = zet_rules_new(o->game, variant, (const char *const *)o->rules, error);
    zet_rules_free(rules);
    return rules != NULL;
}

static bool open_task(struct zet_task *task, zet_error *error) {
    struct convert *o = task->state;
    o->to = o->to ? o->to : &zet_format_zet;
    o->options.game = o->game;
    o->options.variant = o->variant;
    o->options.rules = (const char *const *)o->rules;
    return check_options(o, error);
}

static void close_task(struct zet_task *task) {
    struct convert *o = task->state;
    for (size_t i = 0; i < o->rule_count; i++)
        free(o->rules[i]);
    free(o->rules);
    free(o->game);
    free(o->variant);
    zet_buffer_free(&o->joined);
}

/* Streams. */

static const struct format *recognize(struct source *s) {
    struct text head;
    do
        head = source_ahead(s);
    while (head.len < HEAD_BYTES && zet_source_more(s));
    head = source_ahead(s);
    const char *p = head.at, *end = head.at + head.len;
    if (end - p >= 3 && !strncmp(p, "\xEF\xBB\xBF", 3))
        p += 3;
    while (p < end && (*p == ' ' || (*p >= '\t' && *p <= '\r')))
        p++;
    head = (struct text){p, (size_t)(end - p)};
    head.len = head.len < HEAD_BYTES ? head.len : HEAD_BYTES;
    return zet_format_recognise(head);
}

static bool begin_stream(struct zet_task *task, struct source *source, zet_error *error) {
    struct convert *o = task->state;
    (void)error;
    o->source_format = o->from ? o->from : recognize(source);
    o->reported = o->left_out = 0;
    o->barren = 0;
    task->certain = o->source_format == &zet_format_zet;
    return true;
}

static bool next(struct zet_task *task, struct source *source, struct document *out) {
    return state_of(task)->source_format->next(source, out);
}

/* "file: 3 more reports are left out", or the same as JSON. */
static bool end_stream(struct zet_task *task, zet_error *error) {
    struct convert *o = task->state;
    struct buffer b = {0};
    bool json = o->report == REPORT_JSON;
    if (!o->left_out)
        return true;
    if (json) {
        buffer_string(&b, "{\"file\":");
        zet_json_string(&b, task->file);
        buffer_string(&b, ",\"reports_left_out\":");
    } else {
        zet_safe_text(&b, task->file, SAFE_TEXT);
        buffer_string(&b, ": ");
    }
    zet_buffer_number(&b, o->left_out);
    buffer_string(&b, json ? "}\n" : " more records have findings, whose reports are left out\n");
    if (b.failed)
        zet_error_out_of_memory(error);
    else
        zet_task_message(task, buffered(&b));
    bool written = !b.failed;
    zet_buffer_free(&b);
    return written;
}

/* Records. */

static bool worker_open(struct task_worker *w) {
    const struct convert *o = w->task->state;
    return zet_converter_open(w->state, o->to, &o->options);
}

static void worker_close(struct task_worker *w) { zet_converter_close(w->state); }

/* Notes are of no interest here: the reader is liberal. With --no-loss a loss is an error. Returns
   whether anything was lost. */
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

/* A stream without any record: one finding, so that nothing is silent. */
static void read_nothing(struct converter *c) {
    const struct document nothing = {.text = {"", 0}, .line = 1};
    zet_record_begin(&c->record, &nothing);
    zet_record_stop(&c->record, FINDING_FORMAT, 0, "there is no record here", NO_TEXT);
    zet_validate(c->validator, &c->record, &c->verdict);
}

/* What a record gives to `merge`: where its document ends in the stream, whether no way of reading
   it could replay a move, what is written, and its report. */
static void write_row(struct buffer *row, const struct converter *c, const struct task_document *d,
                      struct text written, struct text said) {
    const struct document *document = d->document;
    zet_row_number(row, document ? document->offset + document->text.len : 0);
    zet_row_number(row, c->barren > 0);
    zet_row_text(row, written);
    zet_row_text(row, said);
}

static void report_record(const struct convert *o, const struct converter *c,
                          const struct task_document *d, struct buffer *out) {
    const struct report report = {
        .file = d->file, .number = d->number, .record = &c->record, .verdict = &c->verdict};
    if (o->report == REPORT_JSON)
        zet_report_json(out, &report);
    else if (o->report == REPORT_TEXT && c->record.findings.count)
        zet_report_text(out, &report, o->color);
}

static bool convert_document(struct task_worker *w, const struct task_document *d) {
    struct converter *c = w->state;
    const struct convert *o = w->task->state;
    struct record *r = &c->record;
    if (!w->task->certain && !w->result.data.len)
        c->barren = o->barren; /* the first one of a batch: those before are merged */
    if (!d->document)
        read_nothing(c);
    else if (!zet_converter_read(c, o->source_format, d->document))
        return true;
    bool written = zet_converter_write(c);
    if (zet_converter_failed(c))
        return false;
    zet_record_finalize(r, false);
    bool lost = filter_findings(r, o->no_loss);
    bool stays = o->source_format == o->to && o->to == &zet_format_zet;
    struct buffer *crlf = &w->result.out, *said = &w->result.messages;
    struct text text = written && !(lost && o->no_loss) ? buffered(&c->out) : NO_TEXT;
    if (text.len && stays && zet_text_is_crlf(r->text)) {
        zet_buffer_crlf(crlf, text);
        text = buffered(crlf);
    }
    zet_task_count_record(&w->result, r);
    report_record(o, c, d, said);
    write_row(&w->result.data, c, d, text, buffered(said));
    w->result.data.failed |= crlf->failed || said->failed;
    crlf->len = said->len = 0; /* `merge` hands on what is in the row */
    return true;
}

/* Leaves reports out where they would be too many. */
static void hand_on_report(struct zet_task *task, struct text said, uint64_t passed) {
    struct convert *o = task->state;
    uint64_t most = REPORTS_FREE + REPORTS_A_BYTE * passed;
    if (!said.len)
        return;
    if (o->left_out || o->reported + said.len > most) {
        o->left_out++;
        return;
    }
    zet_task_message(task, said);
    o->reported += said.len;
}

static void hand_on_record(struct zet_task *task, struct text written) {
    struct convert *o = task->state;
    if (!written.len)
        return;
    if (!o->written++ && o->to->heading)
        zet_task_write(task, text_of(o->to->heading));
    o->joined.len = 0;
    if (o->to->join)
        o->to->join(&o->joined, written, o->written);
    zet_task_write(task, o->to->join ? buffered(&o->joined) : written);
}

static bool merge(struct zet_task *task, struct task_result *result, zet_error *error) {
    struct convert *o = task->state;
    struct row_reader rows = {.left = buffered(&result->data)};
    while (row_reader_has_more(&rows) && !o->joined.failed) {
        uint64_t passed = zet_row_read_number(&rows);
        bool barren = zet_row_read_number(&rows) != 0;
        struct text written = zet_row_read_text(&rows);
        o->barren = barren ? o->barren + 1 : 0;
        hand_on_report(task, zet_row_read_text(&rows), passed);
        hand_on_record(task, written);
    }
    if (o->joined.failed)
        zet_error_out_of_memory(error);
    return !o->joined.failed;
}

const struct task_kind zet_task_convert = {
    .name = "convert",
    .about = "converts records from one format to another",
    .options = options,
    .size = sizeof(struct convert),
    .worker_size = sizeof(struct converter),
    .open = open_task,
    .close = close_task,
    .worker_open = worker_open,
    .worker_close = worker_close,
    .next = next,
    .stream_begin = begin_stream,
    .stream_end = end_stream,
    .document = convert_document,
    .merge = merge,
};
