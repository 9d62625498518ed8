/* The standings of a tournament from the records of its games. */
#include "notation/base/value.h"
#include "tournaments/score_task.h"

#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"

enum { NAME_COLUMNS = 60, OTHERS_NAMED_MAX = 100 };

bool zi_tournament_attach(struct zet_task *task, struct text name, struct text text) {
    struct score_task *t = task->state;
    if (t->tournament_given)
        return task_refuse(task, "at most one tournament file is allowed");
    t->tournament_given = true;
    return zi_tournament_read(&t->tournament, text, name);
}

bool zi_tournament_open(struct score_task *t) {
    struct tournament *file = &t->tournament;
    struct standings *s = &t->standings;
    if (t->tournament_given && !t->event_given && file->event.len) {
        t->event_given = t->event_of_file = true;
        zi_text_fold(&t->event, file->event);
    }
    t->game_of_file = !t->game;
    t->game = t->game ? t->game : file->rules;
    s->rules = t->game;
    if (!t->tournament_given)
        s->people.file = naming_file(&t->naming);
    else if (!file->error_count)
        zi_tournament_begin(file, s, naming_file(&t->naming));
    return !s->failed && !t->event.failed;
}

void zi_standings_close(struct score_task *t) {
    zi_standings_free(&t->standings);
    zi_tournament_free(&t->tournament);
    zi_tournament_scratch_free(&t->scratch);
    zi_names_file_free(&t->naming.file);
    zi_buffer_free(&t->event);
    zi_buffer_free(&t->after);
}

/* Whether the record is eligible. Unknown facts do not exclude it. A tournament file also accepts
 * records of other events that fit a pairing, and reports those it rejects; options reject
 * silently. */
enum chosen { CHOSEN_NOT, CHOSEN_OTHER_GAME, CHOSEN_OTHER_EVENT, CHOSEN };

static enum chosen choose(const struct score_task *t, struct score_worker *w) {
    const struct judging *j = &w->judging;
    const struct facts *f = &j->facts;
    if (t->game && f->rules && f->rules != t->game)
        return t->game_of_file ? CHOSEN_OTHER_GAME : CHOSEN_NOT;
    if (!t->event_given || j->judge.record.broken ||
        zi_glob_text_fits(buffered(&t->event), f->event, &w->folded))
        return CHOSEN;
    return t->event_of_file ? CHOSEN_OTHER_EVENT : CHOSEN_NOT;
}

/* A row: number and line of the record, the choice, whether it is used, a message, its facts. The
 * row has the message because the messages of merging go between those of the rows. */
bool zi_standings_row(struct task_worker *w, const struct task_document *d) {
    struct score_worker *own = w->state;
    const struct score_task *t = w->task->state;
    const struct judging *j = &own->judging;
    struct buffer *row = &w->result.data;
    enum chosen chosen = choose(t, own);
    row->failed |= own->folded.failed;
    if (chosen == CHOSEN_NOT)
        return false;
    bool is_signed = j->facts.rules && j->facts.result != RESULT_OPEN;
    bool counted = j->facts.valid || (is_signed && !t->only_valid);
    struct buffer message = {0};
    if (chosen == CHOSEN_OTHER_GAME)
        w->result.counts.records++;
    else
        zi_task_count_findings(&w->result, &j->judge.record);
    if (!j->facts.valid && chosen != CHOSEN_OTHER_GAME)
        zi_judging_report(j, d, counted ? "counts with its result" : "is omitted", &message);
    zi_row_number(row, d->number);
    zi_row_number(row, j->judge.record.start_line);
    zi_row_number(row, chosen);
    zi_row_number(row, counted);
    zi_row_text(row, buffered(&message));
    row->failed |= message.failed;
    zi_buffer_free(&message);
    zi_facts_write(row, &j->facts);
    return chosen != CHOSEN_OTHER_GAME;
}

bool zi_standings_document(struct task_worker *w, const struct task_document *d) {
    struct score_worker *own = w->state;
    const struct score_task *t = w->task->state;
    if (!d->document && t->tournament_given)
        return true; /* the file may have all results */
    enum judged judged = zi_judging_next(&own->judging, w, d);
    if (judged == JUDGED_RECORD)
        zi_standings_row(w, d);
    return judged != JUDGED_FAILED;
}

/* Refuses a second game: a tournament has only one. */
static bool refuse_mixed(struct zet_task *task, const struct standings *s, const struct facts *f,
                         uint64_t line) {
    const struct standings_place *first = &s->game[0].place;
    struct buffer b = {0};
    buffer_add(&b, "a table is for one game; choose it with the option game: ",
               value_safe(standings_word(s, first->file), SAFE_TEXT), ":", first->line, " is ",
               s->rules->name, ", ", value_safe(task->file, SAFE_TEXT), ":", line, " is ",
               f->rules->name);
    return zi_refuse_with(&task->error, &b);
}

