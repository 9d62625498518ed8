/* Finds records that are copies of each other: the same moves from the same start by the same
 * rules, or only the first part of them. */
#include <stdlib.h>

#include "notation/base/error.h"
#include "notation/base/list.h"
#include "notation/base/map.h"
#include "notation/base/name_likeness.h"
#include "notation/base/output.h"
#include "notation/base/safe_text.h"
#include "notation/base/value.h"
#include "tournaments/people.h"
#include "validators/api/archive.h"
#include "validators/api/search.h"
#include "validators/games/key.h"

#define NONE UINT32_MAX

/* Longer names are cut. The names of a record are compared with at most this many earlier ones of
 * its line of play. */
enum { NAME_BYTES_MAX = 128, COMPARED = 16 };

/* One record. `line` is the index of the first record with the same line of play. */
struct game {
    uint64_t key;
    int64_t tag;
    uint32_t plies;
    uint32_t person[2];   /* numbers of people */
    uint32_t date, event; /* of words */
    uint32_t given;
    bool dropped; /* another record of its game was chosen */
    uint32_t line;
    uint32_t same; /* the next record of the line */
    uint32_t next; /* the next record of the group */

    /* Only for a line's first record. */
    uint32_t parent;    /* a record that continues from it, or NONE */
    uint32_t continued; /* how many continue from it */
    uint32_t last;      /* of the line; after joining, of the group */
    uint32_t root;      /* the line that its group is named by */
};

struct zet_copies {
    uint32_t min_plies;
    struct game *games;
    size_t count, cap;
    struct index lines; /* the first records of lines by their keys */
    struct people people;
    struct map words;     /* dates and events */
    struct arena scratch; /* of zi_names_likeness */
    bool failed;          /* out of memory while names were compared */

    uint32_t *group_begin;        /* the first record of each, including single records */
    size_t group_count, group_at; /* group_at: the next one for zet_copies_next */
    uint32_t group, at;           /* its last result: the number, and the record or NONE */
};

/* Names. */

/* Cuts only between characters. */
static struct text cut_name(struct text name) {
    if (name.len <= NAME_BYTES_MAX)
        return name;
    name.len = NAME_BYTES_MAX;
    while (name.len && ((unsigned char)name.at[name.len] & 0xC0) == 0x80)
        name.len--;
    return name;
}

static struct text name_of(const zet_copies *d, uint32_t person) {
    return person == PEOPLE_NOBODY ? (struct text){"", 0} : d->people.at[person].name;
}

static enum likeness compare_persons(zet_copies *d, uint32_t a, uint32_t b) {
    if (a == b)
        return NAMES_SAME;
    if (a == PEOPLE_NOBODY || b == PEOPLE_NOBODY)
        return NAMES_UNKNOWN;
    if (zi_people_are_two(&d->people, a, b))
        return NAMES_OTHER;
    return zi_names_likeness(name_of(d, a), name_of(d, b), &d->scratch, &d->failed);
}

static enum likeness compare_names(zet_copies *d, const struct game *a, const struct game *b) {
    enum likeness worst = NAMES_SAME;
    for (unsigned side = 0; side < 2 && worst != NAMES_OTHER; side++) {
        enum likeness l = compare_persons(d, a->person[side], b->person[side]);
        worst = l > worst ? l : worst;
    }
    return worst;
}

/* The lines of play. */

zet_copies *zet_copies_new(uint32_t min_plies, const zet_names *names, zet_error *error) {
    zet_copies *d = zi_zeroed(sizeof *d, error);
    if (!d)
        return NULL;
    d->min_plies = min_plies;
    d->people.file = names ? &names->file : NULL;
    return d;
}

void zet_copies_free(zet_copies *d) {
    if (!d)
        return;
    free(d->games);
    zi_index_free(&d->lines);
    zi_people_free(&d->people);
    zi_map_free(&d->words);
    zi_arena_free(&d->scratch);
    free(d->group_begin);
    free(d);
}

/* The first record of the line, or -1. */
static int64_t find_line(const zet_copies *d, uint64_t key) {
    size_t at = INDEX_START;
    int64_t i;
    while ((i = zi_index_next(&d->lines, key, &at)) >= 0 && d->games[i].key != key)
        ;
    return i;
}

static uint32_t person_of(zet_copies *d, const zet_entry *e, unsigned side) {
    return zi_people_number(&d->people, cut_name(text_from(e->players[side])),
                            cut_name(text_from(e->ids[side])), true);
}

