#include "cli/header_options.h"

#include <stdio.h>
#include <string.h>

static const char *const *player_place(const struct header_options *h, const char *word) {
    return !strcmp(word, "black")   ? &h->black
           : !strcmp(word, "white") ? &h->white
           : !strcmp(word, "a")     ? &h->a
                                    : &h->b;
}

bool header_check(const struct header_options *h, const char *game) {
    static const char *const words[] = {"black", "white", "a", "b"};
    const char *first = zet_side_name(game, 0), *second = zet_side_name(game, 1);
    if (!first)
        return command_error("--game %s: unknown game", game), false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (*player_place(h, words[i]) && strcmp(words[i], first) != 0 &&
            strcmp(words[i], second) != 0)
            return command_error("--%s: the players of %s are %s and %s", words[i], game, first,
                                 second),
                   false;
    return true;
}

const char *header_first_set(const struct header_options *h) {
    const struct {
        const char *value, *name;
    } all[] = {{h->event, "--event"}, {h->site, "--site"},   {h->date, "--date"},
               {h->round, "--round"}, {h->table, "--table"}, {h->black, "--black"},
               {h->white, "--white"}, {h->a, "--a"},         {h->b, "--b"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].value)
            return all[i].name;
    return NULL;
}

static bool set(zet_game *game, const char *key, const char *value, zet_error *error) {
    return !value || !*value || zet_game_set(game, key, zet_text_of(value), error) == ZET_OK;
}

/* The rules as they were given, whether or not the variant has them by itself. */
static bool set_rules(zet_game *game, const struct position_options *p, zet_error *error) {
    char key[64];
    bool made = set(game, "variant", p->variant, error);
    for (size_t i = 0; made && i < p->rules.count; i++) {
        size_t name = strcspn(p->rules.at[i], "=");
        snprintf(key, sizeof key, "rules.%.*s", (int)name, p->rules.at[i]);
        made = set(game, key, p->rules.at[i] + name + 1, error);
    }
    return made;
}

static bool set_players(zet_game *game, const char *name, const struct header_options *h,
                        zet_error *error) {
    char key[64];
    bool made = true;
    for (unsigned side = 0; made && side < 2; side++) {
        snprintf(key, sizeof key, "players.%s", zet_side_name(name, side));
        made = set(game, key, *player_place(h, zet_side_name(name, side)), error);
    }
    return made;
}

bool header_game(zet_game **out, const struct position_options *p, const struct header_options *h,
                 zet_error *error) {
    zet_rules *rules = zet_rules_new(p->game, p->variant, p->rules.at, error);
    zet_game *game = rules ? zet_game_new(rules, zet_text_of(p->position), error) : NULL;
    zet_rules_free(rules);
    *out = game;
    return game && set_rules(game, p, error) && set(game, "event", h->event, error) &&
           set(game, "site", h->site, error) && set(game, "date", h->date, error) &&
           set(game, "round", h->round, error) && set(game, "table", h->table, error) &&
           set_players(game, p->game, h, error);
}
