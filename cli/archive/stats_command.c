#include <string.h>

#include "cli/apart.h"
#include "cli/archive/counts.h"
#include "cli/attach.h"
#include "cli/numbered_files.h"
#include "notation/base/option_row.h"
#include "validators/api/archive.h"

enum { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON, FORMAT_SVG, FORMAT_PDF, FORMAT_PNG };
static const char *const formats[] = {"text", "csv", "json", "svg", "pdf", "png", NULL};
static const char *const plots[] = {"results", "lengths", "first-moves", "endings", NULL};
static const char *const keys[] = {"game",   "variant", "event", "year",
                                   "player", "ending",  "round", NULL};
enum { FIRST_MOVES = 10, FIRST_MOVES_MAX = 1000000000 };

struct options {
    const char *output, *names, *index;
    unsigned by[COUNT_BYS], format, plot, theme;
    size_t by_count;
    uint32_t first, jobs;
    bool include_invalid, force, no_refresh, verbose;
};

static bool read_by(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct options *o = values;
    o->by_count = 0;
    return !strcmp(value, "none") ||
           zi_option_words(row, value, o->by, &o->by_count, error) == ZET_OK;
}

static const char *theme_word(size_t index) {
    return zet_catalogue_name(ZET_CATALOGUE_THEMES, NULL, index);
}

#define IN(member) offsetof(struct options, member)

static const zet_option options[] = {
    {"by", "KEY,...",
     "how to group games: game, variant, event, year, player, ending, round, a list of these for "
     "their combinations, or none (default: game,variant)",
     "zet stats --by player,year examples", ZET_OPTION_OWN, .words = keys, .read = read_by},
    {"first", "N", "show the N most frequent first moves of each group (default: 10)",
     "zet stats --first 3 examples", ZET_OPTION_NUMBER, .offset = IN(first),
     .most = FIRST_MOVES_MAX},
    {"include-invalid", NULL,
     "count records that are not valid too, as far as their moves are legal; records without a "
     "known game are omitted",
     "zet stats --include-invalid examples", ZET_OPTION_FLAG, .offset = IN(include_invalid)},
    {"format", "FORMAT", "text (the default), csv or json; of a plot svg (the default), pdf or png",
     "zet stats --format csv examples", ZET_OPTION_WORD, .offset = IN(format), .words = formats},
    {"plot", "WHAT", "instead, a plot of results, lengths, first-moves or endings",
     "zet stats --plot results examples", ZET_OPTION_WORD, .offset = IN(plot), .words = plots},
    {"theme", "THEME", "the colors of the plot: print (the default), screen, grey or dark",
     "zet stats --plot results --theme dark examples", ZET_OPTION_WORD, .offset = IN(theme),
     .word = theme_word},
    OUTPUT_ROW(struct options, output,
               "of the plot: its name ends with .svg, .pdf or .png; without it, SVG to standard "
               "output",
               "zet stats --plot results -o build/plot.svg --force examples"),
    FORCE_ROW(struct options, force, "zet stats --plot results -o build/plot.svg --force examples"),
    NAMES_ROW(struct options, names, "stats --by player"),
    ARCHIVE_ROWS(struct options, "stats"),
    {0}};
#undef IN

/* Counting. */

struct statistics {
    struct invocation *in;
    const zet_names *names;
    struct asking asking;
    zet_output *drawn; /* the plot; NULL: standard output gets the report */
    unsigned format;
    bool plots, invalid;
};

static zet_statistics *new_statistics(const struct statistics *s, struct counting *c) {
    const struct options *o = s->in->options;
    bool by_given = command_has(s->in, "by");
    const char *by[COUNT_BYS + 1] = {NULL};
    c->by_count = by_given ? o->by_count : 2;
    for (size_t i = 0; i < c->by_count; i++) {
        c->by[i] = by_given ? (enum count_by)o->by[i] : (enum count_by)i; /* game, variant */
        by[i] = keys[c->by[i]];
    }
    return c->to = zet_statistics_new(by, s->plots, NULL);
}

/* Writes the report, or a plot to `out`. */
static bool report(void *context) {
    struct statistics *s = context;
    struct asking *q = &s->asking;
    const struct options *o = s->in->options;
    struct counting c = {
        .archive = &q->archive, .names = s->names, .include_invalid = o->include_invalid};
    if (s->plots && q->incomplete)
        return false;
    zet_error error = {0};
    const zet_statistics_form form = {.format = formats[s->format],
                                      .plot = s->plots ? plots[o->plot] : NULL,
                                      .theme = o->theme,
                                      .first = command_has(s->in, "first") ? o->first : FIRST_MOVES,
                                      .records = counts_records(&q->archive),
                                      .invalid = counts_invalid(&q->archive)};
    bool done = new_statistics(s, &c) || database_no_memory(&q->db);
    done = done && counts_add(&c);
    s->invalid = form.invalid > 0;
    if (done)
        archive_report_invalid(&q->archive, "1",
                               o->include_invalid ? "game.rules IS NOT NULL" : "0", q->messages);
    done = done && zet_output_flush(q->messages) == ZET_OK && !q->db.failed;
    if (done && zet_statistics_write(c.to, &form, s->drawn ? s->drawn : q->out, &error) != ZET_OK)
        done = (command_error("%s", error.message), false);
    zet_statistics_free(c.to);
    return done;
}

