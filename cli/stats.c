#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/draw_process.h"
#include "cli/files.h"
#include "cli/new_file.h"
#include "cli/progress.h"
#include "validators/archive/stats.h"
#include "validators/diagrams/formats.h"

static const char usage[] =
    "usage: zet stats [OPTION]... [FILE|DIR|-]...\n"
    "\n"
    "Counts the games of the files, of the .yaml and .yml files under the directories, or of\n"
    "standard input (-, or no argument): results, lengths, endings, first moves, and what the\n"
    "moves did. A record that is not valid is named on standard error and left out.\n"
    "\n"
    "  --by KEY,...         what games are grouped by: game, variant, event, year, player, "
    "ending,\n"
    "                       round; several make groups of their combinations; or none. The "
    "default\n"
    "                       is game,variant\n"
    "  --first N            the N most frequent first moves of each group (10); 0: none of them\n"
    "  --include-invalid    count records that are not valid too, as far as their moves are "
    "legal;\n"
    "                       those whose game cannot be known stay out\n"
    "  --format FORMAT      text (the default), csv, or json\n"
    "  --plot WHAT          instead, a plot of results, lengths, first-moves or endings\n"
    "  --output FILE        of the plot: its name ends with .svg, .pdf or .png; without it, SVG "
    "to\n"
    "                       standard output\n"
    "  --theme THEME        of the plot: print (the default), screen, or grey\n"
    "\n"
    "exit status: 0 all is counted, 1 some record is not valid, 2 wrong usage or a file that "
    "could\n"
    "not be read or written; then there is no plot.\n";

typedef bool report_writer(struct stats *s, size_t first, struct buffer *out);

struct run {
    struct stats_options options;
    size_t first;
    bool include_invalid;
    report_writer *write;
    bool said_format;
    enum stats_plot plot; /* STATS_PLOTS: none */
    const char *output;
    bool said_theme;
    struct drawing_options drawing;
    const struct drawing_format *format; /* of the plot */

    bool had_error; /* something went wrong, and was said */
    struct stats stats;
    struct validator *validator;
    struct record record;
    struct verdict verdict;

    struct progress progress;
};

enum { FIRST_MOVES = 10, FIRST_MOVES_MAX = 1000000000 };

static void name_invalid(struct run *run, const char *file, size_t number, bool kept) {
    const struct report report = {text_of(file), number, &run->record, &run->verdict};
    progress_end(&run->progress);
    legacy_report_invalid(stderr, &report, kept ? "is kept" : "is left out");
}

static void accept_record(struct run *run, const char *file, size_t number) {
    struct stats *s = &run->stats;
    zet_stats_begin(s);
    zet_validate(run->validator, &run->record, &run->verdict);
    zet_record_finalize(&run->record, false);
    if (run->record.out_of_memory)
        return;
    s->records++;
    bool valid = !run->record.findings.has_error;
    bool counted = valid || (run->include_invalid && run->verdict.rules);
    if (counted)
        zet_stats_add(s, &run->record, &run->verdict, file, number);
    if (!valid) {
        s->invalid++;
        name_invalid(run, file, number, counted);
    }
    progress_show(&run->progress, run->stats.records, run->stats.invalid);
}

static void count_stream(struct run *run, const char *file, int descriptor) {
    struct source source;
    struct document document;
    size_t number = 0;
    zet_source_open(&source, files_read, &descriptor);
    while (!run->record.out_of_memory && !run->stats.failed && zet_source_next(&source, &document))
        if (zet_record_read(&run->record, &document))
            accept_record(run, file, ++number);
    progress_end(&run->progress);
    if (!files_was_read(&source, file, run->record.out_of_memory || run->stats.failed))
        run->had_error = true;
    zet_source_close(&source);
}

static void count_file(void *context, const char *path) {
    struct run *run = context;
    int descriptor = files_open(path);
    if (descriptor < 0)
        run->had_error = true;
    else
        count_stream(run, path, descriptor);
    files_close(descriptor);
}

