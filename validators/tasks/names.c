/* Who is in the records: persons with their spellings, and those who may be one. */
#include <stdlib.h>

#include "notation/base/json_out.h"
#include "notation/base/list.h"
#include "notation/base/safe_text.h"
#include "notation/base/value.h"
#include "notation/record/yaml.h"
#include "validators/archive/doubles.h"
#include "validators/archive/people.h"
#include "validators/archive/row.h"
#include "validators/tasks/naming.h"
#include "validators/tasks/rewrite.h"

enum { FORMAT_TEXT, FORMAT_JSON, FORMAT_YAML, FORMAT_PLAYERS };
static const char *const formats[] = {"text", "json", "yaml", "players", NULL};

/* One name with one id, as they come in records. */
struct spelling {
    struct text name, id;
    uint32_t person;
    uint32_t file; /* of the first record that has it */
    uint64_t line, count;
};

/* A person as they are written. */
struct listed {
    uint32_t person;
    struct text name;    /* canonical, else the spelling that comes most often */
    size_t first, count; /* their spellings, in order */
    uint64_t games;
};

struct names_task {
    unsigned format;
    struct naming naming;
    struct people people;
    struct map keys; /* of spellings */
    struct spelling *spelling;
    size_t spelling_cap;
    struct map files;
    struct buffer key;

    struct listed *at; /* at the end */
    size_t count;
};

struct worker {
    struct record record;
};

static struct names_task *state_of(struct zet_task *task) { return task->state; }

static const zet_option options[] = {
    {"format", "FORMAT",
     "text (the default); json: one JSON object; yaml: a names file with the people that the "
     "given file lacks; players: only their names, one per line",
     "--format players examples", ZET_OPTION_WORD, .offset = offsetof(struct names_task, format),
     .words = formats},
    {0}};

static bool attach(struct zet_task *task, const char *what, struct text name, struct text text,
                   zet_error *error) {
    return zet_naming_attach_only(&state_of(task)->naming, task, what, name, text, error);
}

static bool open_task(struct zet_task *task, zet_error *error) {
    struct names_task *t = task->state;
    (void)error;
    t->people.file = naming_file(&t->naming);
    return true;
}

static void close_task(struct zet_task *task) {
    struct names_task *t = task->state;
    zet_people_free(&t->people);
    zet_map_free(&t->keys);
    zet_map_free(&t->files);
    zet_buffer_free(&t->key);
    zet_names_file_free(&t->naming.file);
    free(t->spelling);
    free(t->at);
}

static bool worker_open(struct task_worker *w) {
    zet_record_open(&((struct worker *)w->state)->record);
    return true;
}

static void worker_close(struct task_worker *w) {
    zet_record_close(&((struct worker *)w->state)->record);
}

/* A row: the line of the record, name and id. */
static void write_player(struct buffer *row, const struct record *r, const struct node *player) {
    bool mapping = player->kind == NODE_MAPPING;
    const struct node *name = mapping ? zet_node_get(player, "name") : player;
    const struct node *id = mapping ? zet_node_get(player, "id") : NULL;
    bool has_name = name && name->kind == NODE_SCALAR && !node_is_null(name);
    bool has_id = id && id->kind == NODE_SCALAR && !node_is_null(id);
    if ((!has_name || !name->text.len) && (!has_id || !id->text.len))
        return;
    zet_row_number(row, r->start_line);
    zet_row_text(row, has_name ? name->text : NO_TEXT);
    zet_row_text(row, has_id ? id->text : NO_TEXT);
}

static void report_broken(struct task_worker *w, const struct task_document *d,
                          const struct record *r) {
    struct buffer *out = &w->result.messages;
    struct place place = {r->text, 0, r->line, 1};
    zet_place_move(&place, r->findings.count ? r->findings.at[0].offset : 0);
    zet_rewrite_place(out, d->file, &place);
    buffer_add(out, "error: ", r->findings.count ? r->findings.at[0].sentence : "no record");
    buffer_string(out, "; the record is left out\n");
    w->result.counts[ZET_COUNT_INVALID]++;
}

