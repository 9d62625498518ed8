/* Lists the people in records with their spellings, and those who may be the same. */
#include "cli/archive/names.h"

#include <stdlib.h>

#include "notation/base/doubles.h"
#include "notation/base/json_out.h"
#include "notation/base/list.h"
#include "notation/base/output.h"
#include "notation/base/safe_text.h"
#include "notation/base/value.h"
#include "notation/record/yaml.h"

/* One name with one id, as found in records. */
struct listed_name {
    struct text name, id;
    uint64_t line, count;
    uint32_t file, person; /* indexes */
};

/* A person, as written. */
struct listed {
    uint32_t person;
    struct text name;    /* canonical, else the most frequent spelling */
    size_t first, count; /* the person's spellings, in order */
    uint64_t games;
};

struct names_list {
    struct people people;
    struct listed_name *spelling;
    size_t spelling_count, spelling_cap;
    struct map files;
    struct listed *at; /* when writing */
    size_t count;
};

static bool add_spelling(void *context, const struct spelling *found) {
    struct names_list *t = context;
    bool failed = false;
    if (!zi_list_reserve(&t->spelling, &t->spelling_cap, t->spelling_count + 1,
                         sizeof *t->spelling))
        return false;
    struct listed_name s = {.name = zi_arena_copy(&t->files.arena, found->name, &failed),
                            .id = zi_arena_copy(&t->files.arena, found->key, &failed),
                            .file = zi_map_number(&t->files, found->path),
                            .line = found->line,
                            .count = found->games};
    s.person = zi_people_number(&t->people, s.name, s.id, true);
    if (s.person != PEOPLE_NOBODY)
        t->spelling[t->spelling_count++] = s;
    return !failed && !t->files.failed && !t->people.failed;
}

/* By person, the most frequent first. */
static int by_person(const void *a, const void *b) {
    const struct listed_name *x = a, *y = b;
    if (x->person != y->person)
        return x->person < y->person ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    int order = text_order(x->name, y->name);
    return order ? order : text_order(x->id, y->id);
}

static int by_name(const void *a, const void *b) {
    const struct listed *x = a, *y = b;
    int order = text_order(x->name, y->name);
    return order ? order : (x->person > y->person) - (x->person < y->person);
}

