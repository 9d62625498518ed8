/* Searching records, and records that are copies of each other. */
#include <stdlib.h>

#include "notation/base/json_out.h"
#include "notation/base/list.h"
#include "notation/base/safe_text.h"
#include "notation/base/value.h"
#include "validators/archive/document_stream.h"
#include "validators/archive/duplicates_write.h"
#include "validators/archive/query.h"
#include "validators/tasks/judging.h"
#include "validators/tasks/naming.h"
#include "validators/tasks/task.h"

enum { FORMAT_TEXT, FORMAT_JSON };
static const char *const formats[] = {"text", "json", NULL};
static const char *const keeps[] = {"complete", "newest", "first", NULL};

/* The readings of the streams. */
enum { READ_KEYS = 1, READ_PREFIXES, READ_RECORDS };

struct find {
    struct condition_list {
        struct given_condition {
            enum condition condition;
            char *value;
        } * at;
        size_t count, cap;
    } given;
    struct query query; /* of all conditions; what a worker searches with is its own */
    unsigned format;
    bool places, count, negated, variations, include_invalid, only_invalid;
    bool duplicates;              /* groups of them are written */
    bool unique, drop_duplicates; /* they are left out */
    unsigned keep;                /* enum duplicate_keep */
    struct naming naming;
    uint32_t limit, min_plies; /* 0: not given */

    struct document_stream stream;
    bool written; /* the record before was written */
    uint64_t found;

    struct duplicates *copies; /* with one of the three */
    unsigned reading;          /* the present one */
    struct text *file;         /* the names of the streams, in their order */
    size_t file_count, file_cap;
    size_t file_again; /* later readings: the streams so far */
};

struct worker {
    struct judging judging;
    struct query query;
    struct duplicate_watcher watcher;
    struct observer observer;
};

static struct find *state_of(struct zet_task *task) { return task->state; }

/* Options. */

static bool report_fault(const struct query *q, const struct query_fault *fault, bool with_name,
                         zet_error *error) {
    const char *name = with_name ? zet_conditions[fault->condition] : "";
    const char *colon = with_name ? ": " : "";
    char room[24];
    struct writer w = {room, sizeof room - 1, 0};
    if (q->out_of_memory) {
        zet_error_out_of_memory(error);
        return false;
    }
    if (with_name && !fault->has_place && strlen(fault->value) <= OPTION_VALUE_SHOWN_MAX)
        return zet_refuse(error, name, " ", fault->value, colon, fault->why);
    if (!fault->has_place)
        return zet_refuse(error, name, colon, fault->why);
    write_number(&w, fault->place + 1);
    room[written(&w).len] = '\0';
    return zet_refuse(error, name, colon, "character ", room, ": ", fault->why);
}

/* The option of a condition has its name. */
static bool add_condition(const zet_option *row, void *values, const char *value,
                          zet_error *error) {
    struct find *f = values;
    enum condition c = 0;
    while (strcmp(zet_conditions[c], row->name) != 0)
        c++;
    struct condition_list *given = &f->given;
    struct query_fault fault;
    char *copy = strdup(value);
    if (!copy || !zet_list_reserve(&given->at, &given->cap, given->count + 1, sizeof *given->at)) {
        free(copy);
        zet_error_out_of_memory(error);
        return false;
    }
    given->at[given->count++] = (struct given_condition){c, copy};
    if (zet_query_add(&f->query, c, copy, &fault))
        return true;
    report_fault(&f->query, &fault, false, error);
    given->count--; /* so that the workers' queries are made without it */
    free(copy);
    return false;
}

#define IN(member) offsetof(struct find, member)

