#include "validators/archive/stats.h"

#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/map.h"
#include "notation/base/text_order.h"
#include "validators/games/key.h"

const char *const zet_stats_by[STATS_BYS + 1] = {"game",   "variant", "event", "year",
                                                 "player", "ending",  "round", NULL};

/* A cell's key: group, kind, game, value, result, from the highest bit down. The 1 keeps it off 0.
 */
enum { RESULT_BITS = 2, VALUE_BITS = 32, RULES_BITS = 4, KIND_BITS = 2 };
_Static_assert(GAMES_MAX <= 1 << RULES_BITS && STATS_KINDS <= 1 << KIND_BITS, "keys have room");

static uint64_t key_of_item(size_t group, unsigned kind, unsigned rules, uint32_t value) {
    uint64_t key = (((uint64_t)group + 1) << KIND_BITS) + kind;
    key = key << RULES_BITS | rules;
    key = key << VALUE_BITS | value;
    return key << RESULT_BITS;
}

/* Groups. */

static bool add_group(struct stats *s, const uint32_t name[STATS_BYS]) {
    if (!zet_list_reserve(&s->group, &s->group_cap, s->group_count + 1, sizeof *s->group)) {
        s->failed = true;
        return false;
    }
    struct stats_group *g = &s->group[s->group_count++];
    *g = (struct stats_group){.fewest = UINT32_MAX};
    memcpy(g->name, name, sizeof g->name);
    return true;
}

/* The measures of all games; those that share one share its row. */
static void collect_measures(struct stats *s) {
    for (size_t i = 0; i < zet_game_count; i++)
        for (size_t k = 0; zet_games[i]->measures && zet_games[i]->measures[k]; k++) {
            size_t known = 0;
            while (known < s->measure_count && s->measure[known] != zet_games[i]->measures[k])
                known++;
            if (known == s->measure_count && known < STATS_MEASURES_MAX)
                s->measure[s->measure_count++] = zet_games[i]->measures[k];
        }
}

bool zet_stats_open(struct stats *s, const struct stats_options *options) {
    const uint32_t nobody[STATS_BYS] = {0};
    *s = (struct stats){.options = *options};
    collect_measures(s);
    if (!s->options.groups_max || s->options.groups_max > STATS_GROUPS_MAX)
        s->options.groups_max = STATS_GROUPS_MAX;
    s->cells.most = options->cells_max && options->cells_max < STATS_CELLS_MAX ? options->cells_max
                                                                               : STATS_CELLS_MAX;
    return add_group(s, nobody) && add_group(s, nobody);
}

void zet_stats_close(struct stats *s) {
    zet_stats_names_free(&s->names);
    zet_people_free(&s->people);
    zet_stats_cells_free(&s->cells);
    free(s->group);
    zet_index_free(&s->by_name);
    free(s->item);
    *s = (struct stats){0};
}

/* The text that a game has by a key; empty: none. Lives in `room`, or as long as the facts. */
static struct text text_by(enum stats_by by, const struct facts *f, char room[16]) {
    struct writer w = {room, 16, 0};
    switch (by) {
    case STATS_BY_GAME: return text_of(f->rules->name);
    case STATS_BY_VARIANT: return f->variant ? text_of(f->variant) : NO_TEXT;
    case STATS_BY_EVENT: return f->event;
    case STATS_BY_ENDING: return zet_facts_ending(f);
    case STATS_BY_ROUND: return f->round;
    case STATS_BY_YEAR:
        if (!f->year)
            return NO_TEXT;
        write_number(&w, f->year);
        return written(&w);
    case STATS_BY_PLAYER:
    case STATS_BYS: break;
    }
    return NO_TEXT;
}

/* The number of a person; STATS_NO_NAME: there is no room for one more, or `none`. */
static uint32_t person_of(struct stats *s, const struct facts *f, unsigned side, bool add,
                          bool *none) {
    char names[STATS_NAME_BYTES], ids[STATS_NAME_BYTES];
    struct text name = zet_stats_name_cut(f->players[side], names);
    struct text id = zet_stats_name_cut(f->ids[side], ids);
    add = add && s->people.bytes + name.len + id.len <= STATS_NAMES_BYTES;
    *none = !name.len && !id.len;
    return zet_people_number(&s->people, name, id, add); /* PEOPLE_NOBODY is STATS_NO_NAME */
}

