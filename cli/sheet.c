#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/config.h"
#include "cli/header_options.h"
#include "cli/input.h"
#include "cli/sheets.h"

struct options {
    struct position_options position;
    struct header_options header;
    const char *paper, *rows, *record, *output;
};

struct run {
    const struct options *options;
    struct config *config; /* or NULL */
    const zet_diagram_options *diagram;
    const char *path;
    size_t record; /* the number of the only one; 0: all of them */
    struct sheets sheets;
    bool invalid; /* some record is not valid */
};

/* What is wrong with the header of an empty sheet. */
static bool refuse_header(const zet_record *record) {
    zet_finding finding;
    for (size_t i = 0; zet_record_finding(record, i, &finding); i++)
        if (finding.severity == ZET_ERROR)
            command_error("the header of the sheet is not valid: %.*s [%s]",
                          (int)finding.message.length, finding.message.at, finding.code);
    return false;
}

/* Draws the pages of a record. False after a message. */
static bool draw_record(struct run *run, const zet_record *record) {
    zet_error error = {0};
    const zet_diagram *page;
    zet_status status = ZET_OK;
    bool drawn = true;
    zet_diagrams *pages = zet_diagrams_new(record, run->diagram, &error);
    while (pages && drawn &&
           (status = zet_diagrams_next(pages, run->sheets.count, &page, &error)) == ZET_OK)
        drawn = sheets_add(&run->sheets, page);
    if (!pages || (status != ZET_OK && status != ZET_END)) {
        command_error("%s: %s", run->path, error.message);
        drawn = false;
    }
    zet_diagrams_free(pages);
    return drawn;
}

/* A record with an error is drawn up to it. */
static bool report_invalid(struct run *run, const zet_record *record) {
    run->invalid = true;
    return command_report(record, false);
}

static bool draw_stream(struct run *run, zet_reader *reader, const struct input *input) {
    const zet_record *record;
    zet_error error = {0};
    zet_status status;
    size_t number = 0;
    while ((status = zet_reader_next(reader, &record, &error)) == ZET_OK) {
        number = zet_record_number(record);
        if (run->record && number != run->record)
            continue;
        if (!zet_record_is_valid(record) && !input)
            return refuse_header(record);
        if (!zet_record_is_valid(record) && !report_invalid(run, record))
            return false;
        if (zet_record_position(record).length && !draw_record(run, record))
            return false;
        if (number == run->record)
            return true;
    }
    if (status != ZET_END)
        command_error("%s: %s", run->path,
                      status == ZET_READ_FAILED && input && input_fault(input) ? input_fault(input)
                                                                               : error.message);
    else if (run->record)
        command_error("%s: there is no record %zu, but %zu of them", run->path, run->record,
                      number);
    return status == ZET_END && !run->record;
}

static bool draw_file(struct run *run, zet_reader *reader) {
    zet_error error = {0};
    struct input *input = input_open(run->path);
    const zet_settings *settings;
    if (!input || !config_enter(run->config, run->path, &settings)) {
        input_close(input);
        return false;
    }
    zet_reader_set_settings(reader, settings);
    bool drawn = zet_reader_open(reader, run->path, input_read, input, &error) ||
                 (command_error("%s", error.message), false);
    drawn = drawn && draw_stream(run, reader, input);
    input_close(input);
    return drawn;
}

/* An empty sheet is that of a record without moves. */
static bool draw_empty(struct run *run, zet_reader *reader) {
    const struct options *o = run->options;
    zet_error error = {0};
    zet_rules *rules;
    zet_position *position;
    if (!position_open(&o->position, &rules, &position))
        return false;
    zet_position_free(position);
    zet_rules_free(rules);
    if (!header_check(&o->header, o->position.game))
        return false;
    zet_output *text = zet_output_new(NULL, NULL);
    if (!text)
        return command_error("out of memory"), false;
    header_write(text, &o->position, &o->header);
    zet_output_write(text, zet_text_of("moves: \"\"\n"));
    if (zet_output_flush(text) != ZET_OK) {
        zet_output_free(text);
        return command_error("out of memory"), false;
    }
    bool drawn = zet_reader_open_text(reader, "-", zet_output_text(text), &error) ||
                 (command_error("%s", error.message), false);
    drawn = drawn && draw_stream(run, reader, NULL);
    zet_output_free(text);
    return drawn;
}

static int draw(void *context, const zet_canvas *canvas, const struct drawn_sink *to) {
    struct run *run = context;
    zet_error error = {0};
    zet_reader *reader = zet_reader_new(&error);
    if (!reader)
        return command_error("%s", error.message);
    zet_reader_keep_moves(reader, true);
    run->sheets = (struct sheets){.path = run->options->output,
                                  .options = run->diagram,
                                  .format = zet_diagram_options_format(run->diagram),
                                  .too_many = "the sheets have more than one page, and such a file "
                                              "holds one: give --output a name with %d",
                                  .canvas = canvas,
                                  .to = to};
    bool drawn = run->options->position.game ? draw_empty(run, reader) : draw_file(run, reader);
    drawn &= sheets_end(&run->sheets, drawn);
    zet_reader_free(reader);
    return !drawn ? STATUS_ERROR : run->invalid ? STATUS_INVALID : STATUS_OK;
}

