/* Statistics of many games. */
#include "validators/archive/stats.h"

#include "validators/diagrams/formats.h"
#include "validators/tasks/judging.h"
#include "validators/tasks/naming.h"

enum { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON, FORMAT_SVG, FORMAT_PDF, FORMAT_PNG };
static const char *const formats[] = {"text", "csv", "json", "svg", "pdf", "png", NULL};
enum { FIRST_MOVES = 10, FIRST_MOVES_MAX = 1000000000 };

struct stats_task {
    struct stats_options options;
    bool plot_given, include_invalid;
    unsigned format, plot, theme;
    uint32_t first;
    struct stats stats;
    struct naming naming;
};

struct worker {
    struct judging judging;
    struct stats_watcher watcher;
    struct observer observer;
};

/* Options. */

static struct stats_task *state_of(struct zet_task *task) { return task->state; }

static bool set_by(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct stats_options *o = &((struct stats_task *)values)->options;
    o->by_count = 0;
    for (struct text list = strcmp(value, "none") ? text_of(value) : NO_TEXT; list.at;) {
        struct text word = text_next_part(&list, ',');
        int by = zet_option_word_index(row, word);
        if (by < 0)
            return zet_option_refuse_list(row, word, error);
        for (size_t i = 0; i < o->by_count; i++)
            if (o->by[i] == (enum stats_by)by)
                return zet_option_refuse_list(row, word, error);
        o->by[o->by_count++] = (enum stats_by)by;
    }
    return true;
}

#define IN(member) offsetof(struct stats_task, member)

static const zet_option options[] = {
    {"by", "KEY,...",
     "how to group games: game, variant, event, year, player, ending, round, a list of these for "
     "their combinations, or none (default: game,variant)",
     "--by player,year examples", ZET_OPTION_OWN, .words = zet_stats_by, .read = set_by},
    {"first", "N", "show the N most frequent first moves of each group (default: 10)",
     "--first 3 examples", ZET_OPTION_NUMBER, .offset = IN(first), .most = FIRST_MOVES_MAX},
    {"include-invalid", NULL,
     "count records that are not valid too, as far as their moves are legal; records without a "
     "known game are left out",
     "--include-invalid examples", ZET_OPTION_FLAG, .offset = IN(include_invalid)},
    {"format", "FORMAT", "text (the default), csv or json; of a plot svg (the default), pdf or png",
     "--format csv examples", ZET_OPTION_WORD, .offset = IN(format), .words = formats},
    {"plot", "WHAT", "draw a plot of results, lengths, first-moves or endings instead",
     "--plot results examples", ZET_OPTION_WORD, .offset = IN(plot), .words = zet_stats_plots},
    {"theme", "THEME", "the colors of the plot: print (the default), screen, grey or dark",
     "--plot results --theme dark examples", ZET_OPTION_WORD, .offset = IN(theme),
     .words = zet_themes},
    {0}};
#undef IN

static bool by_player(const struct stats_options *o) {
    for (size_t i = 0; i < o->by_count; i++)
        if (o->by[i] == STATS_BY_PLAYER)
            return true;
    return false;
}

static bool attach(struct zet_task *task, const char *what, struct text name, struct text text,
                   zet_error *error) {
    return zet_naming_attach_only(&state_of(task)->naming, task, what, name, text, error);
}

static bool open_task(struct zet_task *task, zet_error *error) {
    struct stats_task *t = task->state;
    bool format_given = zet_task_has(task, "format");
    t->plot_given = zet_task_has(task, "plot");
    if (zet_task_has(task, "theme") && !t->plot_given)
        return zet_refuse(error, "theme: only allowed with plot");
    if (!t->plot_given && t->format >= FORMAT_SVG)
        return zet_refuse(error, "format ", formats[t->format], ": only allowed with plot");
    if (t->plot_given && format_given && t->format < FORMAT_SVG)
        return zet_refuse(error, "format ", formats[t->format],
                          ": the formats of a plot are svg, pdf and png");
    if (t->plot_given && !format_given)
        t->format = FORMAT_SVG;
    if (!zet_task_has(task, "by")) {
        t->options.by[0] = STATS_BY_GAME;
        t->options.by[1] = STATS_BY_VARIANT;
        t->options.by_count = 2;
    }
    if (!zet_task_has(task, "first"))
        t->first = FIRST_MOVES;
    if (t->naming.given && !task->default_names && !by_player(&t->options))
        return zet_refuse(error, "names: only allowed with by player");
    t->options.periods = t->plot_given;
    bool opened = zet_stats_open(&t->stats, &t->options);
    t->stats.people.file = naming_file(&t->naming);
    if (!opened)
        zet_error_out_of_memory(error);
    return opened;
}

static void close_task(struct zet_task *task) {
    zet_stats_close(&state_of(task)->stats);
    zet_names_file_free(&state_of(task)->naming.file);
}

