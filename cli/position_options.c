#include "cli/position_options.h"

const char *position_game(size_t index) {
    return zet_catalogue_name(ZET_CATALOGUE_GAMES, NULL, index);
}

zet_rules *position_rules(const struct position_options *o) {
    zet_error error = {0};
    zet_rules *rules = zet_rules_new(o->game, o->variant, o->rules.at, &error);
    if (!rules)
        command_error(error.status == ZET_REFUSED ? "--%s" : "%s", error.message);
    return rules;
}

bool position_open(const struct position_options *o, zet_rules **rules, zet_position **position) {
    zet_error error = {0};
    if (!o->game)
        return command_error("--game is missing"), false;
    if (!(*rules = position_rules(o)))
        return false;
    *position = zet_position_new(*rules, zet_text_of(o->position), &error);
    if (*position)
        return true;
    command_error(o->position ? "--position: %s" : "%s", error.message);
    zet_rules_free(*rules);
    return false;
}

bool position_check(const struct position_options *o) {
    zet_rules *rules;
    zet_position *position;
    if (!position_open(o, &rules, &position))
        return false;
    zet_position_free(position);
    zet_rules_free(rules);
    return true;
}
