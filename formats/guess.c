#include "formats/guess.h"

#include "validators/games/ruleset.h"

static unsigned variant_count(const struct rules *rules) {
    unsigned count = 0;
    while (rules->variants && rules->variants[count])
        count++;
    return count;
}

/* KEY=VALUE, or KEY alone. */
static struct text rule_key(const char *rule) { return (struct text){rule, strcspn(rule, "=")}; }
static struct text rule_value(const char *rule) {
    const char *equals = strchr(rule, '=');
    return text_of(equals ? equals + 1 : "");
}

/* The size of the board, where the user says it apart from the rules and the game has one. */
static struct text said_size(const struct format_options *o, const struct rules *rules,
                             char room[4]) {
    bool has_size = false;
    for (size_t i = 0; i < rules->option_count; i++)
        has_size |= !strcmp(rules->options[i].name, "size");
    for (size_t i = 0; o->rules && o->rules[i]; i++)
        has_size &= !text_is(rule_key(o->rules[i]), "size");
    struct writer w = {room, 4, 0};
    if (has_size && o->size)
        write_number(&w, o->size);
    return written(&w);
}

static const struct defaults *defaults_of(const struct format_options *o) {
    return o->defaults ? *o->defaults : NULL;
}

/* The game that is said, by the user or by default; empty: any. */
static struct text said_game(const struct format_options *o) {
    const struct defaults *defaults = defaults_of(o);
    return o->game ? text_of(o->game) : defaults ? defaults->game : NO_TEXT;
}

/* Which variant the user or a default says, or -1. */
static int said_variant(const struct format_options *o, const struct rules *rules) {
    return o->variant ? zi_variant_find(rules, text_of(o->variant))
                      : zi_default_variant(rules, defaults_of(o));
}

/* What a default says is omitted: it is judged where it is missing. */
static void fill(const struct format_options *o, const struct rules *rules, unsigned variant,
                 struct guess *out) {
    char room[4];
    struct text size = said_size(o, rules, room);
    bool by_default = !o->variant && zi_default_variant(rules, defaults_of(o)) >= 0;
    bool named = o->variant || rules->variant_required || variant;
    out->game = !o->game && said_game(o).len ? NULL : rules->name;
    out->variant = named && !by_default ? rules->variants[variant] : NULL;
    zi_ruleset_init(&out->ruleset, rules, variant);
    for (size_t i = 0; o->rules && o->rules[i]; i++)
        zi_ruleset_set(&out->ruleset, rule_key(o->rules[i]), rule_value(o->rules[i]));
    if (size.len)
        zi_ruleset_set(&out->ruleset, TEXT("size"), size);
}

bool zi_guess(const struct format_options *o, unsigned number, struct guess *out) {
    for (size_t i = 0; i < zi_game_count; i++) {
        const struct rules *rules = zi_games[i];
        struct text game = said_game(o);
        if (game.len && !text_is(game, rules->name))
            continue;
        int said = said_variant(o, rules);
        unsigned variants = variant_count(rules), count = said >= 0 || !variants ? 1 : variants;
        if (o->variant && said < 0)
            continue;
        if (number < count) {
            fill(o, rules, said >= 0 ? (unsigned)said : number, out);
            return true;
        }
        number -= count;
    }
    return false;
}

bool zi_guess_move(const struct guess *g, struct text from, struct move *to) {
    enum { PLAIN_MAX = 56, BLANKS = 8 };
    char room[PLAIN_MAX + BLANKS];
    if (from.len == 0 || from.len > PLAIN_MAX)
        return false;
    memcpy(room, from.at, from.len);
    memset(room + from.len, '\n', BLANKS); /* after a blank a dash could follow */
    to->annotated = false;
    to->loot = to->cut = 0;
    return g->ruleset.rules->notation->plain(room, room + from.len + BLANKS, &g->ruleset.board,
                                             to) == room + from.len;
}

/* The first move of the text, after a number. */
static struct text first_move(struct text moves) {
    size_t start = 0, end;
    if (!moves.len)
        return NO_TEXT;
    while (is_digit(text_byte(moves, start)) ||
           (text_byte(moves, start) && strchr(".) \t", moves.at[start])))
        start++;
    for (end = start; end < moves.len && moves.at[end] != ' ' && moves.at[end] != '\t';)
        end++;
    while (start && is_digit(moves.at[start - 1])) /* akron's level belongs to the move */
        start--;
    return (struct text){moves.at + start, end - start};
}

/* How well a text with that first move begins for a candidate. */
enum begin { BEGINS_LEGAL, BEGINS_SOMEHOW, BEGINS_ILLEGAL, BEGINS };
static enum begin begin_with(const struct guess *g, struct text first) {
    struct move move;
    union position position;
    if (!zi_guess_move(g, first, &move))
        return BEGINS_SOMEHOW;
    const struct rules *rules = g->ruleset.rules;
    bool legal = !rules->start(&position, &g->ruleset, NULL) && !rules->check(&position, &move);
    return legal ? BEGINS_LEGAL : BEGINS_ILLEGAL;
}

bool zi_guess_moves(const struct format_options *options, struct text moves, unsigned number,
                    struct guess *out) {
    uint8_t begins[GUESSES_MAX];
    struct text first = first_move(moves);
    unsigned count = 0;
    for (; count < GUESSES_MAX && zi_guess(options, count, out); count++)
        begins[count] = (uint8_t)begin_with(out, first);
    for (enum begin begin = 0; begin < BEGINS; begin++)
        for (unsigned i = 0; i < count; i++)
            if (begins[i] == begin && number-- == 0)
                return zi_guess(options, i, out);
    return false;
}

static void append_rule(struct record *r, struct node *rules, struct text key, struct text value,
                        struct span span) {
    zi_node_add_pair(rules, zi_record_scalar(r, key, span), zi_record_scalar(r, value, span));
}

void zi_guess_rules(struct record *r, struct node *rules, const struct format_options *o,
                    struct span span) {
    for (size_t i = 0; o->rules && o->rules[i]; i++)
        append_rule(r, rules, rule_key(o->rules[i]), rule_value(o->rules[i]), span);
}

struct node *zi_guess_record(struct record *r, const struct guess *g,
                             const struct format_options *o, size_t at) {
    struct span span = span_at(at, at, WRITTEN_PLAIN);
    struct node *root = zi_record_collection(r, NODE_MAPPING, span);
    struct node *rules = zi_record_collection(r, NODE_MAPPING, span);
    char room[4];
    struct text size = said_size(o, g->ruleset.rules, room);
    if (!root || !rules)
        return NULL;
    if (g->game)
        zi_record_put(r, root, "game", zi_record_scalar(r, text_of(g->game), span));
    if (g->variant)
        zi_record_put(r, root, "variant", zi_record_scalar(r, text_of(g->variant), span));
    zi_guess_rules(r, rules, o, span);
    if (size.len)
        append_rule(r, rules, TEXT("size"), size, span);
    if (rules->first)
        zi_record_put(r, root, "rules", rules);
    return root;
}

void zi_guess_losses(struct conversion *c) {
    const struct rules *rules = c->verdict->rules;
    if (c->record->field[KEY_VARIANT].state != FIELD_ABSENT && rules && !rules->variant_required)
        zi_format_lose_key(c, KEY_VARIANT, "variant");
}
