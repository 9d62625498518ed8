#include "validators/replay/move_reader.h"

#include <stddef.h>
#include <stdlib.h>

#include "notation/base/list.h"

void zi_turns_free(struct turns *t) {
    free(t->at);
    free(t->item);
    free(t->marked);
    zi_arena_free(&t->arena);
    *t = (struct turns){0};
}

static const struct turn_result no_result;

static struct turn *add_turn(struct turns *t) {
    t->failed |= !zi_list_reserve(&t->at, &t->cap, t->count + 1, sizeof *t->at);
    if (t->failed)
        return NULL;
    struct turn *at = &t->at[t->count++];
    memset(at, 0, sizeof *at);
    at->result = &no_result;
    return at;
}

void zi_turns_begin(struct turns *t) {
    zi_arena_reset(&t->arena);
    memset(t->line, 0, sizeof t->line);
    t->count = t->item_count = t->marked_count = 0;
    t->last = t->playout_last = 0;
    t->result = NULL;
    t->failed = false;
    add_turn(t); /* the start */
}

static struct turn_item *add_item(struct turns *t) {
    t->failed |= !zi_list_reserve(&t->item, &t->item_cap, t->item_count + 1, sizeof *t->item);
    return t->failed ? NULL : &t->item[t->item_count++];
}

/* A copy of the used part of a move. */
static const struct move *keep_move(struct turns *t, const struct move *m) {
    struct move *kept = zi_arena_alloc(&t->arena, move_size(m));
    if (kept)
        move_copy(kept, m);
    else
        t->failed = true;
    return kept;
}

static bool same_result(const struct turn_result *kept, const struct outcome *outcome,
                        const struct effect *effect) {
    return kept->outcome.result == outcome->result && kept->outcome.reason == outcome->reason &&
           kept->effect.loot == effect->loot && kept->effect.stages == effect->stages &&
           !kept->effect.falls && !effect->falls;
}

static const struct turn_result *keep_result(struct turns *t, const struct move_reader *in) {
    const struct effect *effect = &in->effect;
    const struct outcome outcome = in->playout ? no_result.outcome : in->branches->replay.outcome;
    if (same_result(t->result ? t->result : &no_result, &outcome, effect))
        return t->result ? t->result : &no_result;
    size_t falls = effect->falls * sizeof *effect->fall;
    struct turn_result *kept =
        zi_arena_alloc(&t->arena, offsetof(struct turn_result, effect.fall) + falls);
    if (!kept) {
        t->failed = true;
        return &no_result;
    }
    kept->outcome = outcome;
    memcpy(&kept->effect, effect, offsetof(struct effect, fall) + falls);
    return t->result = kept;
}

static bool is_gift(const struct turn *turn) { return turn->move && !move_is_turn(turn->move); }

static void accept_move(struct turns *t, const struct move_reader *in) {
    uint32_t index = (uint32_t)t->count, *line = t->line[in->depth];
    struct turn *turn = add_turn(t);
    if (!turn)
        return;
    turn->before = line[0];
    turn->ply = in->turn;
    turn->number = move_reader_number(in, &turn->dots);
    turn->depth = (uint8_t)in->depth;
    turn->part = (uint8_t)(in->depth ? PART_VARIATION : in->part);
    turn->playout = in->playout;
    turn->at = in->text.token.at;
    turn->length = (uint32_t)in->text.token.len;
    turn->glyphs_length = (uint32_t)in->text.glyphs.len;
    turn->glyphs_from = turn->glyphs_length ? (uint32_t)(in->text.glyphs.at - turn->at) : 0;
    turn->offset = t->item[t->item_count - 1].offset;
    if (!in->played)
        return;
    turn->move = keep_move(t, &in->canonical);
    turn->played = turn->move != NULL;
    turn->result = keep_result(t, in);
    turn->side = in->side;
    if (!is_gift(&t->at[line[0]]))
        line[1] = line[0];
    line[0] = index;
    if (in->depth == 0 && !is_gift(&t->at[index]))
        *(in->playout ? &t->playout_last : &t->last) = index;
}

static int by_turn(const void *a, const void *b) {
    const struct turn_marks *x = a, *y = b;
    return x->turn != y->turn ? (x->turn > y->turn) - (x->turn < y->turn)
                              : (x->item > y->item) - (x->item < y->item);
}

