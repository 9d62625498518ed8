/* The standings of a tournament from the records of its games. */
#include "validators/tasks/score.h"

#include "notation/base/safe_text.h"

/* The records that come into question. What cannot be known of a record does not speak against
   it. */
static bool is_chosen(const struct score_task *t, struct score_worker *w) {
    const struct judging *j = &w->judging;
    const struct facts *f = &j->facts;
    if (t->game && f->rules && f->rules != t->game)
        return false;
    return !t->event_given || j->judge.record.broken ||
           zet_query_text_fits(buffered(&t->event), f->event, &w->folded);
}

/* A row: number and line of the record, whether it counts, a message, its facts. The message is in
   the row because merging has messages of its own, which go between those of the rows. */
bool zet_standings_document(struct task_worker *w, const struct task_document *d) {
    struct score_worker *own = w->state;
    const struct score_task *t = w->task->state;
    const struct judging *j = &own->judging;
    struct buffer *row = &w->result.data;
    enum judged judged = zet_judging_next(&own->judging, w, d);
    if (judged != JUDGED_RECORD)
        return judged == JUDGED_REST;
    if (!is_chosen(t, own))
        return !own->folded.failed;
    zet_task_count_findings(&w->result, &j->judge.record);
    bool counted = j->facts.valid || t->include_invalid;
    struct buffer message = {0};
    if (!j->facts.valid)
        zet_judging_report(j, d, counted ? "is kept" : "is left out", &message);
    zet_row_record(row, d->number);
    zet_row_line(row, j->judge.record.start_line);
    zet_row_number(row, counted);
    zet_row_placed(row, buffered(&message));
    row->failed |= message.failed;
    zet_buffer_free(&message);
    zet_facts_write(row, &j->facts);
    return true;
}

/* A second game is no tournament of one. */
static bool refuse_mixed(const struct standings *s, const struct facts *f, struct text file,
                         uint64_t line, zet_error *error) {
    const struct standings_game *first = &s->game[0];
    struct buffer b = {0};
    buffer_string(&b, "a table is of one game, which the option game chooses: ");
    zet_safe_text(&b, standings_word(s, first->place.file), SAFE_TEXT);
    buffer_char(&b, ':');
    zet_buffer_number(&b, first->place.line);
    buffer_string(&b, " is ");
    buffer_string(&b, s->rules->name);
    buffer_string(&b, ", ");
    zet_safe_text(&b, file, SAFE_TEXT);
    buffer_char(&b, ':');
    zet_buffer_number(&b, line);
    buffer_string(&b, " is ");
    buffer_string(&b, f->rules->name);
    buffer_char(&b, '\0');
    if (b.failed)
        zet_error_out_of_memory(error);
    else
        zet_error_set(error, ZET_REFUSED, b.at, NULL);
    zet_buffer_free(&b);
    return false;
}

static bool add_game(struct zet_task *task, const struct facts *f, uint64_t number, uint64_t line,
                     struct buffer *messages, zet_error *error) {
    struct score_task *t = task->state;
    struct standings *s = &t->standings;
    if (f->rules && s->rules && f->rules != s->rules)
        return refuse_mixed(s, f, task->file, line, error);
    const char *why = zet_standings_add(s, f, task->file, (size_t)line, (size_t)number);
    if (why) {
        t->aside++;
        zet_score_message(messages, task->file, line, "warning");
        buffer_string(messages, why);
        buffer_string(messages, "; the record is left out\n");
    }
    if (!s->failed)
        return true;
    zet_error_out_of_memory(error);
    return false;
}

