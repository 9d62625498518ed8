#include "validators/api/names_file.h"

#include <stdlib.h>

#include "notation/base/error.h"
#include "notation/base/list.h"
#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"
#include "notation/base/value.h"
#include "notation/record/record.h"

static const char *const keys[] = {"name", "ids", "aliases", NULL};

struct reading {
    struct names_file *to;
    struct record *record; /* holds the tree of the current document */
    struct text file;
    zet_error *error;
    struct buffer room;
    bool failed; /* memory ran out */
};

/* Sets an error with its place. Returns false. */
static bool refuse_at(struct reading *r, size_t offset, const char *sentence, struct text detail) {
    struct place place = {r->record->text, 0, r->record->line, 1};
    zi_place_move(&place, offset);
    struct buffer b = {0};
    buffer_add(&b, value_safe(r->file, SAFE_TEXT), ":", place.line, ":", place.column, ": ",
               sentence, detail.len ? ": " : "", value_safe(detail, SAFE_LINE_ENDS));
    return zi_refuse_with(r->error, &b);
}

static bool refuse_name(struct reading *r, const struct node *at, const char *sentence,
                        struct text detail) {
    return refuse_at(r, zi_record_byte(r->record, at->span.start), sentence, detail);
}

static bool run_out(struct reading *r) {
    r->failed = true;
    return false;
}

/* Texts and their owners. */

uint32_t zi_names_owner(const struct names_owned *o, struct text t) {
    int64_t number = zi_map_find(&o->texts, t);
    return number < 0 ? NAMES_NOBODY : o->owner[number];
}

bool zi_names_own(struct names_owned *o, struct text t, uint32_t person) {
    size_t before = o->texts.count;
    uint32_t number = zi_map_number(&o->texts, t);
    if (o->texts.failed || !zi_list_reserve(&o->owner, &o->cap, number + 1, sizeof *o->owner))
        return false;
    if (number == before)
        o->owner[number] = person;
    else if (o->owner[number] != person)
        o->owner[number] = NAMES_SEVERAL;
    return true;
}

static bool own_folded(struct reading *r, struct text name, uint32_t person) {
    r->room.len = 0;
    zi_text_fold(&r->room, name);
    return !r->room.failed && zi_names_own(&r->to->folded, buffered(&r->room), person);
}

/* People. */

static bool has_ids(const struct names_file *n, uint32_t person) {
    return n->at[person].id.len > 0;
}

static bool add_id(struct reading *r, const struct node *node, uint32_t person) {
    struct names_file *n = r->to;
    if (node->kind != NODE_SCALAR || !node->text.len || node_is_null(node))
        return refuse_name(r, node, "an id must be a text and not empty", NO_TEXT);
    uint32_t other = zi_names_owner(&n->ids, node->text);
    if (other != NAMES_NOBODY && other != person)
        return refuse_name(r, node, "another person already has this id", n->at[other].name);
    if (!zi_names_own(&n->ids, node->text, person))
        return run_out(r);
    if (!has_ids(n, person))
        n->at[person].id = zi_arena_copy(&n->arena, node->text, &r->failed);
    return !r->failed;
}

/* A name of two people identifies neither of them, so both need ids. */
static bool add_name(struct reading *r, const struct node *node, uint32_t person) {
    struct names_file *n = r->to;
    if (node->kind != NODE_SCALAR || !node->text.len || node_is_null(node))
        return refuse_name(r, node, "a name must be a text and not empty", NO_TEXT);
    uint32_t other = zi_names_owner(&n->names, node->text);
    if (other == NAMES_SEVERAL && !has_ids(n, person))
        return refuse_name(r, node, "other people have the same name; give all of them ids",
                           node->text);
    if (other < NAMES_SEVERAL && other != person && !(has_ids(n, other) && has_ids(n, person)))
        return refuse_name(r, node, "another person has the same name; give both of them ids",
                           node->text);
    return (zi_names_own(&n->names, node->text, person) && own_folded(r, node->text, person)) ||
           run_out(r);
}

/* Adds one text, or a sequence of them. */
static bool add_all(struct reading *r, const struct node *node, uint32_t person,
                    bool (*add)(struct reading *, const struct node *, uint32_t)) {
    if (!node || node_is_null(node))
        return true;
    if (node->kind != NODE_SEQUENCE)
        return add(r, node, person);
    for (const struct node *item = node->first; item; item = item->next)
        if (!add(r, item, person))
            return false;
    return true;
}

