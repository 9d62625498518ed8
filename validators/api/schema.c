/* JSON Schemas (draft 7) of what zet reads and writes, made from the tables that it reads and
   writes by. */
#include "validators/api/schema.h"
#include "notation/base/json_out.h"
#include "notation/record/record.h"
#include "notation/words/values.h"
#include "validators/api/error.h"
#include "validators/api/output.h"
#include "validators/replay/words.h"
#include "validators/report/report.h"

static void member(struct json_out *j, const char *key, const char *text) {
    zet_json_member_text(j, key, text_of(text));
}

static void open_member(struct json_out *j, const char *key, char bracket) {
    zet_json_key(j, key);
    zet_json_open(j, bracket);
}

static void types(struct json_out *j, const char *const *names) {
    open_member(j, "type", '[');
    for (; *names; names++)
        zet_json_text(j, text_of(*names));
    zet_json_close(j, ']');
}

/* "key": {"type": type} and a description. */
static void typed(struct json_out *j, const char *key, const char *type, const char *about) {
    open_member(j, key, '{');
    member(j, "description", about);
    member(j, "type", type);
    zet_json_close(j, '}');
}

/* The same of what may be null, too. */
static void nullable(struct json_out *j, const char *key, const char *type, const char *about) {
    const char *const names[] = {type, "null", NULL};
    open_member(j, key, '{');
    member(j, "description", about);
    types(j, names);
    zet_json_close(j, '}');
}

static void enumerate(struct json_out *j, const char *key, const char *const *words) {
    open_member(j, key, '[');
    for (; words && *words; words++)
        zet_json_text(j, text_of(*words));
    zet_json_close(j, ']');
}

static void head(struct json_out *j, const char *title, const char *about) {
    zet_json_open(j, '{');
    member(j, "$schema", "http://json-schema.org/draft-07/schema#");
    member(j, "title", title);
    member(j, "description", about);
    member(j, "type", "object");
}

/* Keys that nobody judges may be in every mapping, others that are not listed may not. */
static void close_mapping(struct json_out *j) {
    open_member(j, "patternProperties", '{');
    zet_json_key(j, "^x-");
    zet_json_bool(j, true);
    zet_json_close(j, '}');
    zet_json_key(j, "additionalProperties");
    zet_json_bool(j, false);
}

/* Words as people write them: the canonical ones, which editors offer, or a pattern of all. */

/* The letters of a word in any case, as a regular expression. Beyond ASCII a letter is itself. */
static void write_letters(struct buffer *out, struct text t) {
    for (const char *word = t.at; word < t.at + t.len; word++) {
        bool letter = (*word >= 'a' && *word <= 'z') || (*word >= 'A' && *word <= 'Z');
        if (letter) {
            buffer_char(out, '[');
            buffer_char(out, (char)(*word | 0x20));
            buffer_char(out, (char)(*word & ~0x20));
            buffer_char(out, ']');
        } else if (*word == '-') {
            buffer_string(out, "[-\xE2\x80\x93\xE2\x80\x94\xE2\x88\x92]");
        } else {
            buffer_string(out, strchr("*?+.()[]", *word) ? "\\" : "");
            buffer_char(out, *word);
        }
    }
}

/* The pattern of all texts that are read as one of `words` (ends with NULL); `scores`: as results
   too. */
static struct buffer pattern_of(const char *const *words, bool scores) {
    struct buffer b = {0};
    const char *canonical, *score;
    struct text word;
    buffer_string(&b, "^(");
    for (size_t i = 0; words[i]; i++) {
        buffer_string(&b, i ? "|" : "");
        write_letters(&b, text_of(words[i]));
        for (size_t k = 0; zet_value_word(k, &word, &canonical); k++)
            if (!strcmp(canonical, words[i])) {
                buffer_char(&b, '|');
                write_letters(&b, word);
            }
    }
    for (size_t k = 0; scores && (score = zet_words_score(k)); k++) {
        buffer_char(&b, '|');
        write_letters(&b, text_of(score));
    }
    buffer_string(&b, ")$");
    return b;
}

