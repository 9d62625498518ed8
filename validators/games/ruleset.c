#include "validators/games/ruleset.h"

#include "notation/words/values.h"

const char *zi_game_name(size_t index) {
    return index < zi_game_count ? zi_games[index]->name : NULL;
}

const char *zi_variant_name(size_t index) {
    for (size_t i = 0; i < zi_game_count; i++)
        for (size_t k = 0; zi_games[i]->variants && zi_games[i]->variants[k]; k++)
            if (index-- == 0)
                return zi_games[i]->variants[k];
    return NULL;
}

const struct rules *zi_game_find(struct text name) {
    for (size_t i = 0; i < zi_game_count; i++)
        if (text_is(name, zi_games[i]->name))
            return zi_games[i];
    return NULL;
}

const struct rules *zi_game_meant(struct text name) {
    static const char *const names[] = {
#define GAME(name) #name,
#include "notation/games/games.def"
#undef GAME
        NULL};
    const char *meant = zi_value_meant(name, names);
    return meant ? zi_game_find(text_of(meant)) : NULL;
}

int zi_variant_find(const struct rules *rules, struct text name) {
    for (int i = 0; rules->variants && rules->variants[i]; i++)
        if (text_is(name, rules->variants[i]))
            return i;
    return -1;
}

static void shape(struct ruleset *rs) {
    rs->rules->board(rs);
    memcpy(rs->board.pieces, rs->rules->notation->pieces, sizeof rs->board.pieces);
}

void zi_ruleset_init(struct ruleset *rs, const struct rules *rules, unsigned variant) {
    *rs = (struct ruleset){.rules = rules, .variant = variant};
    for (size_t i = 0; i < rules->option_count; i++)
        rs->option[i] = rules->options[i].fallback;
    shape(rs);
}

static const char *set(struct ruleset *rs, size_t index, struct text value) {
    const struct rule_option *o = &rs->rules->options[index];
    for (size_t w = 0; o->words && o->words[w]; w++)
        if (text_is(value, o->words[w])) {
            rs->option[index] = OPTION_WORD(w);
            return NULL;
        }
    if (o->max == 0 || (o->words && !text_is_number(value)))
        return "the option has no such value";
    if (!text_is_number(value))
        return "the option must be a whole number";
    uint32_t n = text_number(value, UINT32_MAX);
    if ((n < o->min && !(n == 0 && o->zero)) || n > o->max)
        return "this number is outside the option's bounds";
    rs->option[index] = n;
    return NULL;
}

const char *zi_ruleset_set(struct ruleset *rs, struct text option, struct text value) {
    for (size_t i = 0; i < rs->rules->option_count; i++) {
        if (!text_is(option, rs->rules->options[i].name))
            continue;
        const char *fault = set(rs, i, value);
        memset(rs->zone, 0, sizeof rs->zone);
        shape(rs);
        return fault;
    }
    return "the game has no such option";
}

bool zi_ruleset_has(const struct ruleset *rs, struct text option) {
    for (size_t i = 0; i < rs->rules->option_count; i++)
        if (text_is(option, rs->rules->options[i].name))
            return true;
    return false;
}

const char *const *zi_ruleset_words(const struct ruleset *rs, struct text option) {
    for (size_t i = 0; i < rs->rules->option_count; i++)
        if (text_is(option, rs->rules->options[i].name))
            return rs->rules->options[i].words;
    return NULL;
}

uint32_t zi_ruleset_option(const struct ruleset *rs, size_t index) {
    return rs->rules->option ? rs->rules->option(rs, index) : rs->option[index];
}

uint32_t zi_ruleset_repetition(const struct ruleset *rs) {
    for (size_t i = 0; i < rs->rules->option_count; i++)
        if (!strcmp(rs->rules->options[i].name, "repetition"))
            return rs->option[i];
    return 0;
}

unsigned zi_ruleset_first(const struct ruleset *rs) {
    union {
        max_align_t aligned;
        unsigned char bytes[POSITION_BYTES_MAX];
    } position;
    rs->rules->start(&position, rs, NULL);
    return rs->rules->turn(&position);
}

unsigned zi_rules_first(const struct rules *rules) {
    struct ruleset rs;
    if (!rules)
        return 0;
    zi_ruleset_init(&rs, rules, 0);
    return zi_ruleset_first(&rs);
}

struct text zi_position_text(const struct ruleset *rs, const void *position,
                             char room[SETUP_TEXT_MAX]) {
    struct setup setup;
    struct writer w = {room, SETUP_TEXT_MAX, 0};
    rs->rules->describe(position, &setup);
    rs->rules->notation->write_setup(&w, &rs->board, &setup);
    return written(&w);
}

struct text zi_position_text_next(struct position_series *t, const struct ruleset *rs,
                                  const void *position) {
    const struct rules *rules = rs->rules;
    struct writer w = {t->text, sizeof t->text, 0};
    if (!t->begun)
        memset(t->grid.rank, 0, rs->board.levels * sizeof *t->grid.rank);
    if (t->rules != rules || !rules->describe_next)
        rules->describe(position, &t->setup);
    else
        rules->describe_next(position, &t->setup);
    t->rules = rules;
    t->begun = true;
    if (rules->notation->is_grid)
        zi_grid_write_next(&w, &rs->board, &t->setup, &t->grid);
    else
        rules->notation->write_setup(&w, &rs->board, &t->setup);
    return written(&w);
}