/* Queries the archive and writes the result to a file or standard output. */
static int run_asked(void *context, struct numbered_files *to) {
    struct statistics *s = context;
    const struct options *o = s->in->options;
    const struct archive_wish wish = {.index = o->index,
                                      .no_refresh = o->no_refresh,
                                      .verbose = o->verbose,
                                      .read.gather = ZET_GATHER_MEASURES,
                                      .read.threads = archive_threads(o->jobs)};
    struct asking *q = &s->asking;
    s->drawn = to ? zet_output_new(NULL, NULL) : NULL;
    bool done = !to || s->drawn || (command_error("out of memory"), false);
    done = done && asking_run(q, s->in, &wish, report, s);
    zet_text text = done && to ? zet_output_text(s->drawn) : zet_text_of("");
    q->failed |=
        !done ||
        (to && !(numbered_files_write(to, text.at, text.length) && numbered_files_end(to)));
    zet_output_free(s->drawn);
    return asking_end(q, s->invalid ? STATUS_INVALID : STATUS_OK);
}

/* Returns NULL, or why the options do not go together. */
static const char *fault_of(const struct invocation *in) {
    const struct options *o = in->options;
    bool by_player = false, is_plot = command_has(in, "plot");
    for (size_t i = 0; i < o->by_count; i++)
        by_player |= o->by[i] == COUNT_BY_PLAYER;
    if (o->force && !o->output)
        return "force: only allowed with --output";
    if (o->output && !is_plot)
        return "output: only allowed with --plot";
    if (command_has(in, "theme") && !is_plot)
        return "theme: only allowed with plot";
    return command_has(in, "names") && !by_player ? "names: only allowed with by player" : NULL;
}

/* Finds the format of the report, or of the plot by its file's ending. False after a message. */
static bool find_format(const struct invocation *in, bool is_plot, unsigned *format) {
    const struct options *o = in->options;
    const char *ending = o->output ? strrchr(o->output, '.') : NULL;
    *format = is_plot && !command_has(in, "format") ? FORMAT_SVG : o->format;
    if (o->output) {
        for (*format = FORMAT_SVG; *format <= FORMAT_PNG; ++*format)
            if (ending && !strcmp(ending + 1, formats[*format]))
                return true;
        command_error("--output %s: the name ends with .svg, .pdf or .png", o->output);
    } else if ((*format >= FORMAT_SVG) != is_plot) {
        command_error("--format %s: %s", formats[*format],
                      is_plot ? "the formats of a plot are svg, pdf and png"
                              : "only allowed with plot");
    } else if (*format > FORMAT_SVG) {
        command_error("--format %s: a plot in this format goes into a file, which --output names",
                      formats[*format]);
    } else {
        return true;
    }
    return false;
}

static int run(struct invocation *in) {
    const struct options *o = in->options;
    struct statistics s = {.in = in, .plots = command_has(in, "plot")};
    zet_names *names = NULL;
    const char *fault = fault_of(in);
    if (fault)
        return command_error("--%s", fault);
    if (!find_format(in, s.plots, &s.format) ||
        (o->output && !replace_check(o->output, o->force ? REPLACE_ANY : REPLACE_NOTHING)) ||
        !attach_names(in, o->names, &names))
        return STATUS_ERROR;
    s.names = names;
    struct numbered_files files = {
        .path = o->output, .force = o->force, .work = run_asked, .context = &s};
    int status = o->output ? numbered_files_draw(&files, formats[s.format]) : run_asked(&s, NULL);
    zet_names_free(names);
    return status;
}

const struct command command_stats = {
    .name = "stats",
    .writes = true,
    .about = ABOUT_STATS,
    .arguments = "[FILE|DIR|-]...",
    .files = true,
    .examples = "  zet stats examples\n"
                "  zet stats --by player --format csv examples\n",
    .help = "Count the games in FILEs, in the .yaml and .yml files under DIRs, or in standard\n"
            "input (-, or no argument). A record that is not valid is named on standard error and\n"
            "omitted. A directory or a file for which zet index has made an index is asked\n"
            "through it.\n",
    .help_end = "exit status: 0 all games were counted, 1 some record is not valid, 2 wrong usage\n"
                "or a file that could not be read or written; then there is no plot.\n",
    .options = options,
    .config = true,
    .options_size = sizeof(struct options),
    .run = run,
};
