#include "cli/lsp/file.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/lsp/memory.h"
#include "notation/record/record.h"
#include "validators/api/records.h"

static void forget_segment(struct segment *s) {
    for (size_t i = 0; i < s->mistake_count; i++)
        free(s->mistakes[i].message);
    for (size_t i = 0; i < s->outline_count; i++) {
        free(s->outlines[i].title);
        free(s->outlines[i].state);
    }
    free(s->mistakes);
    free(s->outlines);
    *s = (struct segment){.from = s->from, .length = s->length, .rest = s->rest};
}

static void free_segments(struct segment *segments, size_t count) {
    for (size_t i = 0; i < count; i++)
        forget_segment(&segments[i]);
    free(segments);
}

void file_free(struct file *file) {
    free_segments(file->segments, file->segment_count);
    free(file->lines);
    free(file->text);
    free(file->edited);
    free(file->uri);
    free(file);
}

void file_forget(struct file *file) {
    for (size_t i = 0; i < file->segment_count; i++)
        forget_segment(&file->segments[i]);
}

/* Lines and segments. */

/* In the protocol a lone CR also ends a line. Returns the beginning of the next line; NULL if there
   is none. */
static const char *next_line(const char *at, const char *end) {
    for (; at < end; at++)
        if (*at == '\n' || (*at == '\r' && (at + 1 == end || at[1] != '\n')))
            return at + 1;
    return NULL;
}

static size_t *find_lines(const char *text, size_t length, size_t *count) {
    const char *end = text + length;
    size_t n = 1;
    for (const char *c = text; (c = next_line(c, end));)
        n++;
    size_t *lines = memory_got(malloc(n * sizeof *lines));
    *count = 0;
    lines[(*count)++] = 0;
    for (const char *c = text; (c = next_line(c, end));)
        lines[(*count)++] = (size_t)(c - text);
    return lines;
}

/* Cuts the stream into documents, each with those that depend on it: there reading can resume after
   any error. */
static struct segment *cut_segments(const char *text, size_t length, size_t *count) {
    struct text rest = {text, length};
    struct source source;
    struct document d;
    struct segment *all = memory_got(calloc(1, sizeof *all)), *last = all;
    size_t cap = *count = 1;
    zi_source_open(&source, zi_text_read, &rest);
    zi_source_next(&source, &d); /* the document of the first segment */
    while (!last->rest && zi_source_next(&source, &d)) {
        last->rest = !d.follows && *count == SEGMENTS_MAX;
        if (d.follows || last->rest)
            continue;
        memory_reserve(&all, &cap, *count + 1, sizeof *all);
        last = &all[*count];
        *last = (struct segment){.from = (size_t)d.offset - d.mark};
        all[*count - 1].length = last->from - all[*count - 1].from;
        ++*count;
    }
    last->length = length - last->from;
    if (source.out_of_memory)
        memory_lost();
    zi_source_close(&source);
    return all;
}

static bool is_same_segment(const struct file *file, const struct segment *old, const char *text,
                            const struct segment *new) {
    return old->length == new->length && old->rest == new->rest &&
           !memcmp(file->text + old->from, text + new->from, new->length);
}

/* Moves the findings of the old segment to the new one. */
static void hand_over(struct segment *old, struct segment *new) {
    size_t from = new->from;
    *new = *old;
    new->from = from;
    *old = (struct segment){0};
}

void file_set_text(struct file *file, char *text, size_t length) {
    size_t line_count, count;
    size_t *lines = find_lines(text, length, &line_count);
    struct segment *segments = cut_segments(text, length, &count);
    size_t head = 0, tail = 0, most = file->segment_count < count ? file->segment_count : count;
    while (head < most && is_same_segment(file, &file->segments[head], text, &segments[head])) {
        hand_over(&file->segments[head], &segments[head]);
        head++;
    }
    while (tail < most - head &&
           is_same_segment(file, &file->segments[file->segment_count - 1 - tail], text,
                           &segments[count - 1 - tail])) {
        hand_over(&file->segments[file->segment_count - 1 - tail], &segments[count - 1 - tail]);
        tail++;
    }
    free_segments(file->segments, file->segment_count);
    free(file->lines);
    free(file->text);
    file->text = text;
    file->length = length;
    file->lines = lines;
    file->line_count = line_count;
    file->segments = segments;
    file->segment_count = count;
}

