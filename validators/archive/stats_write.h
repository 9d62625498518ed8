/* Shared by the writers of statistics. */
#pragma once

#include "notation/base/value.h"
#include "validators/archive/stats.h"

/* The names of a group's sides, `white/b` if its games differ, and their order: white before black,
 * a before b. */
struct stats_sides {
    enum result first, second; /* the wins of each */
    char name[2][32];          /* by side; terminated */
};
struct stats_sides zi_stats_sides(const struct stats_group *g);

/* The name of the side that has the win. */
static inline const char *stats_side(const struct stats_sides *s, enum result win) {
    return s->name[win - RESULT_WIN_0];
}

/* The percentage with two digits, as in the source of Halma; empty if base is 0. */
static inline struct value stats_percent(uint64_t n, uint64_t base) {
    return value_ratio(n * 100, base, 2);
}

/* Appends `12 (45.45 %)`; without a base only `12`. */
void zi_stats_share(struct buffer *b, uint64_t n, uint64_t base);

/* Half of the number, with one decimal digit if needed. */
static inline struct value stats_half(uint64_t twice) {
    return value_decimal((int64_t)twice * 5, 1);
}

/* Appends `club.yaml:3`: the file and the number of the record in it. */
void zi_stats_place(const struct stats *s, const struct stats_record *r, struct buffer *b);

/* Appends a value of a kind on one line, a first move with its game if the group has several;
 * `none` stands for no move. */
void zi_stats_item_text(const struct stats_group *g, const struct stats_item *item,
                        enum stats_kind kind, const char *none, struct buffer *b);

/* The sum of the items from that index on. */
struct stats_item zi_stats_rest(const struct stats_item *item, size_t from, size_t count);

/* Joins parts to a name for machines. */
enum { STATS_KEY_ROOM = 64 };
const char *zi_stats_key(char room[STATS_KEY_ROOM], const char *const parts[5]);
#define stats_key(room, ...) zi_stats_key(room, (const char *const[5]){__VA_ARGS__})

/* Appends the group's name in words: `halma 8x8`, `(no event); 2009`. */
void zi_stats_title(const struct stats *s, size_t group, struct buffer *b);

/* A mean of a group: numerator and denominator. */
struct stats_mean {
    const struct measure *measure;
    const char *of;   /* for machines, after the measure's name: `_a_game` */
    const char *each; /* after its words: ` a game` */
    uint64_t n, base; /* base 0: does not exist */
};
enum { STATS_MEANS_MAX = 2 * STATS_MEASURES_MAX };

/* Fills in the means of the games in the group; returns how many. */
size_t zi_stats_means(const struct stats *s, const struct stats_group *g,
                      struct stats_mean out[STATS_MEANS_MAX]);

/* The group's longest move by that measure, or NULL if it is not reported. */
static inline const struct stats_record *
stats_longest(const struct stats *s, const struct stats_group *g, size_t measure) {
    const struct stats_record *r = &g->sum[measure].most;
    return s->measure[measure]->longest && r->most ? r : NULL;
}

/* Whether to show the total to people: not if there is only one group. */
static inline bool stats_shows_total(const struct stats *s) {
    return s->group_count != STATS_FIRST_GROUP + 1;
}
