#include "cli/drawing_runner.h"

struct options {
    struct position_options position;
    struct header_options header;
    const char *paper, *rows, *record, *output;
    bool force;
};

/* An empty sheet is that of a record without moves. */
static bool draw_empty(struct drawing_run *run, void *context) {
    const struct options *o = context;
    zet_rules *rules;
    zet_position *position;
    if (!position_open(&o->position, &rules, &position))
        return false;
    zet_position_free(position);
    zet_rules_free(rules);
    return header_check(&o->header, o->position.game) &&
           drawing_run_header(run, &o->position, &o->header);
}

/* What does not go together. */
static bool check_options(const struct invocation *in) {
    const struct options *o = in->options;
    const char *header = header_first_set(&o->header);
    const char *alone = header                    ? header
                        : o->position.variant     ? "--variant"
                        : o->position.position    ? "--position"
                        : o->position.rules.count ? "--rule"
                                                  : NULL;
    if (in->argument_count > 1)
        command_error("unexpected argument `%s`", in->arguments[1]);
    else if (o->position.game && (in->argument_count || o->record))
        command_error("--game makes an empty sheet: a file or --record cannot be used with it");
    else if (!o->position.game && alone)
        command_error("%s requires --game, which makes an empty sheet", alone);
    else if (o->rows && !o->position.game)
        command_error("--rows requires --game, which makes an empty sheet");
    else
        return true;
    return false;
}

static int run(struct invocation *in) {
    struct options *o = in->options;
    struct drawing_run run = drawing_run_begin(in, o->output, o->force);
    run.too_many = "the sheets have more than one page, and such a file holds one: give --output "
                   "a name with %d";
    run.draw_own = o->position.game ? draw_empty : NULL;
    run.context = o;
    const char *format = drawing_run_format_of(o->output);
    zet_error error = {0};
    if (!zet_diagram_options_format(in->diagram))
        zet_diagram_options_set(in->diagram, "format", format ? format : "pdf", NULL);
    if (zet_diagram_options_set(in->diagram, "sheet", o->paper ? o->paper : "a4", &error) != ZET_OK)
        return command_error("--paper %s: must be a4, a5 or letter", o->paper);
    if (o->rows && zet_diagram_options_set(in->diagram, "rows", o->rows, &error) != ZET_OK)
        return command_error("--%s", error.message);
    if (!drawing_run_check_output(o->output, o->force, zet_diagram_options_format(in->diagram)) ||
        !check_options(in) || !drawing_run_read_record(o->record, &run.record))
        return STATUS_ERROR;
    return drawing_run(&run);
}

static const struct option_row options[] = {
    {"paper", 0, "PAPER", "a4 (the default), a5 or letter", OPTION_TEXT,
     offsetof(struct options, paper)},
    {"rows", 0, "N", "with --game: the number of numbered rows (default: two full pages)",
     OPTION_TEXT, offsetof(struct options, rows)},
    {"record", 0, "N", "of the N-th record only; without it, of each", OPTION_TEXT,
     offsetof(struct options, record)},
    {"output", 0, "FILE", "instead of standard output; with %d or %03d in the name a file a page",
     OPTION_TEXT, offsetof(struct options, output)},
    {"force", 0, NULL, "replace files that are there", OPTION_FLAG,
     offsetof(struct options, force)},
    POSITION_OPTION_ROWS(struct options),
    HEADER_OPTION_ROWS(struct options),
    {0}};

const struct command command_sheet = {
    .name = "sheet",
    .writes = true,
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
    .hidden = "at,moves,split,number-from,before,width,cell,no-coordinates,no-names,no-turn,crop,"
              "view,mark,cross,square,triangle,fill,arrow,label,transparent,caption,figure,"
              "sheet,rows,per-page",
    .options_size = sizeof(struct options),
    .run = run,
};
