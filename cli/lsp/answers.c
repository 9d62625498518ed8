/* Answers to an editor's questions about a place or a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/lsp/memory.h"
#include "cli/lsp/server.h"
#include "notation/base/output.h"
#include "notation/record/finding.h"
#include "validators/api/records.h"

enum { COMPLETIONS_MAX = 2000 };

/* What is at a place in a file: a key, a value or a move. */

enum context { CONTEXT_NONE, CONTEXT_KEY, CONTEXT_VALUE, CONTEXT_RULE, CONTEXT_MOVE };

struct cursor {
    struct file *file;
    struct segment *segment;
    size_t from, at, to; /* the word at the place; offsets in the file */
    enum context context;
    char key[32]; /* of the line, or of the text that contains the place */
};

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

/* Whether the place is in a record, or in a document that contains only the word there. A document
   that is being typed is often broken, and then its keys are unknown. */
static bool cursor_in_record(const struct cursor *c) {
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

static struct cursor cursor_of(struct file *file, const json_t *params) {
    size_t offset = file_offset(file, json_object_get(params, "position"));
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

/* The position before a move at the place, and its rules; NULL if unknown. The caller frees
   both. */
static zet_position *cursor_position(const struct cursor *c, zet_reader *reader,
                                     zet_rules **rules) {
    zet_position *position = NULL;
    const zet_record *record;
    *rules = NULL;
    if (c->from < c->segment->from)
        return NULL;
    char *text = memory_got(malloc(c->segment->length + 1));
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

/* The move at the place, judged with its whole record; returns false if no move was played there.
   The position is the one after the move; the caller frees it and the rules. `first` is the place
   in the file of the first main-line move that led to the same position; `repeated` is the number
   of such moves. */
struct played {
    zet_ply ply;
    char move[128];
    zet_position *position;
    zet_rules *rules;
    size_t from, to, first, first_to;
    unsigned repeated;
};
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

static bool cursor_played(const struct cursor *c, zet_reader *reader, struct played *out) {
    const zet_record *record;
    bool found = false, begun = false;
    *out = (struct played){0};
    if (!c->segment)
        return false;
    zet_reader_set(reader, "moves", "true", NULL);
    while (!found && (record = file_record(c->file, c->segment, reader, &begun)))
        found = played_in(c, record, out);
    zet_reader_set(reader, "moves", "false", NULL);
    return found;
}

static void played_free(struct played *p) {
    zet_position_free(p->position);
    zet_rules_free(p->rules);
}

/* Hover. */

static json_t *hover_of(const struct file *f, size_t from, size_t to, zet_output *text) {
    zet_text t = memory_text(text);
    return json_pack("{s:{s:s, s:s%}, s:o}", "contents", "kind", "markdown", "value", t.at,
                     t.length, "range", file_range(f, from, to));
}

static void write_outcome(zet_output *out, const char *game, zet_outcome outcome) {
    bool draw = outcome.result == ZET_RESULT_DRAW;
    command_put(out, "\n\n", draw ? "The game is a draw" : NULL, NULL);
    if (!draw)
        command_put(out, zet_side_name(game, outcome.result == ZET_RESULT_WIN_1), " wins", NULL);
    command_put(out, " (", outcome.reason, ")", NULL);
}

static void write_played(zet_output *out, const struct played *p, const char *game) {
    char times[24];
    snprintf(times, sizeof times, "%u", p->repeated);
    command_put(out, "**", p->move, "** ", zet_side_name(game, p->ply.side), ", ", NULL);
    zi_move_said(&out->text, p->ply.playout ? PART_PLAYOUT : PART_MOVES, p->ply.ply);
    if (p->ply.outcome.result != ZET_RESULT_OPEN)
        write_outcome(out, game, p->ply.outcome);
    if (p->repeated > 1)
        command_put(out, "\n\nThis position occurs ", times, " times in the game.", NULL);
    command_put(out, "\n\n```\n", NULL);
    zet_position_board(p->position, 0, out);
    command_put(out, "```\n", NULL);
}

/* Explains a finding at the place. */
static bool explain_mistake(const struct cursor *c, zet_output *out, size_t *from, size_t *to) {
    for (size_t i = 0; i < c->segment->mistake_count; i++) {
        const struct mistake *m = &c->segment->mistakes[i];
        zet_explanation e;
        *from = c->segment->from + m->from;
        *to = c->segment->from + m->to;
        if (c->at < *from || c->at > *to || !zet_explain(m->code, m->reason, &e))
            continue;
        command_put(out, m->message, "\n\n", e.meaning, "\n\n", e.remedy, NULL);
        return true;
    }
    return false;
}

static const char *about_key(const char *key) {
    const char *name;
    for (size_t i = 0; (name = zet_catalogue_name(ZET_CATALOGUE_RECORD_KEYS, NULL, i)); i++)
        if (!strcmp(name, key))
            return zet_catalogue_about(ZET_CATALOGUE_RECORD_KEYS, NULL, i);
    return NULL;
}

json_t *answer_hover(struct server *s, struct file *f, const json_t *params) {
    struct cursor c = cursor_of(f, params);
    size_t from = c.from, to = c.to;
    struct played played = {0};
    json_t *hover = NULL;
    if (!c.segment)
        return NULL;
    zet_output *out = memory_output();
    const char *about = c.context == CONTEXT_KEY ? about_key(c.key) : NULL;
    if (explain_mistake(&c, out, &from, &to))
        hover = hover_of(f, from, to, out);
    else if (about) {
        command_put(out, about, NULL);
        hover = hover_of(f, c.from, c.to, out);
    } else if (c.context == CONTEXT_MOVE && cursor_played(&c, s->reader, &played) &&
               played.position) {
        write_played(out, &played, zet_rules_game(played.rules));
        hover = hover_of(f, played.from, played.to, out);
    }
    played_free(&played);
    zet_output_free(out);
    return hover;
}

/* The first occurrence of a position. */

json_t *answer_definition(struct server *s, struct file *f, const json_t *params) {
    struct cursor c = cursor_of(f, params);
    struct played played = {0};
    json_t *place = NULL;
    if (c.context == CONTEXT_MOVE && cursor_played(&c, s->reader, &played) && played.repeated)
        place = json_pack("{s:s, s:o}", "uri", f->uri, "range",
                          file_range(f, played.first, played.first_to));
    played_free(&played);
    return place;
}

/* Completion. */

/* Completion kinds of the protocol. */
enum { KIND_PROPERTY = 10, KIND_VALUE = 12, KIND_OPERATOR = 24 };

struct completion {
    const struct cursor *cursor;
    json_t *items;
};

static void offer(struct completion *o, const char *text, const char *after, const char *detail,
                  int kind) {
    const struct cursor *c = o->cursor;
    size_t length = c->at - c->from;
    if (strncmp(text, c->file->text + c->from, length) != 0 ||
        json_array_size(o->items) >= COMPLETIONS_MAX)
        return;
    json_array_append_new(o->items, json_pack("{s:s, s:s, s:i, s:{s:o, s:o}}", "label", text,
                                              "detail", detail, "kind", kind, "textEdit", "range",
                                              file_range(c->file, c->from, c->to), "newText",
                                              json_sprintf("%s%s", text, after)));
}

static void offer_catalogue(struct completion *o, zet_catalogue catalogue, const char *of,
                            const char *after, int kind) {
    const char *name;
    for (size_t i = 0; (name = zet_catalogue_name(catalogue, of, i)); i++)
        offer(o, name, after, zet_catalogue_about(catalogue, of, i), kind);
}

static void offer_moves(struct completion *o, zet_reader *reader) {
    zet_rules *rules = NULL;
    zet_position *position = cursor_position(o->cursor, reader, &rules);
    zet_moves *moves = position ? zet_moves_new(position, true, memory_error()) : NULL;
    for (size_t i = 0; moves && i < zet_moves_count(moves); i++)
        offer(o, zet_moves_text(moves, i), "",
              zet_side_name(zet_rules_game(rules), zet_position_turn(position)), KIND_OPERATOR);
    zet_moves_free(moves);
    zet_position_free(position);
    zet_rules_free(rules);
}

/* The game of the record, named as by zet_catalogue_name; NULL if unknown. */
static const char *game_of(const struct cursor *c, zet_reader *reader) {
    bool begun = false;
    const zet_record *record = file_record(c->file, c->segment, reader, &begun);
    return record ? zet_record_game(record) : NULL;
}

static void offer_values(struct completion *o, zet_reader *reader) {
    const struct cursor *c = o->cursor;
    const char *game = game_of(c, reader);
    if (!strcmp(c->key, "game"))
        offer_catalogue(o, ZET_CATALOGUE_GAMES, NULL, "", KIND_VALUE);
    else if (!strcmp(c->key, "variant") && game)
        offer_catalogue(o, ZET_CATALOGUE_VARIANTS, game, "", KIND_VALUE);
    else if (!strcmp(c->key, "termination"))
        offer_catalogue(o, ZET_CATALOGUE_TERMINATIONS, NULL, "", KIND_VALUE);
    else if (!strcmp(c->key, "result") && game) {
        offer(o, zet_side_name(game, 0), "", "this side won", KIND_VALUE);
        offer(o, zet_side_name(game, 1), "", "this side won", KIND_VALUE);
        offer(o, "draw", "", "nobody won", KIND_VALUE);
        offer(o, "\"*\"", "", "the game is open", KIND_VALUE);
    }
}

json_t *answer_completion(struct server *s, struct file *f, const json_t *params) {
    struct cursor c = cursor_of(f, params);
    struct completion o = {&c, json_array()};
    const char *game;
    if (!cursor_in_record(&c))
        return o.items;
    switch (c.context) {
    case CONTEXT_NONE: break;
    case CONTEXT_KEY:
        offer_catalogue(&o, ZET_CATALOGUE_RECORD_KEYS, NULL, ": ", KIND_PROPERTY);
        break;
    case CONTEXT_VALUE: offer_values(&o, s->reader); break;
    case CONTEXT_RULE:
        if ((game = game_of(&c, s->reader)))
            offer_catalogue(&o, ZET_CATALOGUE_RULE_OPTIONS, game, ": ", KIND_PROPERTY);
        break;
    case CONTEXT_MOVE: offer_moves(&o, s->reader); break;
    }
    return o.items;
}

/* The outline. */

/* Written directly to s->written: JSON values of a long file would take many times the memory of
   its text. */
json_t *answer_symbols(struct server *s, struct file *f, const json_t *params) {
    const char *before = "[";
    (void)params;
    s->written = memory_output();
    for (size_t i = 0; i < f->segment_count; i++)
        for (size_t k = 0; k < f->segments[i].outline_count; k++) {
            const struct outline *o = &f->segments[i].outlines[k];
            size_t from = f->segments[i].from + o->from, to = f->segments[i].from + o->to;
            json_t *one = json_pack("{s:s, s:s, s:i, s:o, s:o}", "name", o->title, "detail",
                                    o->state, "kind", 19, "range", file_range(f, from, to),
                                    "selectionRange", file_range(f, from, from));
            char *text = one ? json_dumps(one, JSON_COMPACT) : NULL;
            command_put(s->written, before, text ? text : "null", NULL);
            before = ",";
            free(text);
            json_decref(one);
        }
    command_put(s->written, *before == '[' ? "[]" : "]", NULL);
    return NULL;
}

/* Parts of records: tokens to color. */

/* Token types that editors color, as in server.c, by zet_part_kind. */
enum token_type { PROPERTY, STRING, NUMBER, MEMBER, VARIABLE, OPERATOR, COMMENT };
static const int token_types[] = {PROPERTY, STRING, NUMBER, MEMBER, VARIABLE, OPERATOR, COMMENT};

struct tokens {
    struct server *server;
    struct file_place place;
    size_t line, units; /* where the last token begins */
    const char *before;
};

/* Writes a token on one line. */
static void write_token(struct tokens *t, const struct file *f, size_t from, size_t to, int type) {
    char numbers[128];
    file_go_on(f, &t->place, from);
    size_t line = t->place.line, units = t->place.units;
    file_go_on(f, &t->place, to);
    snprintf(numbers, sizeof numbers, "%zu,%zu,%zu,%d,0", line - t->line,
             line == t->line ? units - t->units : units, t->place.units - units, type);
    command_put(t->server->written, t->before, numbers, NULL);
    t->before = ",";
    t->line = line;
    t->units = units;
}

static void write_tokens(struct tokens *t, const struct file *f, const zet_record *record,
                         size_t base) {
    zet_part part;
    for (size_t i = 0; zi_record_part(record, i, &part); i++) {
        size_t from = base + (size_t)part.offset, end = base + (size_t)part.end_offset;
        while (from < end) {
            size_t to = from;
            while (to < end && f->text[to] != '\n' && f->text[to] != '\r')
                to++;
            if (to > from)
                write_token(t, f, from, to, token_types[part.kind]);
            for (from = to; from < end && strchr(" \t\r\n", f->text[from]);)
                from++;
        }
    }
}

json_t *answer_tokens(struct server *s, struct file *f, const json_t *params) {
    struct tokens t = {.server = s, .before = "{\"data\":["};
    (void)params;
    s->written = memory_output();
    zet_reader_gather(s->reader, ZET_GATHER_PARTS);
    for (size_t i = 0; i < f->segment_count; i++) {
        const struct segment *g = &f->segments[i];
        const zet_record *record;
        bool skipped = !g->judged || g->rest || g->foreign, begun = false;
        while (!skipped && (record = file_record(f, g, s->reader, &begun)))
            write_tokens(&t, f, record, g->from);
    }
    zet_reader_gather(s->reader, 0);
    command_put(s->written, *t.before == ',' ? "" : t.before, "]}", NULL);
    return NULL;
}
