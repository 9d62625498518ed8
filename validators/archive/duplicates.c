#include "validators/archive/duplicates.h"
#include "notation/base/map.h"

#include <stdlib.h>

#include "notation/base/arena.h"
#include "notation/base/list.h"
#include "validators/games/key.h"
#include "validators/games/ruleset.h"

#define NONE UINT32_MAX

/* A line of play has a hash of 128 bits. Two lines that differ agree in it by chance only: among a
   million records with 80 plies each once in 10^24. */

/* One record. Of those with the same line of play the first speaks for it: `line` is its index. */
struct game {
    struct line_hash hash;
    uint64_t line_number;
    uint32_t file, number;
    uint32_t plies;
    uint32_t person[2];   /* numbers of people */
    uint32_t date, event; /* of words */
    uint32_t given : 30;
    uint32_t dropped : 1; /* another record of its game was chosen */
    uint32_t again : 1;   /* it takes part in the second reading */
    uint32_t opening;
    uint32_t line;
    uint32_t same; /* the next record of the line */
    uint32_t next; /* the next record of the group */

    /* Of a line's first one. */
    uint32_t parent;    /* a record that goes on from it, or NONE */
    uint32_t continued; /* how many go on from it */
    uint32_t last;      /* of the line; later of the group */
    uint32_t root;      /* the line whose group it is in */
};

struct duplicates {
    uint32_t min_plies;
    struct game *games;
    size_t count, cap;
    uint32_t *slots; /* of the lines: index + 1; 0: empty */
    size_t slot_count;
    uint64_t *filter; /* a bit for each line: most that are looked up are not there */
    size_t filter_bits;
    struct people people;
    struct map words;     /* dates and events */
    struct arena scratch; /* of zet_names_likeness */
    bool failed;          /* out of memory while names were compared */

    size_t present; /* second reading: the record that comes next */

    uint32_t *group_begin;        /* the first record of each, also of those with one record only */
    size_t group_count, group_at; /* group_at: the one that zet_duplicates_next goes to next */
    uint32_t group, at;           /* what it gave last: the number, the record or NONE */
};

/* Hashes. */

static struct line_hash hash_word(struct line_hash h, uint64_t word) {
    return (struct line_hash){key_mix(h.a ^ word),
                              key_mix(h.b + word * 0xd6e8feb86659fd93U + 0x2545f4914f6cdd1dU)};
}

static bool hash_same(struct line_hash x, struct line_hash y) { return x.a == y.a && x.b == y.b; }

static struct line_hash hash_move(struct line_hash h, const struct move *m) {
    uint64_t word[MOVE_CHOICE_WORDS_MAX];
    size_t count = zet_move_choice(m, word);
    for (size_t i = 0; i < count; i++)
        h = hash_word(h, word[i]);
    return h;
}

static struct line_hash hash_text(struct line_hash h, const char *text) {
    for (; *text; text++)
        h = hash_word(h, (unsigned char)*text);
    return h;
}

static struct line_hash hash_ruleset(const struct ruleset *rs) {
    struct line_hash h = hash_text((struct line_hash){1, 2}, rs->rules->name);
    h = hash_word(h, rs->variant);
    for (size_t i = 0; i < rs->rules->option_count; i++)
        h = hash_word(h, zet_ruleset_option(rs, i));
    return h;
}

static struct line_hash hash_setup(struct line_hash h, const struct board *board,
                                   const struct setup *s) {
    for (unsigned level = 0; level < board->levels; level++)
        for (unsigned rank = 0; rank + level < board->ranks; rank++)
            for (unsigned file = 0; file + level < board->files; file++) {
                cell c = cell_at(level, file, rank);
                if (s->at[c])
                    h = hash_word(h, (uint64_t)c << 8 | s->at[c]);
            }
    return hash_word(h, 0x10000000U | s->turn);
}

static bool same_ruleset(const struct ruleset *a, const struct ruleset *b) {
    return a->rules == b->rules && a->variant == b->variant &&
           !memcmp(a->option, b->option, sizeof a->option);
}

