#include "validators/replay/settings.h"

#include <stdlib.h>

#include "notation/base/error.h"
#include "notation/base/option.h"
#include "validators/games/key.h"

/* Refuses a value that is not one of the row's words. */
static bool refuse_word(const zet_option *row, const char *value, zet_error *error) {
    zet_error why = {0};
    zi_option_refuse_word(row, &why);
    return zi_option_refuse(row, value, &why, error) == ZET_OK;
}

/* Refuses an option that the game does not have. */
static bool refuse_name(const struct rules *rules, const char *option, zet_error *error) {
    const char *names[OPTIONS_MAX + 1] = {NULL};
    for (size_t i = 0; i < rules->option_count; i++)
        names[i] = rules->options[i].name;
    return refuse_word(&(zet_option){.name = "rule", .words = names}, option, error);
}

static bool set_option(struct ruleset *rs, const char *option, zet_error *error) {
    const char *equals = strchr(option, '=');
    if (!equals)
        return zi_refuse(error, "rule ", option, ": a rule must be KEY=VALUE");
    struct text name = {option, (size_t)(equals - option)};
    if (!zi_ruleset_has(rs, name))
        return refuse_name(rs->rules, option, error);
    const char *why = zi_ruleset_set(rs, name, text_of(equals + 1));
    return !why || zi_refuse(error, "rule ", option, ": ", why);
}

static bool set_ruleset(struct ruleset *rs, const char *game, const char *variant,
                        const char *const *options, zet_error *error) {
    const struct rules *rules = game ? zi_game_find(text_of(game)) : NULL;
    if (!game)
        return zi_refuse(error, "game: a value is required");
    if (!rules)
        return refuse_word(&(zet_option){.name = "game", .word = zi_game_name}, game, error);
    int index = variant ? zi_variant_find(rules, text_of(variant)) : 0;
    if (index < 0 && !rules->variants)
        return zi_refuse(error, "variant ", variant, ": ", game, " has no variants");
    if (index < 0)
        return refuse_word(&(zet_option){.name = "variant", .words = rules->variants}, variant,
                           error);
    if (!variant && rules->variant_required)
        return refuse_word(&(zet_option){.name = "variant", .words = rules->variants}, NULL, error);
    zi_ruleset_init(rs, rules, (unsigned)index);
    for (size_t i = 0; options && options[i]; i++)
        if (!set_option(rs, options[i], error))
            return false;
    return true;
}

zet_rules *zet_rules_new(const char *game, const char *variant, const char *const *options,
                         zet_error *error) {
    struct ruleset rs;
    return set_ruleset(&rs, game, variant, options, error) ? zi_rules_of(&rs, error) : NULL;
}

static void write_option(const struct ruleset *rs, size_t index, char to[OPTION_TEXT_MAX]) {
    uint32_t value = zi_ruleset_option(rs, index);
    struct writer w = {to, OPTION_TEXT_MAX - 1, 0};
    if (value > OPTION_NUMBER_MAX)
        write_text(&w, text_of(rs->rules->options[index].words[value - OPTION_WORD(0)]));
    else
        write_number(&w, value);
    to[written(&w).len] = '\0';
}

/* The option whose name follows `last` in byte order, or the first one if `last` is NULL. */
static size_t next_option(const struct rules *rules, const char *last) {
    size_t next = rules->option_count;
    for (size_t i = 0; i < rules->option_count; i++)
        if ((!last || strcmp(rules->options[i].name, last) > 0) &&
            (next == rules->option_count ||
             strcmp(rules->options[i].name, rules->options[next].name) < 0))
            next = i;
    return next;
}

void zi_ruleset_text(const struct ruleset *rs, char to[RULES_TEXT_MAX]) {
    const struct rules *rules = rs->rules;
    struct ruleset usual;
    struct writer w = {to, RULES_TEXT_MAX - 1, 0};
    zi_ruleset_init(&usual, rules, rs->variant);
    write_text(&w, text_of(rules->name));
    if (rules->variants) {
        write_char(&w, ' ');
        write_text(&w, text_of(rules->variants[rs->variant]));
    }
    const char *name = NULL;
    for (size_t i; (i = next_option(rules, name)) < rules->option_count;) {
        char value[OPTION_TEXT_MAX];
        name = rules->options[i].name;
        if (zi_ruleset_option(rs, i) == zi_ruleset_option(&usual, i))
            continue;
        write_option(rs, i, value);
        write_char(&w, ' ');
        write_text(&w, text_of(name));
        write_char(&w, '=');
        write_text(&w, text_of(value));
    }
    to[written(&w).len] = '\0';
}

uint64_t zi_ruleset_key(const char *text) {
    uint64_t key = 0;
    for (; *text; text++)
        key = key_mix(key ^ (unsigned char)*text);
    return key;
}

zet_rules *zi_rules_of(const struct ruleset *rs, zet_error *error) {
    zet_rules *rules = zi_zeroed(sizeof *rules, error);
    if (!rules)
        return NULL;
    rules->ruleset = *rs;
    for (size_t i = 0; i < rs->rules->option_count; i++)
        write_option(rs, i, rules->option[i]);
    zi_ruleset_text(rs, rules->text);
    rules->key = zi_ruleset_key(rules->text);
    return rules;
}

const char *zet_rules_game(const zet_rules *rules) { return rules->ruleset.rules->name; }
const char *zet_rules_text(const zet_rules *rules) { return rules->text; }

const char *zet_rules_variant(const zet_rules *rules) {
    const struct ruleset *rs = &rules->ruleset;
    return rs->rules->variants ? rs->rules->variants[rs->variant] : NULL;
}

static void grammar_free(struct grammar *grammar) {
    if (grammar)
        zi_grammar_close(grammar);
    free(grammar);
}

zet_rules *zi_rules_share(const zet_rules *rules) {
    zet_rules *same = (zet_rules *)(uintptr_t)rules;
    atomic_fetch_add(&same->others, 1);
    return same;
}

void zet_rules_free(zet_rules *rules) {
    if (rules && atomic_fetch_sub(&rules->others, 1))
        return;
    for (size_t i = 0; rules && i < SPARE_GRAMMARS; i++)
        grammar_free(rules->spare[i]);
    free(rules);
}

/* The only part of shared rules that changes. */
static _Atomic(struct grammar *) *spare_of(const zet_rules *rules) {
    return ((zet_rules *)(uintptr_t)rules)->spare;
}

struct grammar *zi_grammar_borrow(const zet_rules *rules) {
    struct grammar *grammar = NULL;
    for (size_t i = 0; !grammar && i < SPARE_GRAMMARS; i++)
        grammar = atomic_exchange(&spare_of(rules)[i], NULL);
    if (grammar)
        return grammar;
    grammar = malloc(sizeof *grammar);
    if (grammar)
        zi_grammar_open(grammar, rules->ruleset.rules->notation);
    return grammar;
}

void zi_grammar_return(const zet_rules *rules, struct grammar *grammar) {
    for (size_t i = 0; grammar && i < SPARE_GRAMMARS; i++)
        grammar = atomic_exchange(&spare_of(rules)[i], grammar);
    grammar_free(grammar);
}