/* What does not go together. */
static bool check_options(const struct invocation *in, struct run *run) {
    const struct options *o = in->options;
    const char *why = o->output ? sheets_check_path(o->output) : NULL;
    const char *header = header_first_set(&o->header);
    const char *format = zet_diagram_options_format(in->diagram);
    size_t digits = o->record ? strspn(o->record, "0123456789") : 0;
    run->record = digits && digits < 10 && !o->record[digits] ? strtoul(o->record, NULL, 10) : 0;
    if (why)
        command_error("--output %s: %s", o->output, why);
    else if (in->argument_count > 1)
        command_error("`%s` is one argument too many", in->arguments[1]);
    else if (o->position.game && (in->argument_count || o->record))
        command_error("--game is for an empty sheet: no file and no --record with it");
    else if (!o->position.game &&
             (header || o->position.variant || o->position.position || o->position.rules.count))
        command_error("%s goes with --game, for an empty sheet", header                ? header
                                                                 : o->position.variant ? "--variant"
                                                                 : o->position.position
                                                                     ? "--position"
                                                                     : "--rule");
    else if (o->rows && !o->position.game)
        command_error("--rows goes with --game, for an empty sheet");
    else if (o->record && !run->record)
        command_error("--record %s: it is a whole number from 1 to 999999999", o->record);
    else if (zet_diagram_format_is(format, ZET_FORMAT_BINARY) && !o->output &&
             isatty(STDOUT_FILENO))
        command_error("a terminal does not show %s; --output names a file", format);
    else
        return true;
    return false;
}

static int run(struct invocation *in) {
    const struct options *o = in->options;
    struct run run = {.options = o,
                      .config = in->config,
                      .diagram = in->diagram,
                      .path = in->argument_count ? in->arguments[0] : "-"};
    struct sheet_files files = {.path = o->output};
    const struct drawn_sink sink = sheet_files_sink(&files);
    const char *ending = o->output ? strrchr(o->output, '.') : NULL;
    const char *format = ending && !strchr(ending, '/') ? zet_diagram_format_of(ending) : NULL;
    zet_error error = {0};
    if (!zet_diagram_options_format(in->diagram))
        zet_diagram_options_set(in->diagram, "format", format ? format : "pdf", NULL);
    if (zet_diagram_options_set(in->diagram, "sheet", o->paper ? o->paper : "a4", &error) != ZET_OK)
        return command_error("--paper %s: it is a4, a5 or letter", o->paper);
    if (o->rows && zet_diagram_options_set(in->diagram, "rows", o->rows, &error) != ZET_OK)
        return command_error("--%s", error.message);
    if (!check_options(in, &run))
        return STATUS_ERROR;
    int status = zet_diagram_format_is(zet_diagram_options_format(in->diagram), ZET_FORMAT_CANVAS)
                     ? draw_process_run(draw, &run, &sink)
                     : draw(&run, NULL, &sink);
    if (!sheet_files_end(&files, status != STATUS_ERROR))
        status = STATUS_ERROR;
    return command_finish(status);
}

static const struct option_row options[] = {
    {"paper", 0, "PAPER", "a4 (the default), a5 or letter", OPTION_TEXT,
     offsetof(struct options, paper)},
    {"rows", 0, "N", "with --game: so many numbered rows; without it, two full pages", OPTION_TEXT,
     offsetof(struct options, rows)},
    {"record", 0, "N", "of the N-th record only; without it, of each", OPTION_TEXT,
     offsetof(struct options, record)},
    {"output", 0, "FILE", "instead of standard output; with %d or %03d in the name a file a page",
     OPTION_TEXT, offsetof(struct options, output)},
    POSITION_OPTION_ROWS(struct options),
    HEADER_OPTION_ROWS(struct options),
    {0}};

const struct command command_sheet = {
    .name = "sheet",
    .about = "print score sheets, empty or of records",
    .arguments = "[FILE|-]",
    .help =
        "Draw score sheets: of each record of a file or of standard input, with all its moves; or\n"
        "with --game an empty one of two pages or of --rows, whose header the options can fill\n"
        "in. An empty sheet of Hogga has room for the playout. Comments and variations are left\n"
        "out, which the sheet says. A record that is not valid is drawn up to its error, which is\n"
        "reported. The format is that of --output's name, or else pdf. A file in svg or png holds\n"
        "one page: give --output a name with %d.\n",
    .help_end =
        "exit status: 0 all is drawn, 1 some record is not valid, 2 wrong usage or a file that\n"
        "could not be read or written; then no half-written file is left.\n",
    .options = options,
    .diagrams = true,
    .hidden = "at,moves,width,cell,no-coordinates,no-names,no-turn,crop,levels,mark,arrow,label,"
              "caption,figure,sheet,rows,per-page",
    .options_size = sizeof(struct options),
    .run = run,
};
