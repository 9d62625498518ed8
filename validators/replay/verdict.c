#include "validators/replay/verdict.h"

struct text zet_verdict_position(const struct verdict *v, char room[CELLS_MAX]) {
    struct setup setup;
    struct writer w = {room, CELLS_MAX, 0};
    v->rules->describe(&v->position, &setup);
    v->rules->notation->write_setup(&w, &v->ruleset.board, &setup);
    return written(&w);
}

const char *zet_verdict_result(const struct verdict *v) {
    switch (v->outcome.result) {
    case RESULT_WIN_0: return v->rules->sides[0];
    case RESULT_WIN_1: return v->rules->sides[1];
    case RESULT_DRAW: return "draw";
    case RESULT_OPEN: break;
    }
    return "*";
}