/* Rules and start position. */
static struct line_hash hash_start(struct duplicate_watcher *d, const struct ruleset *rs,
                                   const struct record *r) {
    const struct field *f = &r->field[KEY_POSITION];
    struct setup setup;
    size_t fault;
    if (f->state == FIELD_GIVEN) {
        rs->rules->notation->read_setup(f->text, &rs->board, &setup, &fault);
        return hash_setup(hash_ruleset(rs), &rs->board, &setup);
    }
    if (same_ruleset(&d->ruleset, rs))
        return d->own_start;
    union position start;
    rs->rules->start(&start, rs, NULL);
    rs->rules->describe(&start, &setup);
    d->ruleset = *rs;
    d->own_start = hash_setup(hash_ruleset(rs), &rs->board, &setup);
    return d->own_start;
}

/* The line of play that the present record has had so far. */
static struct line_hash hash_line(const struct duplicate_watcher *d) {
    return hash_word(hash_word(d->start, d->moves.a), d->moves.b);
}

/* Names. */

/* Without half a character at its end. */
static struct text cut_name(struct text name) {
    if (name.len <= NAME_BYTES_MAX)
        return name;
    name.len = NAME_BYTES_MAX;
    while (name.len && ((unsigned char)name.at[name.len] & 0xC0) == 0x80)
        name.len--;
    return name;
}

static struct text name_of(const struct duplicates *d, uint32_t person) {
    return person == PEOPLE_NOBODY ? (struct text){"", 0} : d->people.at[person].name;
}

static enum likeness compare_persons(struct duplicates *d, uint32_t a, uint32_t b) {
    if (a == b)
        return NAMES_SAME;
    if (a == PEOPLE_NOBODY || b == PEOPLE_NOBODY)
        return NAMES_UNKNOWN;
    if (zet_people_are_two(&d->people, a, b))
        return NAMES_OTHER;
    return zet_names_likeness(name_of(d, a), name_of(d, b), &d->scratch, &d->failed);
}

static enum likeness compare_names(struct duplicates *d, const struct game *a,
                                   const struct game *b) {
    enum likeness worst = NAMES_SAME;
    for (unsigned side = 0; side < 2 && worst != NAMES_OTHER; side++) {
        enum likeness l = compare_persons(d, a->person[side], b->person[side]);
        worst = l > worst ? l : worst;
    }
    return worst;
}

/* The lines of play. */

struct duplicates *zet_duplicates_new(uint32_t min_plies, const struct names_file *names) {
    struct duplicates *d = calloc(1, sizeof *d);
    if (d) {
        d->min_plies = min_plies;
        d->people.file = names;
    }
    return d;
}

void zet_duplicates_free(struct duplicates *d) {
    if (!d)
        return;
    free(d->games);
    free(d->slots);
    free(d->filter);
    zet_people_free(&d->people);
    zet_map_free(&d->words);
    zet_arena_free(&d->scratch);
    free(d->group_begin);
    free(d);
}

static uint32_t *find_line(const struct duplicates *d, struct line_hash h) {
    size_t mask = d->slot_count - 1, i = (size_t)h.a & mask;
    while (d->slots[i] && !hash_same(d->games[d->slots[i] - 1].hash, h))
        i = (i + 1) & mask;
    return &d->slots[i];
}

static bool grow_games(struct duplicates *d) {
    size_t cap = d->cap ? d->cap + d->cap / 2 : 1024;
    if (cap >= NONE)
        return false;
    struct game *games = realloc(d->games, cap * sizeof *games);
    if (!games)
        return false;
    d->games = games;
    if (d->slot_count >= cap + cap / 2) {
        d->cap = cap;
        return true;
    }
    size_t slot_count = d->slot_count ? d->slot_count * 2 : 4096;
    uint32_t *slots = calloc(slot_count, sizeof *slots);
    if (!slots)
        return false;
    free(d->slots);
    d->slots = slots;
    d->slot_count = slot_count;
    for (size_t i = 0; i < d->count; i++)
        if (d->games[i].line == i)
            *find_line(d, d->games[i].hash) = (uint32_t)i + 1;
    d->cap = cap; /* and no sooner: room without slots is no room */
    return true;
}

static struct line_hash hash_of(const struct duplicate_key *key) {
    return (struct line_hash){key->a, key->b};
}

void zet_duplicates_watch_begin(struct duplicate_watcher *w, const struct duplicates *all) {
    w->started = false;
    w->plies = w->opening = 0;
    w->moves = w->running = (struct line_hash){3, 4};
    w->all = all;
    w->extended.len = 0;
}

void zet_duplicates_watch_free(struct duplicate_watcher *w) { zet_buffer_free(&w->extended); }