static bool read_document(struct task_worker *w, const struct task_document *d) {
    struct record *r = &((struct worker *)w->state)->record;
    if (!d->document || !zet_record_read(r, d->document))
        return !r->out_of_memory;
    w->result.records++;
    w->result.counts[ZET_COUNT_RECORDS]++;
    if (r->broken)
        report_broken(w, d, r);
    const struct node *players = r->root ? zet_node_get(r->root, "players") : NULL;
    if (players && players->kind == NODE_MAPPING)
        for (const struct node *key = players->first; key; key = key->next->next)
            if (key->kind == NODE_SCALAR && !(key->text.len > 1 && !memcmp(key->text.at, "x-", 2)))
                write_player(&w->result.data, r, key->next);
    return !r->out_of_memory;
}

static bool add_spelling(struct names_task *t, struct text file, uint64_t line, struct text name,
                         struct text id) {
    size_t before = t->keys.count;
    t->key.len = 0;
    buffer_text(&t->key, name);
    buffer_char(&t->key, '\0');
    buffer_text(&t->key, id);
    uint32_t number = zet_map_number(&t->keys, buffered(&t->key));
    if (t->key.failed || t->keys.failed ||
        !zet_list_reserve(&t->spelling, &t->spelling_cap, number + 1, sizeof *t->spelling))
        return false;
    struct spelling *s = &t->spelling[number];
    if (number == before) {
        struct text key = t->keys.at[number];
        *s = (struct spelling){.name = {key.at, name.len},
                               .id = {key.at + name.len + 1, id.len},
                               .person = zet_people_number(&t->people, name, id, true),
                               .file = zet_map_number(&t->files, file),
                               .line = line};
    }
    s->count++;
    return !t->people.failed && !t->files.failed;
}

static bool merge(struct zet_task *task, struct task_result *result, zet_error *error) {
    struct row_reader rows = {.left = buffered(&result->data)};
    bool added = true;
    while (added && row_reader_has_more(&rows)) {
        uint64_t line = zet_row_read_number(&rows);
        struct text name = zet_row_read_text(&rows), id = zet_row_read_text(&rows);
        added = add_spelling(task->state, task->file, line, name, id);
    }
    if (!added)
        zet_error_out_of_memory(error);
    return added;
}

/* The end. */

