/* Parts of records: tokens to color, and names of players to rename. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/lsp/memory.h"
#include "cli/lsp/server.h"
#include "validators/api/archive.h"

/* Tokens. */

/* Token types that editors color, as in server.c, by zet_part_kind. */
enum token_type { PROPERTY, STRING, NUMBER, MEMBER, VARIABLE, OPERATOR, COMMENT };
static const int token_types[] = {PROPERTY, STRING,   STRING,   NUMBER,
                                  MEMBER,   VARIABLE, OPERATOR, COMMENT};

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

static bool write_tokens(void *context, struct file *f, const zet_record *record, size_t base) {
    struct tokens *t = context;
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
    return true;
}

json_t *answer_tokens(struct server *s, struct file *f, const json_t *params) {
    struct tokens t = {.server = s, .before = "{\"data\":["};
    (void)params;
    s->written = memory_got(zet_output_new(NULL, NULL));
    if (s->written && file_visit(f, s->reader, write_tokens, &t))
        command_put(s->written, *t.before == ',' ? "" : t.before, "]}", NULL);
    else
        memory_lost();
    return NULL;
}

/* Renaming of a player. */

struct renaming {
    struct server *server;
    size_t at;            /* the requested place */
    json_t *range, *name; /* of the name at that place; NULL if none */
    zet_players *players; /* of the file */
    uint32_t person;      /* the person with that name, among these */
    zet_text with;        /* the new name */
    zet_output *room;
    json_t *edits;
};

/* The number of a record's player or, once players are joined, of the person. */
static uint32_t person_of(const struct renaming *r, const zet_record *record, unsigned side,
                          bool joined) {
    uint32_t number = zet_players_number(r->players, zet_record_player(record, side),
                                         zet_record_player_value(record, side, "id"));
    if (joined && number != ZET_NO_PLAYER)
        zet_players_label(r->players, number, &number);
    return number;
}

/* Registers the players of a record, and the one at the place. */
static bool meet(void *context, struct file *f, const zet_record *record, size_t base) {
    struct renaming *r = context;
    zet_part part;
    for (size_t i = 0; zi_record_part(record, i, &part); i++) {
        size_t from = base + (size_t)part.offset, to = base + (size_t)part.end_offset;
        zet_text name = zet_record_player(record, part.side);
        if (part.kind != ZET_PART_PLAYER || !name.length)
            continue;
        uint32_t person = person_of(r, record, part.side, false);
        if (r->name || r->at < from || r->at > to)
            continue;
        r->range = file_range(f, from, to);
        r->name = json_stringn(name.at, name.length);
        r->person = person;
    }
    return true;
}

static bool refuse(struct renaming *r, const zet_record *record, const struct file *f, size_t base,
                   const char *why) {
    json_t *place = file_position(f, base + (size_t)zet_record_offset(record));
    json_decref(r->server->refusal);
    r->server->refusal =
        json_sprintf("the record on line %d: %s",
                     (int)json_integer_value(json_object_get(place, "line")) + 1, why);
    json_decref(place);
    return false;
}

/* Whether two names differ in more than their spelling. */
static bool are_others(struct renaming *r, zet_text a, zet_text b) {
    zet_output_clear(r->room);
    zet_fold_name(a, r->room, memory_error());
    size_t length = zet_output_text(r->room).length;
    zet_fold_name(b, r->room, memory_error());
    zet_text both = zet_output_text(r->room);
    return both.length != 2 * length || memcmp(both.at, both.at + length, length) != 0;
}

static bool rename_in(void *context, struct file *f, const zet_record *record, size_t base) {
    struct renaming *r = context;
    zet_part part;
    for (size_t i = 0; zi_record_part(record, i, &part); i++) {
        if (part.kind != ZET_PART_PLAYER || person_of(r, record, part.side, true) != r->person)
            continue;
        if (!are_others(r, r->with, zet_record_player(record, !part.side)))
            return refuse(r, record, f, base, "the other player has that name");
        zet_output_clear(r->room);
        if (zi_record_part_as(record, i, r->with, r->room, memory_error()) != ZET_OK)
            return refuse(r, record, f, base, memory_error_message());
        zet_text text = zet_output_text(r->room);
        json_array_append_new(r->edits, json_pack("{s:o, s:o}", "range",
                                                  file_range(f, base + (size_t)part.offset,
                                                             base + (size_t)part.end_offset),
                                                  "newText", json_stringn(text.at, text.length)));
    }
    return true;
}

/* Returns the name at the place or, with a new name, the edits of all records of that person. */
json_t *answer_rename(struct server *s, struct file *f, const json_t *params) {
    const json_t *with = json_object_get(params, "newName");
    struct renaming r = {.server = s,
                         .at = file_offset(f, json_object_get(params, "position")),
                         .with = {json_string_value(with), json_string_length(with)},
                         .players = zet_players_new(NULL, memory_error()),
                         .room = memory_got(zet_output_new(NULL, NULL))};
    json_t *result = NULL;
    if (!r.players || !r.room || !file_visit(f, s->reader, meet, &r) || !r.name) {
    } else if (!with) {
        result = json_pack("{s:O, s:O}", "range", r.range, "placeholder", r.name);
    } else if (zet_players_join(r.players, memory_error()) == ZET_OK) {
        zet_players_label(r.players, r.person, &r.person);
        r.edits = json_array();
        if (!are_others(&r, r.with, zet_text_of("")))
            s->refusal = json_string("a player needs a name");
        else if (file_visit(f, s->reader, rename_in, &r))
            result = json_pack("{s:{s:O}}", "changes", f->uri, r.edits);
    }
    json_decref(r.range);
    json_decref(r.name);
    json_decref(r.edits);
    zet_output_free(r.room);
    zet_players_free(r.players);
    return result;
}
