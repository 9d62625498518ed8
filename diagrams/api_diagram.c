/* The diagrams of positions and records. */
#include <stdlib.h>

#include "diagrams/describe.h"
#include "diagrams/diagram_file.h"
#include "diagrams/drawn_record.h"
#include "diagrams/layout.h"
#include "diagrams/options.h"
#include "diagrams/protest.h"
#include "notation/base/error.h"
#include "notation/base/list.h"
#include "notation/base/output.h"
#include "notation/base/value.h"
#include "notation/games/cell.h"
#include "validators/api/record.h"
#include "validators/replay/judge.h"

struct zet_diagram {
    const struct zet_diagram_options *options;
    struct diagram diagram;
    struct marks marks; /* from the options and from the comments on its position */
    bool whole;         /* it shows the whole record */
    struct drawn_record record;
    cell chain[CELLS_MAX];
    char left_out[200]; /* the marks that a crop hides, terminated; or empty */
};

/* Begins the name of a mark. */
static struct buffer *next_mark(struct buffer *b, cell c) {
    buffer_string(b, b->len ? ", " : "");
    buffer_cell(b, c);
    return b;
}

/* Names the author's marks that are outside the visible part of the board. */
static void find_left_out(zet_diagram *d) {
    const struct diagram *shown = &d->diagram;
    const struct marks *m = &d->marks;
    struct buffer b = {0};
    for (size_t i = 0; i < m->mark_count; i++)
        if (!zi_diagram_shows(shown, m->mark[i].at))
            next_mark(&b, m->mark[i].at);
    for (size_t i = 0; i < m->arrow_count; i++)
        if (!zi_diagram_shows(shown, m->arrow[i].from) &&
            !zi_diagram_shows(shown, m->arrow[i].to)) {
            buffer_char(next_mark(&b, m->arrow[i].from), '-');
            buffer_cell(&b, m->arrow[i].to);
        }
    for (size_t i = 0; i < m->label_count; i++)
        if (!zi_diagram_shows(shown, m->label[i].at))
            buffer_add(next_mark(&b, m->label[i].at), "=", m->label[i].text);
    struct text t = b.failed ? NO_TEXT : buffered(&b);
    size_t most = sizeof d->left_out - 4;
    size_t length = t.len <= most ? t.len : most;
    while (length && length < t.len && t.at[length] != ',')
        length--;
    memcpy(d->left_out, t.at ? t.at : "", length);
    memcpy(d->left_out + length, length < t.len ? "..." : "", length < t.len ? 4 : 1);
    zi_buffer_free(&b);
}

zet_text zi_diagram_left_out(const zet_diagram *d) { return zet_text_of(d->left_out); }

/* Sets what all diagrams of a game share. False with *error. */
static bool begin(zet_diagram *d, const struct ruleset *rs, const struct zet_diagram_options *o,
                  zet_error *error) {
    d->options = o;
    zi_diagram_begin(&d->diagram, rs);
    d->diagram.language = o->drawing.language;
    if (!zi_diagram_options_marks(o, &rs->board, rs->rules->name, &d->marks, &d->diagram.view,
                                  error))
        return false;
    d->diagram.marks = &d->marks;
    d->diagram.caption = o->caption;
    d->diagram.figure = o->figure;
    find_left_out(d);
    return true;
}

zet_diagram *zet_diagram_new(const zet_position *position, const zet_diagram_options *options,
                             zet_error *error) {
    const struct ruleset *rs = zi_position_ruleset(position);
    const struct replay *replay = zi_position_replay(position);
    zet_diagram *d = zi_zeroed(sizeof *d, error);
    if (!d)
        return NULL;
    if (!begin(d, rs, options, error)) {
        free(d);
        return NULL;
    }
    rs->rules->describe(&replay->position, &d->diagram.setup);
    zi_diagram_set_outcome(&d->diagram, &replay->outcome);
    zi_diagram_set_chain(&d->diagram, rs, &replay->position, d->chain);
    return d;
}

void zet_diagram_free(zet_diagram *d) { free(d); }