/* The present record goes on from where it is: any line that ends there is a truncated one. */
static void find_extended(struct duplicate_watcher *w) {
    const struct duplicates *d = w->all;
    struct line_hash h = hash_line(w);
    size_t bit = (size_t)(h.b & (d->filter_bits - 1));
    if (!(d->filter[bit / 64] >> bit % 64 & 1))
        return;
    uint32_t slot = *find_line(d, h);
    if (slot && d->games[slot - 1].plies == w->plies) {
        uint32_t line = slot - 1;
        buffer_text(&w->extended, (struct text){(const char *)&line, sizeof line});
    }
}

void zet_duplicates_watch_see(void *context, const struct move_reader *in, enum token token) {
    if (token == TOKEN_MOVE && in->played && !in->depth && !in->playout)
        zet_duplicates_watch_see_move(context, in, &in->canonical, &in->effect);
}

void zet_duplicates_watch_see_move(void *context, const struct move_reader *in,
                                   const struct move *canonical, const struct effect *effect) {
    struct duplicate_watcher *w = context;
    bool is_turn = move_is_turn(canonical);
    (void)effect;
    if (!w->started)
        w->start = hash_start(w, &in->verdict->ruleset, in->record);
    w->started = true;
    if (w->all && w->plies >= w->all->min_plies && is_turn)
        find_extended(w);
    w->running = hash_move(w->running, canonical);
    if (!is_turn)
        return;
    w->moves = w->running;
    w->plies++;
    if (w->plies == w->min_plies)
        w->opening = (uint32_t)hash_line(w).b | 1;
}

struct duplicate_key zet_duplicates_watch_key(const struct duplicate_watcher *w) {
    struct line_hash h = w->plies ? hash_line(w) : (struct line_hash){0, 0};
    return (struct duplicate_key){w->plies, h.a, h.b, w->opening};
}

void zet_duplicates_key_write(struct buffer *row, const struct duplicate_key *key) {
    zet_row_number(row, key->plies);
    zet_row_number(row, key->a);
    zet_row_number(row, key->b);
    zet_row_number(row, key->opening);
}

struct duplicate_key zet_duplicates_key_read(struct row_reader *row) {
    struct duplicate_key key = {.plies = (uint32_t)zet_row_read_number(row)};
    key.a = zet_row_read_number(row);
    key.b = zet_row_read_number(row);
    key.opening = (uint32_t)zet_row_read_number(row);
    return key;
}

void zet_duplicates_extended_write(struct buffer *row, const struct duplicate_watcher *w) {
    uint32_t line;
    zet_row_number(row, w->extended.len / sizeof line);
    for (size_t at = 0; at < w->extended.len; at += sizeof line) {
        memcpy(&line, w->extended.at + at, sizeof line);
        zet_row_number(row, line);
    }
    row->failed |= w->extended.failed;
}

bool zet_duplicates_add(struct duplicates *d, const struct duplicate_about *about,
                        const struct duplicate_key *key, struct duplicate_place place) {
    struct game g = {.hash = hash_of(key),
                     .line_number = place.line,
                     .file = place.file,
                     .number = place.number,
                     .plies = key->plies,
                     .opening = key->opening,
                     .same = NONE,
                     .parent = NONE};
    if (!key->plies)
        return true;
    if (d->count == d->cap && !grow_games(d))
        return false;
    for (unsigned side = 0; side < 2; side++)
        g.person[side] = zet_people_number(&d->people, cut_name(about->players[side]),
                                           cut_name(about->ids[side]), true);
    g.date = zet_map_number(&d->words, about->date);
    g.event = zet_map_number(&d->words, cut_name(about->event));
    g.given = about->given & 0x3FFFFFFF;
    if (d->people.failed || d->words.failed)
        return false;
    uint32_t index = (uint32_t)d->count++, *slot = find_line(d, g.hash);
    if (!*slot)
        *slot = index + 1;
    g.line = *slot - 1;
    d->games[index] = g;
    struct game *first = &d->games[g.line];
    if (g.line != index)
        d->games[first->last].same = index;
    first->last = index;
    return true;
}