static bool make_plot(struct run *run, const zet_canvas *canvas, struct buffer *out) {
    struct drawing d;
    run->drawing.canvas = canvas;
    zet_drawing_begin(&d, run->format, &run->drawing, out);
    zet_stats_plot(&run->stats, run->plot, run->first, &d.figure);
    bool well = zet_drawing_draw(&d);
    well = zet_drawing_end(&d) && well;
    if (!well)
        zet_cli_error("%s", d.why);
    return well;
}

static int draw_plot(void *context, const zet_canvas *canvas, const struct drawn_sink *to) {
    struct buffer text = {0};
    bool drawn = make_plot(context, canvas, &text) && to->write(to->context, text.at, text.len);
    zet_buffer_free(&text);
    return drawn ? STATUS_OK : STATUS_ERROR;
}

static bool keep_bytes(void *context, const char *bytes, size_t size) {
    struct buffer *text = context;
    buffer_text(text, (struct text){bytes, size});
    return !text->failed || zet_cli_out_of_memory();
}

static bool write_out(const struct run *run, const struct buffer *text) {
    struct new_file output = {0};
    if (!run->output) {
        fwrite(text->at, 1, text->len, stdout);
        return true; /* zet_cli_finish says what went wrong */
    }
    if (!new_file_open(&output, run->output, NULL))
        return false;
    new_file_write(&output, text->at, text->len);
    return new_file_commit(&output);
}

static void report(struct run *run) {
    struct buffer text = {0};
    bool well = zet_stats_finalize(&run->stats) || zet_cli_out_of_memory();
    const struct drawn_sink sink = {keep_bytes, NULL, &text};
    if (well && run->plot < STATS_PLOTS && run->format->canvas)
        well = !run->had_error && draw_process_run(draw_plot, run, &sink) == STATUS_OK;
    else if (well && run->plot < STATS_PLOTS)
        well = !run->had_error && make_plot(run, NULL, &text);
    else if (well)
        well = run->write(&run->stats, run->first, &text) || zet_cli_out_of_memory();
    if (!well || !write_out(run, &text))
        run->had_error = true;
    zet_buffer_free(&text);
}

/* Options. */

static int index_in(const char *const *words, struct text word) {
    for (int i = 0; words[i]; i++)
        if (text_is(word, words[i]))
            return i;
    return -1;
}

static int read_by(struct run *run, const char *written) {
    struct stats_options *o = &run->options;
    o->by_count = 0;
    if (strcmp(written, "none") == 0)
        return -1;
    for (const char *p = written;; p++) {
        size_t length = strcspn(p, ",");
        int by = index_in(zet_stats_by, (struct text){p, length});
        if (by < 0)
            return zet_cli_error("--by %s: it is none, or of game, variant, event, year, player, "
                                 "ending and round, with commas between them",
                                 written);
        for (size_t i = 0; i < o->by_count; i++)
            if ((int)o->by[i] == by)
                return zet_cli_error("--by %s: `%s` is there twice", written, zet_stats_by[by]);
        o->by[o->by_count++] = (enum stats_by)by;
        p += length;
        if (!*p)
            return -1;
    }
}

static int read_format(struct run *run, const char *name) {
    static const char *const names[] = {"text", "csv", "json", NULL};
    static report_writer *const writers[] = {zet_stats_text, zet_stats_csv, zet_stats_json};
    int i = index_in(names, text_of(name));
    if (i < 0)
        return zet_cli_error("--format %s: the formats are text, csv and json", name);
    run->write = writers[i];
    run->said_format = true;
    return -1;
}

static int read_plot(struct run *run, const char *name) {
    int i = index_in(zet_stats_plots, text_of(name));
    if (i < 0)
        return zet_cli_error("--plot %s: it is results, lengths, first-moves or endings", name);
    run->plot = (enum stats_plot)i;
    return -1;
}

static int read_theme(struct run *run, const char *name) {
    int i = index_in(zet_themes, text_of(name));
    if (i < 0)
        return zet_cli_error("--theme %s: the themes are print, screen and grey", name);
    run->drawing.theme = (enum theme)i;
    run->said_theme = true;
    return -1;
}

static int read_first(struct run *run, const char *written) {
    struct text t = text_of(written);
    if (!text_is_number(t) || text_number(t, FIRST_MOVES_MAX + 1U) > FIRST_MOVES_MAX)
        return zet_cli_error("--first %s: it is a number from 0 to %d", written, FIRST_MOVES_MAX);
    run->first = text_number(t, FIRST_MOVES_MAX);
    return -1;
}

