/* Reading settings. They have the form of a record, so they are read as one. */
#include "validators/replay/settings.h"

#include <stdlib.h>

#include "notation/base/error.h"
#include "notation/base/option.h"
#include "notation/base/value.h"
#include "notation/record/yaml.h"
#include "validators/games/ruleset.h"

enum { GAME_NAMES_MAX = 16 };

static const char *const levels[] = {"note", "warning", "error", NULL};

const zet_option zi_setting_rows[SETTINGS + 1] = {
    [SETTING_GAME] = {"game", "GAME", "the game of records that do not name it", "halma",
                      ZET_OPTION_OWN, .word = zi_game_name},
    [SETTING_VARIANT] = {"variant", "VARIANT",
                         "the variant of records that do not name it; with a game, of its records "
                         "only",
                         "8x8", ZET_OPTION_OWN, .word = zi_variant_name},
    [SETTING_NAMES] = {"names", "FILE", "the names file, in the folder of the settings or below it",
                       "names.yaml", ZET_OPTION_TEXT, .letter = 0},
    [SETTING_LEVEL] = {"level", "LEVEL",
                       "the least severe findings that text reports show: error, warning or note",
                       "note", ZET_OPTION_WORD, .offset = offsetof(struct zet_settings, level),
                       .words = levels},
};

static void refuse_at(struct record *r, const struct node *n, const char *sentence,
                      struct text detail) {
    zi_report_add(r, FINDING_BAD_VALUE, PART_HEADER, zi_record_byte(r, n->span.start), sentence,
                  detail);
}

/* Checking values: each adds a finding if the value is invalid. */

static void check_game(struct record *r, const struct node *value) {
    const char *names[GAME_NAMES_MAX + 1] = {NULL};
    for (size_t i = 0; i < zi_game_count && i < GAME_NAMES_MAX; i++)
        names[i] = zi_games[i]->name;
    if (!zi_game_find(value->text))
        refuse_at(r, value, "zet does not know this game",
                  zi_record_choices(r, value->text, names, "known are "));
}

/* Checks the variant: of the game, or without one, of any game. */
static void check_variant(struct record *r, const struct node *value, const struct node *game) {
    const struct rules *of = game ? zi_game_find(game->text) : NULL;
    bool known = game && !of;
    for (size_t i = 0; i < zi_game_count; i++)
        known |= (!of || of == zi_games[i]) && zi_games[i]->variants &&
                 zi_variant_find(zi_games[i], value->text) >= 0;
    if (!known)
        refuse_at(r, value, of ? "the game has no such variant" : "no game has this variant",
                  of && of->variants ? zi_record_choices(r, value->text, of->variants, "known are ")
                                     : NO_TEXT);
}

/* Accepts only files below the settings' folder, so that settings cannot make zet read others. */
static void check_names(struct record *r, const struct node *value) {
    struct text t = value->text;
    bool inside = t.len && t.at[0] != '/' && !memchr(t.at, '\0', t.len);
    for (size_t i = 0; i + 1 < t.len; i++)
        inside &= t.at[i] != '.' || t.at[i + 1] != '.';
    if (!inside)
        refuse_at(r, value, "must be a file in this folder or below it, without `..`", NO_TEXT);
}

static void check_level(struct record *r, const struct node *value) {
    if (value && zi_option_word_index(&zi_setting_rows[SETTING_LEVEL], value->text) < 0)
        refuse_at(r, value, "the level must be error, warning or note", NO_TEXT);
}

/* Reads the keys of the mapping, each with its value in `values`. */
static void read_keys(struct record *r, const struct node *values[SETTINGS]) {
    const char *names[SETTINGS + 1] = {NULL};
    for (size_t i = 0; i < SETTINGS; i++)
        names[i] = zi_setting_rows[i].name;
    const struct node *key = r->root ? r->root->first : NULL;
    for (; key && key->next; key = key->next->next) {
        size_t i = 0;
        while (i < SETTINGS && !(key->kind == NODE_SCALAR && text_is(key->text, names[i])))
            i++;
        if (i == SETTINGS)
            refuse_at(r, key, "settings have no such key",
                      key->kind == NODE_SCALAR ? zi_record_did_you_mean(r, key->text, names)
                                               : NO_TEXT);
        else if (key->next->kind != NODE_SCALAR)
            refuse_at(r, key->next, "the value must be a single text", NO_TEXT);
        else if (!values[i])
            values[i] = key->next;
    }
}

