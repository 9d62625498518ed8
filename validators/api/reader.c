/* Reading records one by one. */
#include <stdlib.h>

#include "notation/base/error.h"
#include "notation/base/likeness.h"
#include "notation/base/output.h"
#include "notation/record/change.h"
#include "validators/api/moves.h"
#include "validators/api/record.h"
#include "validators/api/records.h"
#include "validators/games/key.h"
#include "validators/replay/judge.h"
#include "validators/replay/settings.h"

struct zet_reader {
    struct judge judge;
    struct observer observer;
    struct turns turns;
    struct main_line line;
    struct parts parts;
    struct source source;
    struct zet_record record;
    char *name;
    size_t count; /* documents in the stream */
    bool strict, keep_moves, open, ended;
    const struct defaults *defaults; /* or NULL */
    struct text rest;                /* of a stream in memory */
    const struct observer *watch;    /* or NULL */
    uint64_t rest_end;
};

static bool gathers(const zet_reader *r) { return r->line.measures || r->line.steps; }

static void observe(void *context, const struct move_reader *in, enum token token) {
    struct zet_reader *r = context;
    if (r->keep_moves)
        zi_turns_see(&r->turns, in, token);
    if (gathers(r))
        zi_main_line_see(&r->line, in, token);
    if (r->watch)
        r->watch->see(r->watch->context, in, token);
    if (r->parts.wanted)
        zi_parts_see(&r->parts, in, token);
}

/* Observes moves without their other tokens, if neither moves nor parts are kept. */
static void observe_move(void *context, const struct move_reader *in, const struct move *canonical,
                         const struct effect *effect) {
    struct zet_reader *r = context;
    if (gathers(r))
        zi_main_line_see_move(&r->line, in, canonical, effect);
    if (r->watch)
        r->watch->see_move(r->watch->context, in, canonical, effect);
}

zet_reader *zet_reader_new(zet_error *error) {
    zet_reader *r = calloc(1, sizeof *r);
    if (r && zi_judge_open(&r->judge, NULL)) {
        zi_validator_default(r->judge.validator, &r->defaults);
        r->observer = (struct observer){.see = observe, .context = r};
        return r;
    }
    zet_reader_free(r);
    zi_error_out_of_memory(error);
    return NULL;
}

static void close_stream(zet_reader *r) {
    if (r->open)
        zi_source_close(&r->source);
    r->open = false;
    free(r->name);
    r->name = NULL;
}

void zi_reader_rest(zet_reader *r) {
    zi_validator_free(r->judge.validator);
    r->judge.validator = NULL;
}

void zet_reader_free(zet_reader *r) {
    if (!r)
        return;
    close_stream(r);
    zi_judge_close(&r->judge);
    zi_turns_free(&r->turns);
    zi_main_line_free(&r->line);
    zi_parts_free(&r->parts);
    free(r);
}

void zet_reader_set_settings(zet_reader *r, const zet_settings *settings) {
    r->defaults = settings ? &settings->defaults : NULL;
}

static void set_observer(zet_reader *r) {
    bool tokens = r->keep_moves || r->parts.wanted;
    bool observed = tokens || r->watch || gathers(r);
    r->observer.see_move = tokens ? NULL : observe_move;
    zi_validator_observe(r->judge.validator, observed ? &r->observer : NULL);
}

void zi_reader_watch(zet_reader *r, const struct observer *watch) {
    r->watch = watch;
    set_observer(r);
}

void zet_reader_gather(zet_reader *r, unsigned what) {
    r->line.measures = what & ZET_GATHER_MEASURES;
    r->line.steps = what & ZET_GATHER_STEPS;
    r->parts.wanted = what & ZET_GATHER_PARTS;
    zi_main_line_begin(&r->line);
    set_observer(r);
}

static void keep_moves(zet_reader *r, bool keep) {
    r->keep_moves = keep;
    set_observer(r);
    if (!keep) {
        zi_turns_free(&r->turns);
        r->record.turns = NULL;
    }
}