/* Names the name to write. */
static void suggest(struct text meant, struct buffer *messages) {
    if (meant.len)
        buffer_add(messages, "; write ", value_quoted(meant, NAME_COLUMNS));
    else
        buffer_string(messages, "; correct the name");
    buffer_string(messages, ", or correct `players` or the pairings there");
}

/* Reports a player who is known only by the round and the table of the game. */
static void report_meant(struct zet_task *task, uint64_t line, struct text unknown,
                         struct text meant, struct buffer *messages) {
    const struct score_task *t = task->state;
    task->counts.refuted++;
    buffer_place(messages, task->file, line, "error");
    buffer_add(messages, value_quoted(unknown, NAME_COLUMNS),
               " is not a player of the tournament file ",
               value_line(t->tournament.file, UINT32_MAX), "; the opponent is paired with ",
               value_quoted(meant, NAME_COLUMNS));
    suggest(meant, messages);
    buffer_char(messages, '\n');
}

/* An unknown player in a game of the tournament's event is an error. */
static void report_aside(struct zet_task *task, uint64_t line, const char *why, struct text unknown,
                         struct text meant, struct buffer *messages) {
    struct score_task *t = task->state;
    t->aside++;
    task->counts.refuted += unknown.at != NULL;
    buffer_place(messages, task->file, line, unknown.at ? "error" : "warning");
    if (unknown.at) {
        buffer_add(messages, value_quoted(unknown, NAME_COLUMNS), why, " ",
                   value_line(t->tournament.file, UINT32_MAX));
        if (meant.len)
            suggest(meant, messages);
        else
            buffer_string(messages, "; correct the name, or add it to `players` there");
    } else
        buffer_string(messages, why);
    buffer_string(messages, "; the record is omitted\n");
}

/* Reports a record that is not of the tournament: the first ones by name. */
static void report_other(struct zet_task *task, uint64_t line, const struct facts *f,
                         struct buffer *messages) {
    struct score_task *t = task->state;
    t->aside++;
    if (++t->others > OTHERS_NAMED_MAX)
        return;
    buffer_place(messages, task->file, line, "warning");
    if (f->rules && t->game && f->rules != t->game)
        buffer_add(messages, "this is ", f->rules->name, ", not ", t->game->name);
    else
        buffer_add(messages, f->event.len ? "the event is " : "there is no event",
                   f->event.len ? value_quoted(f->event, NAME_COLUMNS) : value_string(NULL),
                   ", and a player is not one of the tournament");
    buffer_string(messages, "; the record is omitted\n");
}

static bool add_game(struct zet_task *task, struct facts *f, bool counted, uint64_t number,
                     uint64_t line, bool foreign, struct buffer *messages) {
    struct score_task *t = task->state;
    struct standings *s = &t->standings;
    struct text unknown = NO_TEXT, meant = NO_TEXT;
    const struct standings_place place = {zi_map_number(&s->words, task->file), (uint32_t)line,
                                          (uint32_t)number};
    const char *why;
    size_t games = s->game_count;
    bool is_valid = f->valid;
    if (f->valid && f->rules && s->rules && f->rules != s->rules)
        return refuse_mixed(task, s, f, line);
    f->valid = counted; /* the result that is signed */
    if (t->tournament_given)
        why = zi_tournament_add(&t->tournament, s, f, &place, &t->scratch, &unknown,
                                foreign ? NULL : &meant);
    else
        why = zi_standings_add(s, f, &place);
    f->valid = is_valid;
    if (s->game_count > games && !is_valid)
        s->game[games].invalid = true;
    if (!why && unknown.at)
        report_meant(task, line, unknown, meant, messages);
    if (!why && foreign && s->game_count)
        s->game[s->game_count - 1].foreign = true;
    if (why && foreign)
        report_other(task, line, f, messages);
    else if (why && counted)
        report_aside(task, line, why, unknown, meant, messages);
    return !s->failed;
}

bool zi_standings_merge(struct zet_task *task, struct task_result *result) {
    struct score_task *t = task->state;
    struct row_reader rows = {.left = buffered(&result->data)};
    bool added = true;
    while (added && row_reader_has_more(&rows)) {
        struct facts f;
        uint64_t number = zi_row_read_number(&rows), line = zi_row_read_number(&rows);
        enum chosen chosen = (enum chosen)zi_row_read_number(&rows);
        bool counted = zi_row_read_number(&rows) != 0;
        buffer_text(&result->messages, zi_row_read_text(&rows));
        zi_facts_read(&rows, &f);
        if (chosen == CHOSEN_OTHER_GAME) {
            report_other(task, line, &f, &result->messages);
            continue;
        }
        t->left_out += !counted;
        size_t games = t->standings.game_count;
        bool kept = counted || (t->tournament_given && f.rules);
        if (kept && !t->tournament.error_count)
            added = add_game(task, &f, counted, number, line, chosen == CHOSEN_OTHER_EVENT,
                             &result->messages);
        if (t->take && added)
            added = t->take(task, &rows, &f, line,
                            t->standings.game_count > games ? (int64_t)games : -1);
    }
    return added;
}

