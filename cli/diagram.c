#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/config.h"
#include "cli/input.h"
#include "cli/position_options.h"
#include "cli/sheets.h"

struct options {
    struct position_options position;
    const char *record, *output, *color;
};

struct run {
    const struct options *options;
    struct config *config; /* or NULL */
    const zet_diagram_options *diagram;
    const char *path, *format;
    size_t record; /* the number of the only one; 0: all of them */
    bool color;
    struct sheets sheets;
    bool invalid; /* some record is not valid */
};

static bool is_position(const struct options *o) {
    return o->position.game || o->position.position;
}

/* Draws what is asked for of a record. False after a message. */
static bool draw_record(struct run *run, const zet_record *record) {
    zet_error error = {0};
    const zet_diagram *diagram;
    bool drawn = true;
    zet_diagrams *diagrams = zet_diagrams_new(record, run->diagram, &error);
    if (!diagrams) {
        command_error("%s: %s", run->path, error.message);
        return false;
    }
    zet_status status = ZET_OK;
    while (drawn &&
           (status = zet_diagrams_next(diagrams, run->sheets.count, &diagram, &error)) == ZET_OK)
        drawn = sheets_add(&run->sheets, diagram);
    if (status != ZET_OK && status != ZET_END) {
        command_error("%s: %s", run->path, error.message);
        drawn = false;
    }
    zet_diagrams_free(diagrams);
    return drawn;
}

static bool report_invalid(struct run *run, const zet_record *record) {
    run->invalid = true;
    return command_report(record, run->color);
}

/* A record without a position can only be a page. */
static bool can_be_drawn(const struct run *run, const zet_record *record) {
    return !strcmp(run->format, "html") || zet_record_position(record).length > 0;
}

static bool draw_stream(struct run *run, zet_reader *reader, const struct input *input) {
    const zet_record *record;
    zet_error error = {0};
    zet_status status;
    size_t number = 0;
    while ((status = zet_reader_next(reader, &record, &error)) == ZET_OK) {
        number = zet_record_number(record);
        if (!zet_record_document(record).length) {
            command_error("%s: there is no record", run->path);
            return false;
        }
        if (run->record && number != run->record)
            continue;
        if (!zet_record_is_valid(record) && !report_invalid(run, record))
            return false;
        if (can_be_drawn(run, record) && !draw_record(run, record))
            return false;
        if (number == run->record)
            return true;
    }
    if (status != ZET_END)
        command_error("%s: %s", run->path,
                      status == ZET_READ_FAILED && input_fault(input) ? input_fault(input)
                                                                      : error.message);
    else if (run->record)
        command_error("%s: there is no record %zu, but %zu of them", run->path, run->record,
                      number);
    return status == ZET_END && !run->record;
}

static bool draw_file(struct run *run) {
    zet_error error = {0};
    zet_reader *reader = zet_reader_new(&error);
    struct input *input = input_open(run->path);
    const zet_settings *settings;
    bool drawn = false;
    if (!reader) {
        command_error("%s", error.message);
    } else if (input && config_enter(run->config, run->path, &settings)) {
        zet_reader_set_settings(reader, settings);
        zet_reader_keep_moves(reader, true);
        drawn = zet_reader_open(reader, run->path, input_read, input, &error) ||
                (command_error("%s", error.message), false);
        drawn = drawn && draw_stream(run, reader, input);
    }
    input_close(input);
    zet_reader_free(reader);
    return drawn;
}

/* A position of its own. */
static bool draw_position(struct run *run) {
    zet_error error = {0};
    zet_rules *rules;
    zet_position *position;
    if (!position_open(&run->options->position, &rules, &position))
        return false;
    zet_diagram *diagram = zet_diagram_new(position, run->diagram, &error);
    if (!diagram)
        command_error("--%s", error.message);
    bool drawn = diagram && sheets_add(&run->sheets, diagram);
    zet_diagram_free(diagram);
    zet_position_free(position);
    zet_rules_free(rules);
    return drawn;
}

static int draw(void *context, const zet_canvas *canvas, const struct drawn_sink *to) {
    struct run *run = context;
    run->sheets = (struct sheets){.path = run->options->output,
                                  .options = run->diagram,
                                  .format = run->format,
                                  .too_many = "there is more than one diagram, and such a file "
                                              "holds one: choose it with --record and --at, or "
                                              "give --output a name with %d",
                                  .canvas = canvas,
                                  .to = to};
    bool drawn = is_position(run->options) ? draw_position(run) : draw_file(run);
    drawn &= sheets_end(&run->sheets, drawn);
    return !drawn ? STATUS_ERROR : run->invalid ? STATUS_INVALID : STATUS_OK;
}