enum long_option {
    OPTION_BY = 256,
    OPTION_FIRST,
    OPTION_INCLUDE_INVALID,
    OPTION_FORMAT,
    OPTION_PLOT,
    OPTION_OUTPUT,
    OPTION_THEME
};

static int accept_option(struct run *run, int option) {
    switch (option) {
    case OPTION_BY: return read_by(run, optarg);
    case OPTION_FIRST: return read_first(run, optarg);
    case OPTION_INCLUDE_INVALID: run->include_invalid = true; return -1;
    case OPTION_FORMAT: return read_format(run, optarg);
    case OPTION_PLOT: return read_plot(run, optarg);
    case OPTION_OUTPUT: run->output = optarg; return -1;
    case OPTION_THEME: return read_theme(run, optarg);
    case 'h': fputs(usage, stdout); return zet_cli_finish(STATUS_OK);
    default: return STATUS_ERROR; /* getopt has said why */
    }
}

/* What does not go together; the format of the plot. */
static int judge(struct run *run) {
    static const struct drawing_format *const formats[] = {&zet_drawing_svg, &zet_drawing_pdf,
                                                           &zet_drawing_png};
    if (run->plot == STATS_PLOTS)
        return run->output || run->said_theme ? zet_cli_error("--output and --theme are for --plot")
                                              : -1;
    if (run->said_format)
        return zet_cli_error("--format is not for --plot; the name of --output says the plot's");
    run->format = run->output ? NULL : &zet_drawing_svg;
    const char *ending = run->output ? strrchr(run->output, '.') : NULL;
    for (size_t i = 0; ending && i < sizeof formats / sizeof *formats; i++)
        if (strcmp(ending + 1, formats[i]->name) == 0)
            run->format = formats[i];
    return run->format
               ? -1
               : zet_cli_error("--output %s: the name ends with .svg, .pdf or .png", run->output);
}

/* An exit status, or -1 to go on. */
static int read_options(struct run *run, int argc, char **argv) {
    static const struct option long_options[] = {
        {"by", required_argument, NULL, OPTION_BY},
        {"first", required_argument, NULL, OPTION_FIRST},
        {"include-invalid", no_argument, NULL, OPTION_INCLUDE_INVALID},
        {"format", required_argument, NULL, OPTION_FORMAT},
        {"plot", required_argument, NULL, OPTION_PLOT},
        {"output", required_argument, NULL, OPTION_OUTPUT},
        {"theme", required_argument, NULL, OPTION_THEME},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};
    int c, status = -1;
    while (status < 0 && (c = getopt_long(argc, argv, "h", long_options, NULL)) != -1)
        status = accept_option(run, c);
    return status < 0 ? judge(run) : status;
}

int zet_cli_stats(int argc, char **argv) {
    struct run run = {.options = {.by = {STATS_BY_GAME, STATS_BY_VARIANT}, .by_count = 2},
                      .first = FIRST_MOVES,
                      .write = zet_stats_text,
                      .plot = STATS_PLOTS,
                      .drawing = {.per_page = 1},
                      .progress = progress_begin()};
    int status = read_options(&run, argc, argv);
    if (status >= 0)
        return status;
    run.validator = zet_validator_new();
    if (!zet_stats_open(&run.stats, &run.options) || !run.validator) {
        run.had_error = !zet_cli_out_of_memory();
    } else {
        zet_stats_begin(&run.stats);
        zet_validator_observe(run.validator, &run.stats.observer);
        zet_record_open(&run.record);
        if (optind == argc)
            count_file(&run, "-");
        for (int i = optind; i < argc && !run.stats.failed; i++)
            run.had_error |= !files_visit(argv[i], count_file, &run);
        if (!run.stats.failed && !run.record.out_of_memory)
            report(&run);
        zet_record_close(&run.record);
    }
    bool invalid = run.stats.invalid > 0;
    zet_stats_close(&run.stats);
    zet_validator_free(run.validator);
    return zet_cli_finish(run.had_error ? STATUS_ERROR : invalid ? STATUS_INVALID : STATUS_OK);
}
