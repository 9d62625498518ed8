#include "cli/drawing_runner.h"
#include "cli/replace.h"

struct options {
    struct drawing_options drawing;
    unsigned paper;
    const char *rows;
};

static const char *const papers[] = {"a4", "a5", "letter", NULL};

/* Checks for options that exclude each other. */
static bool check_options(const struct invocation *in, const struct drawing_options *o,
                          const char *rows) {
    static const char *const position[] = {"set", "variant", "position", "rule", NULL};
    const char *alone = command_first(in, position);
    if (in->argument_count > 1)
        command_error("unexpected argument `%s`", in->arguments[1]);
    else if (o->position.game && (in->argument_count || o->record))
        command_error("--game makes an empty sheet: a file or --record cannot be used with it");
    else if (!o->position.game && alone)
        command_error("--%s requires --game, which makes an empty sheet", alone);
    else if (rows && !o->position.game)
        command_error("--rows requires --game, which makes an empty sheet");
    else
        return true;
    return false;
}

static int run(struct invocation *in) {
    const struct options *o = in->options;
    const char *format = drawing_format_of(o->drawing.output);
    zet_error error = {0};
    if (!zet_diagram_options_format(in->diagram))
        zet_diagram_options_set(in->diagram, "format", format ? format : "pdf", NULL);
    zet_diagram_options_set(in->diagram, "sheet", papers[o->paper], NULL);
    if (o->rows && zet_diagram_options_set(in->diagram, "rows", o->rows, &error) != ZET_OK)
        return command_error("--%s", error.message);
    if (!drawing_check_output(in, &o->drawing) || !check_options(in, &o->drawing, o->rows))
        return STATUS_ERROR;
    return drawing_run(in, &o->drawing, true);
}

static const zet_option options[] = {
    {"paper", "PAPER", "a4 (the default), a5 or letter",
     "zet sheet --paper a5 -o build/sheet.pdf --force examples/hogga.yaml", ZET_OPTION_WORD,
     .offset = offsetof(struct options, paper), .words = papers},
    {"rows", "N", "with --game: the number of numbered rows (default: two full pages)",
     "zet sheet --game hogga --rows 30 -o build/sheet.pdf --force", ZET_OPTION_TEXT,
     .offset = offsetof(struct options, rows)},
    RECORD_ROW(struct options, drawing.record, "sheet"),
    OUTPUT_ROW(struct options, drawing.output,
               "instead of standard output; with %d or %03d in the name, one file per page",
               "zet sheet -o build/sheet.pdf --force examples/hogga.yaml"),
    FORCE_ROW(struct options, drawing.force,
              "zet sheet -o build/sheet.pdf --force examples/hogga.yaml"),
    POSITION_OPTION_ROWS(struct options, drawing.position),
    HEADER_OPTION_ROW(struct options, drawing.header),
    {0}};

const struct command command_sheet = {
    .name = "sheet",
    .writes = true,
    .about = "print score sheets, empty or of records",
    .arguments = "[FILE|-]",
    .examples = "  zet sheet -o build/hogga.pdf --force examples/hogga.yaml\n"
                "  zet sheet --game akron --set black=\"A. Player\" -o build/empty.pdf --force\n",
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
    .hidden =
        (const char *const[]){
            "at",    "moves",    "split",          "compact",  "number-from", "before",
            "width", "cell",     "no-coordinates", "no-names", "no-turn",     "crop",
            "view",  "mark",     "cross",          "square",   "triangle",    "fill",
            "arrow", "label",    "transparent",    "caption",  "figure",      "sheet",
            "rows",  "per-page", "assets",         "fragment", NULL},
    .options_size = sizeof(struct options),
    .run = run,
};
