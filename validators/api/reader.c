/* Reading records one by one. */
#include <stdlib.h>

#include "validators/api/error.h"
#include "validators/api/input.h"
#include "validators/api/output.h"
#include "validators/api/record.h"
#include "validators/api/rules.h"
#include "validators/api/settings.h"
#include "validators/archive/facts.h"
#include "validators/replay/judge.h"

struct zet_reader {
    struct judge judge;
    struct observer observer;
    struct turns turns;
    struct source source;
    struct zet_record record;
    char *name;
    size_t count; /* records of the stream */
    bool strict, keep_moves, open, ended;
    enum severity level;
    const struct defaults *defaults; /* or NULL */
    zet_text rest;                   /* of a stream in memory */
};

static void observe(void *context, const struct move_reader *in, enum token token) {
    struct zet_reader *r = context;
    zet_turns_see(&r->turns, in, token);
}

zet_reader *zet_reader_new(zet_error *error) {
    zet_reader *r = calloc(1, sizeof *r);
    if (r && zet_judge_open(&r->judge, NULL)) {
        zet_validator_default(r->judge.validator, &r->defaults);
        r->observer = (struct observer){.see = observe, .context = r};
        return r;
    }
    zet_reader_free(r);
    zet_error_out_of_memory(error);
    return NULL;
}

static void close_stream(zet_reader *r) {
    if (r->open)
        zet_source_close(&r->source);
    r->open = false;
    free(r->name);
    r->name = NULL;
}

void zet_reader_free(zet_reader *r) {
    if (!r)
        return;
    close_stream(r);
    zet_judge_close(&r->judge);
    zet_turns_free(&r->turns);
    free(r);
}

void zet_reader_set_strict(zet_reader *r, bool strict) { r->strict = strict; }

void zet_reader_set_level(zet_reader *r, zet_severity level) { r->level = (enum severity)level; }

void zet_reader_set_settings(zet_reader *r, const zet_settings *settings) {
    r->defaults = settings ? &settings->defaults : NULL;
}

void zet_reader_keep_moves(zet_reader *r, bool keep) {
    r->keep_moves = keep;
    zet_validator_observe(r->judge.validator, keep ? &r->observer : NULL);
    if (!keep) {
        zet_turns_free(&r->turns);
        r->record.turns = NULL;
    }
}

bool zet_reader_open(zet_reader *r, const char *name, zet_read_function *read, void *context,
                     zet_error *error) {
    close_stream(r);
    r->name = strdup(name);
    if (!r->name) {
        zet_error_out_of_memory(error);
        return false;
    }
    zet_source_open(&r->source, read, context);
    r->open = true;
    r->ended = false;
    r->count = 0;
    return true;
}

bool zet_reader_open_text(zet_reader *r, const char *name, zet_text text, zet_error *error) {
    r->rest = text;
    return zet_reader_open(r, name, zet_input_read, &r->rest, error);
}

/* Judges the next record. ZET_END where there is not one. */
static zet_status read_record(zet_reader *r, zet_error *error) {
    struct document document;
    while (zet_source_next(&r->source, &document)) {
        zet_turns_begin(&r->turns);
        r->record.offset = document.offset;
        if (zet_judge_read(&r->judge, &document))
            return ZET_OK;
    }
    r->ended = true;
    if (r->source.out_of_memory)
        return zet_error_out_of_memory(error);
    if (r->source.failed)
        return zet_error_set(error, ZET_READ_FAILED, "the input could not be read", NULL);
    if (r->count)
        return ZET_END;
    zet_turns_begin(&r->turns);
    r->record.offset = 0;
    zet_judge_empty(&r->judge);
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
    if (r->judge.record.out_of_memory || r->turns.failed)
        return zet_error_out_of_memory(error);
    zet_record_finalize(&r->judge.record, r->strict);
    out->record = &r->judge.record;
    out->verdict = &r->judge.verdict;
    out->turns = r->keep_moves ? &r->turns : NULL;
    out->report = (struct report){.file = text_of(r->name),
                                  .number = ++r->count,
                                  .record = out->record,
                                  .verdict = out->verdict,
                                  .level = r->level};
    *record = out;
    return ZET_OK;
}

/* Records. */

size_t zet_record_number(const zet_record *r) { return r->report.number; }
size_t zet_record_line(const zet_record *r) { return r->record->start_line; }
bool zet_record_is_valid(const zet_record *r) { return !r->record->findings.has_error; }
const char *zet_record_game(const zet_record *r) {
    return r->verdict->rules ? r->verdict->rules->name : NULL;
}
uint32_t zet_record_plies(const zet_record *r) { return r->verdict->plies; }
zet_outcome zet_record_outcome(const zet_record *r) {
    return (zet_outcome){(zet_result)r->verdict->outcome.result, r->verdict->outcome.reason};
}
int64_t zet_record_points(const zet_record *r) { return r->verdict->points; }