static const zet_option options[] = {
    {"player", "NAME", "the name of either player; case and accents are ignored, * is any text",
     "--player \"A*\" examples", ZET_OPTION_OWN, .read = add_condition},
    {"black", "NAME", "the name of Black", "--black \"A*\" examples", ZET_OPTION_OWN,
     .read = add_condition},
    {"white", "NAME", "the name of White", "--white \"A*\" examples", ZET_OPTION_OWN,
     .read = add_condition},
    {"a", "NAME", "the name of player A (husbao)", "--a \"A*\" examples", ZET_OPTION_OWN,
     .read = add_condition},
    {"b", "NAME", "the name of player B (husbao)", "--b \"A*\" examples", ZET_OPTION_OWN,
     .read = add_condition},
    {"id", "ID", "the id of either player, byte for byte", "--id 1234 examples", ZET_OPTION_OWN,
     .read = add_condition},
    {"event", "TEXT", "the event; case and accents are ignored, * is any text",
     "--event \"Club*\" examples", ZET_OPTION_OWN, .read = add_condition},
    {"site", "TEXT", "the site, written as an event", "--site \"A*\" examples", ZET_OPTION_OWN,
     .read = add_condition},
    {"round", "TEXT", "the round, written as an event", "--round 1 examples", ZET_OPTION_OWN,
     .read = add_condition},
    {"from", "DATE", "the date is in this range or later: 2009, 2009-06 or 2009-06-30",
     "--from 2024 examples", ZET_OPTION_OWN, .read = add_condition},
    {"to", "DATE", "the date is in this range or earlier", "--to 2024-06 examples", ZET_OPTION_OWN,
     .read = add_condition},
    {"result", "RESULT", "the result: black, white, a, b, draw or *", "--result white examples",
     ZET_OPTION_OWN, .read = add_condition},
    {"termination", "WORD", "the termination: rules, resignation, time, ...",
     "--termination resignation examples", ZET_OPTION_OWN, .read = add_condition},
    {"reason", "WORD", "why the rules ended the game: goal, connection, no-moves, ...",
     "--reason goal examples", ZET_OPTION_OWN, .read = add_condition},
    {"game", "GAME", "the game", "--game halma examples", ZET_OPTION_OWN, .word = zet_option_game,
     .read = add_condition},
    {"variant", "VARIANT", "the variant", "--variant 8x8 examples", ZET_OPTION_OWN,
     .word = zet_option_variant, .read = add_condition},
    {"rule", "KEY=VALUE", "a rule option has this value, given or by default",
     "--rule touch=true examples", ZET_OPTION_OWN, .read = add_condition},
    {"plies", "RANGE", "the plies of the main line: 40, 40-80, -20 or 100-",
     "--plies 1-40 examples", ZET_OPTION_OWN, .read = add_condition},
    {"points", "RANGE", "the winner's points, proved or claimed", "--points 1-20 examples",
     ZET_OPTION_OWN, .read = add_condition},
    {"position", "TEXT",
     "this position occurs; ? is any cell, number of stones or player to move, * is the rest of a "
     "rank",
     NULL, ZET_OPTION_OWN, .read = add_condition},
    {"move", "TEXT", "this move occurs; ? is any character, * any text", "--move \"c3*\" examples",
     ZET_OPTION_OWN, .read = add_condition},
    {"variations", NULL, "search positions and moves of variations too",
     "--move \"c3*\" --variations examples", ZET_OPTION_FLAG, .offset = IN(variations)},
    {"not", NULL, "select the records that do not match the options above",
     "--game halma --not examples", ZET_OPTION_FLAG, .offset = IN(negated)},
    {"places", NULL, "write FILE:LINE: record N, ply P instead of the records",
     "--game halma --places examples", ZET_OPTION_FLAG, .offset = IN(places)},
    {"format", "FORMAT",
     "text (the records, the default) or json: one JSON object per line, one per record",
     "--format json examples", ZET_OPTION_WORD, .offset = IN(format), .words = formats},
    {"count", NULL, "write only the number of records", "--game halma --count examples",
     ZET_OPTION_FLAG, .offset = IN(count)},
    {"limit", "N", "stop after N records, or N groups of duplicates", "--limit 1 examples",
     ZET_OPTION_NUMBER, .offset = IN(limit), .least = 1, .most = UINT32_MAX - 1},
    {"duplicates", NULL,
     "write groups of records with the same moves, or with moves that begin the moves of another",
     "--duplicates examples", ZET_OPTION_FLAG, .offset = IN(duplicates)},
    {"unique", NULL, "write only one record of each game", "--unique examples", ZET_OPTION_FLAG,
     .offset = IN(unique)},
    {"drop-duplicates", NULL, "write the whole input without the records that --unique leaves out",
     "--drop-duplicates examples", ZET_OPTION_FLAG, .offset = IN(drop_duplicates)},
    {"keep", "WHICH",
     "the record to keep of each game: complete (the most moves, then the most header keys; the "
     "default), newest (the latest date, then the last) or first",
     "--unique --keep newest examples", ZET_OPTION_WORD, .offset = IN(keep), .words = keeps},
    {"min-plies", "N",
     "the least plies of a duplicate whose moves only begin those of another (default: 10)",
     "--duplicates --min-plies 20 examples", ZET_OPTION_NUMBER, .offset = IN(min_plies), .least = 1,
     .most = PLIES_MAX},
    {"include-invalid", NULL,
     "search records that are not valid too, as far as they can be replayed",
     "--include-invalid examples", ZET_OPTION_FLAG, .offset = IN(include_invalid)},
    {"invalid", NULL, "search only records that are not valid", "--invalid examples",
     ZET_OPTION_FLAG, .offset = IN(only_invalid)},
    {0}};
