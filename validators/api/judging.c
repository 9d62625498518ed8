#include "validators/api/judging.h"

#include "formats/sheet.h"
#include "validators/api/rewrite.h"

static void go_by_settings(struct judge *j, struct task_worker *w) {
    if (j->validator)
        zi_validator_default(j->validator, &w->task->defaults);
}

bool zi_judging_open(struct judge *j, struct task_worker *w, const struct observer *observer) {
    bool opened = zi_judge_open(j, observer);
    go_by_settings(j, w);
    return opened;
}

enum judged zi_judging_next(struct judging *j, struct task_worker *w,
                            const struct task_document *d) {
    struct judge *judge = &j->judge;
    bool is_record = true;
    if (d->document)
        is_record = zi_judge_read(judge, d->document);
    else
        zi_judge_empty(judge);
    if (judge->record.out_of_memory)
        return JUDGED_FAILED;
    if (!is_record)
        return zi_task_count_other(&w->result, &judge->record), JUDGED_REST;
    zi_record_finalize(&judge->record, false);
    zi_facts(&j->facts, &judge->record, &judge->verdict);
    w->result.records++;
    return judge->record.out_of_memory ? JUDGED_FAILED : JUDGED_RECORD;
}

void zi_judging_report(const struct judging *j, const struct task_document *d, const char *fate,
                       struct buffer *out) {
    const struct report report = report_of(d, &j->judge.record, &j->judge.verdict);
    zi_report_invalid(out, &report, fate);
}

bool zi_judging_is_record(const struct record *r, struct task_worker *w,
                          const struct task_document *d) {
    const struct defaults *defaults = w->task->defaults;
    if ((r->broken && !r->foreign) || r->field[KEY_GAME].state != FIELD_ABSENT ||
        (defaults && defaults->game.len))
        return true;
    if (r->foreign)
        return false;
    zi_rewrite_place(&w->result.messages, d->file, r->start_line, 1);
    buffer_string(&w->result.messages, "not a record: the key `game` is missing; left as it is\n");
    w->result.records++;
    return false;
}

/* Implements reread of struct repairer. */
static bool reread(void *sheets, const struct document *d, struct text *out, bool *out_of_memory) {
    struct rereading *x = sheets;
    struct converter *c = &x->converter;
    const struct format_options whole = {.whole = true, .defaults = x->defaults};
    struct document sheet = *d;
    bool opened = c->to || zi_converter_open(c, &zi_format_zet, &whole);
    x->text.len = 0;
    buffer_text(&x->text, d->text); /* a copy, because reading makes a sheet plain */
    sheet.text = buffered(&x->text);
    opened &= !x->text.failed;
    zi_sheet_take(&sheet);
    bool read = opened && zi_converter_read(c, &zi_format_text, &sheet);
    for (size_t i = 0; read && i < c->record.findings.count; i++)
        read &= c->record.findings.at[i].code != FINDING_AMBIGUOUS &&
                (c->record.findings.at[i].severity != SEVERITY_ERROR ||
                 c->record.findings.at[i].part != PART_HEADER);
    read = read && zi_converter_write(c);
    *out_of_memory |= !opened || zi_converter_failed(c);
    *out = buffered(&c->out);
    return read && !*out_of_memory;
}

bool zi_rereading_open(struct rereading *x, struct repairer *p, struct task_worker *w) {
    bool opened = zi_repairer_open(p);
    go_by_settings(&p->judge, w);
    x->defaults = &w->task->defaults;
    p->reread = reread;
    p->sheets = x;
    return opened;
}

void zi_rereading_close(struct rereading *x, struct repairer *p) {
    zi_repairer_close(p);
    if (x->converter.to)
        zi_converter_close(&x->converter);
    zi_buffer_free(&x->text);
}

bool zi_naming_attach(struct naming *n, struct zet_task *task, const char *what, struct text name,
                      struct text text) {
    if (strcmp(what, "names"))
        return task_refuse(task, task->kind->name, " takes no ", what);
    if (n->given)
        return task_refuse(task, "names: at most one names file is allowed");
    n->given = zi_names_file_read(&n->file, name, text, &task->error);
    if (!n->given)
        zi_names_file_free(&n->file);
    return n->given;
}