static void write_pattern(struct json_out *j, const char *const *words, bool scores) {
    struct buffer pattern = pattern_of(words, scores);
    member(j, "type", "string");
    zet_json_member_text(j, "pattern", buffered(&pattern));
    j->to->failed |= pattern.failed;
    zet_buffer_free(&pattern);
}

/* The members of a value that is one of the words. */
static void word_members(struct json_out *j, const char *const *words, bool scores) {
    open_member(j, "anyOf", '[');
    zet_json_open(j, '{');
    enumerate(j, "enum", words);
    zet_json_close(j, '}');
    zet_json_open(j, '{');
    write_pattern(j, words, scores);
    zet_json_close(j, '}');
    zet_json_close(j, ']');
}

static void word_key(struct json_out *j, const char *key, const char *about,
                     const char *const *words, bool scores) {
    open_member(j, key, '{');
    if (about)
        member(j, "description", about);
    word_members(j, words, scores);
    zet_json_close(j, '}');
}

/* The record. */

static const char *const scalar[] = {"string", "number", "boolean", NULL};
static const char *const scalar_or_null[] = {"string", "number", "boolean", "null", NULL};

/* An option of the rules: a number, or one of its words; of these `true` and `false` are truth
   values in YAML. */
static void option_key(struct json_out *j, const struct rule_option *o) {
    open_member(j, o->name, '{');
    member(j, "description", o->about);
    open_member(j, "anyOf", '[');
    bool truth = o->words && !strcmp(o->words[0], "false");
    if (truth) {
        zet_json_open(j, '{');
        member(j, "type", "boolean");
        zet_json_close(j, '}');
    } else if (o->words) {
        zet_json_open(j, '{');
        enumerate(j, "enum", o->words);
        zet_json_close(j, '}');
        zet_json_open(j, '{');
        write_pattern(j, o->words, false);
        zet_json_close(j, '}');
    }
    if (o->max) {
        zet_json_open(j, '{');
        member(j, "type", "integer");
        zet_json_member_number(j, "minimum", o->min);
        zet_json_member_number(j, "maximum", o->max);
        zet_json_close(j, '}');
    }
    if (o->zero) {
        zet_json_open(j, '{');
        zet_json_member_number(j, "const", 0);
        zet_json_close(j, '}');
    }
    zet_json_close(j, ']');
    zet_json_close(j, '}');
}

static void players_key(struct json_out *j, const struct rules *rules) {
    open_member(j, "players", '{');
    open_member(j, "properties", '{');
    for (unsigned side = 0; side < 2; side++) {
        open_member(j, rules->sides[side], '{');
        member(j, "$ref", "#/definitions/player");
        zet_json_close(j, '}');
    }
    zet_json_close(j, '}');
    close_mapping(j);
    zet_json_close(j, '}');
}

/* What holds of the records of one game. */
static void game_members(struct json_out *j, const struct rules *rules) {
    const char *const results[] = {rules->sides[0], rules->sides[1], "draw", "*", NULL};
    if (rules->variant_required) {
        open_member(j, "required", '[');
        zet_json_text(j, text_of(zet_keys[KEY_VARIANT]));
        zet_json_close(j, ']');
    }
    open_member(j, "properties", '{');
    if (rules->variants) {
        word_key(j, zet_keys[KEY_VARIANT], NULL, rules->variants, false);
    } else {
        zet_json_key(j, zet_keys[KEY_VARIANT]);
        zet_json_bool(j, false);
    }
    open_member(j, zet_keys[KEY_RULES], '{');
    open_member(j, "properties", '{');
    for (size_t i = 0; i < rules->option_count; i++)
        option_key(j, &rules->options[i]);
    zet_json_close(j, '}');
    close_mapping(j);
    zet_json_close(j, '}');
    players_key(j, rules);
    word_key(j, zet_keys[KEY_RESULT], NULL, results, true);
    if (!rules->solo) {
        open_member(j, zet_keys[KEY_PLAYOUT], '{');
        member(j, "type", "null");
        zet_json_close(j, '}');
    }
    zet_json_close(j, '}');
}

