/* The scores of records, and with `table` the standings of a tournament (standings.c). */
#include "validators/tasks/score.h"
#include "notation/base/value.h"
#include "validators/tasks/judging.h"

#include <stdlib.h>

#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"

static const char *const formats[] = {"text", "json", "csv", "html", NULL};

/* Together 40 MiB on any number of threads. */
enum { SOLVER_BYTES = 8 << 20, SOLVERS = 5 };
#define NANOSECONDS UINT64_C(1000000000)
#define LIMIT_DEFAULT (10 * NANOSECONDS)
#define LIMIT_SECONDS_MAX 1000000

static struct score_task *state_of(struct zet_task *task) { return task->state; }

/* Options. */

static bool set_format(struct zet_task *task, const char *value, zet_error *error) {
    unsigned format;
    if (!zet_task_word(value, formats, &format, NULL))
        return zet_refuse(error, "known formats are text and json, and csv and html for tables");
    state_of(task)->format = format;
    return true;
}

/* Notes the option as one that goes only with `table`, or only without it. */
#define FLAG(field, name, which)                                                                   \
    static bool set_##field(struct zet_task *task, const char *value, zet_error *error) {          \
        state_of(task)->which = name;                                                              \
        return zet_task_flag(value, &state_of(task)->field, error);                                \
    }
FLAG(solve, "solve", score_option)
FLAG(write, "write", score_option)
#undef FLAG

#define FLAG(name, field)                                                                          \
    static bool set_##name(struct zet_task *task, const char *value, zet_error *error) {           \
        return zet_task_flag(value, &state_of(task)->field, error);                                \
    }
FLAG(include_invalid, include_invalid)
FLAG(color, color)
FLAG(table, table)
#undef FLAG

#define FLAG(name)                                                                                 \
    static bool set_##name(struct zet_task *task, const char *value, zet_error *error) {           \
        state_of(task)->table_option = #name;                                                      \
        return zet_task_flag(value, &state_of(task)->view.name, error);                            \
    }
FLAG(cross)
FLAG(rounds)
#undef FLAG

/* Digits with a point among or after them, up to LIMIT_SECONDS_MAX. */
static bool set_limit(struct zet_task *task, const char *value, zet_error *error) {
    const char *point = strchr(value, '.');
    struct text whole = {value, point ? (size_t)(point - value) : strlen(value)};
    struct text part = point ? text_of(point + 1) : NO_TEXT;
    bool number = (whole.len || part.len) && (!whole.len || text_is_number(whole)) &&
                  (!part.len || text_is_number(part));
    uint64_t seconds = number ? text_number(whole, UINT32_MAX) : 0, scale = NANOSECONDS, rest = 0;
    for (size_t i = 0; number && i < part.len && scale > 1; i++) {
        scale /= 10;
        rest += (uint64_t)(part.at[i] - '0') * scale;
    }
    if (!number || seconds * NANOSECONDS + rest > LIMIT_SECONDS_MAX * NANOSECONDS)
        return zet_refuse(error, "a number of seconds from 0 to 1000000 is expected");
    state_of(task)->score_option = "limit";
    state_of(task)->nanoseconds = seconds * NANOSECONDS + rest;
    state_of(task)->limit_given = true;
    return true;
}

static bool read_whole(const char *value, uint64_t *to, zet_error *error) {
    char *end;
    *to = 0;
    for (end = (char *)value; is_digit(*end); end++) {
        uint64_t digit = (uint64_t)(*end - '0');
        if (*to > (UINT64_MAX - digit) / 10)
            break;
        *to = *to * 10 + digit;
    }
    return (end > value && !*end) || zet_refuse(error, "a whole number is expected");
}

static bool set_nodes(struct zet_task *task, const char *value, zet_error *error) {
    state_of(task)->score_option = "nodes";
    return read_whole(value, &state_of(task)->nodes, error);
}

static bool set_seed(struct zet_task *task, const char *value, zet_error *error) {
    state_of(task)->score_option = "seed";
    return read_whole(value, &state_of(task)->seed, error);
}

static bool set_game(struct zet_task *task, const char *value, zet_error *error) {
    state_of(task)->table_option = "game";
    state_of(task)->game = zet_game_find(text_of(value));
    return state_of(task)->game || zet_refuse(error, "zet does not know this game");
}

static bool set_event(struct zet_task *task, const char *value, zet_error *error) {
    struct buffer *event = &state_of(task)->event;
    state_of(task)->table_option = "event";
    state_of(task)->event_given = true;
    event->len = 0;
    zet_text_fold(event, text_of(value));
    if (event->failed)
        zet_error_out_of_memory(error);
    return !event->failed;
}