#undef IN

/* Opening. */

/* Whether records are compared with each other. */
static bool compares(const struct find *f) {
    return f->duplicates || f->unique || f->drop_duplicates;
}

static bool check_options(const struct zet_task *task, zet_error *error) {
    const struct find *f = task->state;
    const struct query *q = &f->query;
    if (f->places + f->count + (f->format == FORMAT_JSON) > 1)
        return zet_refuse(error, f->places ? "places" : "count",
                          ": places, count and format json exclude each other");
    if (f->negated && zet_query_is_empty(q))
        return zet_refuse(error, "not: no condition is given");
    if (f->variations && !q->value[CONDITION_POSITION] && !q->value[CONDITION_MOVE])
        return zet_refuse(error, "variations: only allowed with position and move");
    if (f->min_plies && !compares(f))
        return zet_refuse(error,
                          "min-plies: only allowed with duplicates, unique and drop-duplicates");
    if (zet_task_has(task, "keep") && !f->unique && !f->drop_duplicates)
        return zet_refuse(error, "keep: only allowed with unique and drop-duplicates");
    if (f->duplicates + f->unique + f->drop_duplicates > 1)
        return zet_refuse(error, f->duplicates ? "duplicates" : "unique",
                          ": duplicates, unique and drop-duplicates exclude each other");
    if (f->drop_duplicates && (f->places || f->count || f->limit || f->format == FORMAT_JSON))
        return zet_refuse(
            error,
            "drop-duplicates: it writes whole records, so that places and count are not allowed");
    if (f->duplicates && (f->places || f->count))
        return zet_refuse(error, "duplicates: it writes groups; neither places nor count go with "
                                 "it");
    return true;
}

static bool attach(struct zet_task *task, const char *what, struct text name, struct text text,
                   zet_error *error) {
    return zet_naming_attach_only(&state_of(task)->naming, task, what, name, text, error);
}

static bool open_task(struct zet_task *task, zet_error *error) {
    struct find *f = task->state;
    struct query_fault fault;
    if (!check_options(task, error))
        return false;
    if (!zet_query_ready(&f->query, &fault))
        return report_fault(&f->query, &fault, true, error);
    f->reading = READ_KEYS;
    f->query.names = naming_file(&f->naming);
    f->copies = compares(f) ? zet_duplicates_new(f->min_plies ? f->min_plies : DUPLICATES_PLIES,
                                                 naming_file(&f->naming))
                            : NULL;
    if (!compares(f) || f->copies)
        return true;
    zet_error_out_of_memory(error);
    return false;
}