zet_status zet_reader_set(zet_reader *r, const char *option, const char *value, zet_error *error) {
    static const zet_option options[] = {{.name = "strict"}, {.name = "moves", .offset = 1}, {0}};
    bool values[] = {r->strict, r->keep_moves};
    const zet_option *row = zi_option_find(options, option);
    if (!row)
        return zi_error_set(error, ZET_REFUSED, "readers have no option ", option);
    zet_status status = zi_option_set(row, values, value, error);
    r->strict = values[0];
    if (status == ZET_OK && row->offset)
        keep_moves(r, values[1]);
    return status;
}

zet_status zet_reader_open(zet_reader *r, const char *name, zet_read_function *read, void *context,
                           zet_error *error) {
    close_stream(r);
    r->name = strdup(name);
    if (!r->name)
        return zi_error_out_of_memory(error);
    zi_source_open(&r->source, read, context);
    r->open = true;
    r->ended = false;
    r->count = 0;
    return ZET_OK;
}

zet_status zet_reader_open_text(zet_reader *r, const char *name, zet_text text, zet_error *error) {
    r->rest = text_from(text);
    return zet_reader_open(r, name, zi_text_read, &r->rest, error);
}

/* Prepares for judging a record; `document` may be NULL. */
static void begin_record(zet_reader *r, const struct document *document) {
    zi_turns_begin(&r->turns);
    zi_main_line_begin(&r->line);
    r->parts.count = 0;
    r->record.offset = document ? document->offset : 0;
    r->record.unmarked = document && document->unmarked;
    r->record.too_long = document && document->too_long;
}

/* Judges the next record. ZET_END if there are no more. */
static zet_status read_record(zet_reader *r, zet_error *error) {
    struct document document;
    r->rest_end = 0;
    while (zi_source_next(&r->source, &document)) {
        begin_record(r, &document);
        if (zi_judge_read(&r->judge, &document))
            return ZET_OK;
        if (r->judge.record.foreign)
            r->count++;
        else
            r->rest_end = document.offset + document.text.len;
    }
    r->ended = true;
    if (r->source.out_of_memory)
        return zi_error_out_of_memory(error);
    if (r->source.failed)
        return zi_error_set(error, ZET_READ_FAILED, "the input could not be read");
    if (r->count)
        return ZET_END;
    begin_record(r, NULL);
    zi_judge_empty(&r->judge);
    return ZET_OK;
}

zet_status zet_reader_next(zet_reader *r, const zet_record **record, zet_error *error) {
    struct zet_record *out = &r->record;
    *record = NULL;
    if (!r->open || r->ended)
        return ZET_END;
    zet_status status = read_record(r, error);
    if (status != ZET_OK)
        return status;
    if (gathers(r))
        zi_main_line_end(&r->line, &r->judge.record, &r->judge.verdict);
    if (r->parts.wanted)
        zi_parts_end(&r->parts, &r->judge.record);
    if (r->judge.record.out_of_memory || r->turns.failed || r->line.failed || r->parts.failed)
        return zi_error_out_of_memory(error);
    zi_record_finalize(&r->judge.record, r->strict);
    out->record = &r->judge.record;
    out->verdict = &r->judge.verdict;
    out->turns = r->keep_moves ? &r->turns : NULL;
    out->line = gathers(r) ? &r->line : NULL;
    out->parts = r->parts.wanted ? &r->parts : NULL;
    out->report = (struct report){.file = text_of(r->name),
                                  .number = ++r->count,
                                  .record = out->record,
                                  .verdict = out->verdict};
    *record = out;
    return ZET_OK;
}

/* Records. */

size_t zet_record_number(const zet_record *r) { return r->report.number; }
size_t zet_record_line(const zet_record *r) { return r->record->start_line; }
uint64_t zet_record_offset(const zet_record *r) { return r->offset; }
bool zet_record_is_unmarked(const zet_record *r) { return r->unmarked; }
bool zet_record_is_too_long(const zet_record *r) { return r->too_long; }
bool zet_record_is_broken(const zet_record *r) { return r->record->broken; }
uint64_t zet_reader_rest_end(const zet_reader *r) { return r->rest_end; }
bool zet_record_is_valid(const zet_record *r) { return !r->record->findings.has_error; }
const char *zet_record_game(const zet_record *r) {
    return r->verdict->rules ? r->verdict->rules->name : NULL;
}
const char *zet_record_variant(const zet_record *r) {
    const struct rules *rules = r->verdict->rules;
    return rules && rules->variants ? rules->variants[r->verdict->ruleset.variant] : NULL;
}
uint32_t zet_record_plies(const zet_record *r) { return r->verdict->plies; }
zet_outcome zet_record_outcome(const zet_record *r) {
    return (zet_outcome){(zet_result)r->verdict->outcome.result, r->verdict->outcome.reason};
}
int64_t zet_record_points(const zet_record *r) { return r->verdict->points; }