/* Keeps a comment with marks, which apply to the position after the last turn played. */
static void accept_comment(struct turns *t, const struct move_reader *in) {
    struct text rest = in->text.token;
    struct comment_mark mark;
    if (in->too_deep || !zi_comment_mark_next(&rest, &mark))
        return;
    t->failed |=
        !zi_list_reserve(&t->marked, &t->marked_cap, t->marked_count + 1, sizeof *t->marked);
    if (!t->failed)
        t->marked[t->marked_count++] =
            (struct turn_marks){t->line[in->depth][0], (uint32_t)t->item_count - 1};
}

void zi_turns_add_marks(const struct turns *t, uint32_t turn, const struct board *board,
                        struct marks *marks) {
    size_t low = 0, high = t->marked_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (t->marked[middle].turn < turn)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < t->marked_count && t->marked[low].turn == turn; low++)
        zi_marks_add_comment(marks, turn_item_text(&t->item[t->marked[low].item]), board);
}

void zi_turns_see(void *context, const struct move_reader *in, enum token token) {
    struct turns *t = context;
    if (token == TOKEN_END && t->marked_count)
        qsort(t->marked, t->marked_count, sizeof *t->marked, by_turn);
    if (t->failed || token == TOKEN_END || token == TOKEN_NUMBER || token == TOKEN_RESULT)
        return;
    if (token == TOKEN_OPEN && !in->too_deep)
        t->line[in->depth][0] = t->line[in->depth][1] = t->line[in->depth - 1][1];
    struct turn_item *item = add_item(t);
    if (!item)
        return;
    item->token = (uint8_t)token;
    item->playout = in->playout;
    item->turn = (uint32_t)t->count;
    item->at = in->text.token.at;
    item->length = (uint32_t)in->text.token.len;
    item->offset = (uint32_t)zi_field_offset(in->record, in->field,
                                             (size_t)(in->text.token.at - in->text.text.at));
    if (token == TOKEN_MOVE)
        accept_move(t, in);
    else if (token == TOKEN_COMMENT)
        accept_comment(t, in);
}

void zi_turns_first(union position *out, const struct verdict *verdict, const struct record *r) {
    const struct field *f = &r->field[KEY_POSITION];
    const struct rules *rules = verdict->rules;
    struct setup setup;
    size_t fault;
    bool given = f->state == FIELD_GIVEN;
    if (given)
        rules->notation->read_setup(f->text, &verdict->ruleset.board, &setup, &fault);
    rules->start(out, &verdict->ruleset, given ? &setup : NULL);
}

void zi_turns_start(struct turns_walk *w, const struct turns *t, const struct verdict *verdict,
                    const struct record *r) {
    w->turns = t;
    w->verdict = verdict;
    w->turn = w->at[0] = 0;
    for (unsigned depth = 1; depth <= VARIATION_DEPTH_MAX; depth++)
        w->at[depth] = UINT32_MAX; /* no line of play yet */
    zi_turns_first(&w->line[0][0], verdict, r);
    w->before = w->after = &w->line[0][0];
}

/* Begins the turn's variation, whose first position is from another line. */
static void enter_variation(struct turns_walk *w, const struct turn *turn) {
    unsigned depth = turn->depth;
    memcpy(&w->line[depth][0], &w->line[depth - 1][1], w->verdict->rules->position_size);
    w->at[depth] = turn->before;
}

bool zi_turns_next(struct turns_walk *w, bool main_line) {
    const struct turns *t = w->turns;
    const struct rules *rules = w->verdict->rules;
    const struct turn *turn;
    uint32_t i = w->turn;
    do
        if (++i >= t->count)
            return false;
    while (turn = &t->at[i], !turn->played || (main_line && turn->part != PART_MOVES));
    union position *line = w->line[turn->depth];
    if (turn->depth && w->at[turn->depth] != turn->before)
        enter_variation(w, turn);
    if (turn->part == PART_PLAYOUT && turn->before == t->last)
        rules->solo(&line[0], w->verdict->outcome.result == RESULT_WIN_0);
    if (!is_gift(&t->at[turn->before]))
        memcpy(&line[1], &line[0], rules->position_size);
    struct effect effect = {0};
    rules->play(&line[0], turn->move, &effect);
    w->at[turn->depth] = w->turn = i;
    w->before = &line[1];
    w->after = &line[0];
    return true;
}
