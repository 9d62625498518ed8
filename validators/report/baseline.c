/* The file has a line for each kind of finding of a record, as JSON. Lines are compared, not read:
   the front of a line says which record it is, in its own words, not in which line it stands. */
#include "validators/report/baseline.h"

#include <stdlib.h>

#include "notation/base/json_out.h"
#include "notation/base/text_order.h"
#include "validators/archive/facts.h"
#include "validators/report/tool_parts.h"

enum { TEXT_MAX = 200, OPENING_MAX = 80, COUNT_DIGITS_MAX = 6 };

static const struct text head = {"{\"zet_baseline\":1}", 18};
static const struct text before_count = {",\"count\":", 9};

void zet_baseline_free(struct baseline *b) {
    zet_map_free(&b->keys);
    free(b->count);
    *b = (struct baseline){0};
}

void zet_baseline_record_free(struct baseline_record *b) {
    zet_buffer_free(&b->front);
    zet_buffer_free(&b->key);
    zet_map_free(&b->keys);
    free(b->count);
    *b = (struct baseline_record){0};
}

/* The count of a key, 0 where it is new. NULL when out of memory. */
static uint32_t *count_of(struct map *keys, uint32_t **counts, size_t *cap, struct text key) {
    size_t before = keys->count;
    uint32_t number = zet_map_number(keys, key);
    if (keys->failed)
        return NULL;
    if (keys->count > *cap) {
        size_t wanted = *cap ? *cap * 2 : 64;
        uint32_t *at = realloc(*counts, wanted * sizeof *at);
        if (!at)
            return NULL;
        *counts = at;
        *cap = wanted;
    }
    if (keys->count > before)
        (*counts)[number] = 0;
    return &(*counts)[number];
}

/* Reading. */

/* Takes the count off the end of a line. False where there is none. */
static bool cut_count(struct text *line, uint32_t *count) {
    size_t end = line->len, at;
    if (!end || line->at[end - 1] != '}')
        return false;
    for (at = --end; at && is_digit(line->at[at - 1]) && end - at < COUNT_DIGITS_MAX;)
        at--;
    struct text digits = {line->at + at, end - at};
    if (!digits.len || *digits.at == '0' || at < before_count.len ||
        !text_same((struct text){line->at + at - before_count.len, before_count.len}, before_count))
        return false;
    *count = text_number(digits, UINT32_MAX);
    line->len = at - before_count.len;
    return true;
}

static struct text next_line(struct text *left) {
    const char *end = memchr(left->at, '\n', left->len);
    struct text line = {left->at, end ? (size_t)(end - left->at) : left->len};
    size_t passed = line.len + (end != NULL);
    *left = (struct text){left->at + passed, left->len - passed};
    line.len -= line.len && line.at[line.len - 1] == '\r';
    return line;
}

bool zet_baseline_read(struct baseline *b, struct text name, struct text text, zet_error *error) {
    for (size_t number = 1; text.len || number == 1; number++) {
        struct text line = text.len ? next_line(&text) : NO_TEXT;
        uint32_t count;
        if (number == 1 ? text_same(line, head) : !line.len)
            continue;
        if (number == 1 || !cut_count(&line, &count)) {
            struct buffer message = {0};
            buffer_text(&message, name);
            buffer_char(&message, ':');
            zet_buffer_number(&message, number);
            buffer_string(&message, ": this is no line of a baseline that zet has written");
            return zet_refuse_with(error, &message);
        }
        uint32_t *known = count_of(&b->keys, &b->count, &b->cap, line);
        if (!known) {
            zet_error_out_of_memory(error);
            return false;
        }
        *known = count > *known ? count : *known;
    }
    return true;
}

/* Keys. */

/* The front of the file's name, `./`, says nothing. */
static struct text file_name(struct text file) {
    while (file.len > 2 && file.at[0] == '.' && file.at[1] == '/')
        file = (struct text){file.at + 2, file.len - 2};
    return file;
}

/* The first moves, with a blank between them. */
static void write_opening(struct json_out *j, const struct record *r) {
    struct text moves = r->field[KEY_MOVES].text;
    char room[OPENING_MAX];
    struct writer w = {room, sizeof room, 0};
    bool blank = false;
    for (size_t i = 0; i < moves.len && w.len + 2 < w.cap; i++) {
        if (!is_blank(moves.at[i]) && blank && w.len)
            write_char(&w, ' ');
        blank = is_blank(moves.at[i]);
        if (!blank)
            write_char(&w, moves.at[i]);
    }
    zet_json_member_text(j, "moves", written(&w));
}

