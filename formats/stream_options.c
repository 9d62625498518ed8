#include "formats/stream_options.h"

#include <stdlib.h>
#include <strings.h>

#include "notation/base/option.h"
#include "notation/base/safe_text.h"
#include "notation/base/value.h"
#include "validators/replay/settings.h"

const char *zi_stream_format(size_t index) {
    return index < FORMATS ? zi_formats[index]->name : NULL;
}

/* Copies a text, terminated, to *to. */
static bool keep(struct stream_options *r, struct text value, const char **to, zet_error *error) {
    char *at = zi_arena_alloc(&r->texts, value.len + 1);
    *to = at;
    if (!at)
        return zi_no_memory(error);
    memcpy(at, value.at, value.len);
    at[value.len] = '\0';
    return true;
}

bool zi_stream_read_text(const zet_option *row, void *values, const char *value, zet_error *error) {
    return keep(values, text_of(value), (const char **)((char *)values + row->offset), error);
}

/* The list with space for one more item and an end; NULL with *error when out of memory. */
static void *grown(void *list, size_t count, size_t size, zet_error *error) {
    void *at = realloc(list, (count + 2) * size);
    if (!at)
        zi_error_out_of_memory(error);
    return at;
}

static bool add_rule(struct stream_options *r, struct text rule, zet_error *error) {
    const char **at = grown(r->rules, r->rule_count, sizeof *at, error);
    if (!at)
        return false;
    r->options.rules = r->rules = at;
    at[r->rule_count] = at[r->rule_count + 1] = NULL;
    return keep(r, rule, &at[r->rule_count], error) && ++r->rule_count;
}

bool zi_stream_read_rule(const zet_option *row, void *values, const char *value, zet_error *error) {
    (void)row;
    return add_rule(values, text_of(value), error);
}

/* `size=9; touch=stay` */
static bool add_rules(struct stream_options *r, const char *value, zet_error *error) {
    for (; *value; value += strcspn(value, ";,"), value += *value != '\0') {
        value += strspn(value, " ");
        struct text rule = {value, strcspn(value, ";,")};
        if (rule.len >= OPTION_VALUE_SHOWN_MAX)
            return zi_refuse(error, "this rule is too long");
        if (rule.len && !add_rule(r, rule, error))
            return false;
    }
    return true;
}

/* Whether the key can have one text for all records, including `rules`. */
static bool can_be_set(enum key k) {
    return k == KEY_RULES || (k != KEY_POSITION && (zi_key_rows[k].kind == KIND_WORD ||
                                                    zi_key_rows[k].kind == KIND_DATE ||
                                                    zi_key_rows[k].kind == KIND_TEXT));
}

static bool refuse_key(struct text key, zet_error *error) {
    struct buffer b = {0};
    const char *before = "the value must be KEY=VALUE with one of the keys ";
    for (enum key k = 0; k < KEYS; k++)
        if (can_be_set(k)) {
            buffer_add(&b, before, zi_keys[k]);
            before = ", ";
        }
    buffer_add(&b, " (not ", value_safe(zi_text_truncate(key, OPTION_VALUE_SHOWN_MAX), SAFE_TEXT),
               ")");
    return zi_refuse_with(error, &b);
}

bool zi_stream_read_key(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct stream_options *r = values;
    const char *equals = strchr(value, '=');
    struct text name = {value, equals ? (size_t)(equals - value) : strlen(value)};
    enum key key = zi_key_of(name, 0);
    (void)row;
    if (!equals || key == KEYS || !can_be_set(key))
        return refuse_key(name, error);
    if (key == KEY_GAME || key == KEY_VARIANT)
        return keep(r, text_of(equals + 1),
                    key == KEY_GAME ? &r->options.game : &r->options.variant, error);
    if (key == KEY_RULES)
        return add_rules(r, equals + 1, error);
    struct said_key *keys = grown(r->keys, r->key_count, sizeof *keys, error);
    if (!keys)
        return false;
    r->options.keys = r->keys = keys;
    struct said_key *last = &keys[r->key_count];
    last[0] = last[1] = (struct said_key){KEYS, NULL};
    if (!keep(r, text_of(equals + 1), &last->value, error))
        return false;
    last->key = key;
    return ++r->key_count;
}

const char *const zi_stream_encodings[] = {
    "auto", "utf-8", "windows-1252", "cp1252", "latin-1", "iso-8859-1", NULL};

bool zi_stream_read_map(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct stream_options *r = values;
    size_t count = r->options.map_count;
    struct csv_map *maps = grown(r->maps, count, sizeof *maps, error);
    const char *text;
    (void)row;
    if (!maps)
        return false;
    r->options.maps = r->maps = maps;
    if (!keep(r, text_of(value), &text, error))
        return false;
    const char *why = zi_csv_map(text, &maps[count]);
    r->options.map_count += !why;
    return !why || zi_refuse(error, why);
}

const char *const zi_stream_dates[] = {"day-first", "month-first", NULL};

