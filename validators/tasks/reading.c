#include "validators/tasks/reading.h"

#include <stdlib.h>

#include "validators/api/rules.h"

enum { HEAD_BYTES = 4096 };

const char *zet_reading_format(size_t index) {
    return index < FORMATS ? zet_formats[index]->name : NULL;
}

bool zet_reading_read_format(const zet_option *row, void *values, const char *value,
                             zet_error *error) {
    int index = zet_option_word_index(row, text_of(value));
    if (index < 0)
        return zet_option_refuse_word(row, error);
    *(const struct format **)((char *)values + row->offset) = zet_formats[index];
    return true;
}

static bool copy_text(const char *value, char **to, zet_error *error) {
    char *copy = strdup(value);
    if (!copy) {
        zet_error_out_of_memory(error);
        return false;
    }
    free(*to);
    *to = copy;
    return true;
}

bool zet_reading_read_text(const zet_option *row, void *values, const char *value,
                           zet_error *error) {
    return copy_text(value, (char **)((char *)values + row->offset), error);
}

/* Adds a text to a list that ends with NULL. */
static bool add_text(const char *value, char ***list, size_t *count, zet_error *error) {
    char **at = realloc(*list, (*count + 2) * sizeof *at);
    if (!at) {
        zet_error_out_of_memory(error);
        return false;
    }
    *list = at;
    at[*count] = at[*count + 1] = NULL;
    if (!copy_text(value, &at[*count], error))
        return false;
    ++*count;
    return true;
}

bool zet_reading_read_rule(const zet_option *row, void *values, const char *value,
                           zet_error *error) {
    struct reading *r = values;
    (void)row;
    return add_text(value, &r->rules, &r->rule_count, error);
}

bool zet_reading_read_map(const zet_option *row, void *values, const char *value,
                          zet_error *error) {
    struct reading *r = values;
    struct csv_map map;
    const char *why = zet_csv_map(value, &map);
    (void)row;
    if (why)
        return zet_refuse(error, why);
    struct csv_map *maps = realloc(r->maps, (r->map_count + 1) * sizeof *maps);
    if (!maps) {
        zet_error_out_of_memory(error);
        return false;
    }
    r->maps = maps;
    size_t count = r->map_count;
    if (!add_text(value, &r->map_texts, &r->map_count, error))
        return false;
    return !zet_csv_map(r->map_texts[count], &maps[count]);
}

const char *const zet_reading_dates[] = {"day-first", "month-first", NULL};

bool zet_reading_read_dates(const zet_option *row, void *values, const char *value,
                            zet_error *error) {
    struct reading *r = values;
    int order = zet_option_word_index(row, text_of(value));
    if (order < 0)
        return zet_option_refuse_word(row, error);
    r->options.dates = order ? DATES_MONTH_FIRST : DATES_DAY_FIRST;
    return true;
}

/* Whether there are such a game, such a variant and such options. */
static bool check_options(struct reading *o, zet_error *error) {
    if (o->variant && !o->game)
        return zet_refuse(error, "variant ", o->variant, ": only allowed with game");
    if (o->rule_count && !o->game)
        return zet_refuse(error, "rule ", o->rules[0], ": only allowed with game");
    const struct rules *game = o->game ? zet_game_find(text_of(o->game)) : NULL;
    const char *variant = o->variant;
    if (game && !variant && game->variant_required)
        variant = game->variants[0];
    if (!o->game)
        return true;
    zet_rules *rules = zet_rules_new(o->game, variant, (const char *const *)o->rules, error);
    zet_rules_free(rules);
    return rules != NULL;
}

bool zet_reading_open(struct reading *r, const struct zet_task *task, zet_error *error) {
    r->options.defaults = &task->defaults;
    r->options.game = r->game;
    r->options.variant = r->variant;
    r->options.rules = (const char *const *)r->rules;
    r->options.maps = r->maps;
    r->options.map_count = r->map_count;
    if (!r->from && (r->map_count || r->options.dates))
        r->from = &zet_format_csv;
    return check_options(r, error);
}

void zet_reading_close(struct reading *r) {
    for (size_t i = 0; i < r->rule_count; i++)
        free(r->rules[i]);
    for (size_t i = 0; i < r->map_count; i++)
        free(r->map_texts[i]);
    free(r->rules);
    free(r->map_texts);
    free(r->maps);
    free(r->game);
    free(r->variant);
}

const struct format *zet_reading_recognise(struct source *s) {
    struct text head;
    do
        head = source_ahead(s);
    while (head.len < HEAD_BYTES && zet_source_more(s));
    head = source_ahead(s);
    const char *p = head.at, *end = head.at + head.len;
    if (end - p >= 3 && !strncmp(p, "\xEF\xBB\xBF", 3))
        p += 3;
    while (p < end && (*p == ' ' || (*p >= '\t' && *p <= '\r')))
        p++;
    head = (struct text){p, (size_t)(end - p)};
    head.len = head.len < HEAD_BYTES ? head.len : HEAD_BYTES;
    return zet_format_recognise(head);
}

void zet_reading_begin(struct reading *r, struct source *source) {
    bool table = r->from && !strcmp(r->from->name, "csv");
    zet_utf16_begin(&r->utf16, source, table);
    source->said = &r->options;
    r->format = r->from ? r->from : zet_reading_recognise(source);
}