zet_result zet_record_result(const zet_record *r, zet_text *ending) {
    struct facts facts;
    zi_facts(&facts, r->record, r->verdict);
    if (ending)
        *ending = text_to(zi_facts_ending(&facts));
    return (zet_result)facts.result;
}

zet_text zet_record_position(const zet_record *r) {
    char *room = ((struct zet_record *)(uintptr_t)r)->position;
    const struct verdict *v = r->verdict;
    return v->positioned ? text_to(zi_position_text(&v->ruleset, &v->position, room))
                         : zet_text_of("");
}

zet_text zet_record_value(const zet_record *r, const char *key) {
    enum key known = zi_key_of(text_of(key), 0);
    bool own = !strncmp(key, "x-", 2);
    return text_to(own             ? zi_node_text(r->record->root, key)
                   : known == KEYS ? NO_TEXT
                                   : zi_facts_value(r->record, known));
}

bool zi_record_has(const zet_record *r, const char *key) {
    enum key known = zi_key_of(text_of(key), 0);
    return known != KEYS && r->record->field[known].state != FIELD_ABSENT;
}

zet_text zet_record_player(const zet_record *r, unsigned side) {
    const struct rules *rules = r->verdict->rules;
    return rules && side < 2 ? text_to(zi_facts_player(r->record, rules->sides[side]))
                             : zet_text_of("");
}

static zet_text scalar(const struct node *node) {
    bool given = node && node->kind == NODE_SCALAR && !node_is_null(node);
    return given ? text_to(node->text) : (zet_text){"", 0};
}

bool zet_record_player_at(const zet_record *r, size_t index, zet_player *out) {
    const struct node *root = r->record->root;
    const struct node *players = root ? zi_node_get(root, "players") : NULL;
    const struct node *key = players && players->kind == NODE_MAPPING ? players->first : NULL;
    for (; key; key = key->next->next) {
        if (key->kind != NODE_SCALAR || (key->text.len > 1 && !memcmp(key->text.at, "x-", 2)))
            continue;
        if (index--)
            continue;
        const struct node *player = key->next;
        bool mapping = player->kind == NODE_MAPPING;
        *out =
            (zet_player){text_to(key->text), scalar(mapping ? zi_node_get(player, "name") : player),
                         scalar(mapping ? zi_node_get(player, "id") : NULL)};
        return true;
    }
    return false;
}

zet_text zet_record_player_value(const zet_record *r, unsigned side, const char *key) {
    const struct rules *rules = r->verdict->rules;
    return rules && side < 2 ? text_to(zi_facts_player_key(r->record, rules->sides[side], key))
                             : zet_text_of("");
}

zet_status zet_fold_name(zet_text name, zet_output *out, zet_error *error) {
    struct arena arena = {0};
    struct name_fold fold;
    bool folded = zi_name_fold(text_from(name), &arena, &fold);
    if (folded) {
        buffer_text(&out->text, fold.words);
        zi_output_gathered(out);
    }
    zi_arena_free(&arena);
    return folded ? ZET_OK : zi_error_out_of_memory(error);
}

zet_rules *zet_record_rules_new(const zet_record *r, zet_error *error) {
    if (r->verdict->positioned)
        return zi_rules_of(&r->verdict->ruleset, error);
    zi_error_set(error, ZET_REFUSED, "the record does not name its rules");
    return NULL;
}

zet_text zet_record_document(const zet_record *r) { return text_to(r->record->text); }

size_t zet_record_finding_count(const zet_record *r) { return r->record->findings.count; }

