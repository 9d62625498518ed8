#include "validators/tasks/reading.h"

#include <stdlib.h>
#include <strings.h>

#include "notation/base/safe_text.h"
#include "notation/base/value.h"
#include "validators/options/rules.h"

const char *zi_reading_format(size_t index) {
    return index < FORMATS ? zi_formats[index]->name : NULL;
}

/* Keeps a text, terminated, in *to. */
static bool keep(struct reading *r, const char *value, const char **to, zet_error *error) {
    bool failed = false;
    *to = zi_arena_copy(&r->texts, (struct text){value, strlen(value) + 1}, &failed).at;
    return !failed || zi_no_memory(error);
}

bool zi_reading_read_text(const zet_option *row, void *values, const char *value,
                          zet_error *error) {
    return keep(values, value, (const char **)((char *)values + row->offset), error);
}

static bool add_rule(struct reading *r, const char *rule, zet_error *error) {
    const char **at = realloc(r->rules, (r->rule_count + 2) * sizeof *at);
    if (!at)
        return zi_no_memory(error);
    r->rules = at;
    at[r->rule_count] = at[r->rule_count + 1] = NULL;
    return keep(r, rule, &at[r->rule_count], error) && ++r->rule_count;
}

bool zi_reading_read_rule(const zet_option *row, void *values, const char *value,
                          zet_error *error) {
    (void)row;
    return add_rule(values, value, error);
}

/* `size=9; touch=stay` */
static bool add_rules(struct reading *r, const char *value, zet_error *error) {
    char rule[TASK_VALUE_SHOWN_MAX];
    for (; *value; value += strcspn(value, ";,"), value += *value != '\0') {
        value += strspn(value, " ");
        size_t length = strcspn(value, ";,");
        if (length >= sizeof rule)
            return zi_refuse(error, "this rule is too long");
        memcpy(rule, value, length);
        rule[length] = '\0';
        if (length && !add_rule(r, rule, error))
            return false;
    }
    return true;
}

/* Whether the key has one text for all records; `rules` is read, too. */
static bool can_be_set(enum key k) {
    return k == KEY_RULES || (k != KEY_POSITION && (zi_key_rows[k].kind == KIND_WORD ||
                                                    zi_key_rows[k].kind == KIND_DATE ||
                                                    zi_key_rows[k].kind == KIND_TEXT));
}

static bool refuse_key(struct text key, zet_error *error) {
    struct buffer b = {0};
    for (enum key k = 0; k < KEYS; k++)
        if (can_be_set(k))
            buffer_add(&b, b.len ? ", " : "", zi_keys[k]);
    buffer_add(&b, " (not ", value_safe(zi_text_truncate(key, TASK_VALUE_SHOWN_MAX), SAFE_TEXT),
               ")");
    buffer_char(&b, '\0');
    bool refused =
        zi_refuse(error, "the value must be KEY=VALUE with one of the keys ", b.failed ? "" : b.at);
    zi_buffer_free(&b);
    return refused;
}

bool zi_reading_read_key(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct reading *r = values;
    const char *equals = strchr(value, '=');
    struct text name = {value, equals ? (size_t)(equals - value) : strlen(value)};
    enum key key = zi_key_of(name, 0);
    (void)row;
    if (!equals || key == KEYS || !can_be_set(key))
        return refuse_key(name, error);
    if (key == KEY_GAME || key == KEY_VARIANT)
        return keep(r, equals + 1, key == KEY_GAME ? &r->game : &r->variant, error);
    if (key == KEY_RULES)
        return add_rules(r, equals + 1, error);
    struct said_key *keys = realloc(r->keys, (r->key_count + 2) * sizeof *keys);
    if (!keys)
        return zi_no_memory(error);
    r->keys = keys;
    struct said_key *last = &keys[r->key_count];
    last[0] = last[1] = (struct said_key){KEYS, NULL};
    if (!keep(r, equals + 1, &last->value, error))
        return false;
    last->key = key;
    return ++r->key_count;
}

const char *const zi_reading_encodings[] = {
    "auto", "utf-8", "windows-1252", "cp1252", "latin-1", "iso-8859-1", NULL};

bool zi_reading_read_map(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct reading *r = values;
    struct csv_map map;
    const char *why = zi_csv_map(value, &map);
    (void)row;
    if (why)
        return zi_refuse(error, why);
    struct csv_map *maps = realloc(r->maps, (r->map_count + 1) * sizeof *maps);
    if (!maps)
        return zi_no_memory(error);
    r->maps = maps;
    const char *text;
    return keep(r, value, &text, error) && !zi_csv_map(text, &maps[r->map_count++]);
}

const char *const zi_reading_dates[] = {"day-first", "month-first", NULL};

/* Whether there are such a game, such a variant and such options. */
static bool check_options(struct reading *o, zet_error *error) {
    if (o->variant && !o->game)
        return zi_refuse(error, "variant ", o->variant, ": only allowed with game");
    if (o->rule_count && !o->game)
        return zi_refuse(error, "rule ", o->rules[0], ": only allowed with game");
    const struct rules *game = o->game ? zi_game_find(text_of(o->game)) : NULL;
    const char *variant = o->variant;
    if (game && !variant && game->variant_required)
        variant = game->variants[0];
    if (!o->game)
        return true;
    zet_rules *rules = zet_rules_new(o->game, variant, o->rules, error);
    zet_rules_free(rules);
    return rules != NULL;
}