bool zet_standings_merge(struct zet_task *task, struct task_result *result, zet_error *error) {
    struct score_task *t = task->state;
    struct row_reader rows = {.left = buffered(&result->data)};
    bool added = true;
    while (added && row_reader_has_more(&rows)) {
        struct facts f;
        uint64_t number = zet_row_read_number(&rows), line = zet_row_read_number(&rows);
        bool counted = zet_row_read_number(&rows) != 0;
        buffer_text(&result->messages, zet_row_read_text(&rows));
        zet_facts_read(&rows, &f);
        t->left_out += !counted;
        if (counted && !rows.bad)
            added = add_game(task, &f, number, line, &result->messages, error);
    }
    return rows.bad ? zet_task_refuse_row(error) : added;
}

/* The end. */

/* For people always; else only where a record is missing. */
static void summarize(struct zet_task *task, struct buffer *b) {
    const struct score_task *t = task->state;
    const struct standings *s = &t->standings;
    uint64_t records = task->counts[ZET_COUNT_RECORDS];
    if (t->format != SCORE_TEXT && !t->left_out && !t->aside && !s->unproved)
        return;
    if (t->format == SCORE_TEXT)
        buffer_char(b, '\n');
    zet_buffer_number(b, records);
    buffer_string(b, records == 1 ? " record: " : " records: ");
    zet_buffer_number(b, s->game_count);
    buffer_string(b, " in the table, ");
    zet_buffer_number(b, t->left_out);
    buffer_string(b, " left out as not valid");
    if (t->aside) {
        buffer_string(b, ", ");
        zet_buffer_number(b, t->aside);
        buffer_string(b, " left out for other reasons");
    }
    if (s->unproved) {
        buffer_string(b, "; ");
        zet_buffer_number(b, s->unproved);
        buffer_string(b, s->unproved == 1 ? " win" : " wins");
        buffer_string(b, " without proved points");
    }
    buffer_char(b, '\n');
}

static bool compare_claims(struct zet_task *task, struct buffer *out, zet_error *error) {
    struct score_task *t = task->state;
    struct record record;
    if (!t->claims_given)
        return true;
    zet_record_open(&record);
    bool compared = zet_standings_claims_text(&t->standings, &record, t->claims, t->claims_name,
                                              out, &task->counts[ZET_COUNT_REFUTED]);
    zet_record_close(&record);
    if (!compared)
        zet_error_out_of_memory(error);
    return compared;
}

static void write_table(struct score_task *t, struct buffer *out) {
    const struct standings_view *v = &t->view;
    switch (t->format) {
    case SCORE_JSON: zet_standings_json(&t->standings, v, out); break;
    case SCORE_CSV: zet_standings_csv(&t->standings, v, out); break;
    case SCORE_HTML: zet_standings_html(&t->standings, v, out); break;
    default: zet_standings_text(&t->standings, v, out); break;
    }
}

bool zet_standings_finish(struct zet_task *task, zet_error *error) {
    struct score_task *t = task->state;
    struct standings *s = &t->standings;
    struct buffer out = {0}, messages = {0};
    char most[24], here[24];
    zet_standings_settle(s);
    if (t->view.cross && s->players > CROSS_MAX) {
        struct writer a = {most, sizeof most - 1, 0}, b = {here, sizeof here - 1, 0};
        write_number(&a, CROSS_MAX);
        write_number(&b, s->players);
        most[written(&a).len] = here[written(&b).len] = '\0';
        return zet_refuse(error, "a cross table has at most ", most, " players, and here are ",
                          here);
    }
    t->view.left_out = (size_t)(t->left_out + t->aside);
    if (!s->failed)
        zet_standings_check(s, &messages);
    bool made = !s->failed && compare_claims(task, &messages, error);
    if (made) {
        write_table(t, &out);
        summarize(task, t->format == SCORE_TEXT ? &out : &messages);
    }
    made = made && !s->failed && !out.failed && !messages.failed;
    if (made) {
        zet_task_message(task, buffered(&messages));
        zet_task_write(task, buffered(&out));
    } else if (error->status == ZET_OK) {
        zet_error_out_of_memory(error);
    }
    zet_buffer_free(&out);
    zet_buffer_free(&messages);
    return made;
}