/* The diagrams of a record. */

/* A figure: its position, and the moves shown. */
struct asked {
    uint32_t ply, from, to;
    uint32_t number; /* of the first move; 0: none */
};

struct zet_diagrams {
    const struct zet_diagram_options *options;
    enum at at;
    const struct zet_record *record;
    struct turns_walk walk;
    struct setup before, after;
    uint32_t ply; /* of the current position */
    bool begun;   /* the start position has been reached */
    bool failed;  /* memory ran out */
    size_t next;  /* in the list of plies or of ranges, or the next figure */
    struct asked asked;
    uint32_t numbered; /* moves of earlier figures */
    struct shown_move *shown;
    size_t shown_count, shown_cap;
    struct setup *befores; /* before the first move shown; in a strip before each */
    size_t before_count, before_cap;
    struct arena arena;   /* of the shown moves */
    struct arena words;   /* of the caption */
    char termination[24]; /* from the record, terminated */
    struct marks marks;   /* from the options */
    zet_diagram out;
};

/* Whether the requested plies exist. For a record with errors any ply is accepted. */
static bool check_plies(const struct zet_diagrams *d, zet_error *error) {
    const struct zet_diagram_options *o = d->options;
    uint32_t most = 0, last = d->record->verdict->plies;
    if (d->at == AT_PLIES)
        most = o->plies[o->ply_count - 1];
    else if (d->at == AT_MOVES)
        most = o->ranges[o->range_count - 1].to;
    if (d->at == AT_MOVES && o->at == AT_PLIES && o->plies[0] > most)
        most = o->plies[0];
    if (most <= last || d->record->record->findings.has_error)
        return true;
    return zi_refuse(error, "ply ", most, " cannot be drawn: the last one of record ",
                     d->record->report.number, " is ", last);
}

/* Whether each move of the figure has its own board, because sowings cannot share one. */
static bool is_strip(const struct zet_diagrams *d) {
    return d->at == AT_MOVES && d->out.diagram.counts;
}

static bool open_diagrams(struct zet_diagrams *d, zet_error *error) {
    const struct zet_diagram_options *o = d->options;
    const struct zet_record *r = d->record;
    const struct verdict *v = r->verdict;
    if (!r->turns)
        return zi_refuse(error, "the moves were not kept");
    d->at = zi_diagram_options_at(o);
    bool page = zi_diagram_drawing_format(o)->add_record;
    if (!page && !v->positioned)
        return zi_refuse(error, "the record has no position");
    if (!check_plies(d, error))
        return false;
    d->out.options = o;
    d->out.whole = page;
    d->out.record = (struct drawn_record){.record = r->record,
                                          .verdict = v,
                                          .turns = r->turns,
                                          .flip = o->view.flip,
                                          .caption = o->caption,
                                          .first = d->at == AT_FINAL   ? v->plies
                                                   : d->at == AT_PLIES ? o->plies[0]
                                                                       : 0};
    if (page)
        return true;
    if (!begin(&d->out, &v->ruleset, o, error))
        return false;
    if (is_strip(d) && o->at != AT_DEFAULT)
        return zi_refuse(
            error, "`at` cannot be used with `moves` in HusBao, where each move has its own board");
    d->marks = d->out.marks;
    for (unsigned side = 0; side < 2; side++)
        d->out.diagram.players[side] = zi_facts_player(r->record, v->rules->sides[side]);
    zi_turns_start(&d->walk, r->turns, v, r->record);
    return true;
}

zet_diagrams *zet_diagrams_new(const zet_record *record, const zet_diagram_options *options,
                               zet_error *error) {
    struct zet_diagrams *d = zi_zeroed(sizeof *d, error);
    if (!d)
        return NULL;
    d->options = options;
    d->record = record;
    if (open_diagrams(d, error))
        return d;
    zet_diagrams_free(d);
    return NULL;
}