static bool check_keys(struct reading *r, const struct node *person) {
    for (const struct node *key = person->first; key; key = key->next->next) {
        bool is_private =
            key->kind == NODE_SCALAR && key->text.len >= 2 && !memcmp(key->text.at, "x-", 2);
        if (is_private)
            continue;
        if (key->kind != NODE_SCALAR || !text_is_one_of(key->text, keys))
            return refuse_name(r, key, "a person can have only the keys name, ids and aliases",
                               key->kind == NODE_SCALAR
                                   ? zi_record_did_you_mean(r->record, key->text, keys)
                                   : NO_TEXT);
        for (const struct node *before = person->first; before != key; before = before->next->next)
            if (before->kind == NODE_SCALAR && text_same(before->text, key->text))
                return refuse_name(r, key, "this key is given twice", key->text);
    }
    return true;
}

static bool add_person(struct reading *r, const struct node *node) {
    struct names_file *n = r->to;
    if (node->kind != NODE_MAPPING)
        return refuse_name(
            r, node, "a person must be a mapping with `name`, and `ids` or `aliases`", NO_TEXT);
    if (!check_keys(r, node))
        return false;
    const struct node *name = zi_node_get(node, "name");
    if (!name)
        return refuse_name(r, node, "this person has no `name`", NO_TEXT);
    if (!zi_list_reserve(&n->at, &n->cap, n->count + 1, sizeof *n->at))
        return run_out(r);
    uint32_t person = (uint32_t)n->count;
    n->at[n->count++] = (struct listed_person){.id = {"", 0}};
    if (name->kind == NODE_SCALAR)
        n->at[person].name = zi_arena_copy(&n->arena, name->text, &r->failed);
    return !r->failed && add_all(r, zi_node_get(node, "ids"), person, add_id) &&
           add_name(r, name, person) && add_all(r, zi_node_get(node, "aliases"), person, add_name);
}

static bool read_document(struct reading *r, const struct document *document) {
    const struct node *root =
        zi_record_tree(r->record, document,
                       "a document must have at most 1 MiB; a line `---` begins the next one");
    const struct findings *f = &r->record->findings;
    if (r->record->out_of_memory)
        return run_out(r);
    if (!root && f->count)
        return refuse_at(r, f->at[0].offset, f->at[0].sentence, f->at[0].detail);
    if (!root || node_is_null(root))
        return true;
    if (root->kind != NODE_SEQUENCE)
        return refuse_name(r, root, "a names file must be a sequence of people, each `- name: ...`",
                           NO_TEXT);
    for (const struct node *person = root->first; person; person = person->next)
        if (!add_person(r, person))
            return false;
    return !r->record->out_of_memory || run_out(r);
}

bool zi_names_file_read(struct names_file *n, struct text file_name, struct text text,
                        zet_error *error) {
    struct record record;
    struct source source;
    struct document document;
    struct reading r = {.to = n, .record = &record, .file = file_name, .error = error};
    bool fine = true;
    zi_record_open(&record);
    zi_source_open(&source, zi_text_read, &text);
    while (fine && zi_source_next(&source, &document))
        fine = read_document(&r, &document);
    bool failed = r.failed || source.out_of_memory || record.out_of_memory;
    zi_source_close(&source);
    zi_record_close(&record);
    zi_buffer_free(&r.room);
    return failed ? zi_no_memory(error) : fine;
}

void zi_names_owned_free(struct names_owned *o) {
    zi_map_free(&o->texts);
    free(o->owner);
}

void zi_names_file_free(struct names_file *n) {
    zi_names_owned_free(&n->ids);
    zi_names_owned_free(&n->names);
    zi_names_owned_free(&n->folded);
    free(n->at);
    zi_arena_free(&n->arena);
    *n = (struct names_file){0};
}

uint32_t zi_names_file_find(const struct names_file *n, struct text name, struct text id,
                            struct buffer *room) {
    uint32_t person = id.len ? zi_names_owner(&n->ids, id) : NAMES_NOBODY;
    if (person != NAMES_NOBODY || !name.len)
        return person;
    person = zi_names_owner(&n->names, name);
    if (person == NAMES_NOBODY) {
        room->len = 0;
        zi_text_fold(room, name);
        if (!room->failed)
            person = zi_names_owner(&n->folded, buffered(room));
    }
    bool is_his = person < NAMES_SEVERAL && (!id.len || !has_ids(n, person));
    return is_his ? person : NAMES_NOBODY;
}