zet_status zet_copies_meet(zet_copies *d, const zet_entry *e, zet_error *error) {
    for (unsigned side = 0; side < 2; side++)
        person_of(d, e, side);
    return d->people.failed ? zi_error_out_of_memory(error) : ZET_OK;
}

zet_status zet_copies_add(zet_copies *d, const zet_entry *e, const zet_copied *c,
                          zet_error *error) {
    struct game g = {.key = c->line_key,
                     .tag = c->tag,
                     .plies = e->plies,
                     .given = c->given,
                     .same = NONE,
                     .parent = NONE};
    int64_t line = find_line(d, g.key);
    uint32_t index = (uint32_t)d->count;
    for (unsigned side = 0; side < 2; side++)
        g.person[side] = person_of(d, e, side);
    g.date = zi_map_number(&d->words, text_from(e->date));
    g.event = zi_map_number(&d->words, cut_name(text_from(e->event)));
    g.line = line < 0 ? index : (uint32_t)line;
    if (d->people.failed || d->words.failed || d->count >= INDEX_ITEMS_MAX ||
        !zi_list_reserve(&d->games, &d->cap, d->count + 1, sizeof *d->games) ||
        (line < 0 && !zi_index_add(&d->lines, g.key, index)))
        return zi_error_out_of_memory(error);
    d->games[d->count++] = g;
    if (line >= 0)
        d->games[d->games[line].last].same = index;
    d->games[g.line].last = index;
    return ZET_OK;
}

void zet_copies_extend(zet_copies *d, size_t shorter, size_t longer) {
    struct game *line = &d->games[d->games[shorter].line];
    const struct game *present = &d->games[longer];
    line->continued++;
    if (line->parent == NONE ||
        compare_names(d, line, present) < compare_names(d, line, &d->games[line->parent]))
        line->parent = (uint32_t)longer;
}

/* The line at the end of the chain of parents, which get longer, so the chain ends. Stores it in
 * every line on the way. */
static uint32_t find_root(zet_copies *d, uint32_t line) {
    uint32_t root = line;
    while (d->games[root].root == NONE && d->games[root].parent != NONE)
        root = d->games[d->games[root].parent].line;
    if (d->games[root].root != NONE)
        root = d->games[root].root;
    while (d->games[line].root == NONE) {
        uint32_t parent = d->games[line].parent;
        d->games[line].root = root;
        if (parent == NONE)
            break;
        line = d->games[parent].line;
    }
    return root;
}

/* Adds the record to its group, after the first record of the group's line. */
static void join_group(zet_copies *d, uint32_t index) {
    uint32_t root = find_root(d, d->games[index].line);
    struct game *first = &d->games[root];
    if (first->last == NONE) {
        first->last = root;
        d->group_begin[d->group_count++] = root;
    }
    if (index == root)
        return;
    d->games[first->last].next = index;
    first->last = index;
}

zet_status zet_copies_group(zet_copies *d, zet_error *error) {
    d->group_begin = calloc(d->count + 1, sizeof *d->group_begin);
    if (!d->group_begin || d->failed)
        return zi_error_out_of_memory(error);
    for (size_t i = 0; i < d->count; i++)
        d->games[i].root = d->games[i].next = d->games[i].last = NONE;
    for (size_t i = 0; i < d->count; i++)
        join_group(d, (uint32_t)i);
    d->group = 0;
    d->group_at = 0;
    d->at = NONE;
    return ZET_OK;
}

/* The record that this one is a copy of; not for the first of a group. For a line's first record,
 * the record that continues it. Otherwise the earlier record of the line whose names agree best, or
 * the first of equally good ones. */
static const struct game *original_of(zet_copies *d, const struct game *g, zet_copy_kind *kind,
                                      enum likeness *names_are) {
    static const zet_copy_kind kinds[] = {[NAMES_SAME] = ZET_COPY_SAME,
                                          [NAMES_ALIKE] = ZET_COPY_SPELLING,
                                          [NAMES_UNKNOWN] = ZET_COPY_SAME,
                                          [NAMES_OTHER] = ZET_COPY_OTHERS};
    const struct game *other = &d->games[g->line], *best = other;
    if (other == g) {
        best = &d->games[g->parent];
        *kind = ZET_COPY_TRUNCATED;
        *names_are = compare_names(d, g, best);
        return best;
    }
    *names_are = compare_names(d, g, best);
    for (unsigned i = 1; i < COMPARED && *names_are != NAMES_SAME; i++) {
        other = &d->games[other->same];
        if (other == g)
            break;
        enum likeness l = compare_names(d, g, other);
        if (l < *names_are) {
            *names_are = l;
            best = other;
        }
    }
    *kind = kinds[*names_are];
    return best;
}

