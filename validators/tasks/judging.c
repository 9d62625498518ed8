#include "validators/tasks/judging.h"

#include "validators/report/report.h"
#include "validators/tasks/rewrite.h"

void zet_judging_default(struct judge *j, struct task_worker *w) {
    if (j->validator)
        zet_validator_default(j->validator, &w->task->defaults);
}

bool zet_judging_open(struct judge *j, struct task_worker *w, const struct observer *observer) {
    bool opened = zet_judge_open(j, observer);
    zet_judging_default(j, w);
    return opened;
}

enum judged zet_judging_next(struct judging *j, struct task_worker *w,
                             const struct task_document *d) {
    struct judge *judge = &j->judge;
    bool is_record = true;
    if (d->document)
        is_record = zet_judge_read(judge, d->document);
    else
        zet_judge_empty(judge);
    if (judge->record.out_of_memory)
        return JUDGED_FAILED;
    if (!is_record)
        return JUDGED_REST;
    zet_record_finalize(&judge->record, false);
    zet_facts(&j->facts, &judge->record, &judge->verdict);
    w->result.records++;
    return judge->record.out_of_memory ? JUDGED_FAILED : JUDGED_RECORD;
}

void zet_judging_report(const struct judging *j, const struct task_document *d, const char *fate,
                        struct buffer *out) {
    const struct report report = {.file = d->file,
                                  .number = d->number,
                                  .record = &j->judge.record,
                                  .verdict = &j->judge.verdict};
    zet_report_invalid(out, &report, fate);
}

bool zet_judging_is_record(const struct record *r, struct task_worker *w,
                           const struct task_document *d) {
    const struct defaults *defaults = w->task->defaults;
    if (r->broken || r->field[KEY_GAME].state != FIELD_ABSENT || (defaults && defaults->game.len))
        return true;
    struct place place = {.line = r->start_line, .column = 1};
    zet_rewrite_place(&w->result.messages, d->file, &place);
    buffer_string(&w->result.messages, "not a record: the key `game` is missing; left as it is\n");
    w->result.records++;
    return false;
}