static void forget_files(struct find *f) {
    for (size_t i = 0; i < f->file_count; i++)
        free((char *)f->file[i].at);
    free(f->file);
}

static void close_task(struct zet_task *task) {
    struct find *f = task->state;
    zet_query_free(&f->query);
    for (size_t i = 0; i < f->given.count; i++)
        free(f->given.at[i].value);
    free(f->given.at);
    zet_duplicates_free(f->copies);
    zet_names_file_free(&f->naming.file);
    forget_files(f);
}

static void see(void *context, const struct move_reader *in, enum token token) {
    struct worker *w = context;
    zet_query_see(&w->query, in, token);
    zet_duplicates_watch_see(&w->watcher, in, token);
}

static void see_move(void *context, const struct move_reader *in, const struct move *canonical,
                     const struct effect *effect) {
    struct worker *w = context;
    zet_query_see_move(&w->query, in, canonical, effect);
    zet_duplicates_watch_see_move(&w->watcher, in, canonical, effect);
}

/* The worker's query is made of the same values. */
static bool open_query(struct query *q, const struct find *f) {
    struct query_fault fault;
    bool opened = true;
    for (size_t i = 0; i < f->given.count && opened; i++)
        opened = zet_query_add(q, f->given.at[i].condition, f->given.at[i].value, &fault);
    q->negated = f->negated;
    q->variations = f->variations;
    q->names = f->query.names;
    return opened && zet_query_ready(q, &fault);
}

static bool worker_open(struct task_worker *w) {
    struct worker *own = w->state;
    const struct find *f = w->task->state;
    const struct query *q = &f->query;
    bool watches = f->copies || q->value[CONDITION_POSITION] || q->value[CONDITION_MOVE];
    own->watcher.min_plies = f->min_plies ? f->min_plies : DUPLICATES_PLIES;
    if (f->copies)
        own->observer = (struct observer){.see = see, .context = own, .see_move = see_move};
    else
        own->observer = (struct observer){
            .see = zet_query_see, .context = &own->query, .see_move = zet_query_see_move};
    return open_query(&own->query, f) &&
           zet_judging_open(&own->judging.judge, w, watches ? &own->observer : NULL);
}

static void worker_close(struct task_worker *w) {
    struct worker *own = w->state;
    zet_judge_close(&own->judging.judge);
    zet_query_free(&own->query);
    zet_duplicates_watch_free(&own->watcher);
}

/* Streams. */

static bool stream_begin(struct zet_task *task, struct source *source, zet_error *error) {
    struct find *f = task->state;
    f->written = false;
    if (f->reading > READ_KEYS) {
        f->file_again++;
        if (source)
            source->pieces = f->drop_duplicates && f->reading == READ_RECORDS;
        return true;
    }
    char *name = f->copies ? malloc(task->file.len + 1) : NULL;
    if (!f->copies)
        return true;
    if (!name || !zet_list_reserve(&f->file, &f->file_cap, f->file_count + 1, sizeof *f->file)) {
        free(name);
        zet_error_out_of_memory(error);
        return false;
    }
    memcpy(name, task->file.at, task->file.len);
    f->file[f->file_count++] = (struct text){name, task->file.len};
    return true;
}

static bool has_all(const struct find *f) {
    bool writes = !f->copies || (f->unique && f->reading == READ_RECORDS);
    return f->limit && writes && f->found >= f->limit;
}

static bool stream_end(struct zet_task *task, zet_error *error) {
    (void)error;
    task->done = has_all(task->state);
    return true;
}

