#include "cli/drawing_runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/config.h"
#include "cli/header_options.h"
#include "cli/input.h"
#include "cli/numbered_files.h"
#include "diagrams/diagram_file.h"
#include "validators/api/records.h"
#include "validators/replay/settings.h"

enum { PIECE_BYTES = 64 * 1024 };

struct drawing_run {
    const struct invocation *in;
    const struct drawing_options *o;
    const char *path; /* of the records, as given on the command line */
    const char *format;
    bool color; /* for reports */
    struct numbered_files *files;
    zet_output *out; /* buffered output of the current file */
    zet_diagram_file *file;
    size_t count; /* diagrams so far */
    bool invalid; /* some record is invalid */
    bool told;    /* unsupported marks were reported */
};

/* Writes the buffered output of the current file. */
static bool hand_on(struct drawing_run *run) {
    zet_text text = zet_output_text(run->out);
    bool handed = !text.length || numbered_files_write(run->files, text.at, text.length);
    zet_output_clear(run->out);
    return handed;
}

static bool fail_drawing(const zet_error *error) {
    return command_error("%s", error->message), false;
}

static bool begin_file(struct drawing_run *run) {
    zet_error error = {0};
    if (!run->out && !(run->out = zet_output_new(NULL, NULL)))
        return command_error("out of memory"), false;
    if (!run->file)
        run->file = zi_diagram_file_new(run->in->diagram, run->out, &error);
    return run->file || fail_drawing(&error);
}

/* Completes what zet writes: the file, or a document that becomes part of it. */
static bool complete_document(struct drawing_run *run) {
    zet_error error = {0};
    if (!run->file)
        return true;
    bool ended = zi_diagram_file_end(run->file, &error) == ZET_OK;
    zi_diagram_file_free(run->file);
    run->file = NULL;
    return ended ? hand_on(run) && numbered_files_end_page(run->files) : fail_drawing(&error);
}

static bool complete_file(struct drawing_run *run) {
    return complete_document(run) && numbered_files_end(run->files);
}

static bool too_many(void) {
    command_error("%s", "there is more than one diagram, and a file of this format holds one; "
                        "choose one with --record and --at, or give --output a name with %d");
    return false;
}

static bool add_diagram(struct drawing_run *run, const zet_diagram *diagram) {
    zet_error error = {0};
    zet_text left_out = zi_diagram_left_out(diagram);
    bool several = zet_diagram_format_is(run->format, ZET_FORMAT_SEVERAL);
    bool numbered = numbered_files_named(run->o->output);
    if (left_out.length && !run->told)
        command_error("not on the part of the board that --crop shows: %.*s", (int)left_out.length,
                      left_out.at);
    run->told |= left_out.length > 0;
    if (run->count++ && !several && !numbered)
        return too_many();
    if (!begin_file(run))
        return false;
    if (zi_diagram_file_add(run->file, diagram, &error) != ZET_OK)
        return fail_drawing(&error);
    if (numbered)
        return complete_file(run);
    if (zet_diagram_format_is(run->format, ZET_FORMAT_CONVERTED))
        return !zi_diagram_file_is_full(run->file) || complete_document(run);
    /* standard output gets only complete documents */
    bool streams =
        several && (run->o->output || zet_diagram_format_is(run->format, ZET_FORMAT_STREAMS));
    return !streams || zet_output_text(run->out).length < PIECE_BYTES || hand_on(run);
}

/* Draws the requested part of a record. Returns false after a message. */
static bool draw_record(struct drawing_run *run, const zet_record *record) {
    zet_error error = {0};
    const zet_diagram *diagram;
    zet_status status = ZET_OK;
    bool drawn = true;
    zet_diagrams *diagrams = zet_diagrams_new(record, run->in->diagram, &error);
    while (diagrams && drawn &&
           (status = zet_diagrams_next(diagrams, run->count, &diagram, &error)) == ZET_OK)
        drawn = add_diagram(run, diagram);
    if (!diagrams || (status != ZET_OK && status != ZET_END)) {
        command_error("%s: %s", run->path, error.message);
        drawn = false;
    }
    zet_diagrams_free(diagrams);
    return drawn;
}

static bool draw_stream(struct drawing_run *run, zet_reader *reader, const struct input *input) {
    const zet_record *record;
    zet_error error = {0};
    zet_status status;
    size_t number = 0;
    bool page = !strcmp(run->format, "html");
    while ((status = zet_reader_next(reader, &record, &error)) == ZET_OK) {
        number = zet_record_number(record);
        if (!zet_record_document(record).length) {
            command_error("%s: it has no record", run->path);
            return false;
        }
        if (run->o->record && number != run->o->record)
            continue;
        bool valid = zet_record_is_valid(record); /* else it is drawn up to its error */
        run->invalid |= !valid;
        if (!valid && !command_report(record, run->color))
            return false;
        bool drawable = page || zet_record_position(record).length > 0;
        if (drawable && !draw_record(run, record))
            return false;
        if (number == run->o->record)
            return true;
    }
    if (status != ZET_END)
        command_error("%s: %s", run->path,
                      status == ZET_READ_FAILED && input_fault(input) ? input_fault(input)
                                                                      : error.message);
    else if (run->o->record)
        command_error("%s: no record %u; the last one is %zu", run->path, run->o->record, number);
    return status == ZET_END && !run->o->record;
}

