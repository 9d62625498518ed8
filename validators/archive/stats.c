#include "validators/archive/stats.h"

#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/text_order.h"
#include "validators/api/archive.h"
#include "validators/games/ruleset.h"
#include "validators/replay/verdict.h"

const char *const zi_stats_by[STATS_BYS + 1] = {"game",   "variant", "event", "year",
                                                "player", "ending",  "round", NULL};

/* A cell's key: group, kind, game, value, result, from the top bit down. The 1 keeps it nonzero. */
enum { RESULT_BITS = 2, VALUE_BITS = 32, RULES_BITS = 4, KIND_BITS = 2 };
_Static_assert(GAMES_MAX <= 1 << RULES_BITS && STATS_KINDS <= 1 << KIND_BITS, "keys have room");

static uint64_t key_of_item(size_t group, unsigned kind, unsigned rules, uint32_t value) {
    uint64_t key = (((uint64_t)group + 1) << KIND_BITS) + kind;
    key = key << RULES_BITS | rules;
    key = key << VALUE_BITS | value;
    return key << RESULT_BITS;
}

/* Groups. */

/* The index of a name. */
static uint32_t name_of(struct stats *s, struct text name) {
    static const char dots[] = "\xE2\x80\xA6";
    char room[STATS_NAME_BYTES];
    size_t length = STATS_NAME_BYTES - (sizeof dots - 1);
    if (name.len > STATS_NAME_BYTES) {
        while (length && ((unsigned char)name.at[length] & 0xC0) == 0x80)
            length--;
        memcpy(room, name.at, length);
        memcpy(room + length, dots, sizeof dots - 1);
        name = (struct text){room, length + sizeof dots - 1};
    }
    uint32_t number = zi_map_number(&s->names, name);
    s->failed |= s->names.failed;
    return s->failed ? STATS_NO_NAME : number;
}

size_t zi_stats_group(struct stats *s, const struct text *names) {
    uint32_t name[STATS_BYS] = {0};
    for (size_t i = 0; i < s->by_count && names; i++)
        name[i] = names[i].len ? name_of(s, names[i]) : STATS_NO_NAME;
    size_t number =
        zi_map_number(&s->groups, (struct text){(const char *)name, names ? sizeof name : 0});
    s->failed |= s->groups.failed;
    if (number < s->group_count)
        return number;
    if (s->failed || !zi_list_reserve(&s->group, &s->group_cap, number + 1, sizeof *s->group)) {
        s->failed = true;
        return STATS_TOTAL;
    }
    s->group[number] = (struct stats_group){.fewest = UINT32_MAX};
    memcpy(s->group[number].name, name, sizeof name);
    return s->group_count++;
}

/* The measures of all games, each once. */
static void collect_measures(struct stats *s) {
    for (size_t i = 0; i < zi_game_count; i++)
        for (size_t k = 0; zi_games[i]->measures && zi_games[i]->measures[k]; k++) {
            size_t known = 0;
            while (known < s->measure_count && s->measure[known] != zi_games[i]->measures[k])
                known++;
            if (known == s->measure_count && known < STATS_MEASURES_MAX)
                s->measure[s->measure_count++] = zi_games[i]->measures[k];
        }
}

bool zi_stats_open(struct stats *s) {
    collect_measures(s);
    zi_stats_group(s, NULL);
    return !s->failed;
}

void zi_stats_close(struct stats *s) {
    zi_map_free(&s->names);
    zi_map_free(&s->groups);
    free(s->group);
    free(s->cell);
    free(s->item);
    *s = (struct stats){0};
}

/* Adding counts. */

static unsigned index_of(const char *game) {
    unsigned i = 0;
    while (i + 1 < zi_game_count && strcmp(zi_games[i]->name, game))
        i++;
    return i;
}

/* This many cells are collected before they are summed. */
enum { CELLS_LEAST = 1 << 16 };

static void add_ending(struct stats_group *g, unsigned rules, const zet_tally *t) {
    g->games += t->games;
    g->result[t->result & 3] += t->games;
    g->rules |= 1U << rules;
    g->won += t->won;
    g->lost += t->lost;
}

static void add_plies(struct stats_group *g, const zet_tally *t) {
    g->plies += t->number * t->games;
    g->fewest = t->number < g->fewest ? t->number : g->fewest;
    g->most = t->number > g->most ? t->number : g->most;
}

