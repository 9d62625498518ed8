#include "cli/lsp/cursor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/lsp/memory.h"
#include "validators/api/records.h"

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static bool is_word(char c) { return !is_space(c) && !strchr("{}[](),;:\"'", c); }

static size_t line_start(const struct file *f, size_t at) {
    while (at > 0 && f->text[at - 1] != '\n')
        at--;
    return at;
}

/* The key at the beginning of the line, in its first column. */
static bool key_of_line(const struct file *f, size_t line, char *key, size_t size, size_t *after) {
    size_t n = 0;
    while (line + n < f->length && is_word(f->text[line + n]))
        n++;
    if (!n || line + n >= f->length || f->text[line + n] != ':')
        return false;
    snprintf(key, size, "%.*s", (int)n, f->text + line);
    *after = line + n + 1;
    return true;
}

static enum context context_of(struct cursor *c) {
    const struct file *f = c->file;
    size_t line = line_start(f, c->at), after = 0;
    if (key_of_line(f, line, c->key, sizeof c->key, &after) && c->at < after)
        return CONTEXT_KEY;
    size_t first = line;
    while (first < c->at && is_word(f->text[first]))
        first++;
    if (!after && first == c->at && (line == c->at || !is_space(f->text[line])))
        return CONTEXT_KEY;
    while (!after && line > c->segment->from) {
        line = line_start(f, line - 1);
        if (line < f->length && !is_space(f->text[line]) &&
            !key_of_line(f, line, c->key, sizeof c->key, &after))
            return CONTEXT_NONE;
    }
    if (!after)
        return CONTEXT_NONE;
    if (!strcmp(c->key, "moves") || !strcmp(c->key, "playout"))
        return CONTEXT_MOVE;
    return strcmp(c->key, "rules") != 0 ? CONTEXT_VALUE : CONTEXT_RULE;
}

/* A document that is being typed is often broken, and then its keys are unknown. */
bool cursor_in_record(const struct cursor *c) {
    const struct segment *g = c->segment;
    if (!g || !g->foreign)
        return true;
    const char *text = c->file->text;
    size_t end = g->from + g->length, after;
    char key[32];
    for (size_t at = g->from; at < end; at += strcspn(text + at, "\n") + 1)
        if (key_of_line(c->file, at, key, sizeof key, &after) && !strcmp(key, "game"))
            return true;
    return g->from + strspn(text + g->from, "- \t\r\n") >= c->from &&
           c->to + strspn(text + c->to, " \t\r\n") >= end;
}

struct cursor cursor_at(struct file *file, size_t offset) {
    struct cursor c = {.file = file, .segment = file_segment(file, offset), .at = offset};
    if (!c.segment)
        return c;
    c.context = context_of(&c);
    /* Moves may contain `:`, as Halma's separators do. */
    for (c.from = c.at; c.from > 0; c.from--)
        if (!is_word(file->text[c.from - 1]) &&
            !(c.context == CONTEXT_MOVE && strchr(":,", file->text[c.from - 1])))
            break;
    for (c.to = c.at; c.to < file->length; c.to++)
        if (!is_word(file->text[c.to]) &&
            !(c.context == CONTEXT_MOVE && strchr(":,", file->text[c.to])))
            break;
    return c;
}

/* The end of the value at the place: at the next line with text in its first column. */
static size_t value_end(const struct cursor *c) {
    size_t end = c->segment->from + c->segment->length;
    for (size_t at = c->at; at < end; at++)
        if (c->file->text[at] == '\n' && (at + 1 == end || !is_space(c->file->text[at + 1])))
            return at;
    return end;
}

/* The position at the place, from the record truncated there. */
static zet_position *position_in(const zet_record *record, zet_rules **rules) {
    zet_walk *walk = zet_walk_new(record, memory_error());
    zet_position *position = NULL;
    zet_move last;
    if (walk && zi_walk_to_end(walk) && (*rules = zet_record_rules_new(record, memory_error()))) {
        bool start = !zet_walk_move(walk, &last) && !zet_record_value(record, "position").length;
        zet_text text = start ? zet_text_of(NULL) : zet_walk_position(walk);
        position = zet_position_new(*rules, text, memory_error());
    }
    zet_walk_free(walk);
    if (!position) {
        zet_rules_free(*rules);
        *rules = NULL;
    }
    return position;
}

zet_position *cursor_position(const struct cursor *c, zet_reader *reader, zet_rules **rules) {
    zet_position *position = NULL;
    const zet_record *record;
    *rules = NULL;
    char *text = memory_got(malloc(c->segment->length + 1));
    if (!text || c->from < c->segment->from) {
        free(text);
        return NULL;
    }
    /* Blanks replace the rest of the move text, so that offsets stay. */
    memcpy(text, c->file->text + c->segment->from, c->segment->length);
    for (size_t at = c->from, end = value_end(c); at < end; at++)
        if (text[at - c->segment->from] != '\n')
            text[at - c->segment->from] = ' ';
    zet_reader_set(reader, "moves", "true", NULL);
    if (zet_reader_open_text(reader, "-", (zet_text){text, c->segment->length}, memory_error()) ==
            ZET_OK &&
        zet_reader_next(reader, &record, memory_error()) == ZET_OK)
        position = position_in(record, rules);
    zet_reader_set(reader, "moves", "false", NULL);
    free(text);
    return position;
}

/* Finds the first move of the main line that led to this position. */
static void find_first(const zet_record *record, size_t base, uint64_t key, struct played *out) {
    zet_walk *walk = zet_walk_new(record, memory_error());
    zet_ply ply;
    while (walk && zet_walk_next(walk, &ply)) {
        if (ply.playout || ply.depth || zet_walk_key(walk) != key)
            continue;
        if (!out->repeated++) {
            out->first = base + (size_t)ply.offset;
            out->first_to = out->first + ply.written.length;
        }
    }
    zet_walk_free(walk);
}

static bool played_in(const struct cursor *c, const zet_record *record, struct played *out) {
    size_t base = c->segment->from;
    zet_walk *walk = zet_walk_new(record, memory_error());
    zet_ply ply;
    bool found = false;
    uint64_t key = 0;
    while (walk && !found && zet_walk_next(walk, &ply)) {
        size_t from = base + (size_t)ply.offset;
        found = from <= c->at && c->at <= from + ply.written.length;
        if (!found)
            continue;
        snprintf(out->move, sizeof out->move, "%.*s", (int)ply.move.length, ply.move.at);
        key = zet_walk_key(walk);
        out->from = from;
        out->to = from + ply.written.length;
        out->ply = ply;
        out->rules = zet_record_rules_new(record, memory_error());
        out->position = out->rules
                            ? zet_position_new(out->rules, zet_walk_position(walk), memory_error())
                            : NULL;
    }
    zet_walk_free(walk);
    if (found)
        find_first(record, base, key, out);
    return found;
}

bool cursor_played(const struct cursor *c, zet_reader *reader, struct played *out) {
    const zet_record *record;
    bool found = false;
    *out = (struct played){0};
    if (!c->segment)
        return false;
    zet_text text = {c->file->text + c->segment->from, c->segment->length};
    zet_reader_set(reader, "moves", "true", NULL);
    if (zet_reader_open_text(reader, "-", text, memory_error()) == ZET_OK)
        while (!found && zet_reader_next(reader, &record, memory_error()) == ZET_OK)
            found = played_in(c, record, out);
    zet_reader_set(reader, "moves", "false", NULL);
    return found;
}

void played_free(struct played *p) {
    zet_position_free(p->position);
    zet_rules_free(p->rules);
}