void zet_diagrams_free(zet_diagrams *d) {
    if (!d)
        return;
    free(d->shown);
    free(d->befores);
    zi_arena_free(&d->arena);
    zi_arena_free(&d->words);
    free(d);
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Asks for the moves of the next figure, with the position after them unless the options say
   otherwise. False if none are left. */
static bool next_moves(struct zet_diagrams *d) {
    const struct zet_diagram_options *o = d->options;
    const uint32_t last = d->record->verdict->plies;
    struct asked *a = &d->asked;
    if (d->next == o->range_count)
        return false;
    const struct ply_range *whole = &o->ranges[d->next];
    a->from = d->ply >= whole->from ? d->ply + 1 : whole->from;
    a->to = o->split && whole->to - a->from >= o->split ? a->from + o->split - 1 : whole->to;
    a->ply = o->at == AT_START   ? 0
             : o->at == AT_FINAL ? last
             : o->at == AT_PLIES ? least(o->plies[0], last)
                                 : least(a->to, last);
    a->number = o->number_from ? o->number_from + d->numbered : a->from;
    d->numbered += a->to - a->from + 1;
    d->next += a->to == whole->to;
    return true;
}

/* Asks for the next figure. False if none are left. */
static bool next_figure(struct zet_diagrams *d) {
    const struct zet_diagram_options *o = d->options;
    const uint32_t last = d->record->verdict->plies;
    uint64_t ply = 0;
    switch (d->at) {
    case AT_MOVES: return next_moves(d);
    case AT_EVERY: ply = (uint64_t)d->next++ * o->plies[0]; break;
    case AT_PLIES:
        if (d->next == o->ply_count)
            return false;
        ply = least(o->plies[d->next], last);
        while (d->next < o->ply_count && (o->plies[d->next] == ply || ply == last))
            d->next++;
        break;
    default:
        if (d->next++)
            return false;
        ply = d->at == AT_START ? 0 : last;
    }
    d->asked = (struct asked){(uint32_t)ply, (uint32_t)ply, (uint32_t)ply, 0};
    return ply <= last;
}

/* Shows the current move after those before it in the figure. */
static bool show_move(struct zet_diagrams *d) {
    if (d->ply == d->asked.from) {
        d->shown_count = d->before_count = 0;
        zi_arena_reset(&d->arena);
    }
    if (!d->before_count || is_strip(d)) {
        struct setup *before =
            zi_list_add(&d->befores, &d->before_cap, &d->before_count, sizeof *before);
        if (!before)
            return false;
        *before = d->before;
    }
    struct shown_move *m = zi_list_add(&d->shown, &d->shown_cap, &d->shown_count, sizeof *m);
    if (!m)
        return false;
    bool well = zi_shown_move(m, &d->record->verdict->ruleset, &d->record->turns->at[d->walk.turn],
                              &d->before, &d->after, &d->arena);
    if (d->asked.number && !is_strip(d))
        m->number = d->asked.number + (d->ply - d->asked.from);
    return well;
}

/* How the game ended without a rule, as a valid record states it: resignation, ... */
static struct outcome claimed_outcome(struct zet_diagrams *d) {
    const struct zet_record *r = d->record;
    struct facts facts;
    struct outcome outcome = {RESULT_OPEN, NULL};
    struct writer w = {d->termination, sizeof d->termination - 1, 0};
    zi_facts(&facts, r->record, r->verdict);
    if (!facts.valid || facts.result == RESULT_OPEN)
        return outcome;
    write_text(&w, facts.termination);
    d->termination[written(&w).len] = '\0';
    outcome.result = facts.result;
    outcome.reason = facts.termination.len ? d->termination : NULL;
    return outcome;
}

/* The outcome at the current position. */
static struct outcome outcome_here(struct zet_diagrams *d) {
    const struct verdict *v = d->record->verdict;
    struct outcome outcome = d->walk.turn ? d->record->turns->at[d->walk.turn].result->outcome
                                          : v->rules->outcome(d->walk.after);
    if (outcome.result == RESULT_OPEN && d->ply == v->plies)
        outcome = claimed_outcome(d);
    return outcome;
}

/* The caption with the ply for %d and the last move for %m; other % are literal. */
static struct text caption_of(struct zet_diagrams *d, bool *failed) {
    const struct text t = d->options->caption;
    struct buffer b = {0};
    zi_arena_reset(&d->words);
    for (size_t i = 0; i < t.len; i++) {
        char next = t.at[i] == '%' && i + 1 < t.len ? t.at[i + 1] : 0;
        if (next == 'd')
            zi_buffer_number(&b, d->out.diagram.ply);
        else if (next == 'm' && d->shown_count)
            buffer_text(&b, d->shown[d->shown_count - 1].text);
        else if (next != 'm' && next != '%')
            buffer_char(&b, t.at[i]);
        else if (next == '%')
            buffer_char(&b, '%');
        i += next == 'd' || next == 'm' || next == '%';
    }
    struct text kept = zi_arena_copy(&d->words, buffered(&b), failed);
    *failed |= b.failed;
    zi_buffer_free(&b);
    return kept;
}

/* Whether the figure shows the illegal move that ends the record. */
static bool shows_fault(const struct zet_diagrams *d) {
    return d->shown_count && d->shown[d->shown_count - 1].faulty;
}

/* Shows the illegal move of the record, if it has one, instead of the last one: at its own position
   if that is not the last one, as in a variation. */
static bool show_fault(struct zet_diagrams *d) {
    const struct verdict *v = d->record->verdict;
    const struct turns *t = d->record->turns;
    struct diagram *out = &d->out.diagram;
    uint32_t i = 1;
    while (v->has_fault && i < t->count && t->at[i].offset != v->fault_offset)
        i++;
    if (!v->has_fault)
        return true;
    if (i == t->count || t->at[i].before != d->walk.turn) {
        v->rules->describe(&v->fault_position, &out->setup);
        out->ending = ENDING_OPEN;
        out->chain_count = 0;
        out->has_ply = false;
        d->out.marks = d->marks;
    }
    d->shown_count = d->before_count = 0;
    struct shown_move *m = zi_list_add(&d->shown, &d->shown_cap, &d->shown_count, sizeof *m);
    return m && zi_shown_fault(m, v, &d->arena);
}

/* Draws the current position, if it is asked for. Returns whether the figure is complete. */
static bool arrive(struct zet_diagrams *d) {
    const struct asked *a = &d->asked;
    struct diagram *out = &d->out.diagram;
    if (d->ply == a->ply) {
        struct outcome outcome = outcome_here(d);
        out->setup = d->after;
        zi_diagram_set_chain(out, &d->record->verdict->ruleset, d->walk.after, d->out.chain);
        zi_diagram_set_outcome(out, &outcome);
        d->out.marks = d->marks;
        zi_turns_add_marks(d->record->turns, d->walk.turn, &out->board, &d->out.marks);
        out->ply = d->ply;
        out->has_ply = true;
        if (d->at == AT_FINAL)
            d->failed |= !show_fault(d);
    }
    return d->ply >= a->ply && (d->ply >= a->to || d->ply == d->record->verdict->plies);
}

/* Advances to the next figure: ZET_OK, ZET_END or ZET_OUT_OF_MEMORY. */
static zet_status walk(struct zet_diagrams *d) {
    const struct verdict *v = d->record->verdict;
    if (!next_figure(d))
        return ZET_END;
    if (!d->begun) {
        v->rules->describe(d->walk.after, &d->after);
        if (arrive(d))
            return ZET_OK;
    }
    while (d->ply < v->plies && zi_turns_next(&d->walk, true)) {
        const struct turn *turn = &d->record->turns->at[d->walk.turn];
        d->before = d->after;
        v->rules->describe(d->walk.after, &d->after);
        if (!move_is_turn(turn->move))
            continue;
        d->ply++;
        if (d->ply >= d->asked.from && d->ply <= d->asked.to && !show_move(d))
            return ZET_OUT_OF_MEMORY;
        if (arrive(d))
            return ZET_OK;
    }
    return ZET_END;
}

zet_status zet_diagrams_next(zet_diagrams *d, size_t drawn, const zet_diagram **diagram,
                             zet_error *error) {
    struct diagram *out = &d->out.diagram;
    bool failed = false;
    *diagram = NULL;
    zet_status status = !d->out.whole ? walk(d) : d->begun ? ZET_END : ZET_OK;
    d->begun = true;
    if (status == ZET_OK && d->options->illegal && !shows_fault(d))
        status = ZET_END;
    if (status == ZET_OK && !d->out.whole) {
        out->moves = d->shown;
        out->move_count = d->shown_count;
        bool strip = is_strip(d) && d->shown_count;
        out->before = d->befores;
        out->before_count = strip ? d->before_count : d->options->before && d->before_count ? 1 : 0;
        out->strip = strip ? d->asked.number : 0;
        out->figure = d->options->figure ? d->options->figure + (uint32_t)drawn : 0;
        out->caption = caption_of(d, &failed);
        if (d->options->illegal && !out->caption.len)
            out->caption = zi_protest_text(out, &d->record->report, &d->words, &failed);
    }
    if (status == ZET_OUT_OF_MEMORY || failed || d->failed)
        return zi_error_out_of_memory(error);
    if (status == ZET_OK)
        *diagram = &d->out;
    return status;
}

/* Files. */

struct zet_diagram_file {
    zet_output *out;
    struct drawing drawing;
    bool ended;
};

static zet_status file_error(const struct drawing *d, zet_error *error) {
    if (d->out->failed || !d->why || !strcmp(d->why, "out of memory"))
        return zi_error_out_of_memory(error);
    return zi_error_set(error, ZET_REFUSED, d->why);
}

zet_diagram_file *zi_diagram_file_new(const zet_diagram_options *options, zet_output *out,
                                      zet_error *error) {
    zet_diagram_file *file = zi_zeroed(sizeof *file, error);
    if (!file)
        return NULL;
    struct drawing_options drawing = zi_diagram_options_drawing(options);
    file->out = out;
    zi_drawing_begin(&file->drawing, zi_diagram_drawing_format(options), &drawing, &out->text);
    return file;
}

zet_status zi_diagram_file_add(zet_diagram_file *file, const zet_diagram *diagram,
                               zet_error *error) {
    bool added = diagram->whole ? zi_drawing_add_record(&file->drawing, &diagram->record)
                                : zi_drawing_add(&file->drawing, &diagram->diagram);
    if (!added)
        return file_error(&file->drawing, error);
    zi_output_gathered(file->out);
    return ZET_OK;
}

bool zi_diagram_file_is_full(const zet_diagram_file *file) {
    return zi_drawing_is_full(&file->drawing);
}

zet_status zi_diagram_file_end(zet_diagram_file *file, zet_error *error) {
    file->ended = true;
    if (!zi_drawing_end(&file->drawing))
        return file_error(&file->drawing, error);
    zi_output_gathered(file->out);
    return ZET_OK;
}

void zi_diagram_file_free(zet_diagram_file *file) {
    if (file && !file->ended)
        zi_drawing_end(&file->drawing);
    free(file);
}

zet_status zet_diagram_write(const zet_diagram *diagram, zet_output *out, zet_error *error) {
    zet_diagram_file *file = zi_diagram_file_new(diagram->options, out, error);
    if (!file)
        return ZET_OUT_OF_MEMORY;
    zet_status status = zi_diagram_file_add(file, diagram, error);
    if (status == ZET_OK)
        status = zi_diagram_file_end(file, error);
    zi_diagram_file_free(file);
    return status;
}

const char *zi_page_asset_at(size_t index, zet_output *out) {
    const char *name = zi_page_asset(index, &out->text);
    if (name)
        zi_output_gathered(out);
    return name;
}

void zet_position_board(const zet_position *p, unsigned indent, zet_output *out) {
    struct setup setup;
    const struct replay *r = zi_position_replay(p);
    r->ruleset->rules->describe(&r->position, &setup);
    zi_text_board(&out->text, r->ruleset, &setup, indent);
    zi_output_gathered(out);
}