static void game_rule(struct json_out *j, const struct rules *rules) {
    const char *const name[] = {rules->name, NULL};
    zet_json_open(j, '{');
    open_member(j, "if", '{');
    open_member(j, "properties", '{');
    open_member(j, zet_keys[KEY_GAME], '{');
    write_pattern(j, name, false);
    zet_json_close(j, '}');
    zet_json_close(j, '}');
    zet_json_close(j, '}');
    open_member(j, "then", '{');
    game_members(j, rules);
    zet_json_close(j, '}');
    zet_json_close(j, '}');
}

/* A name, or what is known of a player. */
static void player_definition(struct json_out *j) {
    open_member(j, "player", '{');
    open_member(j, "anyOf", '[');
    zet_json_open(j, '{');
    types(j, scalar_or_null);
    zet_json_close(j, '}');
    zet_json_open(j, '{');
    member(j, "type", "object");
    open_member(j, "properties", '{');
    for (const char *const *key = zet_player_keys; *key; key++) {
        open_member(j, *key, '{');
        types(j, scalar_or_null);
        zet_json_close(j, '}');
    }
    zet_json_close(j, '}');
    close_mapping(j);
    zet_json_close(j, '}');
    zet_json_close(j, ']');
    zet_json_close(j, '}');
}

/* Move text, or a sequence of moves. */
static void moves_members(struct json_out *j) {
    open_member(j, "anyOf", '[');
    zet_json_open(j, '{');
    types(j, scalar_or_null);
    zet_json_close(j, '}');
    zet_json_open(j, '{');
    member(j, "type", "array");
    zet_json_member_number(j, "maxItems", SEQUENCE_MOVES_MAX);
    open_member(j, "items", '{');
    types(j, scalar_or_null);
    zet_json_close(j, '}');
    zet_json_close(j, '}');
    zet_json_close(j, ']');
}

/* What a key's value is by itself, as its kind in keys.def says. */
static void kind_members(struct json_out *j, enum key k) {
    switch (zet_key_kinds[k]) {
    case KIND_WORD: types(j, scalar); break;
    case KIND_TEXT: types(j, scalar_or_null); break;
    case KIND_MOVES: moves_members(j); break;
    case KIND_ENTRIES: member(j, "type", "object"); break;
    }
}

static void record_key(struct json_out *j, enum key k) {
    const char *games[GAMES_MAX + 1] = {NULL};
    for (size_t i = 0; i < zet_game_count; i++)
        games[i] = zet_games[i]->name;
    open_member(j, zet_keys[k], '{');
    member(j, "description", zet_key_phrases[k]);
    if (k == KEY_ZET) {
        zet_json_member_number(j, "const", 1);
    } else if (k == KEY_GAME) {
        word_members(j, games, false);
    } else if (k == KEY_DATE) {
        member(j, "type", "string");
        member(j, "pattern",
               "^([0-9]{4}|\\?{4})-(0[1-9]|1[0-2]|\\?\\?)-(0[1-9]|[12][0-9]|3[01]|\\?"
               "\\?)$");
    } else if (k == KEY_TERMINATION) {
        word_members(j, zet_terminations, false);
    } else if (k == KEY_POINTS) {
        member(j, "type", "integer");
        zet_json_member_number(j, "minimum", 0);
        zet_json_member_number(j, "maximum", 999999999);
    } else {
        kind_members(j, k);
    }
    zet_json_close(j, '}');
}