/* Judging. */

static char *copied_text(zet_text t) { return memory_got(strndup(t.at ? t.at : "", t.length)); }

static size_t least(uint64_t offset, size_t length) {
    return offset < length ? (size_t)offset : length;
}

static void add_mistake(struct segment *s, struct mistake m, zet_text message) {
    m.message = copied_text(message);
    memory_reserve(&s->mistakes, &s->mistake_cap, s->mistake_count + 1, sizeof m);
    s->mistakes[s->mistake_count++] = m;
}

static void add_mistakes(struct segment *s, const zet_record *record) {
    zet_finding f;
    for (size_t i = 0; zet_record_finding_at(record, i, &f); i++) {
        const struct mistake m = {.from = least(f.offset, s->length),
                                  .to = least(f.end_offset, s->length),
                                  .severity = f.severity,
                                  .code = f.code,
                                  .reason = f.reason};
        if (!f.message.length)
            memory_lost();
        add_mistake(s, m, f.message);
    }
}

static char *title_of(const zet_record *record) {
    zet_text event = zet_record_value(record, "event"), round = zet_record_value(record, "round");
    zet_text one = zet_record_player(record, 0), other = zet_record_player(record, 1);
    const char *game = zet_record_game(record);
    char *title = NULL;
    int n = asprintf(&title, "%.*s%s%.*s%s%.*s%s%.*s", (int)event.length, event.at,
                     event.length && round.length ? " " : "", (int)round.length, round.at,
                     event.length + round.length && one.length + other.length ? ": " : "",
                     (int)one.length, one.at, one.length || other.length ? " - " : "",
                     (int)other.length, other.at);
    if (n < 0)
        memory_lost();
    size_t size = (size_t)n * 3 + 1;
    char *safe = memory_got(n ? malloc(size) : strdup(game ? game : "record"));
    if (n)
        zet_text_copy_safe((zet_text){title, (size_t)n}, safe, size);
    free(title);
    return safe;
}

static char *state_of(const zet_record *record) {
    zet_outcome outcome = zet_record_outcome(record);
    const char *game = zet_record_game(record);
    char *state = NULL, ended[96] = "open";
    size_t errors = 0;
    zet_finding f;
    for (size_t i = 0; zet_record_finding_at(record, i, &f); i++)
        errors += f.severity == ZET_SEVERITY_ERROR;
    if (outcome.result == ZET_RESULT_DRAW)
        snprintf(ended, sizeof ended, "draw (%s)", outcome.reason);
    else if (outcome.result != ZET_RESULT_OPEN && game)
        snprintf(ended, sizeof ended, "%s wins (%s)",
                 zet_side_name(game, outcome.result == ZET_RESULT_WIN_1), outcome.reason);
    int n = asprintf(&state, "%s, %u %s%s", ended, zet_record_plies(record),
                     zet_record_plies(record) == 1 ? "ply" : "plies", errors ? ", not valid" : "");
    return memory_got(n < 0 ? NULL : state);
}

/* A line of a segment, from 1, and its offset. */
struct line {
    size_t number, from;
};

/* `*at` is the line of the previous record, or the first line, and becomes the record's. */
static void add_outline(struct segment *s, const char *text, const zet_record *record,
                        struct line *at) {
    zet_text document = zet_record_document(record);
    size_t line = zet_record_line(record);
    for (; at->number < line && at->from < s->length; at->number++) {
        const char *end = memchr(text + at->from, '\n', s->length - at->from);
        at->from = end ? (size_t)(end + 1 - text) : s->length;
    }
    size_t from = at->from,
           to = from + document.length < s->length ? from + document.length : s->length;
    while (to > from && strchr(" \t\r\n", text[to - 1]))
        to--;
    struct outline o = {from, to, title_of(record), state_of(record)};
    memory_reserve(&s->outlines, &s->outline_cap, s->outline_count + 1, sizeof o);
    s->outlines[s->outline_count++] = o;
}

