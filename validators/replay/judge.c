#include "validators/replay/judge.h"

#include <assert.h>
#include <stdlib.h>

#include "validators/reading/decipher.h"
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

bool zi_validate_readable(const struct record *r, const struct verdict *verdict) {
    enum { BYTES_MAX = 64 << 10 };
    const struct field *moves = &r->field[KEY_MOVES];
    return verdict->positioned && moves->state == FIELD_GIVEN && moves->text.len <= BYTES_MAX;
}

bool zi_validate_stopped(const struct record *r, const struct verdict *verdict) {
    bool stopped = false;
    for (size_t i = 0; i < r->findings.count && !stopped; i++) {
        const struct finding *f = &r->findings.at[i];
        stopped = f->part == PART_MOVES &&
                  (f->code == FINDING_SYNTAX || f->code == FINDING_ILLEGAL_MOVE ||
                   f->code == FINDING_MOVE_AFTER_END);
    }
    return stopped && zi_validate_readable(r, verdict);
}

bool zi_validate_decipher(struct validator *v, struct record *r, const struct verdict *verdict,
                          struct text other, uint64_t budget, struct deciphered *out) {
    const struct field *moves = &r->field[KEY_MOVES], *result = &r->field[KEY_RESULT];
    const struct field *how = &r->field[KEY_TERMINATION], *position = &r->field[KEY_POSITION];
    struct setup start;
    size_t fault;
    struct evidence evidence = {.other = other,
                                .items = moves->item_count ? moves->item_end : NULL,
                                .item_count = moves->item_count};
    if (result->state == FIELD_GIVEN)
        evidence.result = result->text;
    evidence.ended_otherwise = how->state == FIELD_GIVEN && !text_is(how->text, "rules");
    if (position->state == FIELD_GIVEN &&
        !verdict->rules->notation->read_setup(position->text, &verdict->ruleset.board, &start,
                                              &fault))
        evidence.start = &start;
    return zi_decipher(&verdict->ruleset, zi_grammars_get(&v->grammars, verdict->rules),
                       moves->text, &evidence, budget, &r->arena, out);
}