/* The record at that place, or NULL. */
static const struct game *find_game(const struct duplicates *d, uint32_t file, uint32_t number) {
    size_t low = 0, high = d->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct game *g = &d->games[middle];
        if (g->file == file && g->number == number)
            return g;
        if (g->file < file || (g->file == file && g->number < number))
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

bool zet_duplicates_takes_part(const struct duplicates *d, uint32_t file, uint32_t number) {
    const struct game *g = find_game(d, file, number);
    return g && g->again;
}

/* The present record is a longer one of the line. Of several the one whose names agree best is the
   parent, and of those the first. */
static void extend_line(struct duplicates *d, struct game *shorter) {
    const struct game *present = &d->games[d->present];
    shorter->continued++;
    if (shorter->parent == NONE ||
        compare_names(d, shorter, present) < compare_names(d, shorter, &d->games[shorter->parent]))
        shorter->parent = (uint32_t)d->present;
}

static void skip_others(struct duplicates *d) {
    while (d->present < d->count && !d->games[d->present].again)
        d->present++;
}

/* The record that comes next, if the key is its. */
static struct game *present_game(struct duplicates *d, const struct duplicate_key *key) {
    skip_others(d);
    struct game *g = d->present < d->count ? &d->games[d->present] : NULL;
    return g && g->plies == key->plies && hash_same(g->hash, hash_of(key)) ? g : NULL;
}

bool zet_duplicates_join(struct duplicates *d, const struct duplicate_key *key,
                         struct row_reader *row) {
    uint64_t count = zet_row_read_number(row);
    bool same = present_game(d, key) != NULL;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t line = zet_row_read_number(row);
        if (same && line < d->count)
            extend_line(d, &d->games[line]);
    }
    d->present++;
    return same;
}

/* Which records take part in the second reading. A truncated copy has the opening of the record
   that goes on from it, so only a record longer than the shortest one with its opening can go on
   from any. Openings that share an entry of the table cost nothing but the reading. */
static bool choose_readings(struct duplicates *d, bool *any) {
    enum { ENTRIES_A_RECORD = 8 };
    size_t entries = 1024;
    while (entries < d->count * ENTRIES_A_RECORD)
        entries *= 2;
    uint16_t *shortest = malloc(entries * sizeof *shortest);
    if (!shortest)
        return false;
    memset(shortest, 0xFF, entries * sizeof *shortest);
    for (size_t i = 0; i < d->count; i++) {
        const struct game *g = &d->games[i];
        uint16_t *entry = &shortest[(g->opening >> 1) & (entries - 1)];
        if (g->opening && g->plies < *entry)
            *entry = (uint16_t)g->plies;
    }
    *any = false;
    for (size_t i = 0; i < d->count; i++) {
        struct game *g = &d->games[i];
        g->again = g->opening && g->plies > shortest[(g->opening >> 1) & (entries - 1)];
        *any |= g->again;
    }
    free(shortest);
    return true;
}

bool zet_duplicates_turn(struct duplicates *d, bool *any) {
    if (!choose_readings(d, any))
        return false;
    d->present = 0;
    d->filter_bits = 1024;
    while (d->filter_bits < d->count * 16)
        d->filter_bits *= 2;
    d->filter = calloc(d->filter_bits / 64, sizeof *d->filter);
    d->group_begin = calloc(d->count + 1, sizeof *d->group_begin);
    if (!d->filter || !d->group_begin)
        return false;
    for (size_t i = 0; i < d->count; i++) {
        size_t bit = (size_t)(d->games[i].hash.b & (d->filter_bits - 1));
        d->filter[bit / 64] |= (uint64_t)1 << bit % 64;
    }
    return true;
}

/* The line at the end of the parents: they get longer, so there is an end. Those on the way learn
   it too. */
