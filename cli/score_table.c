#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files.h"
#include "cli/score.h"

/* The records that come into question. What cannot be known of a record does not speak against
   it. */
static bool is_chosen(const struct score_run *run) {
    const struct score_options *o = &run->options;
    const struct facts *f = &run->facts;
    if (o->game && f->rules && f->rules != o->game)
        return false;
    return !o->event || run->record.broken || text_is(f->event, o->event);
}

/* A second game is no tournament of one. */
static void report_mixed(struct score_run *run, const char *file) {
    const struct standings_game *first = &run->table.game[0];
    struct text name = standings_word(&run->table, first->place.file);
    run->had_error = true;
    zet_cli_error("a table is of one game, which --game chooses: %.*s:%u is %s, %s:%zu is %s",
                  (int)name.len, name.at, (unsigned)first->place.line, run->table.rules->name, file,
                  run->record.start_line, run->facts.rules->name);
}

static void accept_record(struct score_run *run, const char *file) {
    struct record *r = &run->record;
    run->number++;
    zet_score_judge(run, NULL);
    if (!is_chosen(run))
        return;
    run->records++;
    if (r->findings.has_error) {
        zet_score_leave_out(run, file);
        if (!run->options.include_invalid)
            return;
    }
    if (run->facts.rules && run->table.rules && run->facts.rules != run->table.rules) {
        report_mixed(run, file);
        return;
    }
    const char *why =
        zet_standings_add(&run->table, &run->facts, text_of(file), r->start_line, run->number);
    if (!why)
        return;
    struct buffer words = {0};
    run->aside++;
    buffer_string(&words, why);
    buffer_string(&words, "; the record is left out");
    buffer_char(&words, '\0');
    zet_score_say(run, file, r->start_line, "warning", words.failed ? why : words.at);
    zet_buffer_free(&words);
}

static bool is_over(const struct score_run *run) {
    return run->record.out_of_memory || run->table.failed || run->had_error;
}

/* A file without any record: one error, so that nothing is silent. */
static void accept_nothing(struct score_run *run, const char *file) {
    const struct document nothing = {.text = {"", 0}, .line = 1};
    zet_record_read(&run->record, &nothing);
    accept_record(run, file);
}

static void accept_file(void *context, const char *path) {
    struct score_run *run = context;
    struct source source;
    struct document document;
    int descriptor = is_over(run) ? -1 : files_open(path);
    run->number = 0;
    if (descriptor < 0) {
        run->had_error = true;
        return;
    }
    zet_source_open(&source, files_read, &descriptor);
    while (!is_over(run) && zet_source_next(&source, &document))
        if (zet_record_read(&run->record, &document))
            accept_record(run, path);
    bool failed = run->record.out_of_memory || run->table.failed;
    if (!files_was_read(&source, path, failed))
        run->had_error = true;
    else if (!run->number)
        accept_nothing(run, path);
    zet_source_close(&source);
    files_close(descriptor);
}

static void print(struct score_run *run, FILE *to) {
    run->table.failed |= run->out.failed;
    if (run->out.len && !run->table.failed)
        fwrite(run->out.at, 1, run->out.len, to);
    run->out.len = 0;
}

/* The first document of the file is compared. */
static void compare_claims(struct score_run *run) {
    const char *path = run->options.claims;
    struct source source;
    struct document document;
    int descriptor = files_open(path);
    if (descriptor < 0) {
        run->had_error = true;
        return;
    }
    zet_source_open(&source, files_read, &descriptor);
    run->out.len = 0;
    if (!zet_source_next(&source, &document))
        document = (struct document){.text = {"", 0}, .line = 1};
    size_t differences = source.failed ? 0
                                       : zet_standings_claims(&run->table, &run->record, &document,
                                                              text_of(path), &run->out);
    run->had_error |= !files_was_read(&source, path, run->record.out_of_memory);
    run->invalid |= differences > 0;
    print(run, stderr);
    zet_source_close(&source);
    files_close(descriptor);
}

/* To people always; else only where a record is missing. */
static void summarize(const struct score_run *run) {
    FILE *to = run->options.format == SCORE_TEXT ? stdout : stderr;
    if (to == stderr && !run->left_out && !run->aside && !run->table.unproved)
        return;
    fprintf(to, "%s%zu record%s: %zu in the table", to == stdout ? "\n" : "", run->records,
            plural(run->records), run->table.game_count);
    fprintf(to, ", %zu left out as not valid", run->left_out);
    if (run->aside)
        fprintf(to, ", %zu left out for other reasons", run->aside);
    if (run->table.unproved)
        fprintf(to, "; %zu win%s without proved points", run->table.unproved,
                plural(run->table.unproved));
    fputc('\n', to);
}

static void write_table(struct score_run *run) {
    run->options.view.left_out = run->left_out + run->aside;
    const struct standings_view *v = &run->options.view;
    run->out.len = 0;
    switch (run->options.format) {
    case SCORE_TEXT: zet_standings_text(&run->table, v, &run->out); break;
    case SCORE_JSON: zet_standings_json(&run->table, v, &run->out); break;
    case SCORE_CSV: zet_standings_csv(&run->table, v, &run->out); break;
    case SCORE_HTML: zet_standings_html(&run->table, v, &run->out); break;
    }
    print(run, stdout);
}

int zet_score_standings(struct score_run *run, int count, char **arguments) {
    struct standings *t = &run->table;
    t->rules = run->options.game;
    if (!count)
        accept_file(run, "-");
    for (int i = 0; i < count && !is_over(run); i++)
        run->had_error |= !files_visit(arguments[i], accept_file, run);
    if (run->had_error)
        return STATUS_ERROR;
    if (run->options.view.cross && t->names.count > CROSS_MAX)
        return zet_cli_error("a cross table has at most %d players, and here are %zu", CROSS_MAX,
                             t->names.count);
    zet_standings_settle(t);
    run->out.len = 0;
    if (!t->failed)
        zet_standings_check(t, &run->out);
    print(run, stderr);
    if (!t->failed && run->options.claims)
        compare_claims(run);
    if (!t->failed)
        write_table(run);
    if (t->failed)
        return zet_cli_error("memory is out");
    summarize(run);
    return run->had_error ? STATUS_ERROR : run->invalid ? STATUS_INVALID : STATUS_OK;
}
