#include "validators/replay/judge.h"

bool zet_judge_open(struct judge *j, const struct observer *observer) {
    zet_record_open(&j->record);
    j->validator = zet_validator_new();
    if (j->validator)
        zet_validator_observe(j->validator, observer);
    return j->validator != NULL;
}

void zet_judge_close(struct judge *j) {
    zet_record_close(&j->record);
    zet_validator_free(j->validator);
    j->validator = NULL;
}

bool zet_judge_read(struct judge *j, const struct document *document) {
    if (!zet_record_read(&j->record, document))
        return false;
    zet_validate(j->validator, &j->record, &j->verdict);
    return true;
}

void zet_judge_empty(struct judge *j) {
    const struct document nothing = {.text = {"", 0}, .line = 1};
    zet_judge_read(j, &nothing);
}