static bool set_tie_breaks(struct zet_task *task, const char *value, zet_error *error) {
    struct text fault;
    struct buffer b = {0};
    state_of(task)->table_option = "tie-breaks";
    if (zet_standings_tie_breaks(&state_of(task)->standings, text_of(value), &fault))
        return true;
    buffer_add(&b, "`", fault, "` is unknown or given twice; known are ");
    for (size_t i = 0; i < TIE_BREAKS; i++)
        buffer_add(&b, !i ? "" : i + 1 < TIE_BREAKS ? ", " : " and ", zet_tie_breaks[i]);
    return zet_refuse_with(error, &b);
}

static bool set_scoring(struct zet_task *task, const char *value, zet_error *error) {
    struct standings *s = &state_of(task)->standings;
    const char *why;
    struct text fault;
    struct buffer b = {0};
    state_of(task)->table_option = "scoring";
    s->scoring_given = true;
    if (zet_scoring_read(&s->scoring, text_of(value), &why, &fault))
        return true;
    buffer_add(&b, "`", value_line(fault, TASK_VALUE_SHOWN_MAX), "` ", why);
    return zet_refuse_with(error, &b);
}

static const struct task_option options[] = {
    {"format", "FORMAT",
     "text: a report to read (the default); json: one JSON object a record and line; of a table "
     "text, csv, json or html",
     set_format},
    {"solve", NULL, "hogga: search the shortest line home where the playout lacks it", set_solve},
    {"limit", "SECONDS", "the longest search for a record (10)", set_limit},
    {"nodes", "N", "positions that are looked at for a record at most; 0: any number (the default)",
     set_nodes},
    {"seed", "N", "of the search's choice among equals", set_seed},
    {"write", NULL, "put points that are proved into the records", set_write},
    {"include-invalid", NULL, "keep records that are not valid, as far as they can be replayed",
     set_include_invalid},
    {"table", NULL, "make the standings of a tournament from the records of its games", set_table},
    {"tie-breaks", "LIST",
     "with table: difference, head-to-head, direct-encounter, sonneborn-berger, points, wins, "
     "games-won, buchholz, buchholz-cut-1, buchholz-cut-2, median-buchholz, median-buchholz-2, "
     "koya, progressive, black-games, black-wins, second-games, in the order in which they part "
     "players of the same score",
     set_tie_breaks},
    {"scoring", "SCORING",
     "with table: what a win, a draw and a loss are worth, such as 1-0.5-0 (the default) or 3-1-0; "
     "or such as win=3,draw=1,bye=3; or points: what the winner's record proves",
     set_scoring},
    {"cross", NULL, "with table: a cross table, too", set_cross},
    {"rounds", NULL, "with table: the games by round, too (csv: instead)", set_rounds},
    {"game", "GAME", "with table: only the records of this game", set_game},
    {"event", "EVENT",
     "with table: only those of this event; the text is whole, whatever its case and accents, with "
     "* for any text",
     set_event},
    {"color", NULL, "colors of a terminal in the text", set_color},
    PARTIAL_OPTION,
    {0}};

static bool attach(struct zet_task *task, const char *what, struct text name, struct text text,
                   zet_error *error) {
    struct score_task *t = task->state;
    if (!strcmp(what, "tournament")) {
        t->table_option = "tournament";
        return zet_tournament_attach(t, name, text, error);
    }
    if (strcmp(what, "claims")) {
        if (!task->default_names)
            t->table_option = "names";
        return zet_naming_attach_only(&t->naming, task, what, name, text, error);
    }
    t->table_option = "claims";
    t->claims_given = true;
    t->claims = text;
    t->claims_name = name;
    return true;
}

static bool open_task(struct zet_task *task, zet_error *error) {
    struct score_task *t = task->state;
    if (!t->table && t->table_option)
        return zet_refuse(error, t->table_option, ": only allowed with table");
    if (!t->table && task->partial)
        return zet_refuse(error, "partial: only allowed with table");
    if (t->table && t->score_option)
        return zet_refuse(error, t->score_option, ": not allowed with table");
    if (!t->table && t->format > SCORE_JSON)
        return zet_refuse(error, "format ", formats[t->format], ": only allowed with table");
    if (t->format == SCORE_CSV && t->view.cross && t->view.rounds)
        return zet_refuse(error, "format csv: a CSV file is one table, of cross or of rounds");
    if (!t->limit_given)
        t->nanoseconds = LIMIT_DEFAULT;
    if (t->solve && !t->solvers && !(t->solvers = zet_solver_stock_new(SOLVERS, SOLVER_BYTES)))
        return zet_error_out_of_memory(error), false;
    if (t->tournament_given && task->partial)
        return zet_refuse(error, "partial: not allowed with a tournament file");
    return zet_tournament_open(t, error);
}

