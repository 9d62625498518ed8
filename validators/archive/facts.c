#include "validators/archive/facts.h"

struct text zet_facts_value(const struct record *r, enum key key) {
    const struct field *f = &r->field[key];
    return f->state == FIELD_GIVEN ? f->text : (struct text){"", 0};
}

struct text zet_facts_player(const struct record *r, const char *side) {
    for (size_t i = 0; i < r->players.count; i++)
        if (text_is(r->players.at[i].name, side))
            return r->players.at[i].value.text;
    return NO_TEXT;
}

/* `2009-04-30`; `2009-??-??` has its year too. */
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

void zet_facts(struct facts *f, const struct record *r, const struct verdict *v) {
    *f = (struct facts){.rules = v->rules,
                        .ruleset = &v->ruleset,
                        .valid = !r->findings.has_error,
                        .event = zet_facts_value(r, KEY_EVENT),
                        .site = zet_facts_value(r, KEY_SITE),
                        .date = zet_facts_value(r, KEY_DATE),
                        .round = zet_facts_value(r, KEY_ROUND),
                        .table = zet_facts_value(r, KEY_TABLE),
                        .termination = zet_facts_value(r, KEY_TERMINATION),
                        .plies = v->plies,
                        .points = v->points};
    f->year = year_of(f->date);
    if (!f->rules)
        return;
    if (f->rules->variants)
        f->variant = f->rules->variants[v->ruleset.variant];
    for (unsigned side = 0; side < 2; side++)
        f->players[side] = zet_facts_player(r, f->rules->sides[side]);
    f->by_rules = v->outcome.result != RESULT_OPEN;
    f->result =
        f->by_rules ? v->outcome.result : result_said(f->rules, zet_facts_value(r, KEY_RESULT));
    if (f->by_rules) {
        f->termination = TEXT("rules");
        f->reason = text_of(v->outcome.reason);
    }
}

struct text zet_facts_ending(const struct facts *f) {
    if (f->reason.len)
        return f->reason;
    return f->termination.len ? f->termination : TEXT("unknown");
}
