/* Records in files by what they say. */
#include <stdlib.h>

#include "notation/base/file_name.h"
#include "notation/base/list.h"
#include "notation/base/unicode.h"
#include "validators/archive/facts.h"
#include "validators/archive/people.h"
#include "validators/tasks/gather.h"
#include "validators/tasks/naming.h"

enum { BY_EVENT, BY_PLAYER, BY_YEAR, BY_GAME };
static const char *const bys[] = {"event", "player", "year", "game", NULL};

/* A record in a group. */
struct member {
    uint32_t group, record;
};

struct split {
    unsigned by;
    struct naming naming;
    struct gather gather;
    struct map words;     /* the groups, but for players: the first is that of no value */
    struct people people; /* the groups of players have their numbers + 1 */
    struct member *member;
    size_t count, cap;

    struct map taken; /* file names, folded */
    uint32_t *last;   /* of each: the number behind it that was taken last; 1: none */
    size_t last_cap;
    struct buffer name; /* of the present group */
};

static struct split *state_of(struct zet_task *task) { return task->state; }

static const zet_option options[] = {
    {"by", "KEY", "write one file for each event, player, year or game", NULL, ZET_OPTION_WORD,
     .offset = offsetof(struct split, by), .words = bys},
    {0}};

static bool attach(struct zet_task *task, const char *what, struct text name, struct text text,
                   zet_error *error) {
    return zet_naming_attach_only(&state_of(task)->naming, task, what, name, text, error);
}

static bool open_task(struct zet_task *task, zet_error *error) {
    struct split *s = task->state;
    if (!task->spool || !task->folder)
        return zet_refuse(error, "split needs a spool and a folder");
    if (!zet_task_has(task, "by"))
        return zet_refuse(error, "by: must be one of event, player, year and game");
    if (s->naming.given && !task->default_names && s->by != BY_PLAYER)
        return zet_refuse(error, "names: only allowed with by player");
    task->jobs = 1; /* there is nothing to compute */
    s->people.file = naming_file(&s->naming);
    zet_map_number(&s->words, (struct text){"", 0});
    if (s->words.failed)
        zet_error_out_of_memory(error);
    return !s->words.failed;
}

static void close_task(struct zet_task *task) {
    struct split *s = task->state;
    zet_gather_free(&s->gather);
    zet_map_free(&s->words);
    zet_map_free(&s->taken);
    free(s->last);
    zet_people_free(&s->people);
    zet_names_file_free(&s->naming.file);
    zet_buffer_free(&s->name);
    free(s->member);
}

/* After the record: how many pairs of texts, each a value, or a name and an id. */
static void write_values(struct task_worker *w, const struct record *r) {
    const unsigned by = ((const struct split *)w->task->state)->by;
    struct buffer *row = &w->result.data;
    static const enum key of[] = {
        [BY_EVENT] = KEY_EVENT, [BY_YEAR] = KEY_DATE, [BY_GAME] = KEY_GAME};
    size_t count = r->players.count < 2 ? r->players.count : 2;
    if (by != BY_PLAYER) {
        struct text t = zet_facts_value(r, of[by]);
        if (by == BY_YEAR && t.len > 4)
            t.len = 4;
        if (by == BY_YEAR && !text_is_number(t))
            t.len = 0;
        zet_row_number(row, 1);
        zet_row_text(row, t);
        zet_row_text(row, NO_TEXT);
        return;
    }
    zet_row_number(row, count);
    for (size_t i = 0; i < count; i++) {
        char side[16];
        struct writer to = {side, sizeof side - 1, 0};
        write_text(&to, r->players.at[i].name);
        side[written(&to).len] = '\0';
        zet_row_text(row, r->players.at[i].value.text);
        zet_row_text(row, zet_facts_player_key(r, side, "id"));
    }
}

static bool read_document(struct task_worker *w, const struct task_document *d) {
    return zet_gather_document(w, d, write_values);
}

static bool add_member(struct split *s, uint32_t group) {
    if (!zet_list_reserve(&s->member, &s->cap, s->count + 1, sizeof *s->member))
        return false;
    s->member[s->count++] = (struct member){group, (uint32_t)(s->gather.count - 1)};
    return true;
}

/* The group of a pair of texts; 0 where it has no value. */
static uint32_t group_of(struct split *s, struct text value, struct text id) {
    if (s->by != BY_PLAYER)
        return zet_map_number(&s->words, value);
    uint32_t person = zet_people_number(&s->people, value, id, true);
    return person == PEOPLE_NOBODY ? 0 : person + 1;
}

static bool add_record(struct split *s, struct row_reader *rows) {
    uint64_t count = zet_row_read_number(rows);
    uint32_t before = UINT32_MAX;
    bool added = true;
    for (uint64_t i = 0; i < count && added; i++) {
        struct text value = zet_row_read_text(rows), id = zet_row_read_text(rows);
        uint32_t group = group_of(s, value, id);
        added = (group == before || add_member(s, group)) && !s->words.failed && !s->people.failed;
        before = group;
    }
    return added && (count || add_member(s, 0));
}

