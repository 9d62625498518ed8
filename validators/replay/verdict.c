#include "validators/replay/verdict.h"

struct text zi_verdict_position(const struct verdict *v, char room[CELLS_MAX]) {
    struct setup setup;
    struct writer w = {room, CELLS_MAX, 0};
    v->rules->describe(&v->position, &setup);
    v->rules->notation->write_setup(&w, &v->ruleset.board, &setup);
    return written(&w);
}

const char *zi_verdict_result(const struct verdict *v) {
    const char *word = outcome_word(v->rules, &v->outcome);
    return word ? word : "*";
}
