#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/drawing_runner.h"
#include "cli/new_file.h"
#include "cli/position_options.h"

struct options {
    struct position_options position;
    const char *record, *output, *color;
};

static bool is_position(const struct options *o) {
    return o->position.game || o->position.position;
}

/* A position of its own; on a page as the record of a game without moves. */
static bool draw_position(struct drawing_run *run, void *context) {
    const struct options *o = context;
    zet_error error = {0};
    zet_rules *rules;
    zet_position *position;
    if (!position_open(&o->position, &rules, &position))
        return false;
    bool page = !strcmp(run->format, "html");
    zet_diagram *diagram = page ? NULL : zet_diagram_new(position, run->diagram, &error);
    if (!page && !diagram)
        command_error("--%s", error.message);
    bool drawn = page ? drawing_run_header(run, &o->position, &(struct header_options){0})
                      : diagram && drawing_run_add(run, diagram);
    zet_diagram_free(diagram);
    zet_position_free(position);
    zet_rules_free(rules);
    return drawn;
}

/* The files beside pages. */

/* Makes the folders of a path, each that is missing. False after a message. */
static bool make_folders(char *path) {
    for (char *at = path + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        bool made = !mkdir(path, 0777) || errno == EEXIST;
        if (!made)
            command_error("%s: %s", path, strerror(errno));
        *at = '/';
        if (!made)
            return false;
    }
    return true;
}

static bool write_asset(const char *path, zet_text text) {
    struct new_file file = {0};
    bool written = new_file_open(&file, path) && new_file_write(&file, text.at, text.length) &&
                   new_file_commit(&file);
    new_file_discard(&file);
    return written;
}

/* Writes them into the folder that --assets names, which is beside the pages. */
static bool write_assets(const struct invocation *in, const char *output) {
    zet_text folder = zet_diagram_options_assets(in->diagram);
    const char *slash = output ? strrchr(output, '/') : NULL;
    zet_output *out = folder.length ? zet_output_new(NULL, NULL) : NULL;
    bool written = true;
    const char *name;
    if (!folder.length)
        return true;
    for (size_t i = 0; written && out && (name = zet_page_asset_at(i, out)); i++) {
        char *path = NULL;
        int length = slash ? (int)(slash - output) : 1;
        if (asprintf(&path, "%.*s/%.*s/%s", length, slash ? output : ".", (int)folder.length,
                     folder.at, name) < 0)
            return command_error("out of memory"), zet_output_free(out), false;
        written = make_folders(path) && write_asset(path, zet_output_text(out));
        zet_output_clear(out);
        free(path);
    }
    zet_output_free(out);
    return out ? written : (command_error("out of memory"), false);
}

/* Options. */

/* Sets the format that was not named: by the file's ending, or by what a terminal can show. */
static bool choose_format(struct invocation *in, const char *output) {
    const char *ending = output ? strrchr(output, '.') : NULL;
    const char *format = drawing_run_format_of(output);
    if (!format && output && strcmp(output, "/dev/stdout") != 0 &&
        (!ending || strcmp(ending, ".txt") != 0)) {
        command_error("--output %s: the name does not say the format; --format does", output);
        return false;
    }
    format = format ? format : command_board_format();
    return zet_diagram_options_set(in->diagram, "format", format, NULL) == ZET_OK;
}

/* What does not go together. */
static bool check_options(const struct invocation *in) {
    const struct options *o = in->options;
    zet_error error = {0};
    bool position = is_position(o), page = !strcmp(zet_diagram_options_format(in->diagram), "html");
    if (in->argument_count > 1)
        command_error("unexpected argument `%s`", in->arguments[1]);
    else if (position && (in->argument_count || o->record))
        command_error("--game and --position draw one position: a file or --record cannot be used "
                      "with them");
    else if (!position && (o->position.variant || o->position.rules.count))
        command_error("--variant and --rule require --game");
    else if (zet_diagram_options_check(in->diagram, !position || page, &error) != ZET_OK)
        command_error("%s", error.message);
    else
        return true;
    return false;
}

static int run(struct invocation *in) {
    struct options *o = in->options;
    struct drawing_run run = drawing_run_begin(in, o->output);
    run.too_many = "there is more than one diagram, and such a file holds one: choose it with "
                   "--record and --at, or give --output a name with %d";
    run.draw_own = is_position(o) ? draw_position : NULL;
    run.context = o;
    if (!command_color(o->color, STDERR_FILENO, &run.color) ||
        (!zet_diagram_options_format(in->diagram) && !choose_format(in, o->output)) ||
        !drawing_run_check_output(o->output, zet_diagram_options_format(in->diagram)) ||
        !check_options(in) || !drawing_run_read_record(o->record, &run.record))
        return STATUS_ERROR;
    int status = drawing_run(&run);
    return status != STATUS_ERROR && !write_assets(in, o->output) ? STATUS_ERROR : status;
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
