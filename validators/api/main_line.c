#include "validators/api/main_line.h"

#include <stdlib.h>

#include "notation/base/list.h"
#include "validators/api/records.h"
#include "validators/games/key.h"
#include "validators/replay/move_reader.h"
#include "validators/replay/settings.h"

uint64_t zi_main_line_rules_key(const struct ruleset *rs) {
    char text[RULES_TEXT_MAX];
    zi_ruleset_text(rs, text);
    return zi_ruleset_key(text);
}

void zi_main_line_begin(struct main_line *l) {
    l->begun = l->has_levels = false;
    l->level = l->first = 0;
    l->count = l->text.len = 0;
    memset(l->amount, 0, sizeof l->amount);
}

void zi_main_line_free(struct main_line *l) {
    free(l->step);
    zi_buffer_free(&l->text);
}

/* Steps. */

static void add_step(struct main_line *l, const struct verdict *v, const void *position) {
    if (!zi_list_reserve(&l->step, &l->cap, l->count + 1, sizeof *l->step)) {
        l->failed = true;
        return;
    }
    uint64_t key = l->rules_key ^ v->rules->key(position);
    if (!l->count)
        l->line_key = key;
    l->step[l->count++] = (struct step){key, l->line_key, (uint32_t)l->text.len, 0};
}

/* The start position. */
static void begin_line(struct main_line *l, const struct record *r, const struct verdict *v) {
    union position start;
    if (l->begun || !l->steps)
        return;
    l->begun = true;
    l->rules_key = zi_main_line_rules_key(&v->ruleset);
    zi_turns_first(&start, v, r);
    add_step(l, v, &start);
}

/* Adds the move's text after the stones given before it. */
static void add_text(struct main_line *l, const struct move_reader *in,
                     const struct move *canonical, bool as_written) {
    size_t from = l->steps && l->count ? l->step[l->count - 1].at : 0;
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    if (!l->steps && in->turn > 1)
        return;
    if (l->text.len > from)
        buffer_char(&l->text, ' ');
    if (!as_written)
        in->verdict->rules->notation->write(&w, canonical);
    buffer_text(&l->text, as_written ? in->text.token : written(&w));
    if (in->turn == 1)
        l->first = (uint32_t)l->text.len;
}

static void take_step(struct main_line *l, const struct move_reader *in,
                      const struct move *canonical) {
    uint64_t word[MOVE_CHOICE_WORDS_MAX];
    if (!l->steps || !l->count)
        return;
    for (size_t k = 0, count = zi_move_choice(canonical, word); k < count; k++)
        l->line_key = key_mix(l->line_key ^ word[k]);
    if (!move_is_turn(canonical))
        return;
    struct step *from = &l->step[l->count - 1];
    from->length = (uint32_t)l->text.len - from->at;
    add_step(l, in->verdict, &in->branches->replay.position);
}

/* Measures. */

static void measure(struct main_line *l, const struct move_reader *in, const struct move *canonical,
                    const struct effect *effect) {
    const struct measure *const *measures = in->verdict->rules->measures;
    for (size_t i = 0; measures && measures[i]; i++) {
        zet_amount *a = &l->amount[i];
        uint32_t amount;
        if (!measures[i]->count(canonical, effect, &amount))
            continue;
        a->moves++;
        a->sum += amount;
        if (amount > a->most) {
            a->most = amount;
            a->ply = in->turn;
        }
    }
}

static void raise_level(struct main_line *l, cell c) {
    if (l->level <= cell_level(c))
        l->level = cell_level(c) + 1;
}

/* Observing. */

static void take_move(struct main_line *l, const struct move_reader *in,
                      const struct move *canonical, const struct effect *effect, bool as_written) {
    begin_line(l, in->record, in->verdict);
    add_text(l, in, canonical, as_written);
    take_step(l, in, canonical);
    if (!l->measures)
        return;
    measure(l, in, canonical, effect);
    if (in->verdict->ruleset.board.levels > 1 && canonical->count)
        raise_level(l, move_to(canonical));
}

void zi_main_line_see_move(struct main_line *l, const struct move_reader *in,
                           const struct move *canonical, const struct effect *effect) {
    take_move(l, in, canonical, effect, true);
}

void zi_main_line_see(struct main_line *l, const struct move_reader *in, enum token token) {
    if (token == TOKEN_MOVE && in->played && !in->depth && !in->playout)
        take_move(l, in, &in->canonical, &in->effect, in->as_written);
}

void zi_main_line_end(struct main_line *l, const struct record *r, const struct verdict *v) {
    const struct field *position = &r->field[KEY_POSITION];
    struct setup setup;
    size_t fault;
    if (v->positioned)
        begin_line(l, r, v);
    l->failed |= l->text.failed;
    l->has_levels = v->rules && v->ruleset.board.levels > 1;
    if (!l->has_levels || position->state != FIELD_GIVEN ||
        v->rules->notation->read_setup(position->text, &v->ruleset.board, &setup, &fault))
        return;
    for (unsigned c = 0; c < CELLS_MAX; c++) /* stones may be on high levels from the start */
        if (setup.at[c])
            raise_level(l, (cell)c);
}
