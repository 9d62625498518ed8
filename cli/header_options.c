#include "cli/header_options.h"

#include <string.h>

static void put(zet_output *out, const char *text) { zet_output_write(out, zet_text_of(text)); }

static const char *const *player_place(const struct header_options *h, const char *word) {
    return !strcmp(word, "black")   ? &h->black
           : !strcmp(word, "white") ? &h->white
           : !strcmp(word, "a")     ? &h->a
                                    : &h->b;
}

const char *header_player(const struct header_options *h, const char *game, unsigned side) {
    return *player_place(h, zet_side_name(game, side));
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

void header_write_quoted(zet_output *out, zet_text text) {
    static const char digits[] = "0123456789ABCDEF";
    put(out, "\"");
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.at[i];
        const char code[] = {'\\', 'x', digits[c >> 4], digits[c & 15]};
        if (c < ' ' || c == 0x7F) {
            zet_output_write(out, (zet_text){code, sizeof code});
            continue;
        }
        if (c == '"' || c == '\\')
            put(out, "\\");
        zet_output_write(out, (zet_text){text.at + i, 1});
    }
    put(out, "\"");
}

/* A line `key: value`; a whole number without quotes. */
static void write_key(zet_output *out, const char *key, const char *value) {
    if (!value || !*value)
        return;
    size_t digits = strspn(value, "0123456789");
    bool plain = digits && !value[digits] && digits < 10 && (*value != '0' || digits == 1);
    put(out, key);
    put(out, ": ");
    if (plain)
        put(out, value);
    else
        header_write_quoted(out, zet_text_of(value));
    put(out, "\n");
}

static void write_rules(zet_output *out, const struct option_list *rules) {
    if (!rules->count)
        return;
    put(out, "rules:\n");
    for (size_t i = 0; i < rules->count; i++) {
        size_t name = strcspn(rules->at[i], "=");
        put(out, "  ");
        zet_output_write(out, (zet_text){rules->at[i], name});
        put(out, ": ");
        put(out, rules->at[i] + name + (rules->at[i][name] == '='));
        put(out, "\n");
    }
}

static void write_players(zet_output *out, const char *game, const struct header_options *h) {
    bool begun = false;
    for (unsigned side = 0; side < 2; side++) {
        const char *name = header_player(h, game, side);
        if (!name || !*name)
            continue;
        put(out, begun ? "  " : "players:\n  ");
        put(out, zet_side_name(game, side));
        put(out, ": ");
        header_write_quoted(out, zet_text_of(name));
        put(out, "\n");
        begun = true;
    }
}

void header_write(zet_output *out, const struct position_options *p,
                  const struct header_options *h) {
    put(out, "game: ");
    put(out, p->game);
    put(out, "\n");
    write_key(out, "variant", p->variant);
    write_rules(out, &p->rules);
    write_key(out, "event", h->event);
    write_key(out, "site", h->site);
    write_key(out, "date", h->date);
    write_key(out, "round", h->round);
    write_key(out, "table", h->table);
    write_players(out, p->game, h);
    write_key(out, "position", p->position);
}
