#include "validators/api/judging.h"

#include "validators/api/rewrite.h"

void zi_judging_default(struct judge *j, struct task_worker *w) {
    if (j->validator)
        zi_validator_default(j->validator, &w->task->defaults);
}

bool zi_judging_open(struct judge *j, struct task_worker *w, const struct observer *observer) {
    bool opened = zi_judge_open(j, observer);
    zi_judging_default(j, w);
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
