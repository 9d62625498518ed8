#include "cli/header_options.h"
#include "notation/base/option.h"

#include <stdio.h>
#include <string.h>

const char *const header_keys[] = {"event", "site",  "date", "round", "table",
                                   "black", "white", "a",    "b",     NULL};

size_t header_player(const char *game, unsigned side) {
    size_t key = HEADER_PLAYERS;
    while (strcmp(header_keys[key], zet_side_name(game, side)) != 0)
        key++;
    return key;
}

bool header_read(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct header_options *h = (void *)((char *)values + row->offset);
    size_t length = strcspn(value, "=");
    for (size_t i = 0; value[length] && header_keys[i]; i++)
        if (strlen(header_keys[i]) == length && !memcmp(value, header_keys[i], length))
            return h->value[i] = value + length + 1, true;
    error->status = ZET_REFUSED;
    snprintf(
        error->message, sizeof error->message,
        "must be KEY=VALUE with the key event, site, date, round, table, black, white, a or b");
    return false;
}

bool header_check(const struct header_options *h, const char *game) {
    const char *first = zet_side_name(game, 0), *second = zet_side_name(game, 1);
    for (size_t i = HEADER_PLAYERS; i < HEADER_KEYS; i++)
        if (h->value[i] && strcmp(header_keys[i], first) != 0 &&
            strcmp(header_keys[i], second) != 0)
            return command_error("--set %s: the players of %s are %s and %s", header_keys[i], game,
                                 first, second),
                   false;
    return true;
}

static bool set_key(zet_game *game, const char *key, const char *value, zet_error *error) {
    return !value || !*value || zet_game_set(game, key, zet_text_of(value), error) == ZET_OK;
}

/* Sets the rules as given, even those that the variant has by default. */
static bool set_rules(zet_game *game, const struct position_options *p, zet_error *error) {
    char key[64];
    bool made = set_key(game, "variant", p->variant, error);
    for (size_t i = 0; made && i < p->rules.count; i++) {
        size_t name = strcspn(p->rules.at[i], "=");
        snprintf(key, sizeof key, "rules.%.*s", (int)name, p->rules.at[i]);
        made = set_key(game, key, p->rules.at[i] + name + 1, error);
    }
    return made;
}

bool header_game(zet_game **out, const struct position_options *p, const struct header_options *h,
                 zet_error *error) {
    char key[64];
    zet_rules *rules = zet_rules_new(p->game, p->variant, p->rules.at, error);
    zet_game *game = rules ? zet_game_new(rules, zet_text_of(p->position), error) : NULL;
    zet_rules_free(rules);
    *out = game;
    bool made = game && set_rules(game, p, error);
    for (size_t i = 0; made && i < HEADER_KEYS; i++) {
        snprintf(key, sizeof key, "%s%s", i < HEADER_PLAYERS ? "" : "players.", header_keys[i]);
        made = set_key(game, key, h->value[i], error);
    }
    return made;
}