static int by_key(const void *a, const void *b) {
    uint64_t x = ((const struct stats_cell *)a)->key, y = ((const struct stats_cell *)b)->key;
    return (x > y) - (x < y);
}

/* Merges cells with equal keys. */
static void sum_cells(struct stats *s) {
    size_t count = s->cell_count;
    if (count)
        qsort(s->cell, count, sizeof *s->cell, by_key);
    s->cell_count = 0;
    for (size_t i = 0; i < count; i++)
        if (s->cell_count && s->cell[s->cell_count - 1].key == s->cell[i].key)
            s->cell[s->cell_count - 1].games += s->cell[i].games;
        else
            s->cell[s->cell_count++] = s->cell[i];
    s->cells_summed = s->cell_count;
}

void zi_stats_add(struct stats *s, size_t group, const zet_tally *t) {
    enum stats_kind kind = (enum stats_kind)t->kind;
    unsigned rules = index_of(t->game);
    bool is_text = kind == STATS_ENDINGS || kind == STATS_FIRST_MOVES;
    uint32_t value = is_text ? name_of(s, (struct text){t->text.at, t->text.length}) : t->number;
    if (kind == STATS_ENDINGS)
        add_ending(&s->group[group], rules, t);
    if (kind == STATS_LENGTHS)
        add_plies(&s->group[group], t);
    if (s->cell_count >= CELLS_LEAST && s->cell_count >= 2 * s->cells_summed)
        sum_cells(s);
    if (!zi_list_reserve(&s->cell, &s->cell_cap, s->cell_count + 1, sizeof *s->cell)) {
        s->failed = true;
        return;
    }
    uint64_t key = key_of_item(group, kind, kind == STATS_FIRST_MOVES ? rules : 0, value);
    s->cell[s->cell_count++] =
        (struct stats_cell){key | (kind == STATS_LENGTHS ? 0 : (unsigned)t->result & 3), t->games};
}

static bool is_before(uint32_t most, uint64_t order, const struct stats_record *r) {
    return most > r->most || (most && most == r->most && order < r->order);
}

void zi_stats_measured(struct stats *s, size_t group, const zet_measured *m) {
    const struct rules *rules = zi_games[index_of(m->game)];
    for (size_t k = 0; k < s->measure_count; k++) {
        struct stats_sum *to = &s->group[group].sum[k];
        if (s->measure[k] != rules->measures[m->measure])
            continue;
        to->games += m->games;
        to->moves += m->amount.moves;
        to->sum += m->amount.sum;
        if (is_before(m->amount.most, m->order, &to->most))
            to->most =
                (struct stats_record){.order = m->order,
                                      .most = m->amount.most,
                                      .ply = m->amount.ply,
                                      .file = name_of(s, (struct text){m->file.at, m->file.length}),
                                      .number = m->number};
    }
}

bool zi_stats_is_by(const struct stats *s, enum stats_by by) {
    for (size_t i = 0; i < s->by_count; i++)
        if (s->by[i] == by)
            return true;
    return false;
}

/* Results. */

struct text zi_stats_group_name(const struct stats *s, size_t group, size_t i) {
    uint32_t name = s->group[group].name[i];
    return name == STATS_NO_NAME ? NO_TEXT : s->names.at[name];
}

static size_t index_among(const char *const *words, struct text word) {
    size_t i = 0;
    while (words && words[i] && !text_is(word, words[i]))
        i++;
    return i;
}

/* The index of a game among the games, or of a variant in its game. */
static size_t rank(enum stats_by by, struct text name) {
    size_t i = 0, place = 0;
    if (by == STATS_BY_GAME)
        while (i < zi_game_count && !text_is(name, zi_games[i]->name))
            i++;
    if (by != STATS_BY_VARIANT)
        return i;
    for (; i < zi_game_count; i++) {
        const char *const *variants = zi_games[i]->variants;
        place = index_among(variants, name);
        if (variants && variants[place])
            break;
    }
    return i * GAMES_MAX + place;
}

struct order {
    const struct stats *stats;
    size_t group;
};

static int by_names(const void *a, const void *b) {
    const struct order *x = a, *y = b;
    const struct stats *s = x->stats;
    for (size_t i = 0; i < s->by_count; i++) {
        struct text m = zi_stats_group_name(s, x->group, i);
        struct text n = zi_stats_group_name(s, y->group, i);
        size_t p = rank(s->by[i], m), q = rank(s->by[i], n);
        int order = p == q ? zi_text_order(m, n) : p < q ? -1 : 1;
        if (order)
            return order;
    }
    return (x->group > y->group) - (x->group < y->group);
}