bool zet_copies_next(zet_copies *d, zet_copy *out) {
    if (d->at != NONE)
        d->at = d->games[d->at].next;
    bool begins = d->at == NONE;
    while (d->at == NONE) {
        if (d->group_at == d->group_count)
            return false;
        uint32_t first = d->group_begin[d->group_at++];
        if (d->games[first].next != NONE)
            d->at = first;
    }
    d->group += begins;
    const struct game *g = &d->games[d->at];
    *out =
        (zet_copy){.group = d->group,
                   .tag = g->tag,
                   .plies = g->plies,
                   .names = {text_to(name_of(d, g->person[0])), text_to(name_of(d, g->person[1]))},
                   .date = text_to(d->words.at[g->date]),
                   .event = text_to(d->words.at[g->event]),
                   .continued = d->games[g->line].continued};
    if (begins)
        return true;
    enum likeness names_are;
    out->of = original_of(d, g, &out->kind, &names_are)->tag;
    out->names_are = (unsigned)names_are;
    return true;
}

/* Choosing. */

/* The records of a group that belong to one game. */
struct chosen {
    struct game names; /* a copy of the first one, with people added from later ones */
    uint32_t best;     /* so far */
};

/* In a long group, only this many games are compared with each record by name; the others only if
 * the players are the same. */
enum { CHOSEN_COMPARED = 64 };

struct choice {
    zet_copies *d;
    zet_keep keep;
    struct chosen *at;
    size_t count, cap;
    struct index pairs; /* of games by their two people */
    bool failed;
};

/* Whether both dates are complete and differ. */
static bool dates_differ(const zet_copies *d, const struct game *a, const struct game *b) {
    struct text x = d->words.at[a->date], y = d->words.at[b->date];
    return x.len && y.len && !memchr(x.at, '?', x.len) && !memchr(y.at, '?', y.len) &&
           !text_same(x, y);
}

static bool is_one_game(const struct choice *c, const struct game *a, const struct game *b) {
    bool is_short = a->plies < c->d->min_plies || b->plies < c->d->min_plies;
    return !is_short || !dates_differ(c->d, a, b);
}

static uint64_t hash_pair(const struct game *g) {
    return key_mix((uint64_t)g->person[0] << 32 | g->person[1]);
}

/* The game that the record belongs to: one with the same players, else the one with the most
 * similar names, or NULL. */
static struct chosen *find_chosen(struct choice *c, const struct game *g) {
    struct chosen *best = NULL;
    enum likeness best_is = NAMES_OTHER;
    size_t at = INDEX_START;
    int64_t i;
    while ((i = zi_index_next(&c->pairs, hash_pair(g), &at)) >= 0) {
        struct chosen *same = &c->at[i];
        if (same->names.person[0] == g->person[0] && same->names.person[1] == g->person[1] &&
            is_one_game(c, g, &same->names))
            return same;
    }
    for (size_t k = 0; k < c->count && k < CHOSEN_COMPARED; k++) {
        enum likeness l = compare_names(c->d, g, &c->at[k].names);
        if (l < best_is && is_one_game(c, g, &c->at[k].names)) {
            best_is = l;
            best = &c->at[k];
        }
    }
    return best;
}

/* Compares dates as texts; unknown parts come first. */
static int by_date(struct text a, struct text b) {
    for (size_t i = 0; i < a.len && i < b.len; i++) {
        unsigned char x = a.at[i] == '?' ? 0 : (unsigned char)a.at[i];
        unsigned char y = b.at[i] == '?' ? 0 : (unsigned char)b.at[i];
        if (x != y)
            return x < y ? -1 : 1;
    }
    return (a.len > b.len) - (a.len < b.len);
}

/* Whether record `a` is kept rather than `b`. */
static bool is_better(const struct choice *c, uint32_t a, uint32_t b) {
    const struct game *x = &c->d->games[a], *y = &c->d->games[b];
    if (c->keep == ZET_KEEP_COMPLETE && x->plies != y->plies)
        return x->plies > y->plies;
    if (c->keep == ZET_KEEP_COMPLETE && x->given != y->given)
        return x->given > y->given;
    int order =
        c->keep == ZET_KEEP_NEWEST ? by_date(c->d->words.at[x->date], c->d->words.at[y->date]) : 0;
    if (order)
        return order > 0;
    return c->keep == ZET_KEEP_NEWEST ? a > b : a < b;
}