static bool merge(struct zet_task *task, struct task_result *result, zet_error *error) {
    struct split *s = task->state;
    struct row_reader rows = {.left = buffered(&result->data)};
    while (row_reader_has_more(&rows)) {
        bool is_record;
        if (!zet_gather_read(&s->gather, task, &rows, &is_record, error))
            return false;
        if (!is_record || add_record(s, &rows))
            continue;
        zet_error_out_of_memory(error);
        return false;
    }
    return true;
}

/* Files. */

static int by_group(const void *a, const void *b) {
    const struct member *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    return (x->record > y->record) - (x->record < y->record);
}

static struct text text_of_group(const struct split *s, uint32_t group) {
    if (!group || s->by != BY_PLAYER)
        return s->words.at[group];
    return s->people.label[group - 1];
}

/* Whether the name is new, whatever its case; it is then taken. *number is its own in s->taken. */
static bool take(struct split *s, struct buffer *folded, uint32_t *number) {
    size_t before = s->taken.count;
    folded->len = 0;
    zet_text_fold(folded, buffered(&s->name));
    s->taken.failed |=
        folded->failed || !zet_list_reserve(&s->last, &s->last_cap, before + 1, sizeof *s->last);
    if (s->taken.failed)
        return false;
    *number = zet_map_number(&s->taken, buffered(folded));
    if (s->taken.failed || *number != before)
        return false;
    s->last[*number] = 1;
    return true;
}

/* Makes the group's name in s->name, terminated; behind a name that is taken the least number that
   makes another. False when memory runs out. */
static bool make_name(struct split *s, uint32_t group) {
    struct buffer folded = {0};
    uint32_t first = 0, number = 0;
    s->name.len = 0;
    zet_file_name(&s->name, text_of_group(s, group));
    size_t length = s->name.len;
    bool done = s->name.failed || take(s, &folded, &first);
    while (!done && !s->name.failed && !s->taken.failed) {
        s->name.len = length;
        buffer_char(&s->name, '-');
        zet_buffer_number(&s->name, ++s->last[first]);
        done = take(s, &folded, &number);
    }
    buffer_string(&s->name, ".yaml");
    buffer_char(&s->name, '\0');
    zet_buffer_free(&folded);
    return !s->name.failed && !s->taken.failed;
}

static bool fail(zet_error *error, bool memory) {
    if (memory)
        zet_error_out_of_memory(error);
    else if (error->status == ZET_OK)
        zet_error_set(error, ZET_WRITE_FAILED, "the files could not be written", NULL);
    return false;
}

static bool write_group(struct zet_task *task, size_t from, size_t end, zet_error *error) {
    struct split *s = task->state;
    const zet_folder *f = task->folder;
    struct document_stream stream = {0};
    bool fine = f->begin(f->context, s->name.at);
    for (size_t i = from; i < end && fine; i++) {
        fine = zet_gather_add(&s->gather, task, s->member[i].record, &stream, error) &&
               f->write(f->context, s->gather.text.at, s->gather.text.len);
        s->gather.text.len = 0;
    }
    return (fine && f->end(f->context)) || fail(error, false);
}

/* All groups: expected at first, and then written. The same names are made both times. */
static bool go_through(struct zet_task *task, bool write, zet_error *error) {
    struct split *s = task->state;
    const zet_folder *f = task->folder;
    zet_map_free(&s->taken);
    for (size_t at = 0, end; at < s->count; at = end) {
        for (end = at + 1; end < s->count && s->member[end].group == s->member[at].group;)
            end++;
        if (!make_name(s, s->member[at].group))
            return fail(error, true);
        if (write ? !write_group(task, at, end, error)
                  : f->expect && !f->expect(f->context, s->name.at))
            return fail(error, false);
    }
    return true;
}

static bool finish(struct zet_task *task, zet_error *error) {
    struct split *s = task->state;
    if (s->by == BY_PLAYER) {
        zet_people_join(&s->people);
        zet_people_make_labels(&s->people);
        if (s->people.failed)
            return fail(error, true);
        for (size_t i = 0; i < s->count; i++)
            if (s->member[i].group)
                s->member[i].group = s->people.at[s->member[i].group - 1].same + 1;
    }
    if (s->count)
        qsort(s->member, s->count, sizeof *s->member, by_group);
    size_t kept = 0; /* a record with a person on both sides is there twice */
    for (size_t i = 0; i < s->count; i++)
        if (!kept || by_group(&s->member[kept - 1], &s->member[i]))
            s->member[kept++] = s->member[i];
    s->count = kept;
    return go_through(task, false, error) && go_through(task, true, error);
}

const struct task_kind zet_task_split = {
    .name = "split",
    .about = "puts records into files by event, player, year or game",
    .options = options,
    .size = sizeof(struct split),
    .worker_size = sizeof(struct record),
    .open = open_task,
    .close = close_task,
    .worker_open = zet_gather_worker_open,
    .worker_close = zet_gather_worker_close,
    .document = read_document,
    .merge = merge,
    .finish = finish,
    .attach = attach,
};
