#include "tournaments/people.h"

#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/value.h"

/* The first byte of a key. */
enum { KEY_NAME = 'n', KEY_ID = 'i', KEY_LISTED = 'l' };

static char kind_of(const struct people *p, uint32_t person) { return *p->keys.at[person].at; }

static struct text key_text(const struct people *p, uint32_t person) {
    struct text key = p->keys.at[person];
    return text_after(key, 1);
}

static uint32_t listed_number(const struct people *p, uint32_t person) {
    uint32_t number;
    memcpy(&number, key_text(p, person).at, sizeof number);
    return number;
}

static void make_key(struct people *p, char kind, struct text t) {
    p->room.len = 0;
    buffer_char(&p->room, kind);
    buffer_text(&p->room, t);
    p->failed |= p->room.failed;
}

bool zi_people_is_listed(const struct people *p, uint32_t person) {
    return kind_of(p, person) == KEY_LISTED;
}

struct text zi_people_id(const struct people *p, uint32_t person) {
    switch (kind_of(p, person)) {
    case KEY_LISTED: return p->file->at[listed_number(p, person)].id;
    case KEY_ID: return key_text(p, person);
    default: return (struct text){"", 0};
    }
}

bool zi_people_are_two(const struct people *p, uint32_t a, uint32_t b) {
    return a != b && kind_of(p, a) != KEY_NAME && kind_of(p, b) != KEY_NAME;
}

/* Adds a new person, whose key is in p->keys. */
static void add_person(struct people *p, uint32_t person, struct text name) {
    if (!zi_list_reserve(&p->at, &p->cap, person + 1, sizeof *p->at)) {
        p->failed = true;
        return;
    }
    struct person *new = &p->at[person];
    new->same = person;
    if (kind_of(p, person) == KEY_LISTED)
        new->name = p->file->at[listed_number(p, person)].name;
    else if (kind_of(p, person) == KEY_NAME || !name.len)
        new->name = key_text(p, person);
    else
        new->name = zi_arena_copy(&p->keys.arena, name, &p->failed);
    p->bytes += p->keys.at[person].len + name.len;
}

/* Records the name as one of an id. */
static void spell(struct people *p, struct text name, uint32_t person) {
    size_t before = p->spelled.texts.count;
    p->failed |= !zi_names_own(&p->spelled, name, person);
    p->bytes += p->spelled.texts.count > before ? name.len : 0;
}

/* Makes the key of a person. False when memory runs out. */
static bool find_key(struct people *p, struct text name, struct text id) {
    uint32_t listed = p->file ? zi_names_file_find(p->file, name, id, &p->room) : NAMES_NOBODY;
    if (listed != NAMES_NOBODY)
        make_key(p, KEY_LISTED, (struct text){(const char *)&listed, sizeof listed});
    else if (id.len)
        make_key(p, KEY_ID, id);
    else
        make_key(p, KEY_NAME, name);
    return !p->failed;
}

bool zi_people_is_one(struct people *p, const struct text names[2], const struct text ids[2]) {
    struct buffer first = {0};
    bool found = find_key(p, names[0], ids[0]);
    buffer_text(&first, buffered(&p->room));
    p->failed |= first.failed;
    bool one =
        found && find_key(p, names[1], ids[1]) && text_same(buffered(&first), buffered(&p->room));
    zi_buffer_free(&first);
    return one && !p->failed;
}

uint32_t zi_people_number(struct people *p, struct text name, struct text id, bool add) {
    if ((!name.len && !id.len) || !find_key(p, name, id))
        return PEOPLE_NOBODY;
    size_t before = p->keys.count;
    int64_t known = add ? zi_map_number(&p->keys, buffered(&p->room))
                        : zi_map_find(&p->keys, buffered(&p->room));
    p->failed |= p->keys.failed;
    if (p->failed || known < 0)
        return PEOPLE_NOBODY;
    uint32_t person = (uint32_t)known;
    if (p->keys.count > before)
        add_person(p, person, name);
    if (add && !p->failed && name.len && kind_of(p, person) == KEY_ID)
        spell(p, name, person);
    return p->failed ? PEOPLE_NOBODY : person;
}

/* Joining. */

void zi_people_join(struct people *p) {
    for (uint32_t i = 0; i < p->keys.count; i++) {
        uint32_t owner = kind_of(p, i) == KEY_NAME && p->spelled.texts.count
                             ? zi_names_owner(&p->spelled, p->at[i].name)
                             : NAMES_NOBODY;
        p->at[i].same = owner < NAMES_SEVERAL ? owner : p->at[i].same;
    }
}

static struct text label_with_id(struct people *p, uint32_t person) {
    p->room.len = 0;
    buffer_add(&p->room, p->at[person].name, " (", zi_people_id(p, person), ")");
    p->failed |= p->room.failed;
    return zi_arena_copy(&p->keys.arena, buffered(&p->room), &p->failed);
}

void zi_people_part(struct people *p, uint32_t a, uint32_t b) {
    p->at[a].same = a;
    p->at[b].same = b;
}

void zi_people_make_labels(struct people *p) {
    free(p->label);
    struct names_owned names = {0};
    p->label = calloc(p->keys.count + 1, sizeof *p->label);
    p->failed |= !p->label;
    for (uint32_t i = 0; !p->failed && i < p->keys.count; i++)
        if (p->at[i].same == i)
            p->failed |= !zi_names_own(&names, p->at[i].name, i);
    for (uint32_t i = 0; !p->failed && i < p->keys.count; i++) {
        bool shared = p->at[i].same == i && zi_people_id(p, i).len &&
                      zi_names_owner(&names, p->at[i].name) == NAMES_SEVERAL;
        p->label[i] = shared ? label_with_id(p, i) : p->at[i].name;
    }
    for (uint32_t i = 0; !p->failed && i < p->keys.count; i++)
        p->label[i] = p->label[p->at[i].same];
    zi_names_owned_free(&names);
}

void zi_people_free(struct people *p) {
    zi_map_free(&p->keys);
    zi_names_owned_free(&p->spelled);
    zi_buffer_free(&p->room);
    free(p->label);
    free(p->at);
    *p = (struct people){0};
}