/* Rows. The kind comes first; of a record its number and line follow. */
enum find_row {
    ROW_PASSED,   /* it is not looked for */
    ROW_LEFT_OUT, /* a message */
    ROW_FOUND,    /* ply + 1, or 0; for records whether it is unmarked, and its text */
    ROW_COPY,     /* what it says of its game, and the key; in a part also what the watcher kept */
    ROW_AGAIN,    /* second reading: the key and the lines that it goes on from */
    ROW_REST,     /* no record: whether it is unmarked, and its text */
    ROW_PIECE     /* no record: enum piece, and its text */
};

static bool writes_records(const struct find *f) {
    return !f->places && !f->count && f->format == FORMAT_TEXT && !f->duplicates;
}

static void begin_row(struct buffer *row, enum find_row kind, const struct task_document *d,
                      const struct worker *w) {
    zet_row_number(row, kind);
    zet_row_number(row, d->number);
    zet_row_number(row, w->judging.judge.record.start_line);
}

static void write_document(struct buffer *row, const struct task_document *d) {
    zet_row_number(row, d->document->unmarked);
    zet_row_text(row, d->document->text);
}

static bool write_left_out(struct worker *w, const struct task_document *d, struct buffer *row) {
    struct buffer message = {0};
    zet_judging_report(&w->judging, d, "is left out", &message);
    begin_row(row, ROW_LEFT_OUT, d, w);
    zet_row_text(row, buffered(&message));
    row->failed |= message.failed;
    zet_buffer_free(&message);
    return !row->failed;
}

/* How much the record says beside its moves: keys with a value, ids, known parts of the date. */
static uint32_t count_given(const struct worker *w) {
    const struct record *r = &w->judging.judge.record;
    const struct facts *f = &w->judging.facts;
    uint32_t given = 0;
    for (unsigned k = 0; k < KEYS; k++)
        given += r->field[k].state == FIELD_GIVEN && (r->field[k].text.len || k == KEY_PLAYERS);
    for (unsigned side = 0; side < 2; side++)
        given += (uint32_t)(f->players[side].len > 0) + (uint32_t)(f->ids[side].len > 0);
    return given + (f->date.len && !memchr(f->date.at, '?', f->date.len));
}

static void write_about(struct buffer *row, const struct worker *w) {
    const struct facts *f = &w->judging.facts;
    for (unsigned side = 0; side < 2; side++) {
        zet_row_text(row, f->players[side]);
        zet_row_text(row, f->ids[side]);
    }
    zet_row_text(row, f->date);
    zet_row_text(row, f->event);
    zet_row_number(row, count_given(w));
}

static void write_found(const struct find *f, struct worker *w, const struct task_document *d,
                        int64_t ply, struct buffer *row) {
    if (f->copies && f->reading == READ_KEYS) {
        struct duplicate_key key = zet_duplicates_watch_key(&w->watcher);
        begin_row(row, ROW_COPY, d, w);
        write_about(row, w);
        zet_duplicates_key_write(row, &key);
        return;
    }
    begin_row(row, ROW_FOUND, d, w);
    zet_row_number(row, (uint64_t)(ply + 1));
    if (writes_records(f))
        write_document(row, d);
}

static bool search_record(const struct find *f, struct worker *w, const struct task_document *d,
                          struct buffer *row) {
    const struct facts *facts = &w->judging.facts;
    const struct judge *j = &w->judging.judge;
    int64_t ply;
    bool wanted = facts->valid ? !f->only_invalid : f->include_invalid || f->only_invalid;
    if (!facts->valid && !wanted)
        return write_left_out(w, d, row);
    if (!wanted || !zet_query_holds(&w->query, facts, &j->record, &j->verdict, &ply))
        begin_row(row, ROW_PASSED, d, w);
    else if (d->document->too_long && writes_records(f))
        return write_left_out(w, d, row);
    else
        write_found(f, w, d, ply, row);
    return !row->failed;
}