/* Reports that the rest of a file with too many records is not judged. */
static void pass_over(struct segment *s, const char *text) {
    static const char why[] = "only the first 20,000 records of a file are judged while it is "
                              "edited; `zet validate` judges all of them";
    const struct mistake m = {
        .to = strcspn(text, "\n"), .severity = ZET_SEVERITY_NOTE, .code = "limit"};
    add_mistake(s, m, zet_text_of(why));
}

/* Whether YAML could not read it. */
static bool is_unread(const zet_record *record) {
    zet_finding f;
    return zet_record_finding_at(record, 0, &f) && !strcmp(f.code, "yaml");
}

const zet_record *file_record(const struct file *file, const struct segment *segment,
                              zet_reader *reader, bool *begun) {
    const zet_record *record;
    zet_text text = {file->text + segment->from, segment->length};
    if (!*begun)
        zet_reader_open_text(reader, "-", text, memory_error());
    *begun = true;
    zet_reader_next(reader, &record, memory_error());
    memory_error();
    return record;
}

static void judge_segment(struct file *file, struct segment *s, zet_reader *reader) {
    const char *text = file->text + s->from;
    const zet_record *record;
    struct line line = {1, 0};
    bool begun = false;
    s->foreign = true;
    while ((record = file_record(file, s, reader, &begun))) {
        bool is_record = zet_record_game(record) || zi_record_has(record, "game");
        s->foreign &= !is_record;
        s->unread |= is_unread(record);
        add_mistakes(s, record);
        if (is_record)
            add_outline(s, text, record, &line);
    }
}

void file_judge(struct file *file, zet_reader *reader) {
    if (file->around.kind != FILE_RECORDS || file->around.refusal)
        return;
    zet_reader_set_settings(reader, file->around.settings);
    for (size_t i = 0; i < file->segment_count; i++) {
        struct segment *s = &file->segments[i];
        if (!s->judged && s->rest)
            pass_over(s, file->text + s->from);
        else if (!s->judged)
            judge_segment(file, s, reader);
        s->judged = true;
    }
}

/* Places. */