/* The group of a game, of that side's player where it matters; the rest where there is no room. */
static size_t group_of(struct stats *s, const struct facts *f, unsigned side) {
    uint32_t name[STATS_BYS] = {0};
    bool room_for_more = s->group_count < STATS_FIRST_GROUP + s->options.groups_max;
    char room[16];
    for (size_t i = 0; i < s->options.by_count; i++) {
        bool none;
        if (s->options.by[i] == STATS_BY_PLAYER) {
            name[i] = person_of(s, f, side, room_for_more, &none);
        } else {
            struct text t = text_by(s->options.by[i], f, room);
            none = !t.len;
            name[i] = none ? STATS_NO_NAME : zet_stats_name(&s->names, t, room_for_more);
        }
        if (!none && name[i] == STATS_NO_NAME)
            return STATS_REST;
    }
    uint64_t hash = zet_hash((struct text){(const char *)name, sizeof name});
    size_t at = INDEX_START;
    int64_t known;
    while ((known = zet_index_next(&s->by_name, hash, &at)) >= 0)
        if (!memcmp(s->group[known].name, name, sizeof name))
            return (size_t)known;
    if (!room_for_more || !add_group(s, name))
        return STATS_REST;
    s->failed |= !zet_index_add(&s->by_name, hash, (uint32_t)s->group_count - 1);
    return s->group_count - 1;
}

/* Adding it. */

static unsigned index_of(const struct rules *rules) {
    unsigned i = 0;
    while (zet_games[i] != rules)
        i++;
    return i;
}

static void count(struct stats *s, size_t group, enum stats_kind kind, unsigned rules,
                  uint32_t value, enum result result) {
    if (!zet_stats_cell_add(&s->cells, key_of_item(group, kind, rules, value) | (unsigned)result))
        s->group[group].uncounted[kind]++;
}

static void count_text(struct stats *s, size_t group, enum stats_kind kind, unsigned rules,
                       struct text t, enum result result) {
    uint32_t name = zet_stats_name(&s->names, t, stats_cells_have_room(&s->cells));
    if (name == STATS_NO_NAME)
        s->group[group].uncounted[kind]++;
    else
        count(s, group, kind, rules, name, result);
}

struct place_of_game {
    struct text file;
    size_t number;
};

static void add_measure(struct stats *s, struct stats_sum *to, const struct stats_amount *amount,
                        const struct place_of_game *where) {
    to->games++;
    to->moves += amount->moves;
    to->sum += amount->sum;
    if (amount->most <= to->most.most)
        return;
    to->most = (struct stats_record){.most = amount->most,
                                     .ply = amount->ply,
                                     .file = zet_stats_name(&s->names, where->file, true),
                                     .number = where->number};
}

static void add_measures(struct stats *s, struct stats_group *g, const struct facts *f,
                         const struct stats_game *game, const struct place_of_game *where) {
    for (size_t i = 0; f->rules->measures && f->rules->measures[i]; i++)
        for (size_t k = 0; k < s->measure_count; k++)
            if (s->measure[k] == f->rules->measures[i])
                add_measure(s, &g->sum[k], &game->amount[i], where);
}

static void add_to(struct stats *s, size_t group, const struct facts *f,
                   const struct stats_game *game, const struct place_of_game *where) {
    struct stats_group *g = &s->group[group];
    unsigned rules = index_of(f->rules);
    g->games++;
    g->result[f->result]++;
    g->rules |= 1U << rules;
    g->plies += f->plies;
    g->fewest = f->plies < g->fewest ? f->plies : g->fewest;
    g->most = f->plies > g->most ? f->plies : g->most;
    add_measures(s, g, f, game, where);
    count(s, group, STATS_LENGTHS, 0, f->plies, RESULT_OPEN);
    count_text(s, group, STATS_ENDINGS, 0, zet_facts_ending(f), f->result);
    count_text(s, group, STATS_FIRST_MOVES, rules, game->first, f->result);
    if (game->has_levels)
        count(s, group, STATS_LEVELS, 0, game->level, f->result);
}

bool zet_stats_is_by(const struct stats *s, enum stats_by by) {
    for (size_t i = 0; i < s->options.by_count; i++)
        if (s->options.by[i] == by)
            return true;
    return false;
}

void zet_stats_add(struct stats *s, const struct facts *f, const struct stats_game *game,
                   struct text file, size_t number) {
    const struct place_of_game where = {file, number};
    add_to(s, STATS_TOTAL, f, game, &where);
    unsigned seats = zet_stats_is_by(s, STATS_BY_PLAYER) ? 2 : 1;
    for (unsigned side = 0; s->options.by_count && side < seats; side++) {
        size_t group = group_of(s, f, side);
        add_to(s, group, f, game, &where);
        s->group[group].won += f->result == result_win(side);
        s->group[group].lost += f->result == result_win(!side);
    }
    s->failed |= s->names.words.failed || s->cells.failed || s->people.failed;
}