static bool keep(struct zet_settings *s, const struct node *const values[SETTINGS]) {
    for (size_t i = 0; i < SETTINGS; i++) {
        if (!values[i])
            continue;
        s->value[i] = strndup(values[i]->text.at, values[i]->text.len);
        if (!s->value[i])
            return false;
    }
    if (s->value[SETTING_GAME])
        s->defaults.game = text_of(s->value[SETTING_GAME]);
    if (s->value[SETTING_VARIANT])
        s->defaults.variant = text_of(s->value[SETTING_VARIANT]);
    if (s->value[SETTING_LEVEL])
        zi_option_set(&zi_setting_rows[SETTING_LEVEL], s, s->value[SETTING_LEVEL], NULL);
    return true;
}

/* Refuses with the first error: `zet.yaml:2:7: ...`. */
static void refuse(const struct record *r, const char *name, zet_error *error) {
    const struct findings *findings = &r->findings;
    struct buffer b = {0};
    size_t i = 0;
    while (i + 1 < findings->count && findings->at[i].severity != SEVERITY_ERROR)
        i++;
    buffer_string(&b, name);
    for (size_t n = 0; n < 2 && i < findings->count; n++)
        buffer_add(&b, ":", n ? findings->at[i].column : findings->at[i].line);
    buffer_string(&b, ": ");
    if (i < findings->count)
        zi_finding_message(&b, &findings->at[i]);
    zi_refuse_with(error, &b);
}

/* Reads the only document of the text into the record, and the settings from the record. */
static bool read_settings(struct zet_settings *s, struct record *r, const char *name, zet_text text,
                          zet_error *error) {
    struct source source;
    struct document document, more;
    const struct node *values[SETTINGS] = {NULL};
    bool read = true;
    struct text left = text_from(text);
    zi_source_open(&source, zi_text_read, &left);
    if (zi_source_next(&source, &document) && zi_record_read(r, &document)) {
        read_keys(r, values);
        if (values[SETTING_GAME])
            check_game(r, values[SETTING_GAME]);
        if (values[SETTING_VARIANT])
            check_variant(r, values[SETTING_VARIANT], values[SETTING_GAME]);
        if (values[SETTING_NAMES])
            check_names(r, values[SETTING_NAMES]);
        check_level(r, values[SETTING_LEVEL]);
        zi_record_finalize(r, false);
        read = !r->findings.has_error && !r->out_of_memory;
        if (!read && !r->out_of_memory)
            refuse(r, name, error);
        read = read && keep(s, values);
        if (read && zi_source_next(&source, &more))
            read = zi_refuse(error, name, ": settings must be one document");
    }
    if (source.out_of_memory || (!read && error->status == ZET_OK)) {
        zi_error_out_of_memory(error);
        read = false;
    }
    zi_source_close(&source);
    return read;
}

zet_settings *zi_settings_new(const char *name, zet_text text, zet_error *error) {
    struct zet_settings *s = zi_zeroed(sizeof *s, error);
    struct record record;
    zet_error why = {0};
    if (!s)
        return NULL;
    zi_record_open(&record);
    bool read = read_settings(s, &record, name, text, &why);
    zi_record_close(&record);
    if (read)
        return s;
    zi_settings_free(s);
    if (error)
        *error = why;
    return NULL;
}

void zi_settings_free(zet_settings *s) {
    for (size_t i = 0; s && i < SETTINGS; i++)
        free(s->value[i]);
    free(s);
}

const char *zi_settings_value(const zet_settings *s, const char *key) {
    for (size_t i = 0; i < SETTINGS; i++)
        if (!strcmp(zi_setting_rows[i].name, key))
            return s->value[i];
    return NULL;
}

zet_status zi_side_file_kind(zet_text head, const char **kind, zet_error *error) {
    static const char *const kinds[] = {NULL, "names", "tournament"};
    bool failed = false;
    *kind = kinds[zi_yaml_side_kind(text_from(head), &failed)];
    return failed ? zi_error_out_of_memory(error) : ZET_OK;
}
