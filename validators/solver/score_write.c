#include "validators/solver/score_write.h"

#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/value.h"

bool zi_score_writer_open(struct score_writer *w) { return zi_judge_open(&w->judge, NULL); }

void zi_score_writer_close(struct score_writer *w) {
    zi_judge_close(&w->judge);
    zi_changes_free(&w->changes);
    zi_buffer_free(&w->text);
}

/* Appends the moves found after those of the playout. */
static void add_moves(struct changes *c, const struct score *score) {
    const struct field *f = &c->record->field[KEY_PLAYOUT];
    struct change_move *moves = zi_list_zeroed(score->found, sizeof *moves);
    struct text left = score->playout, number;
    size_t from = f->text.len;
    c->failed |= !moves;
    for (uint32_t i = 0; moves && left.len; i++) {
        struct text move = zi_score_next_move(&left, &number);
        if (i >= score->played)
            moves[i - score->played] = (struct change_move){move, i + 1, false};
    }
    while (from && is_space(f->text.at[from - 1]))
        from--;
    if (moves)
        zi_change_moves(c, KEY_PLAYOUT, from, moves, score->found);
    free(moves);
}

/* Plans the changes. Claimed points stay unless they are proved wrong: the loser need not have
   taken the shortest way. */
static const char *plan(struct score_writer *w, struct record *r, const struct score *s) {
    const struct key_path path = zi_key_path(TEXT("points"));
    const struct field *points = &r->field[KEY_POINTS];
    bool searched = s->kind == SCORE_BRACKET, given = points->state == FIELD_GIVEN;
    int64_t claim = given ? (int64_t)text_number(points->text, UINT32_MAX) : -1;
    char number[sizeof "18446744073709551615"];
    struct writer to = {number, sizeof number, 0};
    if (searched && given && claim > s->points)
        return "the record claims more points than the shortest playout gives, and they may have "
               "been played";
    if (searched)
        add_moves(&w->changes, s);
    if (claim == s->points)
        return NULL;
    w->replaced = claim;
    write_number(&to, (unsigned long long)s->points);
    zi_change_set(&w->changes, &path, written(&to));
    return NULL;
}

/* Whether the changed record is valid and proves its points. */
static bool is_proved(struct score_writer *w, const struct document *d, int64_t points) {
    struct record *r = &w->judge.record;
    struct document document = {.text = buffered(&w->text), .line = d->line, .offset = d->offset};
    zi_judge_read(&w->judge, &document);
    w->changes.failed |= r->out_of_memory;
    return !r->findings.has_error && w->judge.verdict.points == points &&
           r->field[KEY_POINTS].state == FIELD_GIVEN && zi_changes_keep(&w->changes, r);
}

/* Makes the changes in memory and judges the result. */
static const char *prove(struct score_writer *w, const struct document *d, int64_t points) {
    enum { MARK_AND_LINE_END = 5 };
    static const char why[] = "the form of this record does not allow an insertion";
    struct changes *c = &w->changes;
    w->text.len = 0;
    zi_edits_apply(&c->edits, c->record->text, &w->text);
    c->failed |= w->text.failed;
    if (c->failed)
        return NULL;
    if (w->text.len > RECORD_BYTES_MAX - MARK_AND_LINE_END)
        return "the record would be longer than 1 MiB";
    return is_proved(w, d, points) ? NULL : why;
}

const char *zi_score_write(struct score_writer *w, struct record *r, const struct document *d,
                           const struct score *score) {
    zi_changes_free(&w->changes);
    w->changes = (struct changes){.record = r, .new_lines = true};
    w->replaced = -1;
    if (score->points < 0)
        return NULL;
    const char *why = plan(w, r, score);
    if (!why)
        why = w->changes.why;
    if (!why && w->changes.edits.count)
        why = prove(w, d, score->points);
    r->out_of_memory |= w->changes.failed;
    if (why)
        zi_changes_free(&w->changes);
    return why;
}
