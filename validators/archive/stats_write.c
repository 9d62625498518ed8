#include "validators/archive/stats_write.h"

/* Appends `/name` unless it is the whole text already. */
static void add_name(char room[32], const char *name) {
    size_t length = strlen(room), more = strlen(name);
    if (length + more + 2 > 32 || strcmp(room, name) == 0)
        return;
    if (length)
        room[length++] = '/';
    memcpy(room + length, name, more + 1);
}

struct stats_sides zi_stats_sides(const struct stats_group *g) {
    struct stats_sides sides = {.first = RESULT_WIN_0, .second = RESULT_WIN_1};
    const struct rules *first = NULL;
    for (size_t i = 0; i < zi_game_count; i++) {
        const struct rules *rules = zi_games[i];
        if (!(g->rules & 1U << i) || (first && strcmp(first->sides[0], rules->sides[0]) == 0))
            continue;
        if (!first)
            first = rules;
        for (unsigned side = 0; side < 2; side++)
            add_name(sides.name[side], rules->sides[side]);
    }
    for (unsigned side = 0; side < 2 && !first; side++)
        add_name(sides.name[side], zi_games[0]->sides[side]);
    if (!first || !first->notation->counts) {
        sides.first = RESULT_WIN_1;
        sides.second = RESULT_WIN_0;
    }
    return sides;
}

void zi_stats_share(struct buffer *b, uint64_t n, uint64_t base) {
    buffer_add(b, n, base ? " (" : "", stats_percent(n, base), base ? " %)" : "");
}

void zi_stats_place(const struct stats *s, const struct stats_record *r, struct buffer *b) {
    buffer_add(b, r->file == STATS_NO_NAME ? TEXT("?") : s->names.at[r->file], ":", r->number);
}

void zi_stats_item_text(const struct stats_group *g, const struct stats_item *item,
                        enum stats_kind kind, const char *none, struct buffer *b) {
    bool several = kind == STATS_FIRST_MOVES && g->rules & (g->rules - 1);
    struct text text = item->text.len ? item->text : text_of(none);
    if (kind == STATS_LEVELS)
        zi_buffer_number(b, item->number);
    else
        buffer_add(b, several ? zi_games[item->rules]->name : "", several && text.len ? " " : "",
                   value_safe(text, SAFE_LINE));
}

struct stats_item zi_stats_rest(const struct stats_item *item, size_t from, size_t count) {
    struct stats_item rest = {0};
    for (; from < count; from++) {
        rest.games += item[from].games;
        for (size_t i = 0; i < 4; i++)
            rest.result[i] += item[from].result[i];
    }
    return rest;
}

const char *zi_stats_key(char room[STATS_KEY_ROOM], const char *const parts[5]) {
    struct writer w = {room, STATS_KEY_ROOM - 1, 0};
    for (size_t i = 0; i < 5; i++)
        write_string(&w, parts[i]);
    room[written(&w).len] = '\0';
    return room;
}

void zi_stats_title(const struct stats *s, size_t group, struct buffer *b) {
    const char *before = "";
    if (group < STATS_FIRST_GROUP) {
        buffer_string(b, "all games");
        return;
    }
    for (size_t i = 0; i < s->by_count; i++) {
        enum stats_by by = s->by[i];
        struct text name = zi_stats_group_name(s, group, i);
        if (!name.len && by == STATS_BY_VARIANT && zi_stats_is_by(s, STATS_BY_GAME))
            continue;
        /* a variant follows its game */
        buffer_string(b, *before && by == STATS_BY_VARIANT && i && s->by[i - 1] == STATS_BY_GAME
                             ? " "
                             : before);
        before = "; ";
        if (name.len)
            buffer_add(b, by == STATS_BY_ROUND ? "round " : "", value_safe(name, SAFE_LINE));
        else
            buffer_add(b, "(no ", zi_stats_by[by], ")");
    }
}

size_t zi_stats_means(const struct stats *s, const struct stats_group *g,
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