static bool search_again(const struct find *f, struct worker *own, struct task_worker *w,
                         const struct task_document *d) {
    struct buffer *row = &w->result.data;
    uint32_t file = (uint32_t)f->file_again - 1;
    if (!zet_duplicates_takes_part(f->copies, file, (uint32_t)d->number)) {
        struct record *r = &own->judging.judge.record;
        w->result.records += zet_record_read(r, d->document);
        return !r->out_of_memory;
    }
    zet_duplicates_watch_begin(&own->watcher, f->copies);
    zet_query_begin(&own->query);
    enum judged judged = zet_judging_next(&own->judging, w, d);
    if (judged != JUDGED_RECORD)
        return judged != JUDGED_FAILED;
    struct duplicate_key key = zet_duplicates_watch_key(&own->watcher);
    begin_row(row, ROW_AGAIN, d, own);
    zet_duplicates_key_write(row, &key);
    zet_duplicates_extended_write(row, &own->watcher);
    return !row->failed;
}

/* The third reading for drop-duplicates: nothing need be judged. */
static bool copy_document(struct worker *own, struct task_worker *w,
                          const struct task_document *d) {
    struct record *r = &own->judging.judge.record;
    struct buffer *row = &w->result.data;
    const struct document *document = d->document;
    if (document->piece != PIECE_DOCUMENT) {
        zet_row_number(row, ROW_PIECE);
        zet_row_number(row, document->piece);
        zet_row_text(row, document->text);
        return !row->failed;
    }
    bool is_record = zet_record_read(r, document);
    if (r->out_of_memory)
        return false;
    if (is_record) {
        w->result.records++;
        begin_row(row, ROW_FOUND, d, own);
        zet_row_number(row, 0);
    } else {
        zet_row_number(row, ROW_REST);
    }
    zet_row_number(row, document->unmarked);
    zet_row_number(row, document->too_long);
    zet_row_text(row, document->text);
    return !row->failed;
}

static bool search_document(struct task_worker *w, const struct task_document *d) {
    struct worker *own = w->state;
    const struct find *f = w->task->state;
    struct buffer *row = &w->result.data;
    if (!d->document)
        return true; /* nothing to find */
    if (f->reading == READ_PREFIXES)
        return search_again(f, own, w, d);
    if (f->reading == READ_RECORDS && f->drop_duplicates)
        return copy_document(own, w, d);
    zet_query_begin(&own->query);
    zet_duplicates_watch_begin(&own->watcher, NULL);
    enum judged judged = zet_judging_next(&own->judging, w, d);
    if (judged == JUDGED_RECORD)
        return search_record(f, own, d, row) && !own->judging.judge.record.out_of_memory &&
               !own->query.folded.failed;
    if (judged == JUDGED_REST && writes_records(f)) {
        zet_row_number(row, ROW_REST);
        write_document(row, d);
    }
    return judged == JUDGED_REST;
}

/* Merging. */

static void write_place(const struct find *f, struct zet_task *task, uint64_t number, uint64_t line,
                        uint64_t ply_after, struct buffer *out) {
    if (f->format == FORMAT_JSON) {
        struct json_out j = {.to = out};
        zet_json_open(&j, '{');
        zet_json_member_text(&j, "file", task->file);
        zet_json_member_number(&j, "record", number);
        zet_json_member_number(&j, "line", line);
        zet_json_key(&j, "ply");
        if (ply_after)
            zet_json_number(&j, ply_after - 1);
        else
            zet_json_null(&j);
        zet_json_close(&j, '}');
        buffer_char(out, '\n');
        return;
    }
    buffer_add(out, value_safe(task->file, SAFE_TEXT), ":", line, ": record ", number);
    if (ply_after)
        buffer_add(out, ", ply ", ply_after - 1);
    buffer_char(out, '\n');
}

static void add_document(struct find *f, struct row_reader *rows, struct buffer *out, bool wanted) {
    bool unmarked = zet_row_read_number(rows) != 0;
    struct text text = zet_row_read_text(rows);
    if (wanted)
        zet_document_stream_add(&f->stream, text, unmarked, out);
}

