#include "validators/replay/judge.h"

#include "validators/games/ruleset.h"
#include "validators/replay/replay.h"

struct text zi_facts_value(const struct record *r, enum key key) {
    const struct field *f = &r->field[key];
    return f->state == FIELD_GIVEN ? f->text : (struct text){"", 0};
}

struct text zi_facts_player(const struct record *r, const char *side) {
    for (size_t i = 0; i < r->players.count; i++)
        if (text_is(r->players.at[i].name, side))
            return r->players.at[i].value.text;
    return NO_TEXT;
}

struct text zi_facts_player_key(const struct record *r, const char *side, const char *key) {
    const struct node *players = r->root ? zi_node_get(r->root, "players") : NULL;
    const struct node *value = zi_node_get(zi_node_get(players, side), key);
    bool given = value && value->kind == NODE_SCALAR && !node_is_null(value);
    return given ? value->text : (struct text){"", 0};
}

/* `2009-04-30`; `2009-??-??` also has a year. */
static unsigned year_of(struct text date) {
    struct text year = {date.at, 4};
    return date.len >= 4 && text_is_number(year) ? text_number(year, 9999) : 0;
}

static enum result result_said(const struct rules *rules, struct text said) {
    if (text_is(said, "draw"))
        return RESULT_DRAW;
    for (unsigned side = 0; side < 2; side++)
        if (text_is(said, rules->sides[side]))
            return result_win(side);
    return RESULT_OPEN;
}

void zi_facts(struct facts *f, const struct record *r, const struct verdict *v) {
    *f = (struct facts){.rules = v->rules,
                        .ruleset = &v->ruleset,
                        .valid = !r->findings.has_error,
                        .event = zi_facts_value(r, KEY_EVENT),
                        .site = zi_facts_value(r, KEY_SITE),
                        .date = zi_facts_value(r, KEY_DATE),
                        .round = zi_facts_value(r, KEY_ROUND),
                        .table = zi_facts_value(r, KEY_TABLE),
                        .termination = zi_facts_value(r, KEY_TERMINATION),
                        .plies = v->plies,
                        .points = v->points};
    f->year = year_of(f->date);
    if (!f->rules)
        return;
    if (f->rules->variants)
        f->variant = f->rules->variants[v->ruleset.variant];
    for (unsigned side = 0; side < 2; side++) {
        f->players[side] = zi_facts_player(r, f->rules->sides[side]);
        f->ids[side] = zi_facts_player_key(r, f->rules->sides[side], "id");
    }
    f->by_rules = v->outcome.result != RESULT_OPEN;
    f->result =
        f->by_rules ? v->outcome.result : result_said(f->rules, zi_facts_value(r, KEY_RESULT));
    if (f->by_rules) {
        f->termination = TEXT("rules");
        f->reason = text_of(v->outcome.reason);
    }
}

struct text zi_facts_ending(const struct facts *f) {
    if (f->reason.len)
        return f->reason;
    return f->termination.len ? f->termination : TEXT("unknown");
}

enum { FACT_VALID = 1, FACT_BY_RULES = 2 };

void zi_facts_write(struct buffer *row, const struct facts *f) {
    const struct text texts[] = {f->players[0], f->players[1],  f->ids[0], f->ids[1],
                                 f->event,      f->site,        f->date,   f->round,
                                 f->table,      f->termination, f->reason};
    zi_row_text(row, f->rules ? text_of(f->rules->name) : NO_TEXT);
    zi_row_text(row, f->variant ? text_of(f->variant) : NO_TEXT);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        zi_row_text(row, texts[i]);
    zi_row_number(row, (f->valid ? FACT_VALID : 0) | (f->by_rules ? FACT_BY_RULES : 0));
    zi_row_number(row, f->result);
    zi_row_number(row, f->plies);
    zi_row_number(row, (uint64_t)(f->points + 1));
    zi_row_number(row, f->rules ? zi_ruleset_first(f->ruleset) : 0);
}

void zi_facts_read(struct row_reader *row, struct facts *f) {
    *f = (struct facts){.rules = zi_game_find(zi_row_read_text(row))};
    struct text variant = zi_row_read_text(row);
    struct text *const texts[] = {&f->players[0], &f->players[1],  &f->ids[0], &f->ids[1],
                                  &f->event,      &f->site,        &f->date,   &f->round,
                                  &f->table,      &f->termination, &f->reason};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = zi_row_read_text(row);
    uint64_t flags = zi_row_read_number(row);
    f->valid = flags & FACT_VALID;
    f->by_rules = flags & FACT_BY_RULES;
    f->result = (enum result)zi_row_read_number(row);
    f->plies = (uint32_t)zi_row_read_number(row);
    f->points = (int64_t)zi_row_read_number(row) - 1;
    f->first = (unsigned)zi_row_read_number(row);
    f->year = year_of(f->date);
    int index = f->rules ? zi_variant_find(f->rules, variant) : -1;
    if (index >= 0)
        f->variant = f->rules->variants[index];
}
