/* The scores of records, and with `table` the standings of a tournament (standings.c). */
#include "tournaments/score_task.h"
#include "notation/base/value.h"
#include "validators/api/judging.h"

#include <stdlib.h>

#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"

static const char *const formats[] = {
#define FORMAT(name, writer) #name,
#include "notation/base/option.h"
#include "tournaments/formats.def"
#undef FORMAT
    NULL};

/* At most 40 MiB in total, for any number of threads. */
enum { SOLVER_BYTES = 8 << 20, SOLVERS = 5 };
enum { NANOSECONDS = 1000000000, LIMIT_SECONDS = 10, LIMIT_SECONDS_MAX = 1000000 };

/* Options. */

static bool set_limit(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct score_task *t = values;
    double seconds;
    (void)row;
    if (!zi_option_decimal(value, LIMIT_SECONDS_MAX, &seconds))
        return zi_refuse(error, "must be a number of seconds from 0 to 1000000");
    t->nanoseconds = (uint64_t)(seconds * NANOSECONDS);
    return true;
}

static bool set_event(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct score_task *t = values;
    (void)row;
    t->event_given = true;
    t->event.len = 0;
    zi_text_fold(&t->event, text_of(value));
    return !t->event.failed || zi_no_memory(error);
}

static bool set_after(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct score_task *t = values;
    (void)row;
    t->after.len = 0;
    buffer_string(&t->after, value);
    return !t->after.failed || zi_no_memory(error);
}

static bool set_tie_breaks(const zet_option *row, void *values, const char *value,
                           zet_error *error) {
    struct text fault;
    struct score_task *t = values;
    return zi_standings_tie_breaks(&t->standings, text_of(value), &fault) ||
           zi_option_refuse_list(row, fault, error);
}

static bool set_scoring(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct standings *s = &((struct score_task *)values)->standings;
    const char *why;
    struct text fault;
    struct buffer b = {0};
    (void)row;
    s->scoring_given = true;
    if (zi_scoring_read(&s->scoring, text_of(value), &why, &fault))
        return true;
    buffer_add(&b, value_quoted(fault, OPTION_VALUE_SHOWN_MAX), " ", why);
    return zi_refuse_with(error, &b);
}

#define IN(member) offsetof(struct score_task, member)

static const zet_option options[] = {
    {"format", "FORMAT",
     "text (the default), csv, html, json, trf (FIDE's report) or yaml (a tournament file); "
     "scores only text and json",
     "--format json examples/club", ZET_OPTION_WORD, .offset = IN(format), .words = formats},
    {"solve", NULL, "hogga: find the shortest playout where the record has none",
     "--solve examples/hogga.yaml", ZET_OPTION_FLAG, .offset = IN(solve)},
    {"timeout", "SECONDS", "the time to search for a playout of a record (default: 10)",
     "--solve --timeout 1 examples/hogga.yaml", ZET_OPTION_OWN, .read = set_limit},
    {"nodes", "N", "search at most N positions for a record; 0 is no limit (the default)",
     "--solve --nodes 100000 examples/hogga.yaml", ZET_OPTION_LARGE, .offset = IN(nodes),
     .most = UINT64_MAX},
    {"seed", "N", "the seed by which the search chooses between equal moves",
     "--solve --seed 7 examples/hogga.yaml", ZET_OPTION_LARGE, .offset = IN(seed),
     .most = UINT64_MAX},
    {"write", NULL, "write proved points into the records", NULL, ZET_OPTION_FLAG,
     .offset = IN(write)},
    {"include-invalid", NULL, "include records that are not valid, as far as they can be replayed",
     "--include-invalid examples/club", ZET_OPTION_FLAG, .offset = IN(include_invalid)},
    {"only-valid", NULL, "leave out the games of records that are not valid",
     "--only-valid examples/club", ZET_OPTION_FLAG, .offset = IN(only_valid)},
    {"table", NULL, "make the standings of a tournament from the records of its games", NULL,
     ZET_OPTION_FLAG, .offset = IN(table)},
    {"tie-breaks", "LIST",
     "the tie-breaks, in the order in which they separate players with equal scores: difference, "
     "head-to-head, direct-encounter, sonneborn-berger, points-for, wins, games-won, buchholz, "
     "buchholz-cut-1, buchholz-cut-2, median-buchholz, median-buchholz-2, koya, progressive, "
     "black-games, black-wins, second-games",
     "--tie-breaks wins,buchholz examples/club", ZET_OPTION_OWN, .words = zi_tie_breaks,
     .read = set_tie_breaks},
    {"scoring", "SCORING",
     "the value of a win, a draw and a loss, such as 1-0.5-0 (the default), 3-1-0 or "
     "win=3,draw=1,bye=3; or points, the points that the winner's record proves",
     "--scoring 3-1-0 examples/club", ZET_OPTION_OWN, .read = set_scoring},
    {"after", "ROUND", "the standings after that round", "--after 1 examples/club", ZET_OPTION_OWN,
     .read = set_after},
    {"cross", NULL, "add a cross table (csv: instead)", "--cross examples/club", ZET_OPTION_FLAG,
     .offset = IN(view.cross)},
    {"rounds", NULL, "add the games by round (csv: instead)", "--rounds examples/club",
     ZET_OPTION_FLAG, .offset = IN(view.rounds)},
    {"game", "GAME", "include only records of this game", "--game hogga examples/club",
     ZET_OPTION_WORD, .offset = IN(game_word), .word = zi_game_name},
    {"event", "EVENT",
     "include only records of this event; case and accents are ignored, * is any text",
     "--event \"Spring*\" examples/club", ZET_OPTION_OWN, .read = set_event},
    {"color", NULL, "color the text for a terminal", NULL, ZET_OPTION_FLAG, .offset = IN(color)},
    {0}};