/* What a record contributes. */

static bool worker_open(struct task_worker *w) {
    struct worker *own = w->state;
    own->observer = (struct observer){
        .see = zet_stats_watch_see, .context = &own->watcher, .see_move = zet_stats_watch_see_move};
    return zet_judging_open(&own->judging.judge, w, &own->observer);
}

static void worker_close(struct task_worker *w) {
    struct worker *own = w->state;
    zet_judge_close(&own->judging.judge);
    zet_stats_watch_free(&own->watcher);
}

/* A row: its number in the stream, whether it counts, its facts, its game. */
static bool count_document(struct task_worker *w, const struct task_document *d) {
    struct worker *own = w->state;
    const struct stats_task *t = w->task->state;
    const struct facts *f = &own->judging.facts;
    struct buffer *row = &w->result.data;
    if (!d->document)
        return true; /* nothing to count */
    zet_stats_watch_begin(&own->watcher);
    enum judged judged = zet_judging_next(&own->judging, w, d);
    if (judged != JUDGED_RECORD)
        return judged == JUDGED_REST;
    bool counted = f->valid || (t->include_invalid && f->rules);
    zet_task_count_findings(&w->result, &own->judging.judge.record);
    if (!f->valid)
        zet_judging_report(&own->judging, d, counted ? "is kept" : "is left out",
                           &w->result.messages);
    if (!counted)
        return true;
    zet_stats_watch_end(&own->watcher, &own->judging.judge.record, f);
    zet_row_number(row, d->number);
    zet_facts_write(row, f);
    zet_stats_game_write(row, &own->watcher.game);
    return !own->watcher.first.failed;
}

static bool add_rows(struct zet_task *task, struct task_result *result, zet_error *error) {
    struct stats *s = &state_of(task)->stats;
    struct row_reader rows = {.left = buffered(&result->data)};
    while (row_reader_has_more(&rows)) {
        struct facts facts;
        struct stats_game game;
        size_t number = (size_t)zet_row_read_number(&rows);
        zet_facts_read(&rows, &facts);
        zet_stats_game_read(&rows, &game);
        if (facts.rules)
            zet_stats_add(s, &facts, &game, task->file, number);
    }
    s->records += result->counts[ZET_COUNT_RECORDS];
    s->invalid += result->counts[ZET_COUNT_INVALID];
    if (s->failed)
        zet_error_out_of_memory(error);
    return !s->failed;
}

/* The report. */

static bool plot(struct stats_task *t, const zet_canvas *canvas, struct buffer *out,
                 zet_error *error) {
    static const struct drawing_format *const drawn[] = {[FORMAT_SVG] = &zet_drawing_svg,
                                                         [FORMAT_PDF] = &zet_drawing_pdf,
                                                         [FORMAT_PNG] = &zet_drawing_png};
    const struct drawing_options o = {
        .theme = (enum theme)t->theme, .per_page = 1, .canvas = canvas};
    struct drawing d;
    if (drawn[t->format]->canvas && !canvas)
        return zet_refuse(
            error, "a plot in ", formats[t->format],
            " goes into a file, which --output names (in the library: onto a canvas)");
    zet_drawing_begin(&d, drawn[t->format], &o, out);
    zet_stats_plot(&t->stats, (enum stats_plot)t->plot, t->first, &d.figure);
    bool drawn_well = zet_drawing_draw(&d);
    drawn_well = zet_drawing_end(&d) && drawn_well;
    return drawn_well || zet_refuse(error, d.why);
}

static bool write_report(struct stats_task *t, struct buffer *out) {
    switch (t->format) {
    case FORMAT_CSV: return zet_stats_csv(&t->stats, t->first, out);
    case FORMAT_JSON: return zet_stats_json(&t->stats, t->first, out);
    default: return zet_stats_text(&t->stats, t->first, out);
    }
}

static bool finish(struct zet_task *task, zet_error *error) {
    struct stats_task *t = task->state;
    struct buffer out = {0};
    bool written = zet_stats_finalize(&t->stats);
    if (written && t->plot_given)
        written = plot(t, task->canvas, &out, error);
    else if (written)
        written = write_report(t, &out);
    if (written)
        zet_task_write(task, buffered(&out));
    else if (error->status == ZET_OK)
        zet_error_out_of_memory(error);
    zet_buffer_free(&out);
    return written;
}

const struct task_kind zet_task_stats = {
    .name = "stats",
    .about = "counts games: results, lengths, endings, first moves, and what the moves did",
    .options = options,
    .size = sizeof(struct stats_task),
    .worker_size = sizeof(struct worker),
    .open = open_task,
    .close = close_task,
    .worker_open = worker_open,
    .worker_close = worker_close,
    .document = count_document,
    .merge = add_rows,
    .finish = finish,
    .attach = attach,
};