/* Reading it off. */

struct text zet_stats_group_name(const struct stats *s, size_t group, size_t i) {
    uint32_t name = s->group[group].name[i];
    if (name == STATS_NO_NAME)
        return NO_TEXT;
    return s->options.by[i] == STATS_BY_PLAYER ? s->people.label[name] : s->names.words.at[name];
}

static size_t index_among(const char *const *words, struct text word) {
    size_t i = 0;
    while (words && words[i] && !text_is(word, words[i]))
        i++;
    return i;
}

/* The place of a game among the games, or of a variant among those of its game. */
static size_t rank(enum stats_by by, struct text name) {
    size_t i = 0, place = 0;
    if (by == STATS_BY_GAME)
        while (i < zet_game_count && !text_is(name, zet_games[i]->name))
            i++;
    if (by != STATS_BY_VARIANT)
        return i;
    for (; i < zet_game_count; i++) {
        const char *const *variants = zet_games[i]->variants;
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
    for (size_t i = 0; i < s->options.by_count; i++) {
        struct text m = zet_stats_group_name(s, x->group, i);
        struct text n = zet_stats_group_name(s, y->group, i);
        size_t p = rank(s->options.by[i], m), q = rank(s->options.by[i], n);
        int order = p == q ? zet_text_order(m, n) : p < q ? -1 : 1;
        if (order)
            return order;
    }
    return (x->group > y->group) - (x->group < y->group);
}

/* The numbers of persons become those that they have in the end. */
static void join_people(struct stats *s) {
    zet_people_join(&s->people);
    zet_people_make_labels(&s->people);
    s->failed |= s->people.failed;
    for (size_t g = STATS_FIRST_GROUP; g < s->group_count; g++)
        for (size_t i = 0; i < s->options.by_count; i++)
            if (s->options.by[i] == STATS_BY_PLAYER && s->group[g].name[i] != STATS_NO_NAME)
                s->group[g].name[i] = s->people.at[s->group[g].name[i]].same;
}

/* How many periods of so many years the groups are. A group without a year is one, too. */
static size_t count_periods(const struct stats *s, uint32_t years) {
    enum { YEARS = 10000 };
    bool seen[YEARS + 1] = {false};
    size_t count = 0;
    for (size_t g = STATS_FIRST_GROUP; g < s->group_count; g++) {
        struct text year = zet_stats_group_name(s, g, 0);
        bool *at = &seen[year.len ? text_number(year, YEARS - 1) / years : YEARS];
        count += !*at;
        *at = true;
    }
    return count;
}

/* Gives the groups the names of periods, as short as they can be, so that all have room. */
static void join_years(struct stats *s) {
    static const uint32_t lengths[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
    size_t i = 0;
    while (i + 1 < sizeof lengths / sizeof *lengths &&
           count_periods(s, lengths[i]) > STATS_PANELS_MAX)
        i++;
    for (size_t g = STATS_FIRST_GROUP; i && g < s->group_count; g++) {
        char room[2 * DIGITS_ROOM];
        struct writer w = {room, sizeof room, 0};
        struct text year = zet_stats_group_name(s, g, 0);
        uint32_t from = text_number(year, UINT32_MAX) / lengths[i] * lengths[i];
        if (!year.len)
            continue;
        write_number(&w, from);
        write_char(&w, '-');
        write_number(&w, from + lengths[i] - 1);
        s->group[g].name[0] = zet_stats_name(&s->names, written(&w), true);
        s->failed |= s->names.words.failed;
    }
}

static void merge_sum(struct stats_sum *to, const struct stats_sum *from) {
    to->games += from->games;
    to->moves += from->moves;
    to->sum += from->sum;
    if (from->most.most > to->most.most)
        to->most = from->most;
}

/* The games of a group come to another one, whose games were the earlier ones. */
static void merge_group(struct stats_group *to, const struct stats_group *from) {
    to->games += from->games;
    to->won += from->won;
    to->lost += from->lost;
    to->rules |= from->rules;
    to->plies += from->plies;
    to->fewest = from->fewest < to->fewest ? from->fewest : to->fewest;
    to->most = from->most > to->most ? from->most : to->most;
    for (size_t i = 0; i < sizeof to->result / sizeof *to->result; i++)
        to->result[i] += from->result[i];
    for (size_t i = 0; i < STATS_MEASURES_MAX; i++)
        merge_sum(&to->sum[i], &from->sum[i]);
    for (size_t i = 0; i < STATS_KINDS; i++)
        to->uncounted[i] += from->uncounted[i];
}

/* Puts the groups in their order, and what is one person's together; their cells keep the old
   numbers. */
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
        size_t kept = 0;
        for (size_t i = 0; i < n; i++) {
            const struct stats_group *g = &s->group[order[i].group];
            bool again =
                i > STATS_FIRST_GROUP && !memcmp(sorted[kept - 1].name, g->name, sizeof g->name);
            if (again)
                merge_group(&sorted[kept - 1], g);
            else
                sorted[kept++] = *g;
            now[order[i].group] = (uint32_t)(kept - 1);
        }
        memcpy(s->group, sorted, kept * sizeof *sorted);
        s->group_count = kept;
        const int shift = RESULT_BITS + VALUE_BITS + RULES_BITS + KIND_BITS;
        const uint64_t below = ((uint64_t)1 << shift) - 1;
        for (size_t i = 0; s->cells.at && i <= s->cells.mask; i++) {
            uint64_t key = s->cells.at[i].key;
            if (key)
                s->cells.at[i].key =
                    ((uint64_t)now[(key >> shift) - 1] + 1) << shift | (key & below);
        }
    }
    free(order);
    free(sorted);
    free(now);
    return well;
}