/* The finding's sentence with its detail; lives as long as the record. Empty if memory runs out. */
static struct text message_of(struct record *r, const struct finding *f) {
    struct buffer message = {0};
    if (!f->detail.len)
        return text_of(f->sentence);
    zi_finding_message(&message, f);
    return zi_record_take_buffer(r, &message);
}

bool zet_record_finding_at(const zet_record *r, size_t index, zet_finding *out) {
    if (index >= r->record->findings.count)
        return false;
    const struct finding *f = &r->record->findings.at[index];
    *out = (zet_finding){.severity = (zet_severity)f->severity,
                         .severity_name = zi_severities[f->severity],
                         .code = zi_findings[f->code].code,
                         .reason = f->reason ? f->reason->code : NULL,
                         .part = zi_parts[f->part],
                         .line = f->line,
                         .column = f->column,
                         .offset = r->offset + f->offset,
                         .ply = f->ply,
                         .move = text_to(f->move),
                         .message = text_to(message_of(r->record, f)),
                         .end_offset = r->offset + f->end,
                         .end_line = f->end_line,
                         .end_column = f->end_column};
    return true;
}

bool zi_record_part(const zet_record *r, size_t index, zet_part *out) {
    if (!r->parts || index >= r->parts->count)
        return false;
    const struct part_seen *part = &r->parts->at[index];
    *out = (zet_part){(zet_part_kind)part->kind, r->offset + part->from, r->offset + part->to};
    return true;
}

void zet_record_report_text(const zet_record *r, bool color, zet_output *out) {
    zi_report_text(&out->text, &r->report, color);
    zi_output_gathered(out);
}

void zet_record_report_json(const zet_record *r, zet_output *out) {
    zi_report_json(&out->text, &r->report);
    zi_output_gathered(out);
}

/* Their moves. */

struct zet_walk {
    const struct zet_record *record;
    struct turns_walk walk;
    uint64_t rules_key;
    size_t move_length, item; /* item: of the current move */
    char move[MOVE_TEXT_MAX], position[SETUP_TEXT_MAX];
};

zet_walk *zet_walk_new(const zet_record *r, zet_error *error) {
    if (!r->turns || !r->verdict->positioned) {
        zi_error_set(error, ZET_REFUSED,
                     r->turns ? "the record has no position" : "the moves were not kept");
        return NULL;
    }
    zet_walk *w = zi_zeroed(sizeof *w, error);
    if (!w)
        return NULL;
    w->record = r;
    w->rules_key = zi_main_line_rules_key(&r->verdict->ruleset);
    zi_turns_start(&w->walk, r->turns, r->verdict, r->record);
    return w;
}

void zet_walk_free(zet_walk *walk) { free(walk); }

/* The comments after the current move, from the first to the last. */
static struct text comments_after(zet_walk *w) {
    const struct turns *turns = w->record->turns;
    const struct turn_item *item = turns->item;
    struct text all = NO_TEXT;
    while (item[w->item].token != TOKEN_MOVE || item[w->item].turn != w->walk.turn)
        w->item++;
    for (size_t i = w->item + 1; i < turns->item_count; i++) {
        if (item[i].token == TOKEN_COMMENT && item[i].playout == item[w->item].playout)
            all = (struct text){
                all.at ? all.at : item[i].at,
                (size_t)(item[i].at + item[i].length - (all.at ? all.at : item[i].at))};
        else if (item[i].token != TOKEN_GLYPH)
            break;
    }
    return all;
}

bool zet_walk_next(zet_walk *w, zet_ply *out) {
    const struct rules *rules = w->record->verdict->rules;
    if (!zi_turns_next(&w->walk, false))
        return false;
    const struct turn *t = &w->record->turns->at[w->walk.turn];
    struct writer move = {w->move, sizeof w->move - 1, 0};
    rules->notation->write(&move, t->move);
    w->move_length = written(&move).len;
    w->move[w->move_length] = '\0';
    *out = (zet_ply){.ply = t->ply,
                     .number = t->number,
                     .depth = t->depth,
                     .playout = t->playout,
                     .gift = !move_is_turn(t->move),
                     .side = t->side,
                     .written = text_to(turn_written(t)),
                     .move = text_to(written(&move)),
                     .glyphs = text_to(turn_glyphs(t)),
                     .comments = text_to(comments_after(w)),
                     .outcome = {(zet_result)t->result->outcome.result, t->result->outcome.reason},
                     .offset = w->record->offset + t->offset};
    return true;
}