/* Groups the spellings by person, after joining. */
static bool list_persons(struct names_list *t) {
    size_t count = t->spelling_count;
    zi_people_join(&t->people);
    for (size_t i = 0; i < count; i++)
        t->spelling[i].person = t->people.at[t->spelling[i].person].same;
    t->at = calloc(t->people.keys.count + 1, sizeof *t->at);
    if (!t->at)
        return false;
    if (count)
        qsort(t->spelling, count, sizeof *t->spelling, by_person);
    for (size_t i = 0; i < count; i++) {
        const struct listed_name *s = &t->spelling[i];
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
        if (zi_people_is_listed(&t->people, t->at[i].person) || !t->at[i].name.len)
            t->at[i].name = t->people.at[t->at[i].person].name;
    if (t->count)
        qsort(t->at, t->count, sizeof *t->at, by_name);
    return true;
}

static struct text name_of(const void *context, uint32_t number) {
    return ((const struct names_list *)context)->at[number].name;
}

static bool are_two(const void *context, uint32_t a, uint32_t b) {
    const struct names_list *t = context;
    return zi_people_are_two(&t->people, t->at[a].person, t->at[b].person);
}

static struct value shown(struct text name) {
    return value_safe(name.len ? name : TEXT("?"), SAFE_LINE_ENDS);
}

static struct text id_of(const struct names_list *t, size_t index) {
    return zi_people_id(&t->people, t->at[index].person);
}

/* `Jansen, Anna (nl-7)`, and a line end. */
static void write_person(const struct names_list *t, const char *before, size_t index,
                         struct buffer *out) {
    struct text id = id_of(t, index);
    buffer_add(out, before, shown(t->at[index].name));
    if (id.len)
        buffer_add(out, " (", shown(id), ")");
    buffer_char(out, '\n');
}

static void write_bounds(const struct doubles *d, const char *before, struct buffer *out) {
    if (d->cut)
        buffer_add(out, before, "there are more pairs than are listed here\n");
    if (d->partial)
        buffer_add(out, before,
                   "too many players: only names with a word in common were compared\n");
}

/* Only the names, for completion. */
static void write_players(const struct names_list *t, struct buffer *out) {
    for (size_t i = 0; i < t->count; i++)
        if (t->at[i].name.len)
            buffer_add(out, shown(t->at[i].name), "\n");
}

static void write_for_people(const struct names_list *t, const struct doubles *d, uint64_t records,
                             struct buffer *out) {
    for (size_t i = 0; i < t->count; i++) {
        const struct listed *l = &t->at[i];
        struct text id = id_of(t, i);
        buffer_add(out, shown(l->name), id.len ? " (" : "", id.len ? shown(id) : value_text(id),
                   id.len ? "): " : ": ", value_counted(l->games, " game\n", " games\n"));
        bool plain = l->count == 1 && text_same(t->spelling[l->first].name, l->name);
        for (size_t k = l->first; k < l->first + l->count && !plain; k++) {
            const struct listed_name *s = &t->spelling[k];
            buffer_add(out, "  ", s->count, " as ", shown(s->name));
            if (s->id.len)
                buffer_add(out, ", id ", shown(s->id));
            buffer_char(out, '\n');
        }
    }
    buffer_string(out, d->count ? "\nlikely duplicates:\n" : "");
    for (size_t i = 0; i < d->count; i++) {
        struct text id = id_of(t, d->at[i].a);
        buffer_add(out, "  ", shown(t->at[d->at[i].a].name), id.len ? " (" : "",
                   id.len ? shown(id) : value_text(id), id.len ? ")" : "");
        write_person(t, d->at[i].same ? " is another spelling of " : " looks like ", d->at[i].b,
                     out);
    }
    write_bounds(d, "  ", out);
    buffer_add(out, t->count ? "\n" : "", value_counted(records, " record: ", " records: "),
               value_counted(t->count, " person, ", " people, "),
               value_counted(t->spelling_count, " spelling, ", " spellings, "),
               value_counted(d->count, " likely duplicate\n", " likely duplicates\n"));
}

static void write_json_person(const struct names_list *t, const struct listed *l,
                              struct json_out *j) {
    zi_json_line(j);
    zi_json_open(j, '{');
    json_members(j, "name", l->name, "id", value_if_any(zi_people_id(&t->people, l->person)),
                 "listed", zi_people_is_listed(&t->people, l->person), "games", l->games);
    zi_json_key(j, "spellings");
    zi_json_open(j, '[');
    for (size_t k = l->first; k < l->first + l->count; k++) {
        const struct listed_name *s = &t->spelling[k];
        zi_json_put(j, &value_object("name", s->name, "id", value_if_any(s->id), "games", s->count,
                                     "file", t->files.at[s->file], "line", s->line));
    }
    zi_json_close(j, ']');
    zi_json_close(j, '}');
}

static void write_json(const struct names_list *t, const struct doubles *d, uint64_t records,
                       struct buffer *out) {
    struct json_out j = {.to = out};
    zi_json_open(&j, '{');
    json_members(&j, "records", records);
    zi_json_key(&j, "persons");
    zi_json_open(&j, '[');
    for (size_t i = 0; i < t->count; i++)
        write_json_person(t, &t->at[i], &j);
    zi_json_close(&j, ']');
    zi_json_key(&j, "doubles");
    zi_json_open(&j, '[');
    for (size_t i = 0; i < d->count; i++) {
        zi_json_line(&j);
        buffer_add(out, value_object("persons", /* indexes in the list, from 0 */
                                     value_list(d->at[i].a, d->at[i].b), "kind",
                                     d->at[i].same ? "same" : "near"));
        j.comma = true;
    }
    zi_json_close(&j, ']');
    json_members(&j, "complete", value_bool(!d->cut && !d->partial));
    buffer_string(out, "}\n");
}

/* A names file. */

/* Whether the name without an id is also that of a person with an id or of the names file. */
static bool is_anothers(const struct names_list *t, const struct listed *l) {
    const struct names_file *file = t->people.file;
    return !zi_people_id(&t->people, l->person).len &&
           (zi_map_find(&t->people.spelled.texts, l->name) >= 0 ||
            (file && zi_map_find(&file->names.texts, l->name) >= 0));
}

static void write_aliases(const struct names_list *t, const struct listed *l, struct buffer *out) {
    struct map known = {0};
    zi_map_number(&known, l->name);
    for (size_t k = l->first; k < l->first + l->count; k++) {
        struct text name = t->spelling[k].name;
        size_t before = known.count;
        if (!name.len || zi_map_number(&known, name) < before || known.failed)
            continue;
        buffer_add(out, before > 1 ? "" : "  aliases:\n", "    - ");
        zi_yaml_text(out, name, false);
        buffer_char(out, '\n');
    }
    out->failed |= known.failed;
    zi_map_free(&known);
}

/* Documents have at most 1 MiB. */
enum { DOCUMENT_BYTES = 512 * 1024 };

static void write_listed(const struct names_list *t, const struct doubles *d, size_t index,
                         size_t *next, struct buffer *out) {
    const struct listed *l = &t->at[index];
    struct text id = zi_people_id(&t->people, l->person);
    for (; *next < d->count && d->at[*next].a <= index; ++*next)
        if (d->at[*next].a == index)
            write_person(t,
                         d->at[*next].same ? "# the next one is spelled like "
                                           : "# the next one looks like ",
                         d->at[*next].b, out);
    if (is_anothers(t, l)) {
        buffer_add(out, "# without an id, and of several people: ", shown(l->name), "\n");
        return;
    }
    buffer_string(out, "- name: ");
    zi_yaml_text(out, l->name, false);
    buffer_char(out, '\n');
    if (id.len) {
        buffer_string(out, "  ids: ");
        zi_yaml_text(out, id, false);
        buffer_char(out, '\n');
    }
    write_aliases(t, l, out);
}

static void write_yaml(const struct names_list *t, const struct doubles *d, struct buffer *out) {
    size_t next = 0, start = 0;
    buffer_string(out, "# People by their canonical names. To merge two, move one into the aliases "
                       "and ids of the other.\n");
    write_bounds(d, "# ", out);
    for (size_t i = 0; i < t->count; i++) {
        if (zi_people_is_listed(&t->people, t->at[i].person))
            continue;
        write_listed(t, d, i, &next, out);
        if (out->len - start > DOCUMENT_BYTES) {
            buffer_string(out, "---\n");
            start = out->len;
        }
    }
}

static bool write_list(struct names_list *t, const char *format, uint64_t records,
                       struct buffer *out) {
    struct doubles d = {0};
    bool only_names = !strcmp(format, "players"), made = list_persons(t);
    const struct doubles_of of = {t->count, name_of, are_two, t};
    made = made && (only_names || zi_doubles_find(&d, &of));
    if (made && !strcmp(format, "yaml"))
        write_yaml(t, &d, out);
    else if (made && !strcmp(format, "json"))
        write_json(t, &d, records, out);
    else if (made && only_names)
        write_players(t, out);
    else if (made)
        write_for_people(t, &d, records, out);
    zi_doubles_free(&d);
    return made && !out->failed;
}

bool names_write(const struct archive *a, const struct names_file *file, const char *format,
                 zet_output *out) {
    struct names_list t = {.people.file = file};
    bool done =
        people_visit(a, NULL, "1", true, add_spelling, &t) &&
        (write_list(&t, format, archive_records(a), &out->text) || database_no_memory(a->db));
    zi_output_gathered(out);
    zi_people_free(&t.people);
    zi_map_free(&t.files);
    free(t.spelling);
    free(t.at);
    return done;
}
