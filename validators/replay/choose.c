/* The second stage of a record: its header determines its game, variant, options and start
   position. */
#include "validators/replay/choose.h"

#include "validators/replay/endings.h"

/* Using a default is not an error, but must be visible. */
static void find_default(struct record *r, const char *sentence, struct text value) {
    zi_report_add(r, FINDING_STYLE, PART_HEADER, r->start_offset, sentence, value);
}

static const struct rules *check_game(struct record *r, const struct defaults *defaults) {
    struct field *f = &r->field[KEY_GAME];
    if (f->state == FIELD_ABSENT && defaults && defaults->game.len) {
        find_default(r, "the key `game` is missing; the default in zet.yaml applies",
                     zi_record_keep(r, defaults->game));
        return zi_game_find(defaults->game);
    }
    if (f->state == FIELD_ABSENT)
        zi_report_add(r, FINDING_MISSING_KEY, PART_HEADER, r->start_offset,
                      "the key `game` is missing", NO_TEXT);
    if (f->state != FIELD_GIVEN)
        return NULL;
    const struct rules *rules = zi_game_find(f->text);
    if (!rules) {
        const char *names[GAMES_MAX + 1] = {NULL};
        for (size_t i = 0; i < zi_game_count; i++)
            names[i] = zi_games[i]->name;
        if (zi_record_take_word(r, f, names))
            return zi_game_find(f->text);
        zi_report_field(r, FINDING_BAD_VALUE, f, "zet does not know this game",
                        zi_record_choices(r, f->text, names, "known are "));
    }
    return rules;
}

int zi_default_variant(const struct rules *rules, const struct defaults *defaults) {
    if (!defaults || !defaults->variant.len || !rules->variants ||
        (defaults->game.len && !text_is(defaults->game, rules->name)))
        return -1;
    return zi_variant_find(rules, defaults->variant);
}

/* Returns false if the variant is unknown. */
static bool check_variant(struct record *r, const struct rules *rules,
                          const struct defaults *defaults, unsigned *variant) {
    struct field *f = &r->field[KEY_VARIANT];
    int by_default = f->state == FIELD_ABSENT ? zi_default_variant(rules, defaults) : -1;
    *variant = 0;
    if (by_default >= 0) {
        find_default(r, "the key `variant` is missing; the default in zet.yaml applies",
                     zi_record_keep(r, defaults->variant));
        *variant = (unsigned)by_default;
        return true;
    }
    if (f->state == FIELD_ABSENT && rules->variant_required)
        zi_report_add(r, FINDING_MISSING_KEY, PART_HEADER, r->start_offset,
                      "the key `variant` is missing; this game requires it", NO_TEXT);
    if (f->state != FIELD_GIVEN)
        return f->state == FIELD_ABSENT && !rules->variant_required;
    int index = zi_variant_find(rules, f->text);
    if (index < 0 && rules->variants && zi_record_take_word(r, f, rules->variants))
        index = zi_variant_find(rules, f->text);
    if (index < 0 && rules->variants)
        zi_report_field(r, FINDING_BAD_VALUE, f, "the game has no such variant",
                        zi_record_choices(r, f->text, rules->variants, "known are "));
    else if (index < 0)
        zi_report_field(r, FINDING_BAD_VALUE, f, "the game has no variants", NO_TEXT);
    *variant = index < 0 ? 0 : (unsigned)index;
    return index >= 0;
}

/* Whether the value is a number or truth value in quotes. No option has such a text as its
   value. */
static bool is_quoted_number(const struct field *f) {
    return f->span.as != WRITTEN_PLAIN && ((f->text.len && is_digit(f->text.at[0])) ||
                                           text_is(f->text, "true") || text_is(f->text, "false"));
}

/* Returns NULL, or why the option is wrong. */
static const char *set_option(struct ruleset *rs, const struct entry *e) {
    if (is_quoted_number(&e->value))
        return "this value must be written without quotes";
    return zi_ruleset_set(rs, e->name, e->value.text);
}

/* The name of an option, or those that the game has instead. As the finding is at the value, no
   name is offered for it. */
static struct text option_meant(struct record *r, const struct ruleset *rs, struct text name) {
    const char *names[OPTIONS_MAX + 1] = {NULL};
    if (zi_ruleset_has(rs, name))
        return name;
    for (size_t i = 0; i < rs->rules->option_count; i++)
        names[i] = rs->rules->options[i].name;
    return zi_record_choices(r, NO_TEXT, names, "it has ");
}

/* Returns false if the rules are unknown. */
static bool check_rules(struct record *r, struct ruleset *rs) {
    bool known = r->field[KEY_RULES].state != FIELD_BROKEN;
    for (size_t i = 0; i < r->rules.count; i++) {
        struct entry *e = &r->rules.at[i];
        if (e->value.state != FIELD_GIVEN) {
            known = false;
            continue;
        }
        const char *fault = set_option(rs, e);
        const char *const *words = fault ? zi_ruleset_words(rs, e->name) : NULL;
        if (words && !is_quoted_number(&e->value) && zi_record_take_word(r, &e->value, words))
            fault = set_option(rs, e);
        if (!fault)
            continue;
        zi_report_field(r, FINDING_BAD_VALUE, &e->value, fault, option_meant(r, rs, e->name));
        known = false;
    }
    return known;
}