static void write_record(struct json_out *j) {
    head(j, "zet: a game record",
         "A record of Hogga, Halma, Akron or HusBao. It says what the keys of a record can hold; "
         "zet validate judges the moves.");
    open_member(j, "required", '[');
    zet_json_text(j, text_of(zet_keys[KEY_GAME]));
    zet_json_text(j, text_of(zet_keys[KEY_MOVES]));
    zet_json_close(j, ']');
    open_member(j, "properties", '{');
    for (unsigned k = 0; k < KEYS; k++)
        record_key(j, (enum key)k);
    zet_json_close(j, '}');
    close_mapping(j);
    open_member(j, "allOf", '[');
    for (size_t i = 0; i < zet_game_count; i++)
        game_rule(j, zet_games[i]);
    zet_json_close(j, ']');
    open_member(j, "definitions", '{');
    player_definition(j);
    zet_json_close(j, '}');
    zet_json_close(j, '}');
}

/* The findings. */

struct property {
    const char *key, *type, *about;
};

/* Members that every object of that kind has: those of `rows`, whose last one has no key. */
static void required(struct json_out *j, const struct property *rows, const char *const *more) {
    open_member(j, "required", '[');
    for (; rows->key; rows++)
        zet_json_text(j, text_of(rows->key));
    for (; *more; more++)
        zet_json_text(j, text_of(*more));
    zet_json_close(j, ']');
}

/* A type that ends with `?` may be null. */
static void properties(struct json_out *j, const struct property *rows) {
    char type[16];
    for (; rows->key; rows++) {
        struct writer w = {type, sizeof type - 1, 0};
        size_t length = strcspn(rows->type, "?");
        write_text(&w, (struct text){rows->type, length});
        type[written(&w).len] = '\0';
        (rows->type[length] ? nullable : typed)(j, rows->key, type, rows->about);
    }
}

static void reference(struct json_out *j, const char *key, const char *to) {
    open_member(j, key, '{');
    member(j, "type", "array");
    open_member(j, "items", '{');
    member(j, "$ref", to);
    zet_json_close(j, '}');
    zet_json_close(j, '}');
}

#define PLACES                                                                                     \
    {"line", "integer", "of the first character, from 1"},                                         \
        {"column", "integer", "of the same, in characters from 1"},                                \
        {"end_line", "integer", "of the first character that is not part of it"},                  \
        {"end_column", "integer", "of the same"},                                                  \
        {"offset", "integer", "of the first byte in the stream, from 0"}, {                        \
        "end_offset", "integer", "of the first byte that is not part of it"                        \
    }

static const struct property edit_rows[] = {
    PLACES, {"text", "string", "what takes the place of these bytes"}, {0}};

static const struct property fix_rows[] = {
    {"safe", "boolean", "zet fix does the same; else it is a guess"},
    {"message", "string", "why"},
    {0}};

static const struct property finding_rows[] = {PLACES,
                                               {"ply", "integer?", "of the move, from 1"},
                                               {"move", "string?", "as it was written"},
                                               {"message", "string", "what is wrong, in words"},
                                               {0}};

static const struct property record_rows[] = {
    {"file", "string", "as it was named to zet"},
    {"record", "integer", "its number in the file, from 1"},
    {"line", "integer", "where it begins, from 1"},
    {"valid", "boolean", "no finding is an error"},
    {"plies", "integer", "moves of the main line that were replayed"},
    {"points", "integer?", "that the moves prove"},
    {"position", "string?", "after the last move that was replayed"},
    {"offset", "integer", "of the first byte of its document in the stream, from 0"},
    {"end_offset", "integer", "of the first byte that is not part of it"},
    {"date", "string?", "as the record has it"},
    {"event", "string?", "as the record has it"},
    {"round", "string?", "as the record has it"},
    {"table", "string?", "as the record has it"},
    {"players", "object?", "names by side, each a text or null"},
    {0}};

/* Opens a definition of objects with these members and those in `more`. */
static void open_definition(struct json_out *j, const char *name, const struct property *rows,
                            const char *const *more) {
    open_member(j, name, '{');
    member(j, "type", "object");
    required(j, rows, more);
    open_member(j, "properties", '{');
    properties(j, rows);
}

static void close_definition(struct json_out *j) {
    zet_json_close(j, '}');
    zet_json_close(j, '}');
}

/* A name that is one of a list, which may be missing. */
static void open_name(struct json_out *j, const char *key, const char *about) {
    open_member(j, key, '{');
    member(j, "description", about);
    open_member(j, "enum", '[');
}