static void close_task(struct zet_task *task) {
    struct score_task *t = task->state;
    zet_standings_close(t);
    zet_solver_stock_free(t->solvers);
    zet_stream_copy_free(&t->copy);
}

/* Scoring a record. */

static bool worker_open(struct task_worker *w) {
    struct score_worker *own = w->state;
    const struct score_task *t = w->task->state;
    own->task = w->task;
    own->observer = (struct observer){.see = zet_scorer_see, .context = &own->scorer};
    return (!t->write || zet_score_writer_open(&own->writer)) &&
           zet_judging_open(&own->judging.judge, w, t->table ? NULL : &own->observer);
}

static void worker_close(struct task_worker *w) {
    struct score_worker *own = w->state;
    zet_judge_close(&own->judging.judge);
    zet_scorer_free(&own->scorer);
    zet_buffer_free(&own->folded);
    zet_score_writer_close(&own->writer);
}

static bool is_expired(void *context) {
    struct score_worker *w = context;
    const struct score_task *t = w->task->state;
    uint64_t now = w->task->clock(w->task->clock_context);
    if (!w->deadline)
        w->deadline = now + t->nanoseconds;
    return now >= w->deadline;
}

static void find_score(struct score_worker *w, struct score *score) {
    const struct score_task *t = w->task->state;
    const struct judging *j = &w->judging;
    struct solver_limits limits = {.nodes = t->nodes, .seed = t->seed, .context = w};
    w->deadline = 0; /* a search that waits for a solver has not begun */
    limits.expired = w->task->clock ? is_expired : NULL;
    zet_score(&w->scorer, &j->judge.record, &j->facts, &j->judge.verdict, t->solvers, &limits,
              score);
}

void zet_score_message(struct buffer *out, struct text file, uint64_t line, const char *severity) {
    buffer_add(out, value_line(file, UINT32_MAX), ":", line, ": ", severity, ": ");
}

static void report(const struct score_task *t, const struct score_worker *w,
                   const struct task_document *d, const struct score *score, struct buffer *out) {
    const struct facts *f = &w->judging.facts;
    if (t->format == SCORE_JSON) {
        zet_score_json(out, d->file, d->number, f, score);
        return;
    }
    buffer_add(out, t->color ? "\033[1m" : "", value_line(d->file, UINT32_MAX), ":",
               w->judging.judge.record.start_line, t->color ? ":\033[0m " : ": ");
    zet_score_text(out, f, score);
    buffer_char(out, '\n');
    if (score->found.len)
        zet_score_playout(out, score->playout);
}

/* What became of a record, the first number of its row. */
enum {
    SCORE_LEFT_OUT = 1,   /* not valid */
    SCORE_WRONG = 2,      /* valid but for the points that it claims, which stay */
    SCORE_NOT_WRITTEN = 4 /* the points could not be written */
};

/* Finds the edits that write the score. Returns bits of the above. */
static unsigned write_score(struct score_worker *w, const struct task_document *d,
                            const struct score *score, struct buffer *messages) {
    struct record *r = &w->judging.judge.record;
    const char *why = zet_score_write(&w->writer, r, d->document, score);
    if (why) {
        zet_score_message(messages, d->file, r->start_line, "warning");
        buffer_add(messages, why, "\n");
        return SCORE_NOT_WRITTEN;
    }
    if (w->writer.count && w->writer.replaced >= 0) {
        zet_score_message(messages, d->file, r->start_line, "note");
        buffer_add(messages, "points ", (unsigned long long)w->writer.replaced, " are now ",
                   (unsigned long long)score->points, "\n");
    }
    return 0;
}

/* The row: what became of the record; the end of its document; whether it is too long; its edits,
   each two places in the stream and a text. */
static void write_row(struct buffer *row, unsigned what, const struct task_document *d,
                      const struct score_writer *w) {
    const struct document nothing = {.text = {"", 0}};
    const struct document *document = d->document ? d->document : &nothing;
    zet_row_number(row, what);
    zet_row_number(row, document->offset + document->text.len);
    zet_row_number(row, document->too_long);
    zet_row_number(row, w->count);
    for (size_t i = 0; i < w->count; i++) {
        zet_row_number(row, document->offset + w->at[i].at);
        zet_row_number(row, document->offset + w->at[i].end);
        zet_row_text(row, w->at[i].with);
    }
}