static void choose(struct choice *c, uint32_t index) {
    struct game *g = &c->d->games[index];
    struct chosen *chosen = find_chosen(c, g);
    if (!chosen) {
        c->failed |= !zi_list_reserve(&c->at, &c->cap, c->count + 1, sizeof *c->at) ||
                     !zi_index_add(&c->pairs, hash_pair(g), (uint32_t)c->count);
        if (!c->failed)
            c->at[c->count++] = (struct chosen){*g, index};
        return;
    }
    for (unsigned side = 0; side < 2; side++)
        if (chosen->names.person[side] == PEOPLE_NOBODY)
            chosen->names.person[side] = g->person[side];
    bool better = is_better(c, index, chosen->best);
    c->d->games[better ? chosen->best : index].dropped = 1;
    chosen->best = better ? index : chosen->best;
}

zet_status zet_copies_choose(zet_copies *d, zet_keep keep, zet_error *error) {
    struct choice c = {.d = d, .keep = keep};
    for (size_t i = 0; i < d->group_count && !c.failed; i++) {
        uint32_t first = d->group_begin[i];
        if (d->games[first].next == NONE)
            continue;
        c.count = 0;
        zi_index_free(&c.pairs);
        for (uint32_t at = first; at != NONE && !c.failed; at = d->games[at].next)
            choose(&c, at);
    }
    free(c.at);
    zi_index_free(&c.pairs);
    return c.failed || d->failed ? zi_error_out_of_memory(error) : ZET_OK;
}

bool zet_copies_is_dropped(const zet_copies *d, size_t index) { return d->games[index].dropped; }

zet_status zet_copies_status(const zet_copies *d) { return d->failed ? ZET_OUT_OF_MEMORY : ZET_OK; }

/* Writing. */

static const char *const kinds[] = {
    [ZET_COPY_NONE] = NULL,
    [ZET_COPY_SAME] = "same",
    [ZET_COPY_SPELLING] = "spelling",
    [ZET_COPY_OTHERS] = "same moves, different players",
    [ZET_COPY_TRUNCATED] = "truncated",
};

static struct value shown_name(zet_text name) {
    return value_safe(name.length ? text_from(name) : TEXT("?"), SAFE_LINE_ENDS);
}

static void text_copy(struct buffer *out, const zet_copy *d, const zet_place *place,
                      const zet_place *of) {
    bool truncated = d->kind == ZET_COPY_TRUNCATED;
    if (d->kind == ZET_COPY_NONE)
        buffer_add(out, d->group > 1 ? "\ngroup " : "group ", d->group, "\n");
    buffer_add(out, "  ", value_safe(text_from(place->file), SAFE_TEXT), ":", place->line,
               ": record ", place->number, ", ", value_counted(d->plies, " ply, ", " plies, "),
               shown_name(d->names[0]), " - ", shown_name(d->names[1]), d->event.length ? ", " : "",
               value_safe(text_from(d->event), SAFE_LINE_ENDS), d->date.length ? ", " : "",
               value_safe(text_from(d->date), SAFE_LINE_ENDS));
    if (d->kind != ZET_COPY_NONE)
        buffer_add(out, ": ", kinds[d->kind],
                   truncated && d->names_are == NAMES_OTHER ? ", other players (" : " (",
                   value_safe(text_from(of->file), SAFE_TEXT), ":", of->line, ")");
    if (truncated && d->continued > 1)
        buffer_add(out, "; ", d->continued, " records continue from here");
    buffer_char(out, '\n');
}

static void json_copy(struct buffer *out, const zet_copy *d, const zet_place *place,
                      const zet_place *of) {
    static const char *const words[] = {"same", "alike", "unknown", "other"};
    bool is_copy = d->kind != ZET_COPY_NONE;
    struct value original =
        value_object("file", text_from(of->file), "record", of->number, "line", of->line);
    buffer_add(out,
               value_object("group", d->group, "file", text_from(place->file), "record",
                            place->number, "line", place->line, "plies", d->plies, "players",
                            value_list(text_from(d->names[0]), text_from(d->names[1])), "date",
                            value_if_any(text_from(d->date)), "event",
                            value_if_any(text_from(d->event)), "kind", kinds[d->kind], "names",
                            is_copy ? words[d->names_are] : NULL, "of",
                            is_copy ? original : value_string(NULL)),
               "\n");
}

void zet_copy_write(const zet_copy *copy, const zet_place *place, const zet_place *of, bool json,
                    zet_output *out) {
    if (json)
        json_copy(&out->text, copy, place, of);
    else
        text_copy(&out->text, copy, place, of);
    zi_output_gathered(out);
}
