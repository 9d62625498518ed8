#include "validators/archive/stats_write.h"

#include "notation/base/safe_text.h"
#include "notation/base/value.h"

/* Appends `/name` unless that is all there is. */
static void add_name(char room[32], const char *name) {
    size_t length = strlen(room), more = strlen(name);
    if (length + more + 2 > 32 || strcmp(room, name) == 0)
        return;
    if (length)
        room[length++] = '/';
    memcpy(room + length, name, more + 1);
}

struct stats_sides zet_stats_sides(const struct stats_group *g) {
    struct stats_sides sides = {.first = RESULT_WIN_0, .second = RESULT_WIN_1};
    const struct rules *first = NULL;
    for (size_t i = 0; i < zet_game_count; i++) {
        const struct rules *rules = zet_games[i];
        if (!(g->rules & 1U << i) || (first && strcmp(first->sides[0], rules->sides[0]) == 0))
            continue;
        if (!first)
            first = rules;
        for (unsigned side = 0; side < 2; side++)
            add_name(sides.name[side], rules->sides[side]);
    }
    for (unsigned side = 0; side < 2 && !first; side++)
        add_name(sides.name[side], zet_games[0]->sides[side]);
    if (!first || !first->notation->counts) {
        sides.first = RESULT_WIN_1;
        sides.second = RESULT_WIN_0;
    }
    return sides;
}

void zet_stats_percent(struct buffer *b, uint64_t n, uint64_t base) {
    zet_buffer_ratio(b, n * 100, base, 2);
}

void zet_stats_share(struct buffer *b, uint64_t n, uint64_t base) {
    zet_buffer_number(b, n);
    if (!base)
        return;
    buffer_string(b, " (");
    zet_stats_percent(b, n, base);
    buffer_string(b, " %)");
}

void zet_stats_half(struct buffer *b, uint64_t twice) {
    buffer_add(b, twice / 2, twice % 2 ? ".5" : "");
}

void zet_stats_place(const struct stats *s, const struct stats_record *r, struct buffer *b) {
    buffer_add(b, r->file == STATS_NO_NAME ? TEXT("?") : s->names.at[r->file], ":", r->number);
}

void zet_stats_clean(struct buffer *b, struct text t) { zet_safe_text(b, t, SAFE_LINE); }

void zet_stats_title(const struct stats *s, size_t group, struct buffer *b) {
    const char *before = "";
    if (group < STATS_FIRST_GROUP) {
        buffer_string(b, "all games");
        return;
    }
    for (size_t i = 0; i < s->by_count; i++) {
        enum stats_by by = s->by[i];
        struct text name = zet_stats_group_name(s, group, i);
        if (!name.len && by == STATS_BY_VARIANT && zet_stats_is_by(s, STATS_BY_GAME))
            continue;
        /* a variant belongs to its game */
        buffer_string(b, *before && by == STATS_BY_VARIANT && i && s->by[i - 1] == STATS_BY_GAME
                             ? " "
                             : before);
        before = "; ";
        if (name.len && by == STATS_BY_ROUND)
            buffer_string(b, "round ");
        if (name.len) {
            zet_stats_clean(b, name);
            continue;
        }
        buffer_add(b, "(no ", zet_stats_by[by], ")");
    }
}

size_t zet_stats_means(const struct stats *s, const struct stats_group *g,
                       struct stats_mean out[STATS_MEANS_MAX]) {
    size_t count = 0;
    for (size_t i = s->measure_count; i-- > 0;) {
        const struct measure *m = s->measure[i];
        const struct stats_sum *sum = &g->sum[i];
        if (m->a_game && sum->games)
            out[count++] = (struct stats_mean){m, "_a_game", " a game", sum->sum, sum->games};
        if (m->a_move && sum->games)
            out[count++] = (struct stats_mean){m, "_a_move", " a move", sum->sum, sum->moves};
    }
    return count;
}