bool zi_reading_open(struct reading *r, const struct zet_task *task, zet_error *error) {
    if (zi_task_has(task, "from"))
        r->from = zi_formats[r->from_word];
    if (zi_task_has(task, "dates"))
        r->options.dates = r->dates_word ? DATES_MONTH_FIRST : DATES_DAY_FIRST;
    r->options.defaults = &task->defaults;
    r->options.game = r->game;
    r->options.variant = r->variant;
    r->options.rules = r->rules;
    r->options.keys = r->keys;
    r->options.maps = r->maps;
    r->options.map_count = r->map_count;
    if (!r->from && (r->map_count || r->options.dates))
        r->from = &zi_format_csv;
    return check_options(r, error);
}

void zi_reading_close(struct reading *r) {
    free(r->rules);
    free(r->keys);
    free(r->maps);
    zi_arena_free(&r->texts);
}

const struct format *zi_reading_recognise(struct source *s) {
    struct text head = zi_source_head(s);
    const char *p = head.at, *end = head.at + head.len;
    if (end - p >= 3 && !strncmp(p, "\xEF\xBB\xBF", 3))
        p += 3;
    while (p < end && (*p == ' ' || (*p >= '\t' && *p <= '\r')))
        p++;
    head = (struct text){p, (size_t)(end - p)};
    return zi_format_recognise(head);
}

bool zi_reading_hint(struct zet_task *task, const struct format *looks_like, const char *verb,
                     zet_error *error) {
    struct buffer b = {0};
    if (!looks_like || looks_like == &zi_format_zet)
        return true;
    buffer_add(&b, value_safe(task->file, SAFE_TEXT), ": this looks like ", looks_like->name,
               "; `zet ");
    if (verb)
        buffer_add(&b, verb, looks_like->name,
                   "` judges it, and `zet convert` makes records of it\n");
    else
        buffer_add(&b, "convert ", value_safe(task->file, SAFE_TEXT),
                   "` makes records of it, which `zet fix` repairs\n");
    zi_task_message(task, buffered(&b));
    bool whole = !b.failed || zi_no_memory(error);
    zi_buffer_free(&b);
    return whole;
}

static bool is_of_people(const struct format *f) {
    return f == &zi_format_csv || f == &zi_format_games_csv || f == &zi_format_text;
}

static bool is_table_or_sheet(struct text head) {
    while (head.len && is_space(*head.at))
        head = (struct text){head.at + 1, head.len - 1};
    return is_of_people(zi_format_recognise(head));
}

void zi_reading_begin(struct reading *r, struct source *source) {
    static const enum encoding encodings[] = {ENCODING_FOUND,        ENCODING_UTF_8,
                                              ENCODING_WINDOWS_1252, ENCODING_WINDOWS_1252,
                                              ENCODING_LATIN_1,      ENCODING_LATIN_1};
    zi_utf16_begin(&r->utf16, source, !r->from || is_of_people(r->from));
    r->utf16.wants = r->from ? NULL : is_table_or_sheet;
    r->utf16.encoding = encodings[r->encoding];
    source->said = &r->options;
    r->format = r->from ? r->from : zi_reading_recognise(source);
}

/* Whether the name is that of a file of records, which may be compressed. */
static bool is_record_file(struct text name) {
    static const char *const endings[] = {".yaml", ".yml"};
    for (size_t i = name.len; i-- && name.at[i] != '/';)
        for (size_t k = 0; k < 2; k++)
            if (name.len - i >= strlen(endings[k]) &&
                !strncasecmp(name.at + i, endings[k], strlen(endings[k])))
                return true;
    return false;
}

/* Whether a file that may be a table or a sheet is not what is read. */
static bool is_other(const struct reading *r, struct text name, struct source *source) {
    bool text = name.len > 4 && !strncasecmp(name.at + name.len - 4, ".txt", 4);
    if (!r->from || r->from == &zi_format_zet)
        return r->format == &zi_format_zet;
    if (r->from == &zi_format_text)
        return !text || zi_reading_recognise(source) == &zi_format_zet;
    return text && is_of_people(r->from) && zi_reading_recognise(source) != &zi_format_csv;
}

bool zi_reading_skips(struct reading *r, struct zet_task *task, struct source *source) {
    bool record = is_record_file(task->file);
    struct buffer b = {0};
    r->skips = r->folder && (record ? is_of_people(r->from) : is_other(r, task->file, source));
    if (!r->skips)
        return false;
    source->begin = source->end;
    source->ended = true;
    buffer_add(&b, value_safe(task->file, SAFE_TEXT), ": skipped, because it is ",
               r->from ? "not " : "neither a table nor a score sheet", r->from ? r->from->name : "",
               "\n");
    zi_task_message(task, buffered(&b));
    r->skipped++;
    source->out_of_memory |= b.failed;
    zi_buffer_free(&b);
    return true;
}

void zi_reading_finish(const struct reading *r, struct zet_task *task) {
    char room[64];
    struct writer w = {room, sizeof room, 0};
    write_number(&w, r->skipped);
    write_string(&w, r->skipped == 1 ? " file skipped\n" : " files skipped\n");
    if (r->skipped)
        zi_task_message(task, written(&w));
}