/* Finishing. */

static size_t recorded_games(const struct standings *s) {
    size_t count = 0;
    for (size_t i = 0; i < s->game_count; i++)
        count += s->game[i].recorded && !standings_is_invalid(&s->game[i]);
    return count;
}

/* Always for text output; else only if a record is missing. */
static void summarize(struct zet_task *task, struct buffer *b) {
    const struct score_task *t = task->state;
    const struct standings *s = &t->standings;
    uint64_t records = task->counts.records;
    if (t->format != SCORE_text && !t->left_out && !t->aside && !s->unproved)
        return;
    buffer_add(b, t->format == SCORE_text ? "\n" : "",
               value_counted(records, " record: ", " records: "), recorded_games(s),
               " in the table, ", t->left_out, " omitted as invalid");
    if (t->aside)
        buffer_add(b, ", ", t->aside, " omitted for other reasons");
    if (s->unproved)
        buffer_add(b, "; ", value_counted(s->unproved, " win", " wins"), " without proved points");
    buffer_char(b, '\n');
}

/* The cross table has as many columns as players. */
static bool check_cross(struct zet_task *task) {
    const struct score_task *t = task->state;
    size_t players = t->standings.players;
    return !t->view.cross || players <= CROSS_MAX ||
           task_refuse(task, "a cross table has at most ", (unsigned)CROSS_MAX,
                       " players, and there are ", players);
}

bool zi_tournament_is_faulty(struct zet_task *task) {
    const struct tournament *file = &((struct score_task *)task->state)->tournament;
    if (!file->error_count)
        return false;
    buffer_text(zi_task_messages(task), buffered(&file->errors));
    return !task_refuse(task, "the tournament file has ", file->error_count,
                        file->error_count == 1 ? " error" : " errors");
}

bool zi_standings_make(struct zet_task *task) {
    struct score_task *t = task->state;
    struct standings *s = &t->standings;
    struct buffer *messages = zi_task_messages(task);
    buffer_text(messages, buffered(&t->tournament.errors)); /* warnings */
    if (t->tournament_given && !s->failed)
        task->counts.refuted += zi_tournament_match(&t->tournament, s, messages);
    if (t->others > OTHERS_NAMED_MAX)
        buffer_add(messages, "warning: ", t->others - OTHERS_NAMED_MAX,
                   " more records are not of the tournament and are omitted\n");
    if (t->after.len && !zi_standings_until(s, buffered(&t->after)))
        return task_refuse(task, "after: there is no round ",
                           value_line(buffered(&t->after), NAME_COLUMNS));
    t->aside += s->dropped;
    t->view.left_out = (size_t)(t->left_out + t->aside);
    zi_standings_settle(s);
    if (!s->failed && t->tournament_given && !t->after.len)
        task->counts.refuted += zi_tournament_check_points(&t->tournament, s, messages);
    if (!s->failed && !check_cross(task))
        return false;
    if (!s->failed)
        zi_standings_check(s, messages);
    return !s->failed;
}

/* Writes the table and its claims. Returns false like a task kind's function. */
static bool write_table(struct zet_task *task) {
    static standings_writer *const writers[] = {
#define FORMAT(name, writer) writer,
#include "tournaments/formats.def"
#undef FORMAT
    };
    struct score_task *t = task->state;
    struct buffer *out = zi_task_out(task), *messages = zi_task_messages(task);
    if (t->claims_given && !zi_standings_claims(&t->standings, t->claims, t->claims_name, messages,
                                                &task->counts.refuted))
        return false;
    t->view.file = t->tournament_given ? &t->tournament : NULL;
    t->view.messages = messages;
    t->view.error = &task->error;
    writers[t->format](&t->standings, &t->view, out);
    summarize(task, t->format == SCORE_text ? out : messages);
    return task->error.status == ZET_OK;
}

bool zi_standings_finish(struct zet_task *task) {
    struct buffer *messages = zi_task_messages(task);
    size_t said = messages->len;
    if (zi_tournament_is_faulty(task))
        return false;
    bool made = zi_standings_make(task) && write_table(task);
    if (!made) /* without a table, its messages do not matter */
        messages->len = said;
    return made;
}