static void add_found(struct zet_task *task, struct row_reader *rows, uint64_t number,
                      uint64_t line, struct buffer *out, bool wanted) {
    struct find *f = task->state;
    uint64_t ply_after = zet_row_read_number(rows);
    if (writes_records(f))
        add_document(f, rows, out, wanted);
    else if (wanted && !f->count)
        write_place(f, task, number, line, ply_after, out);
    if (!wanted)
        return;
    f->found++;
    f->written = writes_records(f);
    task->counts[ZET_COUNT_MATCHES]++;
}

static const char changed[] = "the file has changed since it was read first";

static bool add_copy(struct find *f, struct row_reader *rows, uint64_t number, uint64_t line) {
    struct duplicate_about about;
    for (unsigned side = 0; side < 2; side++) {
        about.players[side] = zet_row_read_text(rows);
        about.ids[side] = zet_row_read_text(rows);
    }
    about.date = zet_row_read_text(rows);
    about.event = zet_row_read_text(rows);
    about.given = (uint32_t)zet_row_read_number(rows);
    struct duplicate_key key = zet_duplicates_key_read(rows);
    struct duplicate_place place = {(uint32_t)f->file_count - 1, (uint32_t)number, line};
    return zet_duplicates_add(f->copies, &about, &key, place);
}

static bool join_again(struct find *f, struct row_reader *rows, zet_error *error) {
    struct duplicate_key key = zet_duplicates_key_read(rows);
    return zet_duplicates_join(f->copies, &key, rows) || zet_refuse(error, changed);
}

/* Whether the record of that number is another one's copy, in the third reading. */
static bool is_dropped(const struct find *f, uint64_t number) {
    return f->copies && f->reading == READ_RECORDS &&
           zet_duplicates_is_dropped(f->copies, (uint32_t)f->file_again - 1, (uint32_t)number);
}

/* A document of the third reading for drop-duplicates, after its row's beginning. What is too long
   comes in pieces after it. */
static void add_copied(struct find *f, struct row_reader *rows, struct buffer *out) {
    bool unmarked = zet_row_read_number(rows) != 0, too_long = zet_row_read_number(rows) != 0;
    struct text text = zet_row_read_text(rows);
    if (!f->written)
        return;
    zet_document_stream_begin(&f->stream, text, unmarked, out);
    if (!too_long)
        zet_document_stream_bytes(&f->stream, text, out);
}

/* One row of that reading. */
static void copy_row(struct zet_task *task, struct row_reader *rows, struct buffer *out) {
    struct find *f = task->state;
    uint64_t kind = zet_row_read_number(rows);
    if (kind == ROW_PIECE) {
        bool between = zet_row_read_number(rows) == PIECE_BETWEEN;
        struct text text = zet_row_read_text(rows);
        if (between || f->written)
            zet_document_stream_bytes(&f->stream, text, out);
        return;
    }
    if (kind == ROW_FOUND) {
        uint64_t number = zet_row_read_number(rows);
        zet_row_read_number(rows);
        zet_row_read_number(rows);
        f->written = !is_dropped(f, number);
        task->counts[ZET_COUNT_MATCHES] += f->written;
    }
    add_copied(f, rows, out);
}

/* One record's row. False: *error is set, or memory ran out. */
static bool add_row(struct zet_task *task, struct row_reader *rows, struct buffer *out,
                    zet_error *error) {
    struct find *f = task->state;
    if (f->drop_duplicates && f->reading == READ_RECORDS) {
        copy_row(task, rows, out);
        return true;
    }
    uint64_t kind = zet_row_read_number(rows);
    if (kind == ROW_REST) {
        add_document(f, rows, out, f->written);
        return true;
    }
    uint64_t number = zet_row_read_number(rows), line = zet_row_read_number(rows);
    task->done |= has_all(f);
    bool wanted = !task->done;
    f->written = false;
    if (f->reading == READ_KEYS)
        task->counts[ZET_COUNT_RECORDS] += wanted;
    switch (kind) {
    case ROW_LEFT_OUT: {
        struct text message = zet_row_read_text(rows);
        if (!wanted || f->reading != READ_KEYS)
            return true;
        task->counts[ZET_COUNT_INVALID]++;
        zet_task_message(task, message);
        return true;
    }
    case ROW_FOUND:
        add_found(task, rows, number, line, out, wanted && !is_dropped(f, number));
        return true;
    case ROW_COPY: return add_copy(f, rows, number, line);
    case ROW_AGAIN: return join_again(f, rows, error);
    default: return true; /* ROW_PASSED */
    }
}

