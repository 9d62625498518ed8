#include "validators/api/rules.h"

#include <stdlib.h>

#include "validators/api/error.h"

static bool set_option(struct ruleset *rs, const char *option, zet_error *error) {
    const char *equals = strchr(option, '=');
    if (!equals)
        return zet_refuse(error, "rule ", option, ": a rule must be KEY=VALUE");
    struct text name = {option, (size_t)(equals - option)};
    const char *why = zet_ruleset_set(rs, name, text_of(equals + 1));
    return !why || zet_refuse(error, "rule ", option, ": ", why);
}

static bool set_ruleset(struct ruleset *rs, const char *game, const char *variant,
                        const char *const *options, zet_error *error) {
    const struct rules *rules = game ? zet_game_find(text_of(game)) : NULL;
    if (!game)
        return zet_refuse(error, "game: a value is required");
    if (!rules)
        return zet_refuse(error, "game ", game, ": unknown game");
    int index = variant ? zet_variant_find(rules, text_of(variant)) : 0;
    if (index < 0)
        return zet_refuse(error, "variant ", variant, ": ", game, " has no such variant");
    if (!variant && rules->variant_required)
        return zet_refuse(error, "variant: ", game, " requires one");
    zet_ruleset_init(rs, rules, (unsigned)index);
    for (size_t i = 0; options && options[i]; i++)
        if (!set_option(rs, options[i], error))
            return false;
    return true;
}

zet_rules *zet_rules_new(const char *game, const char *variant, const char *const *options,
                         zet_error *error) {
    zet_rules *rules = calloc(1, sizeof *rules);
    if (!rules) {
        zet_error_out_of_memory(error);
        return NULL;
    }
    if (!set_ruleset(&rules->ruleset, game, variant, options, error)) {
        free(rules);
        return NULL;
    }
    return rules;
}

const char *zet_rules_game(const zet_rules *rules) { return rules->ruleset.rules->name; }

static void grammar_free(struct grammar *grammar) {
    if (grammar)
        zet_grammar_close(grammar);
    free(grammar);
}

void zet_rules_free(zet_rules *rules) {
    for (size_t i = 0; rules && i < SPARE_GRAMMARS; i++)
        grammar_free(rules->spare[i]);
    free(rules);
}

struct grammar *zet_grammar_borrow(zet_rules *rules) {
    struct grammar *grammar = NULL;
    for (size_t i = 0; !grammar && i < SPARE_GRAMMARS; i++)
        grammar = atomic_exchange(&rules->spare[i], NULL);
    if (grammar)
        return grammar;
    grammar = malloc(sizeof *grammar);
    if (grammar)
        zet_grammar_open(grammar, rules->ruleset.rules->notation);
    return grammar;
}

void zet_grammar_return(zet_rules *rules, struct grammar *grammar) {
    for (size_t i = 0; grammar && i < SPARE_GRAMMARS; i++)
        grammar = atomic_exchange(&rules->spare[i], grammar);
    grammar_free(grammar);
}