/* Checks that the game, the variant and the options exist. */
static bool check_options(const struct format_options *o, struct zet_task *task) {
    if (!o->game && o->variant)
        return task_refuse(task, "variant ", o->variant, ": only allowed with game");
    if (!o->game && o->rules)
        return task_refuse(task, "rule ", o->rules[0], ": only allowed with game");
    if (!o->game)
        return true;
    const struct rules *game = zi_game_find(text_of(o->game));
    const char *variant = o->variant;
    if (game && !variant && game->variant_required)
        variant = game->variants[0];
    zet_rules *rules = zet_rules_new(o->game, variant, o->rules, &task->error);
    zet_rules_free(rules);
    return rules != NULL;
}

bool zi_stream_open(struct stream_options *r, struct zet_task *task) {
    if (zi_task_has(task, "from"))
        r->from = zi_formats[r->from_word];
    if (zi_task_has(task, "dates"))
        r->options.dates = r->dates_word ? DATES_MONTH_FIRST : DATES_DAY_FIRST;
    r->options.defaults = &task->defaults;
    if (!r->from && (r->options.map_count || r->options.dates))
        r->from = &zi_format_csv;
    return check_options(&r->options, task);
}

void zi_stream_close(struct stream_options *r) {
    free(r->rules);
    free(r->keys);
    free(r->maps);
    zi_arena_free(&r->texts);
}

static const struct format *recognise(struct text head, bool *failed) {
    while (head.len && is_space(*head.at))
        head = text_after(head, 1);
    return zi_format_recognise(head, failed);
}

const struct format *zi_stream_recognise(struct source *s) {
    struct text head = zi_source_head(s);
    size_t mark = text_mark(head);
    return recognise(text_after(head, mark), &s->out_of_memory);
}

void zi_stream_hint(struct zet_task *task, const struct format *looks_like, const char *verb) {
    struct buffer *out = zi_task_messages(task);
    if (!looks_like || looks_like == &zi_format_zet)
        return;
    buffer_add(out, value_safe(task->file, SAFE_TEXT), ": this looks like ", looks_like->name,
               "; `zet ");
    if (verb)
        buffer_add(out, verb, looks_like->name,
                   "` checks it, and `zet convert` converts it to records\n");
    else
        buffer_add(out, "convert ", value_safe(task->file, SAFE_TEXT),
                   "` converts it to records, which `zet fix` repairs\n");
}

static bool is_of_people(const struct format *f) {
    return f == &zi_format_csv || f == &zi_format_games_csv || f == &zi_format_text;
}

static bool is_table_or_sheet(struct text head, bool *failed) {
    return is_of_people(recognise(head, failed));
}

void zi_stream_begin(struct stream_options *r, struct source *source) {
    static const enum encoding encodings[] = {ENCODING_FOUND,        ENCODING_UTF_8,
                                              ENCODING_WINDOWS_1252, ENCODING_WINDOWS_1252,
                                              ENCODING_LATIN_1,      ENCODING_LATIN_1};
    zi_utf16_begin(&r->utf16, source, !r->from || is_of_people(r->from));
    r->utf16.wants = r->from ? NULL : is_table_or_sheet;
    r->utf16.encoding = encodings[r->encoding];
    source->said = &r->options;
    r->format = r->from ? r->from : zi_stream_recognise(source);
}

bool zi_stream_next(struct zet_task *task, struct source *source, struct document *out) {
    return ((const struct stream_options *)task->state)->format->next(source, out);
}

/* Whether this is the name of a file of records, perhaps compressed. */
static bool is_record_file(struct text name) {
    static const char *const endings[] = {".yaml", ".yml"};
    for (size_t i = name.len; i-- && name.at[i] != '/';)
        for (size_t k = 0; k < 2; k++)
            if (name.len - i >= strlen(endings[k]) &&
                !strncasecmp(name.at + i, endings[k], strlen(endings[k])))
                return true;
    return false;
}

/* Whether a file that may be a table or a sheet is not in the format being read. */
static bool is_other(const struct stream_options *r, struct text name, struct source *source) {
    bool text = name.len > 4 && !strncasecmp(name.at + name.len - 4, ".txt", 4);
    if (!r->from || r->from == &zi_format_zet)
        return r->format == &zi_format_zet;
    if (r->from == &zi_format_text)
        return !text || zi_stream_recognise(source) == &zi_format_zet;
    return text && is_of_people(r->from) && zi_stream_recognise(source) != &zi_format_csv;
}

bool zi_stream_skips(struct stream_options *r, struct zet_task *task, struct source *source) {
    bool record = is_record_file(task->file);
    r->skips = r->folder && (record ? is_of_people(r->from) : is_other(r, task->file, source));
    if (!r->skips)
        return false;
    source->begin = source->end;
    source->ended = true;
    buffer_add(zi_task_messages(task), value_safe(task->file, SAFE_TEXT),
               ": skipped, because it is ", r->from ? "not " : "neither a table nor a score sheet",
               r->from ? r->from->name : "", "\n");
    r->skipped++;
    return true;
}

void zi_stream_finish(const struct stream_options *r, struct zet_task *task) {
    if (r->skipped)
        buffer_add(zi_task_messages(task),
                   value_counted(r->skipped, " file skipped\n", " files skipped\n"));
}