static uint32_t find_root(struct duplicates *d, uint32_t line) {
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

/* The record joins its group, after the first of the group's line. */
static void join_group(struct duplicates *d, uint32_t index) {
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

bool zet_duplicates_group(struct duplicates *d) {
    skip_others(d);
    if (d->present < d->count)
        return false;
    for (size_t i = 0; i < d->count; i++)
        d->games[i].root = d->games[i].next = d->games[i].last = NONE;
    for (size_t i = 0; i < d->count; i++)
        join_group(d, (uint32_t)i);
    d->group = 0;
    d->group_at = 0;
    d->at = NONE;
    return true;
}

static struct duplicate_place place_of(const struct game *g) {
    return (struct duplicate_place){g->file, g->number, g->line_number};
}

/* What a record that is not the first of its group is a copy of: the record that its line's first
   one is the beginning of; else of the records with the same line before it the one whose names
   agree best, and of those the first. */
static const struct game *original_of(struct duplicates *d, const struct game *g,
                                      enum duplicate_kind *kind, enum likeness *names_are) {
    static const enum duplicate_kind kinds[] = {[NAMES_SAME] = DUPLICATE_SAME,
                                                [NAMES_ALIKE] = DUPLICATE_SPELLING,
                                                [NAMES_UNKNOWN] = DUPLICATE_SAME,
                                                [NAMES_OTHER] = DUPLICATE_OTHERS};
    const struct game *other = &d->games[g->line], *best = other;
    if (other == g) {
        best = &d->games[g->parent];
        *kind = DUPLICATE_TRUNCATED;
        *names_are = compare_names(d, g, best);
        return best;
    }
    *names_are = compare_names(d, g, best);
    for (unsigned i = 1; i < DUPLICATES_COMPARED && *names_are != NAMES_SAME; i++) {
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

bool zet_duplicates_failed(const struct duplicates *d) { return d->failed; }

bool zet_duplicates_next(struct duplicates *d, struct duplicate *out) {
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
    *out = (struct duplicate){.group = d->group,
                              .place = place_of(g),
                              .plies = g->plies,
                              .names = {name_of(d, g->person[0]), name_of(d, g->person[1])},
                              .date = d->words.at[g->date],
                              .event = d->words.at[g->event],
                              .continued = d->games[g->line].continued};
    if (!begins)
        out->of = place_of(original_of(d, g, &out->kind, &out->names_are));
    return true;
}

/* Choosing. */

/* Records of a group that are of one game. */
struct chosen {
    struct game names; /* a copy of the first one, with persons that later ones name */
    uint32_t best;     /* so far */
};

/* Of a group that is long, only so many games are compared with each record by their names; the
   others if the players are the same. */
enum { CHOSEN_COMPARED = 64 };

struct choice {
    struct duplicates *d;
    enum duplicate_keep keep;
    struct chosen *at;
    size_t count, cap;
    struct index pairs; /* of games by their two persons */
    bool failed;
};

/* Dates that are both whole and differ. */
static bool dates_differ(const struct duplicates *d, const struct game *a, const struct game *b) {
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

/* The game that the record is of: one with the same players, else the one whose names are most
   alike; NULL: none of those so far. */
static struct chosen *find_chosen(struct choice *c, const struct game *g) {
    struct chosen *best = NULL;
    enum likeness best_is = NAMES_OTHER;
    size_t at = INDEX_START;
    int64_t i;
    while ((i = zet_index_next(&c->pairs, hash_pair(g), &at)) >= 0) {
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

/* A date as a text that sorts: what is not known comes first. */
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
    if (c->keep == KEEP_COMPLETE && x->plies != y->plies)
        return x->plies > y->plies;
    if (c->keep == KEEP_COMPLETE && x->given != y->given)
        return x->given > y->given;
    int order =
        c->keep == KEEP_NEWEST ? by_date(c->d->words.at[x->date], c->d->words.at[y->date]) : 0;
    if (order)
        return order > 0;
    return c->keep == KEEP_NEWEST ? a > b : a < b;
}

static void choose(struct choice *c, uint32_t index) {
    struct game *g = &c->d->games[index];
    struct chosen *chosen = find_chosen(c, g);
    if (!chosen) {
        c->failed |= !zet_list_reserve(&c->at, &c->cap, c->count + 1, sizeof *c->at) ||
                     !zet_index_add(&c->pairs, hash_pair(g), (uint32_t)c->count);
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

bool zet_duplicates_choose(struct duplicates *d, enum duplicate_keep keep) {
    struct choice c = {.d = d, .keep = keep};
    for (size_t i = 0; i < d->group_count && !c.failed; i++) {
        uint32_t first = d->group_begin[i];
        if (d->games[first].next == NONE)
            continue;
        c.count = 0;
        zet_index_free(&c.pairs);
        for (uint32_t at = first; at != NONE && !c.failed; at = d->games[at].next)
            choose(&c, at);
    }
    free(c.at);
    zet_index_free(&c.pairs);
    return !c.failed && !d->failed;
}

bool zet_duplicates_is_dropped(const struct duplicates *d, uint32_t file, uint32_t number) {
    const struct game *g = find_game(d, file, number);
    return g && g->dropped;
}
