#include <string.h>

#include "cli/attach.h"
#include "cli/runner.h"
#include "cli/sheets.h"

struct options {
    const char *output, *plot, *names;
    bool force;
};

/* The format that the name of a plot's file asks for; NULL where it is none. */
static const char *format_of(const char *path) {
    static const char *const formats[] = {"svg", "pdf", "png"};
    const char *ending = strrchr(path, '.');
    for (size_t i = 0; ending && i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(ending + 1, formats[i]))
            return formats[i];
    return NULL;
}

/* Runs the task and hands on what it makes. */
static int draw(void *context, const zet_canvas *canvas, const struct drawn_sink *to) {
    struct invocation *in = context;
    zet_output *out = zet_output_new(NULL, NULL);
    if (!out)
        return command_error("out of memory");
    zet_task_set_canvas(in->task, canvas);
    int status = runner_run_with(in, &(struct runner_options){.whole = true, .out = out});
    zet_text text = zet_output_text(out);
    if (status != STATUS_ERROR &&
        (!to->write(to->context, text.at, text.length) || !to->end_file(to->context)))
        status = STATUS_ERROR;
    zet_output_free(out);
    return status;
}

/* Runs the task and puts the plot into a file; one that is drawn on a canvas in a process of its
   own. */
static int run_to_file(struct invocation *in, const char *path, const char *format) {
    const struct options *o = in->options;
    struct sheet_files files = {.path = path, .force = o->force};
    const struct drawn_sink sink = sheet_files_sink(&files);
    int status = zet_diagram_format_is(format, ZET_FORMAT_CANVAS)
                     ? draw_process_run(draw, in, &sink)
                     : draw(in, NULL, &sink);
    if (!sheet_files_end(&files, status != STATUS_ERROR))
        status = STATUS_ERROR;
    return command_finish(status);
}

static int run_attached(struct invocation *in) {
    const struct options *o = in->options;
    zet_error error = {0};
    if (o->plot && zet_task_set(in->task, "plot", o->plot, &error) != ZET_OK)
        return command_error("--%s", error.message);
    if (o->force && !o->output)
        return command_error("--force: only allowed with --output");
    if (!o->output)
        return runner_run_with(in, &(struct runner_options){.whole = o->plot != NULL});
    if (!o->plot)
        return command_error("--output: only allowed with --plot");
    const char *format = format_of(o->output);
    if (!format)
        return command_error("--output %s: the name ends with .svg, .pdf or .png", o->output);
    zet_task_set(in->task, "format", format, NULL);
    if (!replace_check(o->output, o->force ? REPLACE_ANY : REPLACE_NOTHING))
        return STATUS_ERROR;
    return run_to_file(in, o->output, format);
}

static int run(struct invocation *in) {
    const struct options *o = in->options;
    return attach_file(in, "names", o->names, NAMES_BYTES_MAX) ? run_attached(in) : STATUS_ERROR;
}

static const zet_option options[] = {
    {"plot", "WHAT", "instead, a plot of results, lengths, first-moves or endings",
     "zet stats --plot results examples", ZET_OPTION_TEXT,
     .offset = offsetof(struct options, plot)},
    OUTPUT_ROW(struct options, output,
               "of the plot: its name ends with .svg, .pdf or .png; without it, SVG to standard "
               "output",
               "zet stats --plot results -o build/plot.svg --force examples"),
    FORCE_ROW(struct options, force, "zet stats --plot results -o build/plot.svg --force examples"),
    NAMES_ROW(struct options, names, "stats --by player"),
    {0}};

const struct command command_stats = {
    .name = "stats",
    .writes = true,
    .about = "count games: results, lengths, endings, first moves, and what the moves did",
    .arguments = "[FILE|DIR|-]...",
    .files = true,
    .examples = "  zet stats examples\n"
                "  zet stats --by player --format csv examples\n",
    .help = "Count the games in FILEs, in the .yaml and .yml files under DIRs, or in standard\n"
            "input (-, or no argument). A record that is not valid is named on standard error and\n"
            "left out.\n",
    .help_end = "exit status: 0 all games were counted, 1 some record is not valid, 2 wrong usage\n"
                "or a file that could not be read or written; then there is no plot.\n",
    .options = options,
    .task = "stats",
    .hidden = "plot",
    .options_size = sizeof(struct options),
    .run = run,
};