static bool score_document(struct task_worker *w, const struct task_document *d) {
    struct score_worker *own = w->state;
    const struct score_task *t = w->task->state;
    struct task_result *result = &w->result;
    struct record *r = &own->judging.judge.record;
    struct score score;
    unsigned what = 0;
    if (t->table)
        return zet_standings_document(w, d);
    zet_scorer_begin(&own->scorer);
    own->writer.count = 0;
    enum judged judged = zet_judging_next(&own->judging, w, d);
    if (judged != JUDGED_RECORD)
        return judged == JUDGED_REST;
    bool points = zet_score_only_points(r), scored = points || t->include_invalid;
    if (!points) {
        zet_judging_report(&own->judging, d, scored ? "is kept" : "is left out", &result->messages);
        what = scored ? 0 : SCORE_LEFT_OUT;
    }
    if (scored) {
        find_score(own, &score);
        report(t, own, d, &score, &result->out);
    }
    if (points && t->write && d->document)
        what |= write_score(own, d, &score, &result->messages);
    if (points && !own->judging.facts.valid && !own->writer.count) {
        what |= SCORE_WRONG;
        zet_judging_report(&own->judging, d, "is scored with the true points", &result->messages);
    }
    result->counts[ZET_COUNT_RECORDS]++;
    result->counts[ZET_COUNT_INVALID] += !points || what & SCORE_WRONG;
    result->counts[ZET_COUNT_REFUTED] += (what & SCORE_NOT_WRITTEN) != 0;
    write_row(&result->data, what, d, &own->writer);
    return !own->scorer.failed && !r->out_of_memory;
}

/* Merging. */

static void merge_row(struct zet_task *task, struct row_reader *rows) {
    struct score_task *t = task->state;
    uint64_t what = zet_row_read_number(rows), end = zet_row_read_number(rows);
    t->left_out += (what & SCORE_LEFT_OUT) != 0;
    t->wrong += (what & SCORE_WRONG) != 0;
    t->too_long |= zet_row_read_number(rows) != 0;
    uint64_t count = zet_row_read_number(rows);
    t->changed += count > 0;
    task->changed |= count > 0 && t->copy.to; /* before any of it is written, which looks at it */
    for (uint64_t i = 0; i < count && !rows->bad; i++) {
        uint64_t from = zet_row_read_number(rows), to = zet_row_read_number(rows);
        zet_stream_copy_replace(&t->copy, from, to, zet_row_read_text(rows));
    }
    zet_stream_copy_advance(&t->copy, end);
}

static bool merge(struct zet_task *task, struct task_result *result, zet_error *error) {
    struct score_task *t = task->state;
    struct row_reader rows = {.left = buffered(&result->data)};
    if (t->table)
        return zet_standings_merge(task, result, error);
    while (row_reader_has_more(&rows))
        merge_row(task, &rows);
    return true;
}

static bool stream_begin(struct zet_task *task, struct source *source, zet_error *error) {
    struct score_task *t = task->state;
    (void)error;
    t->too_long = false;
    zet_stream_copy_begin(&t->copy, source, t->write ? task->copy : NULL);
    return true;
}

static bool stream_end(struct zet_task *task, zet_error *error) {
    struct score_task *t = task->state;
    if (t->copy.to && (t->too_long || t->copy.lost))
        return zet_refuse(error, "a record is too long to be rewritten; the file is unchanged");
    zet_stream_copy_advance(&t->copy, UINT64_MAX);
    return true;
}

static bool finish(struct zet_task *task, zet_error *error) {
    const struct score_task *t = task->state;
    uint64_t records = task->counts[ZET_COUNT_RECORDS];
    struct buffer b = {0};
    if (t->table)
        return zet_standings_finish(task, error);
    if (t->format != SCORE_TEXT)
        return true;
    buffer_add(&b, records, records == 1 ? " record: " : " records: ", records - t->left_out,
               " scored, ", t->left_out, " left out as not valid");
    if (t->wrong)
        buffer_add(&b, ", ", t->wrong, " with wrong points");
    if (t->write)
        buffer_add(&b, ", ", t->changed, " changed");
    buffer_char(&b, '\n');
    return zet_task_write_made(task, &b, error);
}

static const struct option_words option_words[] = {
    {.option = "format", .words = formats}, {.option = "tie-breaks", .words = zet_tie_breaks}, {0}};

const struct task_kind zet_task_score = {
    .name = "score",
    .about = "proves the score of each record, or makes the standings of a tournament",
    .options = options,
    .words = option_words,
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
