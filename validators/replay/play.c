/* The third stage of a record: its moves and playout are replayed. */
#include "validators/replay/play.h"

/* H14: each of the loser's pieces that is not home needs at least one move. */
static int64_t count_missing(const struct verdict *v, const struct replay *replay) {
    union position position;
    memcpy(&position, &replay->position, v->rules->position_size);
    v->rules->solo(&position, v->outcome.result == RESULT_WIN_0);
    return v->rules->solo_away(&position);
}

/* H13, H14: the loser's solo moves after the game that was read. */
static void play_playout(const struct move_reader *game, struct grammar *grammar,
                         struct proof *out) {
    struct record *r = game->record;
    struct verdict *v = game->verdict;
    struct replay *replay = &game->branches->replay;
    const struct field *f = &r->field[KEY_PLAYOUT];
    const struct rules *rules = v->rules;
    bool won = !out->stopped && rules->solo &&
               (v->outcome.result == RESULT_WIN_0 || v->outcome.result == RESULT_WIN_1);
    if (won && f->state == FIELD_ABSENT)
        out->least = count_missing(v, replay);
    if (f->state != FIELD_GIVEN)
        return;
    if (!out->stopped && !won)
        zi_report_add(r, FINDING_RESULT_MISMATCH, PART_PLAYOUT, zi_record_byte(r, f->key.start),
                      "a playout is allowed only after a win by the rules", NO_TEXT);
    if (won)
        rules->solo(&replay->position, v->outcome.result == RESULT_WIN_0);
    struct move_reader in = {.branches = game->branches,
                             .record = r,
                             .field = f,
                             .verdict = v,
                             .part = PART_PLAYOUT,
                             .playout = true,
                             .observer = game->observer};
    zi_read_moves(&in, grammar, &v->ruleset.board, !won);
    out->faulty = in.stopped;
    if (!won)
        return;
    if (rules->solo_done(&replay->position)) {
        v->points = in.solo_moves;
    } else {
        out->stops_early = true;
        out->least = (int64_t)in.solo_moves + rules->solo_away(&replay->position);
    }
}

/* Reads the moves and sets the proof. `idle`: the moves cannot be played. */
static void play_moves(struct move_reader *in, struct grammar *grammar, bool idle,
                       struct proof *out) {
    struct verdict *v = in->verdict;
    const struct replay *replay = &in->branches->replay;
    bool given = in->field->state == FIELD_GIVEN;
    if (given)
        zi_read_moves(in, grammar, &v->ruleset.board, idle);
    *out = (struct proof){.stopped = in->stopped || idle || !given,
                          .result = in->result,
                          .resigned = in->resigned,
                          .result_offset = in->result_offset};
    v->plies = replay->ply;
    v->outcome = replay->outcome;
    if (v->outcome.reason && !strcmp(v->outcome.reason, REPETITION))
        v->repetition.count = zi_replay_occurrences(replay, v->repetition.ply, REPETITIONS_SHOWN);
    if (v->rules->score && v->outcome.result != RESULT_DRAW && v->outcome.result != RESULT_OPEN)
        v->points = v->rules->score(&replay->position, v->outcome.result);
}

void zi_play(struct branches *b, struct grammar *grammar, const struct observer *observer,
             struct record *r, const struct terms *terms, struct verdict *out,
             struct proof *proof) {
    const struct field *moves = &r->field[KEY_MOVES];
    const char *why = NULL;
    bool failed = false;
    *proof = (struct proof){.stopped = true};
    b->replay.ply = 0;
    b->replay.outcome = (struct outcome){RESULT_OPEN, NULL};
    if (terms->playable)
        why = zi_replay_start(&b->replay, &out->ruleset, terms->start, moves->text.len / 2 + 1,
                              &failed);
    if (why)
        zi_report_field(r, FINDING_BAD_POSITION, &r->field[KEY_POSITION], why, NO_TEXT);
    out->positioned = terms->playable && !why && !failed;
    r->out_of_memory |= failed;
    struct move_reader in = {.branches = b,
                             .record = r,
                             .field = moves,
                             .verdict = out,
                             .part = PART_MOVES,
                             .start = terms->start,
                             .observer = observer};
    play_moves(&in, grammar, !out->positioned, proof);
    play_playout(&in, grammar, proof);
    memcpy(&out->position, &b->replay.position, out->rules->position_size);
}