bool zet_stats_finalize(struct stats *s) {
    if (!s->failed && zet_stats_is_by(s, STATS_BY_PLAYER))
        join_people(s);
    if (!s->failed && s->options.periods && s->options.by_count == 1 &&
        s->options.by[0] == STATS_BY_YEAR)
        join_years(s);
    if (!s->failed && !sort_groups(s))
        s->failed = true;
    if (!s->failed)
        zet_stats_cells_finalize(&s->cells);
    return !s->failed;
}

static struct stats_item *room_for_items(struct stats *s, size_t count) {
    if (count <= s->item_cap)
        return s->item;
    struct stats_item *item = realloc(s->item, count * sizeof *item);
    if (!item) {
        s->failed = true;
        return NULL;
    }
    s->item_cap = count;
    return s->item = item;
}

static int by_games(const void *a, const void *b) {
    const struct stats_item *x = a, *y = b;
    if (x->games != y->games)
        return x->games > y->games ? -1 : 1;
    int order = zet_text_order(x->text, y->text);
    return order ? order : (x->rules > y->rules) - (x->rules < y->rules);
}

const struct stats_item *zet_stats_items(struct stats *s, size_t group, enum stats_kind kind,
                                         size_t *count) {
    size_t from = zet_stats_cells_from(&s->cells, key_of_item(group, kind, 0, 0)), n = 0;
    size_t to = zet_stats_cells_from(&s->cells, key_of_item(group, kind + 1U, 0, 0));
    uint64_t before = 0;
    *count = 0;
    if (from == to || !room_for_items(s, to - from))
        return NULL;
    for (size_t i = from; i < to; i++) {
        const struct stats_cell *c = &s->cells.at[i];
        uint64_t key = c->key >> RESULT_BITS;
        struct stats_item *item = &s->item[n - (n && key == before)];
        if (!n || key != before) {
            uint32_t value = (uint32_t)key;
            n++;
            *item = (struct stats_item){.rules = key >> VALUE_BITS & ((1U << RULES_BITS) - 1)};
            if (kind == STATS_LENGTHS || kind == STATS_LEVELS)
                item->number = value;
            else
                item->text = s->names.words.at[value];
        }
        before = key;
        item->games += c->count;
        item->result[c->key & ((1U << RESULT_BITS) - 1)] += c->count;
    }
    if (kind == STATS_ENDINGS || kind == STATS_FIRST_MOVES)
        qsort(s->item, n, sizeof *s->item, by_games);
    *count = n;
    return s->item;
}

/* The length of the `nth` game from 0 in the order of lengths. */
static uint32_t length_at(const struct stats_item *item, uint64_t nth) {
    while (nth >= item->games)
        nth -= item++->games;
    return item->number;
}

bool zet_stats_median(struct stats *s, size_t group, uint64_t *twice) {
    size_t count;
    const struct stats_group *g = &s->group[group];
    const struct stats_item *item = zet_stats_items(s, group, STATS_LENGTHS, &count);
    if (!count || g->uncounted[STATS_LENGTHS])
        return false;
    *twice = (uint64_t)length_at(item, (g->games - 1) / 2) + length_at(item, g->games / 2);
    return true;
}
