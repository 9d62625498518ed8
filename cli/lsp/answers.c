/* Answers to an editor's questions about a place or a file. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/lsp/memory.h"
#include "cli/lsp/server.h"
#include "notation/base/output.h"
#include "notation/record/finding.h"

enum { COMPLETIONS_MAX = 2000 };

static struct cursor cursor_of(struct file *f, const json_t *params) {
    return cursor_at(f, file_offset(f, json_object_get(params, "position")));
}

/* Hover. */

static json_t *hover_of(const struct file *f, size_t from, size_t to, zet_output *text) {
    zet_text t = zet_output_text(text);
    json_t *value = json_stringn(t.at, t.length);
    if (zet_output_flush(text) != ZET_OK)
        memory_lost();
    return json_pack("{s:{s:s, s:o}, s:o}", "contents", "kind", "markdown", "value", value, "range",
                     file_range(f, from, to));
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
    zet_output *out = c.segment ? memory_got(zet_output_new(NULL, NULL)) : NULL;
    size_t from = c.from, to = c.to;
    struct played played = {0};
    json_t *hover = NULL;
    if (!out)
        return NULL;
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
    const zet_record *record;
    zet_text text = {c->file->text + c->segment->from, c->segment->length};
    if (zet_reader_open_text(reader, "-", text, memory_error()) == ZET_OK &&
        zet_reader_next(reader, &record, memory_error()) == ZET_OK)
        return zet_record_game(record);
    return NULL;
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
    s->written = memory_got(zet_output_new(NULL, NULL));
    for (size_t i = 0; s->written && i < f->segment_count; i++)
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
    if (s->written)
        command_put(s->written, *before == '[' ? "[]" : "]", NULL);
    return NULL;
}
