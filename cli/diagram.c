#include <stdlib.h>

#include "cli/cli.h"
#include "cli/diagram_options.h"
#include "cli/files.h"
#include "cli/sheets.h"
#include "validators/archive/facts.h"
#include "validators/pages/page.h"

enum { OUTPUT_BYTES = 64 * 1024 };

struct run {
    struct diagram_options options;
    struct sheets sheets;
    bool invalid;   /* some record is not valid */
    bool had_error; /* something else went wrong, and was said */
    size_t drawn;

    const char *file;
    size_t number; /* of the record, from 1 */
    struct validator *validator;
    struct record record;
    struct verdict verdict;
    struct turns turns;
    struct turns_walk walk;
    struct marks marks;
    struct view view;
    struct setup before, after; /* the turn walked to */
    struct shown_move *shown;   /* shown_count of them */
    size_t shown_count, shown_cap;
    struct buffer page;
};

/* The next figure's number. */
static uint32_t figure_number(const struct run *run) {
    return run->options.figure ? run->options.figure + (uint32_t)run->drawn : 0;
}

/* Draws the position walked to with the moves in run->shown. */
static bool draw(struct run *run, uint32_t ply) {
    const struct diagram_options *o = &run->options;
    const struct rules *rules = run->verdict.rules;
    const struct turn *turn = &run->turns.at[run->walk.turn];
    struct diagram d = {.ruleset = &run->verdict.ruleset,
                        .setup = run->after,
                        .outcome = turn->outcome,
                        .moves = run->shown,
                        .move_count = run->shown_count,
                        .marks = &run->marks,
                        .view = run->view,
                        .caption = o->caption ? text_of(o->caption) : NO_TEXT,
                        .figure = figure_number(run),
                        .ply = ply,
                        .has_ply = true};
    if (run->walk.turn == 0)
        d.outcome = rules->outcome(run->walk.after);
    for (unsigned side = 0; side < 2; side++)
        d.players[side] = zet_facts_player(&run->record, rules->sides[side]);
    run->drawn++;
    return sheets_add(&run->sheets, &d);
}

/* The move walked to is shown beside those before it, or instead of them. */
static bool show_move(struct run *run, uint32_t number) {
    if (!number)
        run->shown_count = 0;
    if (run->shown_count == run->shown_cap) {
        size_t cap = run->shown_cap ? run->shown_cap * 2 : 16;
        struct shown_move *shown = realloc(run->shown, cap * sizeof *shown);
        if (!shown)
            return zet_cli_out_of_memory();
        run->shown = shown;
        run->shown_cap = cap;
    }
    struct shown_move *m = &run->shown[run->shown_count++];
    zet_shown_move(m, &run->verdict.ruleset, &run->turns.at[run->walk.turn], &run->before,
                   &run->after);
    m->number = number;
    return true;
}

/* Whether the position after that ply is asked for; `next` goes through the list of plies. */
static bool is_asked(const struct run *run, uint32_t ply, size_t *next) {
    const struct diagram_options *o = &run->options;
    uint32_t last = run->verdict.plies;
    switch (o->at) {
    case AT_START: return ply == 0;
    case AT_FINAL: return ply == last;
    case AT_EVERY: return ply % o->plies[0] == 0;
    case AT_MOVES: return ply == (o->to < last ? o->to : last);
    case AT_PLIES: break;
    }
    size_t before = *next;
    while (*next < o->ply_count && (o->plies[*next] == ply || ply == last))
        ++*next;
    return *next > before;
}

/* Whether all plies that are asked for are there. Of a faulty record those up to its fault are. */
static bool check_plies(const struct run *run) {
    const struct diagram_options *o = &run->options;
    uint32_t most = 0;
    if (o->at == AT_PLIES)
        most = o->plies[o->ply_count - 1];
    else if (o->at == AT_MOVES)
        most = o->to;
    if (most <= run->verdict.plies || run->record.findings.has_error)
        return true;
    zet_cli_error("%s: ply %u cannot be drawn: the last one of record %zu is %u", run->file, most,
                  run->number, run->verdict.plies);
    return false;
}

static bool draw_record(struct run *run) {
    const struct diagram_options *o = &run->options;
    const struct rules *rules = run->verdict.rules;
    size_t next = 0;
    uint32_t ply = 0;
    if (!check_plies(run) || !zet_diagram_marks(o, &run->verdict.ruleset, &run->marks, &run->view))
        return false;
    run->shown_count = 0;
    zet_turns_start(&run->walk, &run->turns, &run->verdict, &run->record);
    rules->describe(run->walk.after, &run->after);
    if (is_asked(run, 0, &next) && !draw(run, 0))
        return false;
    while (ply < run->verdict.plies && zet_turns_next(&run->walk, true)) {
        const struct turn *turn = &run->turns.at[run->walk.turn];
        run->before = run->after;
        rules->describe(run->walk.after, &run->after);
        if (turn->move->kind == MOVE_GIVE)
            continue;
        ply++;
        bool asked = is_asked(run, ply, &next), numbered = o->at == AT_MOVES;
        if ((numbered ? ply >= o->from : asked) && !show_move(run, numbered ? ply : 0))
            return false;
        if (asked && !draw(run, ply))
            return false;
        if (o->at == AT_MOVES && asked)
            break;
    }
    return true;
}