/* Renumbers the groups in the cells. */
static void sort_cells(struct stats *s, const uint32_t *now) {
    const int shift = RESULT_BITS + VALUE_BITS + RULES_BITS + KIND_BITS;
    for (size_t i = 0; i < s->cell_count; i++) {
        uint64_t key = s->cell[i].key, group = now[(key >> shift) - 1];
        s->cell[i].key = (group + 1) << shift | (key & (((uint64_t)1 << shift) - 1));
    }
    sum_cells(s);
}

/* Sorts the groups. */
static bool sort_groups(struct stats *s) {
    size_t n = s->group_count;
    struct order *order = malloc(n * sizeof *order);
    struct stats_group *sorted = malloc(n * sizeof *sorted);
    uint32_t *now = malloc(n * sizeof *now);
    bool well = order && sorted && now;
    if (well) {
        for (size_t i = 0; i < n; i++)
            order[i] = (struct order){s, i};
        if (n > STATS_FIRST_GROUP)
            qsort(order + STATS_FIRST_GROUP, n - STATS_FIRST_GROUP, sizeof *order, by_names);
        for (size_t i = 0; i < n; i++) {
            sorted[i] = s->group[order[i].group];
            now[order[i].group] = (uint32_t)i;
        }
        memcpy(s->group, sorted, n * sizeof *sorted);
        sort_cells(s, now);
    }
    free(order);
    free(sorted);
    free(now);
    return well;
}

bool zi_stats_finalize(struct stats *s) {
    s->failed |= !s->failed && !sort_groups(s);
    return !s->failed;
}

/* The first cell whose key is at least that one. */
static size_t cells_from(const struct stats *s, uint64_t key) {
    size_t low = 0, high = s->cell_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->cell[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int by_games(const void *a, const void *b) {
    const struct stats_item *x = a, *y = b;
    if (x->games != y->games)
        return x->games > y->games ? -1 : 1;
    int order = zi_text_order(x->text, y->text);
    return order ? order : (x->rules > y->rules) - (x->rules < y->rules);
}

const struct stats_item *zi_stats_items(struct stats *s, size_t group, enum stats_kind kind,
                                        size_t *count) {
    size_t from = cells_from(s, key_of_item(group, kind, 0, 0)), n = 0;
    size_t to = cells_from(s, key_of_item(group, kind + 1U, 0, 0));
    uint64_t before = 0;
    *count = 0;
    if (from == to)
        return NULL;
    if (!zi_list_reserve(&s->item, &s->item_cap, to - from, sizeof *s->item)) {
        s->failed = true;
        return NULL;
    }
    for (size_t i = from; i < to; i++) {
        const struct stats_cell *c = &s->cell[i];
        uint64_t key = c->key >> RESULT_BITS;
        struct stats_item *item = &s->item[n - (n && key == before)];
        if (!n || key != before) {
            uint32_t value = (uint32_t)key;
            n++;
            *item = (struct stats_item){.rules = key >> VALUE_BITS & ((1U << RULES_BITS) - 1)};
            if (kind == STATS_LENGTHS || kind == STATS_LEVELS)
                item->number = value;
            else
                item->text = s->names.at[value];
        }
        before = key;
        item->games += c->games;
        item->result[c->key & ((1U << RESULT_BITS) - 1)] += c->games;
    }
    if (kind == STATS_ENDINGS || kind == STATS_FIRST_MOVES)
        qsort(s->item, n, sizeof *s->item, by_games);
    *count = n;
    return s->item;
}

/* The length of the `nth` game, from 0, when sorted by length. */
static uint32_t length_at(const struct stats_item *item, uint64_t nth) {
    while (nth >= item->games)
        nth -= item++->games;
    return item->number;
}

bool zi_stats_median(struct stats *s, size_t group, uint64_t *twice) {
    size_t count;
    const struct stats_group *g = &s->group[group];
    const struct stats_item *item = zi_stats_items(s, group, STATS_LENGTHS, &count);
    if (!count)
        return false;
    *twice = (uint64_t)length_at(item, (g->games - 1) / 2) + length_at(item, g->games / 2);
    return true;
}