/* Options. */

/* Sets the format that was not named: by the file's ending, or by what a terminal can show. */
static bool choose_format(struct invocation *in, const char *output) {
    const char *ending = output ? strrchr(output, '.') : NULL;
    const char *format = ending && !strchr(ending, '/') ? zet_diagram_format_of(ending) : NULL;
    if (!format && output && strcmp(output, "/dev/stdout") != 0 &&
        (!ending || strcmp(ending, ".txt") != 0)) {
        command_error("--output %s: the name does not say the format; --format does", output);
        return false;
    }
    format = format ? format : command_board_format();
    return zet_diagram_options_set(in->diagram, "format", format, NULL) == ZET_OK;
}

/* Reads the number of the record. */
static bool read_record(const struct options *o, size_t *to) {
    if (!o->record)
        return true;
    size_t digits = strspn(o->record, "0123456789");
    *to = digits && digits < 10 && !o->record[digits] ? strtoul(o->record, NULL, 10) : 0;
    if (*to)
        return true;
    command_error("--record %s: it is a whole number from 1 to 999999999", o->record);
    return false;
}

/* What does not go together. */
static bool check_options(const struct invocation *in, struct run *run) {
    const struct options *o = in->options;
    zet_error error = {0};
    const char *why = o->output ? sheets_check_path(o->output) : NULL;
    bool position = is_position(o);
    if (why)
        command_error("--output %s: %s", o->output, why);
    else if (o->output && !*o->output)
        command_error("--output: the name is empty");
    else if (in->argument_count > 1)
        command_error("`%s` is one argument too many", in->arguments[1]);
    else if (position && (in->argument_count || o->record))
        command_error("--game and --position draw a position of their own: no file and no --record "
                      "with them");
    else if (!position && (o->position.variant || o->position.rules.count))
        command_error("--variant and --rule go with --game");
    else if (zet_diagram_options_check(in->diagram, !position, &error) != ZET_OK)
        command_error("%s", error.message);
    else if (zet_diagram_format_is(run->format, ZET_FORMAT_BINARY) && !o->output &&
             isatty(STDOUT_FILENO))
        command_error("a terminal does not show %s; --output names a file", run->format);
    else
        return read_record(o, &run->record);
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
    if (!command_color(o->color, STDERR_FILENO, &run.color) ||
        (!zet_diagram_options_format(in->diagram) && !choose_format(in, o->output)))
        return STATUS_ERROR;
    run.format = zet_diagram_options_format(in->diagram);
    if (!check_options(in, &run))
        return STATUS_ERROR;
    int status = zet_diagram_format_is(run.format, ZET_FORMAT_CANVAS)
                     ? draw_process_run(draw, &run, &sink)
                     : draw(&run, NULL, &sink);
    if (!sheet_files_end(&files, status != STATUS_ERROR))
        status = STATUS_ERROR;
    return command_finish(status);
}

static const struct option_row options[] = {
    {"record", 0, "N", "of the N-th record only; without it, of each", OPTION_TEXT,
     offsetof(struct options, record)},
    {"output", 0, "FILE", "instead of standard output; with %d or %03d in the name a file each",
     OPTION_TEXT, offsetof(struct options, output)},
    POSITION_OPTION_ROWS(struct options),
    COLOR_ROWS(struct options, color),
    {0}};

const struct command command_diagram = {
    .name = "diagram",
    .about = "draw positions of records, or one position",
    .arguments = "[FILE|-]",
    .help =
        "Draw positions of the records of a file or of standard input; with --game, one position.\n"
        "A record that is not valid is drawn up to its error, which is reported. Without --format\n"
        "the end of --output's name says the format; else it is unicode where the terminal can\n"
        "show it, or ascii.\n",
    .list_name = "formats",
    .list = ZET_DIAGRAM_FORMATS,
    .help_end =
        "exit status: 0 all is drawn, 1 some record is not valid, 2 wrong usage or a file that\n"
        "could not be read or written; then no half-written file is left.\n",
    .options = options,
    .diagrams = true,
    .hidden = "sheet,rows",
    .options_size = sizeof(struct options),
    .run = run,
};