static bool draw_page(struct run *run) {
    const struct diagram_options *o = &run->options;
    struct page_options page = {.theme = o->drawing.theme,
                                .view = {.flip = o->flip},
                                .width = o->drawing.width,
                                .first = o->at == AT_FINAL   ? run->verdict.plies
                                         : o->at == AT_PLIES ? o->plies[0]
                                                             : 0,
                                .caption = o->caption ? text_of(o->caption) : NO_TEXT};
    if (!check_plies(run))
        return false;
    run->page.len = 0;
    if (!zet_page_write(&run->page, &run->record, &run->verdict, &run->turns, &page))
        return zet_cli_out_of_memory();
    return sheets_add_page(&run->sheets, &run->page);
}

static void accept_record(struct run *run) {
    struct record *r = &run->record;
    zet_turns_begin(&run->turns);
    zet_validate(run->validator, r, &run->verdict);
    zet_record_finalize(r, false);
    if (r->findings.has_error) {
        struct report report = {text_of(run->file), run->number, r, &run->verdict};
        legacy_report_text(stderr, &report, run->options.color);
        run->invalid = true;
    }
    if (r->out_of_memory)
        return;
    if (run->turns.failed)
        run->had_error = !zet_cli_out_of_memory();
    else if (run->options.html)
        run->had_error = !draw_page(run);
    else if (run->verdict.positioned)
        run->had_error = !draw_record(run);
}

static void draw_stream(struct run *run, int descriptor) {
    const struct diagram_options *o = &run->options;
    struct source source;
    struct document document;
    zet_source_open(&source, files_read, &descriptor);
    while (!run->had_error && !run->record.out_of_memory && zet_source_next(&source, &document)) {
        if (!zet_record_read(&run->record, &document))
            continue;
        run->number++;
        if (!o->record || run->number == o->record)
            accept_record(run);
        if (run->number == o->record)
            break;
    }
    if (!run->had_error && !files_was_read(&source, run->file, run->record.out_of_memory))
        run->had_error = true;
    zet_source_close(&source);
    if (!run->had_error && o->record && run->number < o->record) {
        zet_cli_error("%s: there is no record %u, but %zu of them", run->file, o->record,
                      run->number);
        run->had_error = true;
    } else if (!run->had_error && !run->number) {
        zet_cli_error("%s: there is no record", run->file);
        run->had_error = true;
    }
}

static void draw_file(struct run *run) {
    struct observer observer = {zet_turns_see, &run->turns};
    run->file = run->options.file ? run->options.file : "-";
    run->validator = zet_validator_new();
    if (!run->validator) {
        run->had_error = !zet_cli_out_of_memory();
        return;
    }
    zet_validator_observe(run->validator, &observer);
    zet_record_open(&run->record);
    int descriptor = files_open(run->file);
    if (descriptor < 0)
        run->had_error = true;
    else
        draw_stream(run, descriptor);
    files_close(descriptor);
    zet_record_close(&run->record);
    zet_turns_free(&run->turns);
    zet_validator_free(run->validator);
}

/* A position of its own. */
static void draw_position(struct run *run) {
    struct diagram_options *o = &run->options;
    struct ruleset rs;
    struct replay replay = {0};
    run->had_error = zet_cli_position(&o->position, 1, &rs, &replay) >= 0 ||
                     !zet_diagram_marks(o, &rs, &run->marks, &run->view);
    if (!run->had_error) {
        struct diagram d = {.ruleset = &rs,
                            .outcome = replay.outcome,
                            .marks = &run->marks,
                            .view = run->view,
                            .caption = o->caption ? text_of(o->caption) : NO_TEXT,
                            .figure = figure_number(run)};
        rs.rules->describe(&replay.position, &d.setup);
        run->had_error = !sheets_add(&run->sheets, &d);
    }
    zet_replay_close(&replay);
}

int zet_cli_diagram(int argc, char **argv) {
    struct run *run = calloc(1, sizeof *run);
    if (!run)
        return zet_cli_error("memory is out");
    int status = zet_diagram_options(argc, argv, &run->options);
    if (status < 0) {
        setvbuf(stdout, NULL, _IOFBF, OUTPUT_BYTES);
        run->sheets.path = run->options.output;
        run->sheets.format = run->options.format;
        run->sheets.options = run->options.drawing;
        if (run->options.has_position) {
            draw_position(run);
        } else {
            free(run->options.position.rules);
            draw_file(run);
        }
        run->had_error |= !sheets_end(&run->sheets, !run->had_error);
        status = zet_cli_finish(run->had_error ? STATUS_ERROR
                                : run->invalid ? STATUS_INVALID
                                               : STATUS_OK);
    }
    zet_buffer_free(&run->page);
    free(run->shown);
    free(run);
    return status;
}