static bool add_rows(struct zet_task *task, struct task_result *result, zet_error *error) {
    struct row_reader rows = {.left = buffered(&result->data)};
    struct buffer out = {0};
    bool added = true;
    while (added && row_reader_has_more(&rows))
        added = add_row(task, &rows, &out, error);
    if (out.failed || (!added && error->status == ZET_OK)) {
        zet_error_out_of_memory(error);
        added = false;
    }
    if (out.len)
        zet_task_write(task, buffered(&out));
    zet_buffer_free(&out);
    return added;
}

/* The end. */

static unsigned passes(const struct zet_task *task) {
    const struct find *f = task->state;
    return f->unique || f->drop_duplicates ? READ_RECORDS : f->duplicates ? READ_PREFIXES : 1;
}

static bool next_pass(struct zet_task *task, zet_error *error) {
    struct find *f = task->state;
    if (f->reading >= passes(task))
        return false;
    f->file_again = 0;
    f->reading++;
    if (f->reading == READ_RECORDS && !zet_duplicates_group(f->copies))
        return zet_refuse(error, "a file has changed since it was read first");
    bool any = true;
    bool ready = f->reading == READ_PREFIXES
                     ? zet_duplicates_turn(f->copies, &any)
                     : zet_duplicates_choose(f->copies, (enum duplicate_keep)f->keep);
    if (!ready)
        zet_error_out_of_memory(error);
    task->done = !any && passes(task) == READ_PREFIXES;
    return ready;
}

static bool write_groups(struct zet_task *task, zet_error *error) {
    struct find *f = task->state;
    struct duplicate d;
    struct buffer out = {0};
    if (f->reading < passes(task))
        return zet_refuse(error, "the streams have not been run as often as the task needs");
    if (!zet_duplicates_group(f->copies))
        return zet_refuse(error, "a file has changed since it was read first");
    while (!out.failed && zet_duplicates_next(f->copies, &d) &&
           (!f->limit || d.group <= f->limit)) {
        if (f->format == FORMAT_JSON)
            zet_duplicate_json(&out, &d, f->file);
        else
            zet_duplicate_text(&out, &d, f->file);
        zet_task_write(task, buffered(&out));
        out.len = 0;
    }
    bool failed = out.failed || zet_duplicates_failed(f->copies);
    zet_buffer_free(&out);
    if (failed)
        zet_error_out_of_memory(error);
    return !failed;
}

static bool finish(struct zet_task *task, zet_error *error) {
    struct find *f = task->state;
    struct buffer out = {0};
    if (f->duplicates)
        return write_groups(task, error);
    if (!f->count)
        return true;
    buffer_add(&out, f->found, "\n");
    return zet_task_write_made(task, &out, error);
}

const struct task_kind zet_task_find = {
    .name = "find",
    .about = "searches records, and finds records that are copies of each other",
    .options = options,
    .size = sizeof(struct find),
    .worker_size = sizeof(struct worker),
    .open = open_task,
    .close = close_task,
    .worker_open = worker_open,
    .worker_close = worker_close,
    .stream_begin = stream_begin,
    .stream_end = stream_end,
    .document = search_document,
    .merge = add_rows,
    .finish = finish,
    .passes = passes,
    .next_pass = next_pass,
    .attach = attach,
};