static size_t line_of(const struct file *file, size_t offset) {
    size_t low = 0, high = file->line_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (file->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Units of the character that begins with that byte; 0 for continuation bytes. */
static size_t units(const struct file *file, char byte) {
    if (file->utf8)
        return 1;
    return (unsigned char)byte >= 0xF0 ? 2 : (byte & 0xC0) != 0x80;
}

/* The offset of a position in the line that begins at `at`. */
static size_t place_in_line(const struct file *file, const char *text, size_t length, size_t at,
                            const json_t *position) {
    json_int_t character = json_integer_value(json_object_get(position, "character"));
    size_t count = 0;
    while (at < length && text[at] != '\n' && text[at] != '\r') {
        size_t n = units(file, text[at]);
        if (n && count + n > (size_t)(character < 0 ? 0 : character))
            break;
        count += n;
        at++;
    }
    return at;
}

size_t file_offset(const struct file *file, const json_t *position) {
    json_int_t line = json_integer_value(json_object_get(position, "line"));
    if (line < 0 || (size_t)line >= file->line_count)
        return line < 0 ? 0 : file->length;
    return place_in_line(file, file->text, file->length, file->lines[line], position);
}

void file_go_on(const struct file *file, struct file_place *place, size_t offset) {
    while (place->line + 1 < file->line_count && file->lines[place->line + 1] <= offset)
        *place = (struct file_place){place->line + 1, file->lines[place->line + 1], 0};
    for (; place->at < offset; place->at++)
        place->units += units(file, file->text[place->at]);
}

json_t *file_position(const struct file *file, size_t offset) {
    if (offset > file->length)
        offset = file->length;
    size_t line = line_of(file, offset);
    struct file_place place = {line, file->lines[line], 0};
    file_go_on(file, &place, offset);
    return json_pack("{s:I, s:I}", "line", (json_int_t)line, "character", (json_int_t)place.units);
}

json_t *file_range(const struct file *file, size_t from, size_t to) {
    return json_pack("{s:o, s:o}", "start", file_position(file, from), "end",
                     file_position(file, to));
}

json_t *file_message(const struct file *f, size_t from, size_t to, zet_severity severity,
                     const char *message) {
    return json_pack("{s:o, s:i, s:s, s:s}", "range", file_range(f, from, to), "severity",
                     3 - (int)severity, "source", "zet", "message", message);
}

json_t *file_diagnostic(const struct file *f, const struct segment *g, const struct mistake *m) {
    json_t *d = file_message(f, g->from + m->from, g->from + m->to, m->severity, m->message);
    zet_output *address = memory_output();
    zi_explain_address(m->code, m->reason, address);
    zet_text href = memory_text(address);
    json_object_set_new(
        d, "code", m->reason ? json_sprintf("%s/%s", m->code, m->reason) : json_string(m->code));
    if (href.length)
        json_object_set_new(d, "codeDescription",
                            json_pack("{s:s%}", "href", href.at, href.length));
    zet_output_free(address);
    return d;
}

struct segment *file_segment(struct file *file, size_t offset) {
    for (size_t i = file->segment_count; i-- > 0;)
        if (file->segments[i].from <= offset)
            return &file->segments[i];
    return NULL;
}

/* Changes. */

/* Like file_offset, for a text without a line table. A byte 0 follows the text. */
static size_t place_in_text(const struct file *file, const json_t *position) {
    enum { BLOCK = 128 };
    json_int_t line = json_integer_value(json_object_get(position, "line"));
    const char *text = file->edited;
    size_t length = file->edited_length, at = 0, left = line < 0 ? 0 : (size_t)line;
    if (line < 0)
        return 0;
    for (; left && length - at > BLOCK; at += BLOCK) {
        uint8_t ends = 0; /* as next_line finds them; the compiler vectorizes this */
        for (size_t i = at; i < at + BLOCK; i++)
            ends += (uint8_t)((text[i] == '\n') | ((text[i] == '\r') & (text[i + 1] != '\n')));
        if (ends >= left)
            break;
        left -= ends;
    }
    const char *next = text + at, *end = text + length;
    while (left && (next = next_line(next, end)))
        left--;
    return next ? place_in_line(file, text, length, (size_t)(next - text), position) : length;
}

/* Makes room for a text of that length. */
static void reserve_edited(struct file *file, size_t length) {
    if (length < file->edited_cap)
        return;
    file->edited_cap = length + length / 2 + 1;
    file->edited = memory_got(realloc(file->edited, file->edited_cap));
}

void file_edit(struct file *file, const json_t *start, const json_t *end, const char *text,
               size_t length) {
    if (!file->edited) {
        file->edited_length = file->length;
        reserve_edited(file, file->length);
        if (file->length)
            memcpy(file->edited, file->text, file->length);
        file->edited[file->length] = '\0';
    }
    size_t old = file->edited_length;
    size_t from = start ? place_in_text(file, start) : 0;
    size_t to = start ? place_in_text(file, end) : old;
    to = to < from ? from : to;
    reserve_edited(file, old - (to - from) + length);
    memmove(file->edited + from + length, file->edited + to, old - to + 1);
    memcpy(file->edited + from, text, length);
    file->edited_length = old - (to - from) + length;
}

void file_settle(struct file *file) {
    char *text = file->edited;
    file->edited = NULL;
    file->edited_cap = 0;
    if (text)
        file_set_text(file, text, file->edited_length);
}
