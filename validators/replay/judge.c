#include "validators/replay/judge.h"

#include <assert.h>
#include <stdlib.h>

#include "validators/replay/grammars.h"
#include "validators/replay/play.h"

struct validator {
    struct grammars grammars;
    struct branches branches;
    const struct observer *observer;
    const struct defaults *const *defaults; /* or NULL */
    struct opening opening;
    struct ruleset ruleset; /* the last rules chosen, without options; zeroed: none */
};

struct validator *zi_validator_new(void) {
    assert(zi_game_count <= GAMES_MAX);
    struct validator *v = calloc(1, sizeof *v);
    if (v)
        v->branches.replay.opening = &v->opening;
    return v;
}

void zi_validator_free(struct validator *v) {
    if (!v)
        return;
    zi_grammars_close(&v->grammars);
    zi_replay_close(&v->branches.replay);
    free(v);
}

void zi_validator_observe(struct validator *v, const struct observer *observer) {
    v->observer = observer;
}

void zi_validator_default(struct validator *v, const struct defaults *const *defaults) {
    v->defaults = defaults;
}

void zi_validate(struct validator *v, struct record *r, struct verdict *out) {
    struct terms terms;
    struct proof proof;
    out->rules = NULL;
    out->positioned = out->has_fault = false;
    out->plies = 0;
    out->outcome = (struct outcome){RESULT_OPEN, NULL};
    out->points = -1;
    out->repetition.count = 0;
    if (r->broken)
        return;
    zi_choose(r, v->defaults ? *v->defaults : NULL, &v->ruleset, out, &terms);
    if (!terms.known)
        return;
    zi_play(&v->branches, zi_grammars_get(&v->grammars, out->rules), v->observer, r, &terms, out,
            &proof);
    zi_verdict_compare(r, out, &proof);
}

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

bool zi_validator_has_game(const struct validator *v) {
    return v->defaults && *v->defaults && (*v->defaults)->game.len;
}

bool zi_judge_read(struct judge *j, const struct document *document) {
    if (!zi_record_read(&j->record, document) ||
        record_is_foreign(&j->record, zi_validator_has_game(j->validator)))
        return false;
    zi_validate(j->validator, &j->record, &j->verdict);
    return true;
}

void zi_judge_empty(struct judge *j) {
    const struct document nothing = {.text = {"", 0}, .line = 1};
    zi_record_begin(&j->record, &nothing);
    zi_record_stop(&j->record, FINDING_YAML, 0, "there is no record here", NO_TEXT);
    zi_validate(j->validator, &j->record, &j->verdict);
}