zet_text zet_record_position(const zet_record *r) {
    char *room = ((struct zet_record *)(uintptr_t)r)->position;
    return r->verdict->positioned ? text_to(zet_verdict_position(r->verdict, room))
                                  : zet_text_of("");
}

bool zet_record_repetition(const zet_record *r, size_t index, uint32_t *ply) {
    if (index >= r->verdict->repetition.count || index >= REPETITIONS_SHOWN)
        return false;
    *ply = r->verdict->repetition.ply[index];
    return true;
}

zet_text zet_record_value(const zet_record *r, const char *key) {
    enum key known = zet_key_of(text_of(key), 0);
    return known == KEYS ? zet_text_of("") : text_to(zet_facts_value(r->record, known));
}

zet_text zet_record_player(const zet_record *r, unsigned side) {
    const struct rules *rules = r->verdict->rules;
    return rules && side < 2 ? text_to(zet_facts_player(r->record, rules->sides[side]))
                             : zet_text_of("");
}

zet_rules *zet_record_rules(const zet_record *r, zet_error *error) {
    zet_rules *rules = r->verdict->positioned ? calloc(1, sizeof *rules) : NULL;
    if (rules)
        rules->ruleset = r->verdict->ruleset;
    else if (r->verdict->positioned)
        zet_error_out_of_memory(error);
    else
        zet_error_set(error, ZET_REFUSED, "the record does not name its rules", NULL);
    return rules;
}

zet_text zet_record_document(const zet_record *r) { return text_to(r->record->text); }

size_t zet_record_finding_count(const zet_record *r) { return r->record->findings.count; }

/* The finding's sentence with its detail; lives as long as the record. */
static struct text message_of(struct record *r, const struct finding *f) {
    struct buffer message = {0};
    if (!f->detail.len)
        return text_of(f->sentence);
    zet_finding_message(&message, f);
    struct text kept = message.failed ? (struct text){0} : zet_record_keep(r, buffered(&message));
    zet_buffer_free(&message);
    return kept.at ? kept : text_of(f->sentence);
}

bool zet_record_finding(const zet_record *r, size_t index, zet_finding *out) {
    if (index >= r->record->findings.count)
        return false;
    const struct finding *f = &r->record->findings.at[index];
    *out = (zet_finding){.severity = (zet_severity)f->severity,
                         .severity_name = zet_severities[f->severity],
                         .code = zet_findings[f->code].code,
                         .reason = f->reason ? f->reason->code : NULL,
                         .part = zet_parts[f->part],
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

void zet_record_report_text(const zet_record *r, bool color, zet_output *out) {
    zet_report_text(&out->text, &r->report, color);
    zet_output_gathered(out);
}

void zet_record_report_json(const zet_record *r, zet_output *out) {
    zet_report_json(&out->text, &r->report);
    zet_output_gathered(out);
}

/* Their moves. */

struct zet_walk {
    const struct zet_record *record;
    struct turns_walk walk;
    char move[MOVE_TEXT_MAX], position[CELLS_MAX];
};

zet_walk *zet_walk_new(const zet_record *r, zet_error *error) {
    if (!r->turns || !r->verdict->positioned) {
        zet_error_set(error, ZET_REFUSED,
                      r->turns ? "the record has no position" : "the moves were not kept", NULL);
        return NULL;
    }
    zet_walk *w = malloc(sizeof *w);
    if (!w) {
        zet_error_out_of_memory(error);
        return NULL;
    }
    w->record = r;
    zet_turns_start(&w->walk, r->turns, r->verdict, r->record);
    return w;
}

void zet_walk_free(zet_walk *walk) { free(walk); }

bool zet_walk_next(zet_walk *w, zet_ply *out) {
    const struct rules *rules = w->record->verdict->rules;
    if (!zet_turns_next(&w->walk, false))
        return false;
    const struct turn *t = &w->record->turns->at[w->walk.turn];
    struct setup setup;
    struct writer move = {w->move, sizeof w->move, 0};
    struct writer position = {w->position, sizeof w->position, 0};
    rules->notation->write(&move, t->move);
    rules->describe(w->walk.after, &setup);
    rules->notation->write_setup(&position, &w->record->verdict->ruleset.board, &setup);
    *out = (zet_ply){.ply = t->ply,
                     .number = t->number,
                     .depth = t->depth,
                     .playout = t->playout,
                     .gift = !move_is_turn(t->move),
                     .side = t->side,
                     .written = text_to(turn_written(t)),
                     .move = text_to(written(&move)),
                     .glyphs = text_to(turn_glyphs(t)),
                     .position = text_to(written(&position)),
                     .outcome = {(zet_result)t->result->outcome.result, t->result->outcome.reason},
                     .offset = w->record->offset + t->offset};
    return true;
}