#undef IN

/* The first option of the list that was set, or NULL. */
static const char *first_set(const struct zet_task *task, const char *const *names) {
    while (*names && !zi_task_has(task, *names))
        names++;
    return *names;
}

static bool attach(struct zet_task *task, const char *what, struct text name, struct text text) {
    struct score_task *t = task->state;
    if (!strcmp(what, "tournament")) {
        t->table_only = "tournament";
        return zi_tournament_attach(task, name, text);
    }
    if (strcmp(what, "claims")) {
        if (!task->default_names)
            t->table_only = "names";
        return zi_naming_attach(&t->naming, task, what, name, text);
    }
    t->table_only = "claims";
    t->claims_given = true;
    t->claims = text;
    t->claims_name = name;
    return true;
}

static bool open_task(struct zet_task *task) {
    static const char *const of_tables[] = {"tie-breaks", "scoring", "cross", "rounds",
                                            "after",      "game",    "event", NULL};
    static const char *const of_scores[] = {"include-invalid", "solve", "write", "timeout",
                                            "nodes",           "seed",  NULL};
    struct score_task *t = task->state;
    const char *table_option = t->table_only ? t->table_only : first_set(task, of_tables);
    const char *score_option = first_set(task, of_scores);
    if (!t->table && table_option)
        return task_refuse(task, table_option, ": only for standings");
    if (t->table && score_option)
        return task_refuse(task, score_option, ": not for standings");
    if (!t->table && t->format > SCORE_json)
        return task_refuse(task, "format ", formats[t->format], ": only for standings");
    if (t->format == SCORE_csv && t->view.cross && t->view.rounds)
        return task_refuse(task, "format csv: a CSV file is one table, of cross or of rounds");
    t->game = zi_task_has(task, "game") ? zi_games[t->game_word] : NULL;
    if (!zi_task_has(task, "timeout"))
        t->nanoseconds = LIMIT_SECONDS * UINT64_C(1000000000);
    if (t->solve && !t->solvers && !(t->solvers = zi_solver_stock_new(SOLVERS, SOLVER_BYTES)))
        return false;
    return zi_tournament_open(t);
}

static void close_task(struct zet_task *task) {
    struct score_task *t = task->state;
    zi_standings_close(t);
    zi_solver_stock_free(t->solvers);
    zi_rewrite_free(&t->rewrite);
}

/* Scoring a record. */

static bool worker_open(struct task_worker *w) {
    struct score_worker *own = w->state;
    const struct score_task *t = w->task->state;
    own->task = w->task;
    own->observer = (struct observer){.see = zi_scorer_see, .context = &own->scorer};
    return (!t->write || zi_score_writer_open(&own->writer)) &&
           zi_judging_open(&own->judging.judge, w, t->table ? NULL : &own->observer);
}

static void worker_close(struct task_worker *w) {
    struct score_worker *own = w->state;
    zi_judge_close(&own->judging.judge);
    zi_scorer_free(&own->scorer);
    zi_buffer_free(&own->folded);
    zi_score_writer_close(&own->writer);
}

static bool is_expired(void *context) {
    struct score_worker *w = context;
    const struct score_task *t = w->task->state;
    uint64_t now = w->task->io->clock(w->task->io->context);
    if (!w->deadline)
        w->deadline = now + t->nanoseconds;
    return now >= w->deadline;
}

static void find_score(struct score_worker *w, struct score *score) {
    const struct score_task *t = w->task->state;
    const struct judging *j = &w->judging;
    struct solver_limits limits = {.nodes = t->nodes, .seed = t->seed, .context = w};
    w->deadline = 0; /* waiting for a solver does not count as searching */
    limits.expired = w->task->io->clock ? is_expired : NULL;
    zi_score(&w->scorer, &j->judge.record, &j->facts, &j->judge.verdict, t->solvers, &limits,
             score);
}

static void report(const struct score_task *t, const struct score_worker *w,
                   const struct task_document *d, const struct score *score, struct buffer *out) {
    const struct facts *f = &w->judging.facts;
    if (t->format == SCORE_json) {
        zi_score_json(out, d->file, d->number, f, score);
        return;
    }
    buffer_add(out, t->color ? "\033[1m" : "", value_line(d->file, UINT32_MAX), ":",
               w->judging.judge.record.start_line, t->color ? ":\033[0m " : ": ");
    zi_score_text(out, f, score);
    buffer_char(out, '\n');
    if (score->found)
        zi_score_playout(out, score->playout);
}