/* Sets *out to the position in the record, or NULL. Returns false if it is not a position. */
static bool check_position(struct record *r, const struct ruleset *rs, struct setup *room,
                           const struct setup **out) {
    const struct field *f = &r->field[KEY_POSITION];
    *out = NULL;
    if (f->state != FIELD_GIVEN)
        return f->state == FIELD_ABSENT;
    size_t fault = 0;
    const char *why = rs->rules->notation->read_setup(f->text, &rs->board, room, &fault);
    if (why)
        zi_report_add(r, FINDING_BAD_POSITION, PART_HEADER, zi_field_offset(r, f, fault), why,
                      NO_TEXT);
    *out = room;
    return !why;
}

static void check_players(struct record *r, const struct rules *rules) {
    const char *const sides[] = {rules->sides[0], rules->sides[1], NULL};
    for (size_t i = 0; i < r->players.count; i++) {
        const struct entry *e = &r->players.at[i];
        if (!text_is(e->name, sides[0]) && !text_is(e->name, sides[1]))
            zi_report_add(r, FINDING_UNKNOWN_KEY, PART_HEADER,
                          zi_record_byte(r, e->value.key.start), "the game has no such player",
                          zi_record_did_you_mean(r, e->name, sides));
    }
}

/* The players of the record. */
static struct names names_of(const struct record *r, const struct rules *rules) {
    struct names names = {.side = {SIDE_WORDS, SIDE_WORDS}};
    for (size_t i = 0; i < r->players.count; i++) {
        const struct entry *e = &r->players.at[i];
        const struct node *node = e->value.node;
        size_t side = text_is(e->name, rules->sides[1]);
        if (e->value.state == FIELD_GIVEN && node && node->kind == NODE_SCALAR) {
            names.name[side] = e->value.text;
            names.side[side] = zi_side_meant(e->name);
        }
    }
    return names;
}

/* Whether the record says the same of how the game ended, or nothing. */
static bool agrees(const struct record *r, const char *termination) {
    const struct field *f = &r->field[KEY_TERMINATION];
    return !termination || f->state == FIELD_ABSENT || text_is(f->text, termination);
}

/* PGN's words for a game that was not ended in play, which has a result all the same, say that it
   was adjudicated. */
static void settle_termination(struct record *r) {
    static const char *const words[] = {"abandoned", "unterminated", NULL};
    struct field *f = &r->field[KEY_TERMINATION];
    const struct field *result = &r->field[KEY_RESULT];
    if (f->said.at && text_in_any_case(f->said, words) && result->state == FIELD_GIVEN &&
        !text_is(result->text, "*"))
        f->text = f->node->text = TEXT("adjudication");
}

/* Checks the key `result`, which may be a score or a phrase. `start`: the record's own position, or
 * NULL. */
static void check_result(struct record *r, const struct ruleset *rs, const struct setup *start) {
    static const char either[] =
        "this score can mean either side, because the position has the second player to "
        "move first; name the winner";
    struct field *f = &r->field[KEY_RESULT];
    const char *const results[] = {rs->rules->sides[0], rs->rules->sides[1], "draw", "*", NULL};
    if (f->state != FIELD_GIVEN || text_is_one_of(f->text, results) ||
        zi_record_take_word(r, f, results))
        return;
    const char *sides[2];
    struct conclusion meant;
    struct names names = names_of(r, rs->rules);
    struct said_ending e;
    zi_sides_moving(rs, start, sides);
    if (zi_ending_of_value(f->text, &names, sides, &meant) && agrees(r, meant.termination) &&
        text_is_one_of(text_of(meant.result), results)) {
        zi_record_restate(r, f, meant.result);
        if (meant.termination && r->field[KEY_TERMINATION].state == FIELD_ABSENT) {
            zi_record_add(r, KEY_TERMINATION, meant.termination);
            f->said = NO_TEXT; /* a repair would lose how the game ended */
        }
        return;
    }
    bool score = !sides[0] && zi_ending_read(f->text, &e, &names) && e.scored;
    struct text near = zi_record_did_you_mean(r, f->text, results);
    if (!near.len && !score)
        near = record_text(r, "known are ", results[0], ", ", results[1],
                           ", draw, * and scores such as 1-0");
    zi_report_field(r, FINDING_BAD_VALUE, f, score ? either : "the game has no such result", near);
    f->state = FIELD_BROKEN;
}

/* Chooses the rules of a known game. Returns false if they are unknown. */
static bool choose_rules(struct record *r, const struct defaults *defaults, struct ruleset *last,
                         struct verdict *out) {
    unsigned variant = 0;
    bool known = check_variant(r, out->rules, defaults, &variant);
    check_players(r, out->rules);
    if (last->rules != out->rules || last->variant != variant)
        zi_ruleset_init(last, out->rules, variant);
    out->ruleset = *last;
    bool options = check_rules(r, &out->ruleset);
    return known && options;
}

void zi_choose(struct record *r, const struct defaults *defaults, struct ruleset *last,
               struct verdict *out, struct terms *terms) {
    out->rules = check_game(r, defaults);
    terms->known = out->rules && choose_rules(r, defaults, last, out);
    if (r->field[KEY_MOVES].state == FIELD_ABSENT)
        zi_report_add(r, FINDING_MISSING_KEY, PART_HEADER, r->start_offset,
                      "the key `moves` is missing", NO_TEXT);
    if (!out->rules)
        return;
    terms->playable =
        terms->known && check_position(r, &out->ruleset, &terms->position, &terms->start);
    check_result(r, &out->ruleset, terms->playable ? terms->start : NULL);
    settle_termination(r);
}
