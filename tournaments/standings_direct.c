/* Direct encounter by the FIDE Handbook, C.07, article 6. If all tied players have met each other,
   their scores in these games order them. If some have not met, a player is ranked first, then
   second and so on, only if no result of the missing games could change that rank. If this ranks
   anybody, the players who remain tied are compared again among themselves. */
#include <stdlib.h>

#include "notation/base/list.h"
#include "tournaments/standings.h"

struct direct {
    const struct standings *t;
    struct standings_row *at;
    uint32_t *member; /* rows */
    struct direct_row {
        uint32_t group; /* number of its current group */
        uint32_t missing;
        size_t seen; /* `seers` when a member was last found to have met it */
        int64_t score;
        size_t first; /* of its meetings */
    } * row;          /* by row; one extra at the end */
    uint32_t groups;
    size_t seers; /* members whose meetings were counted */
};

static bool is_meeting(const struct standings *t, const struct standings_game *g) {
    return game_kind_is_played(g->kind) ? !standings_is_open(g) : t->round_robin;
}

/* Counts the scores of the members in their mutual games. Returns whether all have met. */
static bool count_members(struct direct *d, size_t from, size_t end) {
    const struct standings *t = d->t;
    uint32_t number = ++d->groups;
    bool all = true;
    for (size_t i = from; i < end; i++)
        d->row[d->member[i]].group = number;
    for (size_t i = from; i < end; i++) {
        uint32_t row = d->member[i], met = 0;
        d->row[row].score = 0;
        d->seers++;
        for (size_t m = d->row[row].first; m < d->row[row + 1].first; m++) {
            const struct meeting *at = &t->meeting[m];
            const struct standings_game *g = &t->game[at->game];
            if (d->row[at->opponent].group != number || !is_meeting(t, g))
                continue;
            d->row[row].score += zi_standings_worth(t, g, g->player[1] == d->at[row].player);
            met += d->row[at->opponent].seen != d->seers;
            d->row[at->opponent].seen = d->seers;
        }
        d->row[row].missing = (uint32_t)(end - from) - 1 - met;
        all &= !d->row[row].missing;
    }
    return all;
}

static int by_score(const void *a, const void *b, void *context) {
    const struct direct *d = context;
    int64_t x = d->row[*(const uint32_t *)a].score, y = d->row[*(const uint32_t *)b].score;
    return (x < y) - (x > y);
}

/* Whether the first of the remaining members precedes the others whatever the missing results. */
static bool is_first(const struct direct *d, size_t from, size_t end) {
    const struct scoring *scoring = &d->t->scoring;
    for (size_t i = from + 1; i < end; i++) {
        const struct direct_row *other = &d->row[d->member[i]];
        if (scoring->by_points ||
            d->row[d->member[from]].score <= other->score + scoring->win * other->missing)
            return false;
    }
    return true;
}

/* The end of the run of members with the same score that starts at `from`. */
static size_t end_of_equal(const struct direct *d, size_t from, size_t end) {
    size_t next = from;
    while (next < end && d->row[d->member[next]].score == d->row[d->member[from]].score)
        next++;
    return next;
}

/* Gives the members keys from `key` downwards. Members who remain tied when others are ranked are
   compared again, which changes only their rows. */
static void order(struct direct *d, size_t from, size_t end, int64_t key) {
    bool all = count_members(d, from, end);
    qsort_r(d->member + from, end - from, sizeof *d->member, by_score, d);
    for (size_t i = from, next; i < end; i = next) {
        int64_t next_key = key - (int64_t)(i - from);
        next = all ? end_of_equal(d, i, end) : is_first(d, i, end) ? i + 1 : end;
        if (next - i < end - from)
            order(d, i, next, next_key);
        else
            for (size_t k = i; k < next; k++)
                d->at[d->member[k]].key = next_key;
    }
}

/* The end of the rows tied with the first one. */
static size_t end_of_group(const struct standings *t, size_t from) {
    size_t end = from;
    while (end < t->players && t->standing[end].group == t->standing[from].group)
        end++;
    return end;
}

static void order_group(struct direct *d, size_t from, size_t end) {
    for (size_t i = from; i < end; i++) {
        d->member[i] = (uint32_t)i;
        d->at[i].met_all = end - from > 1;
    }
    count_members(d, from, end);
    for (size_t i = from; i < end; i++)
        d->at[i].tie[TIE_DIRECT_ENCOUNTER] = d->row[i].score;
    order(d, from, end, (int64_t)(end - from));
}

bool zi_standings_direct(struct standings *t) {
    size_t players = t->players, m = 0;
    struct direct d = {.t = t,
                       .at = t->standing,
                       .member = zi_list_zeroed(players, sizeof *d.member),
                       .row = zi_list_zeroed(players + 1, sizeof *d.row)};
    bool fine = d.member && d.row;
    for (size_t i = 0; fine && i <= players; i++) {
        while (m < 2 * t->game_count && t->meeting[m].row < i)
            m++;
        d.row[i].first = m;
    }
    for (size_t i = 0, end; fine && i < players; i = end) {
        end = end_of_group(t, i);
        order_group(&d, i, end);
    }
    free(d.member);
    free(d.row);
    return fine;
}