static bool draw_file(struct drawing_run *run) {
    zet_error error = {0};
    zet_reader *reader = zet_reader_new(&error);
    if (!reader)
        return fail_drawing(&error);
    struct input *input = input_open(run->path);
    const zet_settings *settings;
    bool drawn = input && config_enter(run->in->config, run->path, &settings);
    if (drawn) {
        zet_reader_set(reader, "moves", "true", NULL);
        zet_reader_set_settings(reader, settings);
        drawn = zet_reader_open(reader, run->path, input_read, input, &error) == ZET_OK ||
                fail_drawing(&error);
    }
    drawn = drawn && draw_stream(run, reader, input);
    input_close(input);
    zet_reader_free(reader);
    return drawn;
}

/* Draws the page of a game without moves. */
static bool draw_page(struct drawing_run *run) {
    zet_error error = {0};
    zet_game *game;
    bool made = header_game(&game, &run->o->position, &(struct header_options){0}, &error) &&
                zet_game_remove(game, "result", &error) == ZET_OK;
    const zet_record *record = made ? zet_game_record(game, &error) : NULL;
    const zet_finding *why = game ? zet_game_refusal(game) : NULL;
    if (!record)
        command_error("the position is not valid: %s%s%s%s", error.message, why ? " [" : "",
                      why ? why->code : "", why ? "]" : "");
    bool drawn = record && draw_record(run, record);
    zet_game_free(game);
    return drawn;
}

/* Draws the position of --position; on a page as a game without moves. */
static bool draw_position(struct drawing_run *run) {
    zet_error error = {0};
    zet_rules *rules;
    zet_position *position;
    if (!position_open(&run->o->position, &rules, &position))
        return false;
    bool page = !strcmp(run->format, "html");
    zet_diagram *diagram = page ? NULL : zet_diagram_new(position, run->in->diagram, &error);
    if (!page && !diagram)
        command_error("--%s", error.message);
    bool drawn = page ? draw_page(run) : diagram && add_diagram(run, diagram);
    zet_diagram_free(diagram);
    zet_position_free(position);
    zet_rules_free(rules);
    return drawn;
}

static int draw_files(void *context, struct numbered_files *files) {
    struct drawing_run *run = context;
    run->files = files;
    const struct position_options *p = &run->o->position;
    bool drawn = p->game || p->position ? draw_position(run) : draw_file(run);
    if (drawn && !run->count && zi_diagram_options_illegal(run->in->diagram)) {
        command_error("%s: no record has an illegal move", run->path);
        drawn = false;
    }
    if (drawn)
        drawn = complete_file(run);
    zi_diagram_file_free(run->file);
    zet_output_free(run->out);
    return !drawn ? STATUS_ERROR : run->invalid ? STATUS_INVALID : STATUS_OK;
}

int drawing_run(const struct invocation *in, const struct drawing_options *o) {
    struct drawing_run run = {.in = in,
                              .o = o,
                              .path = in->argument_count ? in->arguments[0] : "-",
                              .format = zi_diagram_options_format(in->diagram),
                              .color = command_color(in, STDERR_FILENO)};
    struct numbered_files files = {
        .path = o->output, .force = o->force, .work = draw_files, .context = &run};
    return numbered_files_draw(&files, run.format);
}

const char *drawing_format_of(const char *output) {
    const char *ending = output ? strrchr(output, '.') : NULL;
    return ending && !strchr(ending, '/') ? zi_diagram_format_of(ending) : NULL;
}

bool drawing_check_output(const struct invocation *in, const struct drawing_options *o) {
    const char *format = zi_diagram_options_format(in->diagram);
    const char *why = o->output ? numbered_files_check(o->output) : NULL;
    if (why)
        command_error("--output %s: %s", o->output, why);
    else if (o->output && !*o->output)
        command_error("--output: the name is empty");
    else if (o->force && !o->output)
        command_error("--force: only allowed with --output");
    else if (zet_diagram_format_is(format, ZET_FORMAT_CONVERTED) && !o->output &&
             isatty(STDOUT_FILENO))
        command_error("a terminal cannot show %s; write to a file with --output", format);
    else
        return !o->output || strchr(o->output, '%') ||
               replace_check(o->output, o->force ? REPLACE_ANY : REPLACE_NOTHING);
    return false;
}
