/* The diagrams of positions and records. */
#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/value.h"
#include "notation/drawing/layout.h"
#include "notation/games/cell.h"
#include "validators/api/position.h"
#include "validators/api/record.h"
#include "validators/archive/facts.h"
#include "validators/base/error.h"
#include "validators/base/output.h"
#include "validators/diagrams/canvas.h"
#include "validators/diagrams/describe.h"
#include "validators/diagrams/drawn_record.h"
#include "validators/diagrams/options.h"

struct zet_diagram {
    const struct zet_diagram_options *options;
    struct diagram diagram;
    struct marks marks;        /* from the options and from the comments on its position */
    bool whole;                /* it shows the whole record */
    const struct figure *page; /* of a score sheet; else NULL */
    struct drawn_record record;
    struct setup before; /* before the first move shown, if that is shown too */
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

zet_text zet_diagram_left_out(const zet_diagram *d) { return zet_text_of(d->left_out); }

/* Sets what all diagrams of a game share. False with *error. */
static bool begin(zet_diagram *d, const struct ruleset *rs, const struct zet_diagram_options *o,
                  zet_error *error) {
    struct view view;
    d->options = o;
    zi_diagram_begin(&d->diagram, rs);
    d->diagram.language = o->drawing.language;
    if (!zi_diagram_options_marks(o, &rs->board, rs->rules->name, &d->marks, &view, error))
        return false;
    d->diagram.view = view;
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

struct zet_diagrams {
    const struct zet_diagram_options *options;
    enum at at;
    const struct zet_record *record;
    struct turns_walk walk;
    struct setup before, after;
    uint32_t ply; /* of the current position */
    bool begun;   /* the start position has been reached */
    size_t next;  /* in the list of plies */
    struct shown_move *shown;
    size_t shown_count, shown_cap;
    struct arena arena;   /* of the shown moves */
    struct arena words;   /* of the caption */
    char termination[24]; /* from the record, terminated */

    /* AT_MOVES: the moves of the next figure, and its position unless it is the one after them. */
    struct ply_range range;
    size_t next_range;
    uint32_t numbered; /* moves of earlier figures */
    bool kept;
    struct setup kept_setup;
    uint32_t kept_turn;
    struct outcome kept_outcome;
    uint32_t kept_ply;
    struct marks marks; /* from the options */
    zet_diagram out;
    struct score_sheet sheet;
    struct figure page;
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

/* Prepares the diagram of the whole record. */
static void begin_page(struct zet_diagrams *d) {
    const struct zet_diagram_options *o = d->options;
    const struct zet_record *r = d->record;
    d->out.options = o;
    d->out.whole = true;
    d->out.record = (struct drawn_record){.record = r->record,
                                          .verdict = r->verdict,
                                          .turns = r->turns,
                                          .flip = o->flip,
                                          .caption = o->caption};
    if (d->at == AT_FINAL)
        d->out.record.first = r->verdict->plies;
    else if (d->at == AT_PLIES)
        d->out.record.first = o->plies[0];
}

static bool open_diagrams(struct zet_diagrams *d, zet_error *error) {
    const struct zet_record *r = d->record;
    const struct verdict *v = r->verdict;
    if (!r->turns)
        return zi_refuse(error, "the moves were not kept");
    d->at = zi_diagram_options_at(d->options);
    bool page = zi_diagram_drawing_format(d->options)->add_record;
    if (d->options->sheet && !zi_diagram_drawing_format(d->options)->draw)
        return zi_refuse(error, "a score sheet is drawn as pdf, svg, png or tex");
    if (!page && !v->positioned)
        return zi_refuse(error, "the record has no position");
    if (!check_plies(d, error))
        return false;
    if (page) {
        begin_page(d);
        return true;
    }
    if (!begin(&d->out, &v->ruleset, d->options, error))
        return false;
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
    zi_score_sheet_free(&d->sheet);
    zi_figure_free(&d->page);
    zi_arena_free(&d->arena);
    zi_arena_free(&d->words);
    free(d);
}

/* The moves of the next figure. False if none are left. */
static bool next_moves(struct zet_diagrams *d) {
    const struct zet_diagram_options *o = d->options;
    const struct ply_range *whole = &o->ranges[d->next_range];
    if (d->next_range == o->range_count)
        return false;
    d->range = *whole;
    if (d->ply >= d->range.from)
        d->range.from = d->ply + 1;
    if (o->split && d->range.to - d->range.from >= o->split)
        d->range.to = d->range.from + o->split - 1;
    d->next_range += d->range.to == whole->to;
    return true;
}

/* The ply of the position to show with the moves. */
static uint32_t ply_of_moves(const struct zet_diagrams *d) {
    switch (d->options->at) {
    case AT_START: return 0;
    case AT_FINAL: return d->record->verdict->plies;
    case AT_PLIES: return d->options->plies[0];
    default: return d->range.to;
    }
}

/* Whether the position after that ply was requested. */
static bool is_asked(struct zet_diagrams *d, uint32_t ply) {
    const struct zet_diagram_options *o = d->options;
    uint32_t last = d->record->verdict->plies;
    switch (d->at) {
    case AT_START: return ply == 0;
    case AT_DEFAULT:
    case AT_FINAL: return ply == last;
    case AT_EVERY: return ply % o->plies[0] == 0;
    case AT_MOVES: {
        uint32_t shown = ply_of_moves(d), most = d->range.to > shown ? d->range.to : shown;
        return ply == (most < last ? most : last);
    }
    case AT_PLIES: break;
    }
    size_t before = d->next;
    while (d->next < o->ply_count && (o->plies[d->next] == ply || ply == last))
        d->next++;
    return d->next > before;
}

/* Shows the current move after the previous ones, or instead of them. */
static bool show_move(struct zet_diagrams *d, uint32_t number) {
    if (!number || d->ply == d->range.from) {
        d->shown_count = 0;
        zi_arena_reset(&d->arena);
        d->out.before = d->before;
    }
    if (!zi_list_reserve(&d->shown, &d->shown_cap, d->shown_count + 1, sizeof *d->shown))
        return false;
    struct shown_move *m = &d->shown[d->shown_count++];
    bool well = zi_shown_move(m, &d->record->verdict->ruleset, &d->record->turns->at[d->walk.turn],
                              &d->before, &d->after, &d->arena);
    m->number = number;
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

/* False when out of memory. */
static bool fill_in(struct zet_diagrams *d, size_t drawn) {
    bool failed = false;
    struct outcome outcome = d->kept ? d->kept_outcome : outcome_here(d);
    struct diagram *out = &d->out.diagram;
    out->setup = d->kept ? d->kept_setup : d->after;
    if (!d->kept)
        zi_diagram_set_chain(out, &d->record->verdict->ruleset, d->walk.after, d->out.chain);
    zi_diagram_set_outcome(out, &outcome);
    d->out.marks = d->marks;
    zi_turns_add_marks(d->record->turns, d->kept ? d->kept_turn : d->walk.turn, &out->board,
                       &d->out.marks);
    out->moves = d->shown;
    out->move_count = d->shown_count;
    out->before = d->options->before && d->shown_count ? &d->out.before : NULL;
    out->figure = d->options->figure ? d->options->figure + (uint32_t)drawn : 0;
    out->ply = d->kept ? d->kept_ply : d->ply;
    out->has_ply = true;
    out->caption = caption_of(d, &failed);
    d->kept = false;
    return !failed;
}

/* Keeps the current position if more moves of the figure follow it. */
static void keep_position(struct zet_diagrams *d) {
    if (d->at != AT_MOVES || d->options->at == AT_DEFAULT || d->ply != ply_of_moves(d))
        return;
    d->kept = true;
    d->kept_setup = d->after;
    d->kept_outcome = outcome_here(d);
    d->kept_ply = d->ply;
    d->kept_turn = d->walk.turn;
    zi_diagram_set_chain(&d->out.diagram, &d->record->verdict->ruleset, d->walk.after,
                         d->out.chain);
}

/* The number of the current move; 0: the last one. */
static uint32_t number_here(const struct zet_diagrams *d) {
    uint32_t first = d->options->number_from;
    if (d->at != AT_MOVES)
        return 0;
    return first ? first + d->numbered + (d->ply - d->range.from) : d->ply;
}

static bool is_shown_here(const struct zet_diagrams *d, bool asked) {
    return d->at == AT_MOVES ? d->ply >= d->range.from && d->ply <= d->range.to : asked;
}

/* Advances to the next requested position: ZET_OK, ZET_END or ZET_OUT_OF_MEMORY. */
static zet_status walk(struct zet_diagrams *d) {
    const struct verdict *v = d->record->verdict;
    if (d->at == AT_MOVES && !next_moves(d))
        return ZET_END;
    if (!d->begun) {
        d->begun = true;
        v->rules->describe(d->walk.after, &d->after);
        keep_position(d);
        if (is_asked(d, 0))
            return ZET_OK;
    }
    while (d->ply < v->plies && zi_turns_next(&d->walk, true)) {
        const struct turn *turn = &d->record->turns->at[d->walk.turn];
        d->before = d->after;
        v->rules->describe(d->walk.after, &d->after);
        if (!move_is_turn(turn->move))
            continue;
        d->ply++;
        keep_position(d);
        bool asked = is_asked(d, d->ply);
        if (is_shown_here(d, asked) && !show_move(d, number_here(d)))
            return ZET_OUT_OF_MEMORY;
        if (asked) {
            d->numbered += d->range.to - d->range.from + 1;
            return ZET_OK;
        }
    }
    return ZET_END;
}

/* The pages of a score sheet. */
static zet_status next_page(struct zet_diagrams *d, const zet_diagram **diagram, zet_error *error) {
    const struct zet_record *r = d->record;
    if (!d->begun) {
        d->begun = true;
        d->out.record = (struct drawn_record){.record = r->record,
                                              .verdict = r->verdict,
                                              .turns = r->turns,
                                              .flip = d->options->flip};
        r->verdict->rules->describe(&r->verdict->position, &d->after);
        d->sheet = (struct score_sheet){.record = &d->out.record,
                                        .setup = &d->after,
                                        .outcome = r->verdict->outcome,
                                        .paper = d->options->sheet,
                                        .language = d->options->drawing.language,
                                        .rows = d->options->rows};
        if (d->sheet.outcome.result == RESULT_OPEN)
            d->sheet.outcome = claimed_outcome(d);
        d->out.page = &d->page;
    }
    if (!zi_score_sheet_page(&d->sheet, &d->page))
        return d->sheet.failed ? zi_error_out_of_memory(error) : ZET_END;
    *diagram = &d->out;
    return ZET_OK;
}

zet_status zet_diagrams_next(zet_diagrams *d, size_t drawn, const zet_diagram **diagram,
                             zet_error *error) {
    *diagram = NULL;
    if (d->options->sheet)
        return next_page(d, diagram, error);
    if (d->out.whole && d->begun)
        return ZET_END;
    zet_status status = d->out.whole ? ZET_OK : walk(d);
    d->begun = true;
    if (status == ZET_OUT_OF_MEMORY)
        return zi_error_out_of_memory(error);
    if (status != ZET_OK)
        return status;
    if (!d->out.whole && !fill_in(d, drawn))
        return zi_error_out_of_memory(error);
    *diagram = &d->out;
    return ZET_OK;
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

zet_diagram_file *zet_diagram_file_new(const zet_diagram_options *options, const zet_canvas *canvas,
                                       zet_output *out, zet_error *error) {
    zet_diagram_file *file = zi_zeroed(sizeof *file, error);
    if (!file)
        return NULL;
    struct drawing_options drawing = zi_diagram_options_drawing(options);
    drawing.canvas = canvas;
    file->out = out;
    zi_drawing_begin(&file->drawing, zi_diagram_drawing_format(options), &drawing, &out->text);
    return file;
}

/* Adds a page of a score sheet at its own size. */
static bool add_page(struct drawing *d, const zet_diagram *diagram) {
    static const double pixels_per_mm = 96 / 25.4;
    const struct figure *page = diagram->page;
    zi_figure_clear(&d->figure);
    zi_figure_append(&d->figure, page, (struct point){0, 0});
    d->figure.high = page->high;
    d->figure.title = page->title;
    d->options.per_page = 1;
    d->options.width = zi_paper_width(diagram->options->sheet) *
                       (text_is(text_of(d->format->unit), "pixels") ? pixels_per_mm : 1);
    return zi_drawing_draw(d);
}

zet_status zet_diagram_file_add(zet_diagram_file *file, const zet_diagram *diagram,
                                zet_error *error) {
    bool added = diagram->page    ? add_page(&file->drawing, diagram)
                 : diagram->whole ? zi_drawing_add_record(&file->drawing, &diagram->record)
                                  : zi_drawing_add(&file->drawing, &diagram->diagram);
    if (!added)
        return file_error(&file->drawing, error);
    zi_output_gathered(file->out);
    return ZET_OK;
}

zet_status zet_diagram_file_end(zet_diagram_file *file, zet_error *error) {
    file->ended = true;
    if (!zi_drawing_end(&file->drawing))
        return file_error(&file->drawing, error);
    zi_output_gathered(file->out);
    return ZET_OK;
}

void zet_diagram_file_free(zet_diagram_file *file) {
    if (file && !file->ended)
        zi_drawing_end(&file->drawing);
    free(file);
}

zet_status zet_diagram_write(const zet_diagram *diagram, const zet_canvas *canvas, zet_output *out,
                             zet_error *error) {
    zet_diagram_file *file = zet_diagram_file_new(diagram->options, canvas, out, error);
    if (!file)
        return ZET_OUT_OF_MEMORY;
    zet_status status = zet_diagram_file_add(file, diagram, error);
    if (status == ZET_OK)
        status = zet_diagram_file_end(file, error);
    zet_diagram_file_free(file);
    return status;
}

const char *zet_page_asset_at(size_t index, zet_output *out) {
    const char *name = zi_page_asset(index, &out->text);
    if (name)
        zi_output_gathered(out);
    return name;
}

/* Painting. */

zet_status zet_diagram_paint(const zet_diagram *diagram, const zet_canvas *canvas, void *context,
                             zet_point at, double width, zet_error *error) {
    struct figure f = {0};
    if (diagram->whole)
        return zi_error_set(error, ZET_REFUSED, "a page is not a drawing");
    zi_layout(&f, &diagram->diagram);
    struct point size = zi_drawing_size(&f, width, 8, 120);
    bool well = !f.failed && zi_canvas_draw(canvas, context, &f,
                                            zi_diagram_options_drawing(diagram->options).theme, at,
                                            size.x / (f.high.x - f.low.x));
    zi_figure_free(&f);
    return well ? ZET_OK : zi_error_out_of_memory(error);
}

zet_point zet_diagram_size(const zet_diagram *diagram, double width) {
    struct figure f = {0};
    if (diagram->whole)
        return (zet_point){0, 0};
    zi_layout(&f, &diagram->diagram);
    struct point size = zi_drawing_size(&f, width, 8, 120);
    zi_figure_free(&f);
    return (zet_point){size.x, size.y};
}