/* The turn played last in the line that is open at the end of the moves; UINT32_MAX: too deep. */
static uint32_t open_turn(const struct turns *turns) {
    uint32_t line[VARIATION_DEPTH_MAX + 1][2] = {{0}}; /* as in struct turns */
    unsigned depth = 0;
    for (size_t i = 0; i < turns->item_count && !turns->item[i].playout; i++) {
        const struct turn_item *item = &turns->item[i];
        uint32_t *last = line[depth];
        if (item->token == TOKEN_OPEN && depth++ == VARIATION_DEPTH_MAX)
            return UINT32_MAX;
        if (item->token == TOKEN_OPEN)
            line[depth][0] = line[depth][1] = last[1];
        depth -= item->token == TOKEN_CLOSE && depth;
        if (item->token != TOKEN_MOVE || !turns->at[item->turn].played)
            continue;
        const struct move *before = turns->at[last[0]].move;
        last[1] = before && !move_is_turn(before) ? last[1] : last[0];
        last[0] = item->turn;
    }
    return line[depth][0];
}

bool zi_walk_to_end(zet_walk *w) {
    const struct turns *turns = w->record->turns;
    uint32_t turn = open_turn(turns);
    if (turn == UINT32_MAX || turns->at[turn].result->outcome.result != RESULT_OPEN)
        return false;
    while (w->walk.turn != turn)
        if (!zi_turns_next(&w->walk, false))
            return false;
    return true;
}

zet_text zet_walk_position(zet_walk *w) {
    const struct ruleset *rs = &w->record->verdict->ruleset;
    return text_to(zi_position_text(rs, w->walk.after, w->position));
}

uint64_t zet_walk_key(const zet_walk *w) {
    return w->rules_key ^ w->record->verdict->rules->key(w->walk.after);
}

bool zet_walk_move(const zet_walk *w, zet_move *out) {
    const struct turn *t = &w->record->turns->at[w->walk.turn];
    if (!w->walk.turn)
        return false;
    zi_move_write(out, t->move, t->side, (struct text){w->move, w->move_length});
    return true;
}

/* The measure with that index, or NULL. */
static const struct measure *measure_at(const struct rules *rules, size_t index) {
    size_t count = 0;
    while (rules && rules->measures && count < index && rules->measures[count])
        count++;
    return rules && rules->measures && count == index ? rules->measures[index] : NULL;
}

uint32_t zet_record_given(const zet_record *record) {
    const struct record *r = record->record;
    zet_text date = zet_record_value(record, "date");
    uint32_t given = 0;
    for (unsigned k = 0; k < KEYS; k++)
        given += r->field[k].state == FIELD_GIVEN && (r->field[k].text.len || k == KEY_PLAYERS);
    for (unsigned side = 0; side < 2; side++)
        given += (uint32_t)(zet_record_player(record, side).length > 0) +
                 (uint32_t)(zet_record_player_value(record, side, "id").length > 0);
    return given + (date.length && !memchr(date.at, '?', date.length));
}

/* Main lines. */

bool zet_record_step(const zet_record *r, size_t index, zet_step *out) {
    if (!r->line || index >= r->line->count)
        return false;
    const struct step *step = &r->line->step[index];
    *out = (zet_step){step->position, step->line, {r->line->text.at + step->at, step->length}};
    return true;
}

zet_text zet_record_first_move(const zet_record *r) {
    return (zet_text){r->line ? r->line->text.at : NULL, r->line ? r->line->first : 0};
}

bool zet_record_amount(const zet_record *r, size_t measure, zet_amount *out) {
    if (!r->line || !r->line->measures || !measure_at(r->verdict->rules, measure))
        return false;
    *out = r->line->amount[measure];
    return true;
}

int zet_record_level(const zet_record *r) {
    return r->line && r->line->has_levels ? (int)r->line->level : -1;
}