static int by_bytes(struct text a, struct text b) {
    size_t shorter = a.len < b.len ? a.len : b.len;
    int order = shorter ? memcmp(a.at, b.at, shorter) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

/* By person, the most frequent first. */
static int by_person(const void *a, const void *b) {
    const struct spelling *x = a, *y = b;
    if (x->person != y->person)
        return x->person < y->person ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    int order = by_bytes(x->name, y->name);
    return order ? order : by_bytes(x->id, y->id);
}

static int by_name(const void *a, const void *b) {
    const struct listed *x = a, *y = b;
    int order = by_bytes(x->name, y->name);
    return order ? order : (x->person > y->person) - (x->person < y->person);
}

/* Groups the spellings by the persons that they are in the end. */
static bool list_persons(struct names_task *t) {
    size_t count = t->keys.count;
    zet_people_join(&t->people);
    for (size_t i = 0; i < count; i++)
        t->spelling[i].person = t->people.at[t->spelling[i].person].same;
    t->at = calloc(t->people.keys.count + 1, sizeof *t->at);
    if (!t->at)
        return false;
    if (count)
        qsort(t->spelling, count, sizeof *t->spelling, by_person);
    for (size_t i = 0; i < count; i++) {
        const struct spelling *s = &t->spelling[i];
        struct listed *l = t->count ? &t->at[t->count - 1] : NULL;
        if (!l || l->person != s->person) {
            l = &t->at[t->count++];
            *l = (struct listed){.person = s->person, .first = i, .name = s->name};
        }
        if (!l->name.len)
            l->name = s->name;
        l->games += s->count;
        l->count++;
    }
    for (size_t i = 0; i < t->count; i++)
        if (zet_people_is_listed(&t->people, t->at[i].person) || !t->at[i].name.len)
            t->at[i].name = t->people.at[t->at[i].person].name;
    if (t->count)
        qsort(t->at, t->count, sizeof *t->at, by_name);
    return true;
}

static struct text name_of(const void *context, uint32_t number) {
    return ((const struct names_task *)context)->at[number].name;
}

static bool are_two(const void *context, uint32_t a, uint32_t b) {
    const struct names_task *t = context;
    return zet_people_are_two(&t->people, t->at[a].person, t->at[b].person);
}

static void write_name(struct buffer *out, struct text name) {
    zet_safe_text(out, name.len ? name : TEXT("?"), SAFE_LINE_ENDS);
}

/* `Jansen, Anna (nl-7)` */
static void write_person(const struct names_task *t, size_t index, struct buffer *out) {
    struct text id = zet_people_id(&t->people, t->at[index].person);
    write_name(out, t->at[index].name);
    if (!id.len)
        return;
    buffer_string(out, " (");
    write_name(out, id);
    buffer_char(out, ')');
}

static void write_count(struct buffer *out, uint64_t n, const char *one, const char *several) {
    buffer_add(out, n, n == 1 ? one : several);
}

static void write_bounds(const struct doubles *d, const char *before, struct buffer *out) {
    if (d->cut)
        buffer_add(out, before, "there are more pairs than are written here\n");
    if (d->partial)
        buffer_add(out, before,
                   "too many players: only names with a word in common were compared\n");
}

/* Nothing but the names, for completion. */
static void write_players(const struct names_task *t, struct buffer *out) {
    for (size_t i = 0; i < t->count; i++)
        if (t->at[i].name.len) {
            write_name(out, t->at[i].name);
            buffer_char(out, '\n');
        }
}

static void write_for_people(const struct names_task *t, const struct doubles *d, uint64_t records,
                             struct buffer *out) {
    for (size_t i = 0; i < t->count; i++) {
        const struct listed *l = &t->at[i];
        write_person(t, i, out);
        buffer_string(out, ": ");
        write_count(out, l->games, " game\n", " games\n");
        bool plain = l->count == 1 && text_same(t->spelling[l->first].name, l->name);
        for (size_t k = l->first; k < l->first + l->count && !plain; k++) {
            buffer_string(out, "  ");
            write_count(out, t->spelling[k].count, " as ", " as ");
            write_name(out, t->spelling[k].name);
            if (t->spelling[k].id.len) {
                buffer_string(out, ", id ");
                write_name(out, t->spelling[k].id);
            }
            buffer_char(out, '\n');
        }
    }
    if (d->count)
        buffer_string(out, "\nlikely doubles:\n");
    for (size_t i = 0; i < d->count; i++) {
        buffer_string(out, "  ");
        write_person(t, d->at[i].a, out);
        buffer_string(out, d->at[i].same ? " is another spelling of " : " looks like ");
        write_person(t, d->at[i].b, out);
        buffer_char(out, '\n');
    }
    write_bounds(d, "  ", out);
    buffer_string(out, t->count ? "\n" : "");
    write_count(out, records, " record: ", " records: ");
    write_count(out, t->count, " person, ", " persons, ");
    write_count(out, t->keys.count, " spelling, ", " spellings, ");
    write_count(out, d->count, " likely double\n", " likely doubles\n");
}

static void write_json_person(const struct names_task *t, const struct listed *l,
                              struct json_out *j) {
    zet_json_line(j);
    zet_json_open(j, '{');
    json_members(j, "name", l->name, "id", value_if_any(zet_people_id(&t->people, l->person)),
                 "listed", zet_people_is_listed(&t->people, l->person), "games", l->games);
    zet_json_key(j, "spellings");
    zet_json_open(j, '[');
    for (size_t k = l->first; k < l->first + l->count; k++) {
        const struct spelling *s = &t->spelling[k];
        const struct value v =
            value_object("name", s->name, "id", value_if_any(s->id), "games", s->count, "file",
                         t->files.at[s->file], "line", s->line);
        zet_json_put(j, &v);
    }
    zet_json_close(j, ']');
    zet_json_close(j, '}');
}

static void write_json(const struct names_task *t, const struct doubles *d, uint64_t records,
                       struct buffer *out) {
    struct json_out j = {.to = out};
    zet_json_open(&j, '{');
    json_members(&j, "records", records);
    zet_json_key(&j, "persons");
    zet_json_open(&j, '[');
    for (size_t i = 0; i < t->count; i++)
        write_json_person(t, &t->at[i], &j);
    zet_json_close(&j, ']');
    zet_json_key(&j, "doubles");
    zet_json_open(&j, '[');
    for (size_t i = 0; i < d->count; i++) {
        zet_json_line(&j);
        buffer_add(out, value_object("persons", /* their places in the list, from 0 */
                                     value_list(d->at[i].a, d->at[i].b), "kind",
                                     d->at[i].same ? "same" : "near"));
        j.comma = true;
    }
    zet_json_close(&j, ']');
    json_members(&j, "complete", value_bool(!d->cut && !d->partial));
    buffer_string(out, "}\n");
}

/* A names file. */

/* Whether the name cannot be that of a person without an id, because one with an id has it. */
static bool is_anothers(const struct names_task *t, const struct listed *l) {
    const struct names_file *file = naming_file(&t->naming);
    return !zet_people_id(&t->people, l->person).len &&
           (zet_map_find(&t->people.spelled.texts, l->name) >= 0 ||
            (file && zet_map_find(&file->names.texts, l->name) >= 0));
}

static void write_aliases(const struct names_task *t, const struct listed *l, struct buffer *out) {
    struct map known = {0};
    zet_map_number(&known, l->name);
    for (size_t k = l->first; k < l->first + l->count; k++) {
        struct text name = t->spelling[k].name;
        size_t before = known.count;
        if (!name.len || zet_map_number(&known, name) < before || known.failed)
            continue;
        buffer_add(out, before > 1 ? "" : "  aliases:\n", "    - ");
        zet_yaml_text(out, name, false);
        buffer_char(out, '\n');
    }
    out->failed |= known.failed;
    zet_map_free(&known);
}

/* Documents have at most 1 MiB. */
enum { DOCUMENT_BYTES = 512 * 1024 };

static void write_listed(const struct names_task *t, const struct doubles *d, size_t index,
                         size_t *next, struct buffer *out) {
    const struct listed *l = &t->at[index];
    struct text id = zet_people_id(&t->people, l->person);
    for (; *next < d->count && d->at[*next].a <= index; ++*next)
        if (d->at[*next].a == index) {
            buffer_string(out, d->at[*next].same ? "# the next one is spelled like "
                                                 : "# the next one looks like ");
            write_person(t, d->at[*next].b, out);
            buffer_char(out, '\n');
        }
    if (is_anothers(t, l)) {
        buffer_string(out, "# without an id, and of several persons: ");
        write_name(out, l->name);
        buffer_char(out, '\n');
        return;
    }
    buffer_string(out, "- name: ");
    zet_yaml_text(out, l->name, false);
    buffer_char(out, '\n');
    if (id.len) {
        buffer_string(out, "  ids: ");
        zet_yaml_text(out, id, false);
        buffer_char(out, '\n');
    }
    write_aliases(t, l, out);
}

static void write_yaml(const struct names_task *t, const struct doubles *d, struct buffer *out) {
    size_t next = 0, start = 0;
    buffer_string(out, "# Persons by their canonical names. To join two, make one the aliases and "
                       "ids of the other.\n");
    write_bounds(d, "# ", out);
    for (size_t i = 0; i < t->count; i++) {
        if (zet_people_is_listed(&t->people, t->at[i].person))
            continue;
        write_listed(t, d, i, &next, out);
        if (out->len - start > DOCUMENT_BYTES) {
            buffer_string(out, "---\n");
            start = out->len;
        }
    }
}

static bool finish(struct zet_task *task, zet_error *error) {
    struct names_task *t = task->state;
    struct doubles d = {0};
    struct buffer out = {0};
    bool made = list_persons(t);
    const struct doubles_of of = {t->count, name_of, are_two, t};
    made = made && (t->format == FORMAT_PLAYERS || zet_doubles_find(&d, &of));
    uint64_t records = task->counts[ZET_COUNT_RECORDS];
    if (made && t->format == FORMAT_YAML)
        write_yaml(t, &d, &out);
    else if (made && t->format == FORMAT_JSON)
        write_json(t, &d, records, &out);
    else if (made && t->format == FORMAT_PLAYERS)
        write_players(t, &out);
    else if (made)
        write_for_people(t, &d, records, &out);
    out.failed |= !made;
    zet_doubles_free(&d);
    return zet_task_write_made(task, &out, error);
}

const struct task_kind zet_task_names = {
    .name = "names",
    .about = "lists the persons in records with the spellings of their names",
    .options = options,
    .size = sizeof(struct names_task),
    .worker_size = sizeof(struct worker),
    .open = open_task,
    .close = close_task,
    .worker_open = worker_open,
    .worker_close = worker_close,
    .document = read_document,
    .merge = merge,
    .finish = finish,
    .attach = attach,
};