static void close_name(struct json_out *j, bool none) {
    if (none)
        zet_json_null(j);
    zet_json_close(j, ']');
    zet_json_close(j, '}');
}

static void finding_definition(struct json_out *j) {
    static const char *const more[] = {"severity", "code", "reason", "part", "fixes", NULL};
    open_definition(j, "finding", finding_rows, more);
    open_name(j, "severity", "how bad it is");
    for (int i = SEVERITY_NOTE; i <= SEVERITY_ERROR; i++)
        zet_json_text(j, text_of(zet_severities[i]));
    close_name(j, false);
    open_name(j, "code", "its kind; zet explain tells more");
    for (size_t i = 0; i < FINDING_CODES; i++)
        zet_json_text(j, text_of(zet_findings[i].code));
    close_name(j, false);
    open_name(j, "reason", "the rule that an illegal move breaks");
    for (size_t i = 0; i < REASONS; i++)
        zet_json_text(j, text_of(zet_reasons[i].code));
    close_name(j, true);
    open_name(j, "part", "where it is in the record");
    for (int i = PART_MOVES; i <= PART_STREAM; i++)
        zet_json_text(j, text_of(zet_parts[i]));
    close_name(j, false);
    reference(j, "fixes", "#/definitions/fix");
    close_definition(j);
}

static void outcome_member(struct json_out *j) {
    open_member(j, "outcome", '{');
    member(j, "description", "of the moves, by the rules");
    member(j, "type", "object");
    open_member(j, "properties", '{');
    typed(j, "result", "string", "the side that won, draw, or * while the game is open");
    nullable(j, "reason", "string", "how it ended");
    zet_json_close(j, '}');
    zet_json_close(j, '}');
}

static void write_findings(struct json_out *j) {
    static const char *const more[] = {"version", "game", "outcome", "findings", "edits", NULL};
    static const char *const edits[] = {"edits", NULL}, *const none[] = {NULL};
    head(j, "zet: findings",
         "A line of zet validate --format findings: a record, and what is wrong with it. "
         "Versions with the same number can have more keys than these.");
    required(j, record_rows, more);
    open_member(j, "properties", '{');
    open_member(j, "version", '{');
    zet_json_member_number(j, "const", FINDINGS_VERSION);
    zet_json_close(j, '}');
    properties(j, record_rows);
    open_name(j, "game", "null where it cannot be known");
    for (size_t i = 0; i < zet_game_count; i++)
        zet_json_text(j, text_of(zet_games[i]->name));
    close_name(j, true);
    outcome_member(j);
    reference(j, "findings", "#/definitions/finding");
    reference(j, "edits", "#/definitions/edit");
    zet_json_close(j, '}');
    open_member(j, "definitions", '{');
    finding_definition(j);
    open_definition(j, "fix", fix_rows, edits);
    reference(j, "edits", "#/definitions/edit");
    close_definition(j);
    open_definition(j, "edit", edit_rows, none);
    close_definition(j);
    zet_json_close(j, '}');
    zet_json_close(j, '}');
}

/* What there is. */

static const struct {
    const char *name, *about;
    void (*write)(struct json_out *j);
} schemas[] = {
    {"record", "a game record", write_record},
    {"findings", "a line of zet validate --format findings", write_findings},
};

bool zet_schema_at(size_t index, const char **name, const char **about) {
    if (index >= sizeof schemas / sizeof *schemas)
        return false;
    *name = schemas[index].name;
    *about = schemas[index].about;
    return true;
}

zet_status zet_schema(const char *name, zet_output *out, zet_error *error) {
    for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++) {
        struct json_out j = {.to = &out->text};
        if (strcmp(name, schemas[i].name) != 0)
            continue;
        schemas[i].write(&j);
        buffer_char(j.to, '\n');
        zet_output_gathered(out);
        return ZET_OK;
    }
    return zet_error_set(error, ZET_REFUSED, "there is no schema ", name, NULL);
}