/* Finds the edits that write the score. False if this is impossible. */
static bool write_score(struct score_worker *w, const struct task_document *d,
                        const struct score *score, struct buffer *messages) {
    struct record *r = &w->judging.judge.record;
    const char *why = zi_score_write(&w->writer, r, d->document, score);
    if (why) {
        buffer_place(messages, d->file, r->start_line, "warning");
        buffer_add(messages, "not written: ", why, "\n");
        return false;
    }
    if (w->writer.changes.edits.count && w->writer.replaced >= 0) {
        buffer_place(messages, d->file, r->start_line, "note");
        buffer_add(messages, "points ", (unsigned long long)w->writer.replaced, " are now ",
                   (unsigned long long)score->points, "\n");
    }
    return true;
}

/* Judges, scores and reports a record. */
static bool score_record(struct task_worker *w, const struct task_document *d) {
    struct score_worker *own = w->state;
    const struct score_task *t = w->task->state;
    struct task_result *result = &w->result;
    struct record *r = &own->judging.judge.record;
    struct score score;
    zi_scorer_begin(&own->scorer);
    enum judged judged = zi_judging_next(&own->judging, w, d);
    if (judged != JUDGED_RECORD)
        return judged == JUDGED_REST;
    bool points = zi_score_only_points(r), scored = points || t->include_invalid;
    if (!points)
        zi_judging_report(&own->judging, d, scored ? "is kept" : "is omitted", &result->messages);
    if (scored) {
        find_score(own, &score);
        report(t, own, d, &score, &result->out);
    }
    if (points && t->write && d->document)
        result->counts.refuted += !write_score(own, d, &score, &result->messages);
    bool wrong = points && !own->judging.facts.valid && !own->writer.changes.edits.count;
    if (wrong)
        zi_judging_report(&own->judging, d, "is scored with the true points", &result->messages);
    result->counts.records++;
    result->counts.invalid += !points || wrong;
    result->left_out += !scored;
    result->wrong += wrong;
    result->changed += own->writer.changes.edits.count > 0;
    return !own->scorer.failed && !r->out_of_memory;
}

static bool score_document(struct task_worker *w, const struct task_document *d) {
    struct score_worker *own = w->state;
    const struct score_task *t = w->task->state;
    bool is_document = !d->document || d->document->piece == PIECE_DOCUMENT;
    if (t->table)
        return zi_standings_document(w, d);
    zi_changes_free(&own->writer.changes);
    if (is_document && !score_record(w, d))
        return false;
    const struct rewrite_piece piece = {.changed = own->writer.changes.edits.count > 0};
    if (t->rewrites && d->document)
        zi_rewrite_append(&w->result.data, piece, d->document, buffered(&own->writer.text));
    return true;
}

/* Merging. */

static bool merge_piece(struct zet_task *task, const struct rewrite_piece *p, struct text old,
                        struct text new) {
    struct score_task *t = task->state;
    t->too_long |= p->piece == PIECE_OF_LONG;
    return zi_rewrite_piece(&t->rewrite, task, p, old, new);
}

static bool merge(struct zet_task *task, struct task_result *result) {
    struct score_task *t = task->state;
    if (t->table)
        return zi_standings_merge(task, result);
    t->left_out += result->left_out;
    t->wrong += result->wrong;
    t->changed += result->changed;
    return zi_rewrite_each(task, &result->data, merge_piece);
}

static bool stream_begin(struct zet_task *task, struct source *source) {
    struct score_task *t = task->state;
    t->too_long = false;
    t->rewrites = t->write && task->io->copy;
    t->rewrite.copies = true;
    return !t->rewrites || zi_rewrite_begin(&t->rewrite, task, source);
}

static bool stream_end(struct zet_task *task) {
    const struct score_task *t = task->state;
    return !t->rewrites || !t->too_long ||
           task_refuse(task, "a record is too long to be rewritten; the file is unchanged");
}

static bool finish(struct zet_task *task) {
    const struct score_task *t = task->state;
    uint64_t records = task->counts.records;
    struct buffer *out = zi_task_out(task);
    if (t->table)
        return zi_standings_finish(task);
    if (t->format != SCORE_text)
        return true;
    buffer_add(out, value_counted(records, " record: ", " records: "), records - t->left_out,
               " scored, ", t->left_out, " omitted as invalid");
    if (t->wrong)
        buffer_add(out, ", ", t->wrong, " with wrong points");
    if (t->write)
        buffer_add(out, ", ", t->changed, " changed");
    buffer_char(out, '\n');
    return true;
}

const struct task_kind zi_task_score = {
    .name = "score",
    .about = "proves the score of each record, or makes the standings of a tournament",
    .options = options,
    .size = sizeof(struct score_task),
    .worker_size = sizeof(struct score_worker),
    .open = open_task,
    .close = close_task,
    .worker_open = worker_open,
    .worker_close = worker_close,
    .stream_begin = stream_begin,
    .stream_end = stream_end,
    .document = score_document,
    .merge = merge,
    .finish = finish,
    .attach = attach,
};
