#include "formats/guess.h"

#include "validators/games/ruleset.h"
#include "validators/replay/replay.h"

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

/* A word in a game: a legal move, one that is not legal, a remark or a sign. */
enum word { WORD_LEGAL, WORD_ILLEGAL, WORD_OTHER };

/* Whether a word begins as a cell does: `k10`, `d4-e5`. */
static bool begins_as_cell(struct text word) {
    bool file = is_letter(text_first(word)) && (*word.at | 0x20) <= 'p';
    size_t digits = file ? text_digits(text_after(word, 1)) : 0;
    return digits && digits < 3 && !is_letter(text_byte(word, digits + 1));
}

/* The word in small letters, with that sign for any signs between its cells. */
static struct text joined_by(char sign, struct text word, char room[64]) {
    struct writer w = {room, 64, 0};
    for (size_t i = 0; i < word.len; i++)
        if (is_digit(word.at[i]) || is_letter(word.at[i]))
            write_char(&w, is_digit(word.at[i]) ? word.at[i] : (char)(word.at[i] | 0x20));
        else if (w.len && w.len < w.cap && room[w.len - 1] != sign)
            write_char(&w, sign);
    return written(&w);
}

/* What a word is, as people write it: cells in capitals too, with any signs between them. A legal
   move is played. */
static enum word play_word(const struct guess *g, union position *at, struct text word) {
    const struct rules *rules = g->ruleset.rules;
    char hop[64], step[64];
    const struct text forms[] = {word, joined_by('^', word, hop), joined_by('-', word, step)};
    enum word found = begins_as_cell(word) ? WORD_ILLEGAL : WORD_OTHER;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct move move;
        struct effect effect = {0};
        if (!zi_guess_move(g, forms[i], &move))
            continue;
        found = WORD_ILLEGAL;
        if (!rules->check(at, &move)) {
            rules->play(at, &move, &effect);
            return WORD_LEGAL;
        }
    }
    return found;
}

/* The next word, without its number; comments and variations are none. *later: the number is one of
   the other side, such as `4...`. */
static struct text next_written(struct text *left, const char *between, bool *later) {
    size_t length = 0;
    while (left->len && (*left->at == '{' || *left->at == '(' || strchr(between, *left->at))) {
        char close = *left->at == '{' ? '}' : ')';
        bool opens = *left->at == '{' || *left->at == '(';
        const char *end = opens ? memchr(left->at, close, left->len) : NULL;
        *left = text_after(*left, end ? (size_t)(end + 1 - left->at) : 1);
    }
    while (length < left->len && !strchr(between, left->at[length]))
        length++;
    struct text word = {left->at, length};
    *left = text_after(*left, length);
    struct text after = text_after(word, text_digits(word));
    *later = after.len < word.len && text_begins(after, "..");
    size_t signs = 0;
    while (signs < after.len && strchr(".):", after.at[signs]))
        signs++;
    return text_trimmed(signs ? text_after(after, signs) : word, ".,:!?");
}

/* How many moves of a text are legal one after the other from the start of a game, if there may be
   other words between them, or none but glyphs; `;` is then a comment. */
static unsigned legal_moves(const struct guess *g, struct text t, bool others) {
    const char *between = others ? " \t\r\n,;|&<>[]\"" : " \t\r\n";
    union position at;
    unsigned count = 0;
    if (g->ruleset.rules->start(&at, &g->ruleset, NULL))
        return 0;
    while (t.len) {
        bool later;
        struct text word = next_written(&t, between, &later);
        if (!others && word.len && memchr(word.at, ';', word.len))
            break;
        enum word is = word.len ? play_word(g, &at, word) : WORD_OTHER;
        bool sign = !word.len || *word.at == '$';
        if (is == WORD_ILLEGAL || (!others && (later || (is == WORD_OTHER && !sign))))
            break;
        count += is == WORD_LEGAL;
    }
    return count;
}

bool zi_guess_one_game(struct text lines) {
    enum { TURN = 2, TURNS = 4 }; /* so many lines of at most a turn are no games */
    static const struct format_options any;
    struct guess g;
    unsigned most = 0;
    bool one = false;
    for (unsigned i = 0; zi_guess(&any, i, &g); i++) {
        unsigned alone = 0, together = legal_moves(&g, lines, true), longest = 0, count = 0;
        for (size_t at = 0; at < lines.len; at = text_next_line(lines, at)) {
            struct text line = {lines.at + at, text_line_end(lines, at) - at};
            unsigned moves = legal_moves(&g, line, false);
            alone += moves;
            longest = moves > longest ? moves : longest;
            count += moves > 0;
        }
        bool turns = longest <= TURN && count >= TURNS;
        if (together > most || alone > most)
            one = together > alone || (together == alone && turns);
        most = together > most ? together : alone > most ? alone : most;
    }
    return one;
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
