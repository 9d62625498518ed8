#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/drawing_runner.h"
#include "cli/position_options.h"
#include "cli/replace.h"
#include "diagrams/diagram_file.h"
#include "notation/base/option.h"

/* Asset files of pages. */

/* Opens the assets folder, relative to the page, and creates missing folders. The page's folder may
   be a link, others may not. Returns -1 after a message. */
static int open_assets(const char *output, const char *path) {
    char *beside = folder_of(output ? output : "."), *parts = strdup(path), *rest = NULL;
    int folder = beside && parts ? replace_open_folder(AT_FDCWD, beside, false, true) : -1;
    if (!beside || !parts)
        command_error("out of memory");
    else if (folder < 0)
        command_error("%s: %s", beside, strerror(errno));
    for (char *part = folder < 0 ? NULL : strtok_r(parts, "/", &rest); part && folder >= 0;
         part = strtok_r(NULL, "/", &rest)) {
        int below = replace_open_folder(folder, part, true, false), error = errno;
        close(folder);
        folder = below;
        if (folder < 0)
            command_error("--assets %s: %s", path, strerror(error));
    }
    free(parts);
    free(beside);
    return folder;
}

/* Whether the file exists with exactly this content. */
static bool has_asset(int folder, const char *name, zet_text text) {
    struct stat st;
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    char *there = file >= 0 && fstat(file, &st) == 0 && S_ISREG(st.st_mode) &&
                          st.st_size == (off_t)text.length
                      ? malloc(text.length + 1)
                      : NULL;
    bool same = there && read(file, there, text.length + 1) == (ssize_t)text.length &&
                !memcmp(there, text.at, text.length);
    free(there);
    if (file >= 0)
        close(file);
    return same;
}

static bool write_asset(int folder, const char *path, const char *name, zet_text text, bool force) {
    struct replacement file = {0};
    if (has_asset(folder, name, text))
        return true;
    bool written =
        replace_begin_in(&file, folder, path, name, force ? REPLACE_ANY : REPLACE_NOTHING) &&
        replace_write(&file, text.at, text.length) && replace_commit(&file);
    replace_discard(&file);
    return written;
}

/* Writes the assets into the folder. */
static bool write_assets_in(int folder, const char *path, bool force) {
    zet_output *out = zet_output_new(NULL, NULL);
    bool written = out != NULL;
    const char *name;
    for (size_t i = 0; written && (name = zi_page_asset_at(i, out)); i++) {
        written = write_asset(folder, path, name, zet_output_text(out), force);
        zet_output_clear(out);
    }
    if (!out)
        command_error("out of memory");
    zet_output_free(out);
    return written;
}

/* Writes the assets into the folder given by --assets. */
static bool write_assets(const struct invocation *in, const struct drawing_options *o) {
    zet_text assets = zi_diagram_options_assets(in->diagram);
    if (!assets.length)
        return true;
    char *path = strndup(assets.at, assets.length);
    if (!path)
        return command_error("out of memory"), false;
    int folder = open_assets(o->output, path);
    bool written = folder >= 0 && write_assets_in(folder, path, o->force);
    if (folder >= 0)
        close(folder);
    free(path);
    return written;
}

/* Options. */

/* Sets a missing format from the file's ending or the terminal's capabilities. */
static bool choose_format(struct invocation *in, const char *output) {
    const char *ending = output ? strrchr(output, '.') : NULL;
    const char *format = drawing_format_of(output);
    if (!format && output && strcmp(output, "/dev/stdout") != 0 &&
        (!ending || strcmp(ending, ".txt") != 0)) {
        command_error("--output %s: the format is not clear from the name; use an ending such as "
                      ".svg, or --format",
                      output);
        return false;
    }
    format = format ? format : command_board_format();
    return zet_diagram_options_set(in->diagram, "format", format, NULL) == ZET_OK;
}

/* Checks for options that exclude each other. */
static bool check_options(const struct invocation *in, const struct drawing_options *o) {
    zet_error error = {0};
    bool position = o->position.game || o->position.position;
    bool page = !strcmp(zi_diagram_options_format(in->diagram), "html");
    if (in->argument_count > 1)
        command_error("unexpected argument `%s`; --output names the file to write",
                      in->arguments[1]);
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

static int draw_diagrams(struct invocation *in) {
    struct drawing_options *o = in->options;
    if ((!zi_diagram_options_format(in->diagram) && !choose_format(in, o->output)) ||
        !drawing_check_output(in, o) || !check_options(in, o))
        return STATUS_ERROR;
    int status = drawing_run(in, o);
    return status != STATUS_ERROR && !write_assets(in, o) ? STATUS_ERROR : status;
}

static const zet_option options[] = {
    RECORD_ROW(struct drawing_options, record, "diagram"),
    OUTPUT_ROW(struct drawing_options, output,
               "write to this file; with %d or %03d in the name, one file per diagram",
               "zet diagram -o build/board.svg --force examples/hogga.yaml"),
    FORCE_ROW(struct drawing_options, force,
              "zet diagram -o build/board.svg --force examples/hogga.yaml"),
    POSITION_OPTION_ROWS(struct drawing_options, position),
    {0}};

const struct command command_diagram = {
    .name = "diagram",
    .writes = true,
    .about = "draw positions of records, or one position",
    .arguments = "[FILE|-]",
    .examples = "  zet diagram --at 10 examples/hogga.yaml\n"
                "  zet diagram --format svg --moves 5-8 examples/hogga.yaml\n",
    .help = "Draw positions of the records of a file or of standard input; with --game, one "
            "position.\nA record that is not valid is drawn up to its error, which is reported. "
            "Without --format\nthe ending of --output's name gives the format; otherwise it is "
            "unicode if the\nterminal can show it, or ascii.\n",
    .list_name = "formats",
    .list = ZET_CATALOGUE_DIAGRAM_FORMATS,
    .help_end = "exit status: 0 everything was drawn, 1 some record is not valid, 2 wrong usage or "
                "a file that\ncould not be read or written; then no half-written file is left.\n",
    .options = options,
    .diagrams = true,
    .options_size = sizeof(struct drawing_options),
    .run = draw_diagrams,
};