/* Which record it is: by its names or, where it has none, by its file and its first moves. */
static void write_front(struct buffer *out, const struct report *report) {
    const struct record *r = report->record;
    const struct identity id = zet_identity(r, report->verdict);
    const struct {
        const char *key;
        struct text value;
    } names[] = {{"event", id.event},
                 {"date", zet_facts_value(r, KEY_DATE)},
                 {"round", id.round},
                 {"table", id.table},
                 {id.player[0].side, id.player[0].name},
                 {id.player[1].side, id.player[1].name}};
    struct json_out j = {.to = out};
    bool any = false;
    zet_json_open(&j, '{');
    if (report->verdict->rules)
        zet_json_member_text(&j, "game", text_of(report->verdict->rules->name));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].key && names[i].value.len) {
            zet_json_member_text(&j, names[i].key, names[i].value);
            any = true;
        }
    if (any)
        return;
    zet_json_member_text(&j, "file", file_name(report->file));
    write_opening(&j, r);
}

/* A missing key is nowhere. */
static struct text text_at(const struct record *r, const struct finding *f) {
    size_t end = f->end < r->text.len ? f->end : r->text.len;
    size_t at = f->offset < end ? f->offset : end;
    if (f->code == FINDING_MISSING_KEY)
        return text_of(f->sentence);
    return (struct text){r->text.at + at, end - at < TEXT_MAX ? end - at : TEXT_MAX};
}

/* How many findings with the same key the record has had with this one, in *count; and the key,
   which is valid until the next call. False when out of memory. */
static bool see(struct baseline_record *b, const struct record *r, const struct finding *f,
                uint32_t *count) {
    struct json_out j = {.to = &b->key, .comma = true};
    b->key.len = 0;
    buffer_text(&b->key, buffered(&b->front));
    j.comma = b->front.len > 1;
    zet_json_key(&j, "code");
    zet_json_value(&j);
    buffer_char(&b->key, '"');
    zet_tool_code(&b->key, f);
    buffer_char(&b->key, '"');
    zet_json_member_text(&j, "text", text_at(r, f));
    uint32_t *seen = b->key.failed || b->front.failed
                         ? NULL
                         : count_of(&b->keys, &b->count, &b->cap, buffered(&b->key));
    b->failed |= !seen;
    *count = seen ? ++*seen : 0;
    return seen != NULL;
}

static void begin(struct baseline_record *b, const struct report *report) {
    zet_map_free(&b->keys);
    b->keys = (struct map){0};
    b->front.len = 0;
    write_front(&b->front, report);
}

size_t zet_baseline_hide(const struct baseline *known, struct baseline_record *b, struct record *r,
                         const struct report *report) {
    struct findings *findings = &r->findings;
    size_t kept = 0, count = findings->count;
    if (!count || !known->keys.count)
        return 0;
    begin(b, report);
    for (size_t i = 0; i < count; i++) {
        uint32_t nth;
        int64_t number =
            see(b, r, &findings->at[i], &nth) ? zet_map_find(&known->keys, buffered(&b->key)) : -1;
        if (number < 0 || known->count[number] < nth)
            findings->at[kept++] = findings->at[i];
    }
    findings->count = kept;
    return count - kept;
}

/* Writing. */

void zet_baseline_rows(struct baseline_record *b, const struct report *report,
                       struct buffer *rows) {
    const struct findings *findings = &report->record->findings;
    uint32_t nth;
    begin(b, report);
    for (size_t i = 0; i < findings->count; i++)
        if (findings->at[i].severity >= report->level)
            see(b, report->record, &findings->at[i], &nth);
    for (size_t i = 0; i < b->keys.count && !b->failed; i++) {
        zet_row_text(rows, b->keys.at[i]);
        zet_row_number(rows, b->count[i]);
    }
}

bool zet_baseline_add(struct baseline *b, struct row_reader *rows) {
    while (row_reader_has_more(rows)) {
        struct text key = zet_row_read_text(rows);
        uint32_t count = (uint32_t)zet_row_read_number(rows);
        uint32_t *known = count_of(&b->keys, &b->count, &b->cap, key);
        if (!known)
            return false;
        *known = count > *known ? count : *known;
    }
    return true;
}

struct line {
    struct text key;
    uint32_t count;
};

static int by_key(const void *a, const void *b) {
    return zet_text_order(((const struct line *)a)->key, ((const struct line *)b)->key);
}

bool zet_baseline_write(const struct baseline *b, struct buffer *out) {
    size_t count = b->keys.count;
    struct line *lines = malloc((count + 1) * sizeof *lines);
    if (!lines)
        return false;
    for (size_t i = 0; i < count; i++)
        lines[i] = (struct line){b->keys.at[i], b->count[i]};
    qsort(lines, count, sizeof *lines, by_key);
    buffer_text(out, head);
    buffer_char(out, '\n');
    for (size_t i = 0; i < count; i++) {
        buffer_text(out, lines[i].key);
        buffer_text(out, before_count);
        zet_buffer_number(out, lines[i].count);
        buffer_string(out, "}\n");
    }
    free(lines);
    return !out->failed;
}
