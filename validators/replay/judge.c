#include "validators/replay/judge.h"

bool zi_judge_open(struct judge *j, const struct observer *observer) {
    zi_record_open(&j->record);
    j->validator = zi_validator_new();
    if (j->validator)
        zi_validator_observe(j->validator, observer);
    return j->validator != NULL;
}

void zi_judge_close(struct judge *j) {
    zi_record_close(&j->record);
    zi_validator_free(j->validator);
    j->validator = NULL;
}

bool zi_judge_read(struct judge *j, const struct document *document) {
    if (!zi_record_read(&j->record, document))
        return false;
    zi_validate(j->validator, &j->record, &j->verdict);
    return true;
}

void zi_judge_empty(struct judge *j) {
    const struct document nothing = {.text = {"", 0}, .line = 1};
    zi_judge_read(j, &nothing);
}
