/* Statistics as CSV (RFC 4180): one table, one line per fact. */
#include "notation/base/csv_out.h"
#include "validators/archive/stats_write.h"

struct csv {
    struct stats *stats;
    size_t group, first;
    struct buffer *out;
    bool by_player;
};

/* Writes a line: its subject and its value, or the results of games; `g` is the line's group, or
 * NULL. */
static void line(const struct csv *c, const char *table, struct text item, struct value value,
                 const struct stats_item *games, const struct stats_group *g) {
    static const enum result order[] = {RESULT_WIN_1, RESULT_WIN_0, RESULT_DRAW};
    enum {
        VALUE_CELL,
        GAMES,
        FINISHED,
        RESULTS,
        OPEN = RESULTS + 3,
        PERCENT,
        WON = PERCENT + 3,
        LOST
    };
    struct value field[LOST + 1] = {[VALUE_CELL] = value};
    bool total = c->group == STATS_TOTAL;
    uint64_t finished = games ? stats_finished(games->result) : 0;
    buffer_string(c->out, total ? "total" : "group");
    for (size_t i = 0; i < c->stats->by_count; i++) {
        buffer_char(c->out, ',');
        zi_csv_text(c->out, total ? NO_TEXT : zi_stats_group_name(c->stats, c->group, i));
    }
    buffer_add(c->out, ",", table, ",");
    zi_csv_text(c->out, item);
    if (games) {
        field[GAMES] = value_number(games->games);
        field[FINISHED] = value_number(finished);
        field[OPEN] = value_number(games->result[RESULT_OPEN]);
    }
    for (size_t i = 0; i < 3 && games; i++) {
        field[RESULTS + i] = value_number(games->result[order[i]]);
        field[PERCENT + i] = stats_percent(games->result[order[i]], finished);
    }
    if (g) {
        field[WON] = value_number(g->won);
        field[LOST] = value_number(g->lost);
    }
    for (size_t i = 0; i < (c->by_player ? LOST + 1 : WON); i++) {
        buffer_char(c->out, ',');
        if (field[i].kind == VALUE_TEXT)
            zi_csv_text(c->out, field[i].text);
        else
            zi_buffer_add(c->out, &field[i], 1);
    }
    buffer_string(c->out, "\r\n");
}

static void number(const struct csv *c, const char *item, struct value v) {
    if (!zi_value_is_none(&v))
        line(c, "numbers", text_of(item), v, NULL, NULL);
}

static void longest(const struct csv *c, const struct measure *m, const struct stats_record *r) {
    struct buffer at = {0};
    char room[STATS_KEY_ROOM];
    number(c, stats_key(room, "longest_", m->longest, "_", m->unit, "s"), value_number(r->most));
    zi_stats_place(c->stats, r, &at);
    number(c, stats_key(room, "longest_", m->longest, "_at", "", ""), value_text(buffered(&at)));
    c->out->failed |= at.failed;
    zi_buffer_free(&at);
}

static void write_numbers(const struct csv *c) {
    const struct stats_group *g = &c->stats->group[c->group];
    const struct stats *s = c->stats;
    struct stats_mean mean[STATS_MEANS_MAX];
    size_t count = zi_stats_means(s, g, mean);
    char room[STATS_KEY_ROOM];
    uint64_t twice = 0;
    if (g->games) {
        number(c, "plies_fewest", value_number(g->fewest));
        number(c, "plies_most", value_number(g->most));
        number(c, "plies_mean", value_ratio(g->plies, g->games, 1));
    }
    if (zi_stats_median(c->stats, c->group, &twice))
        number(c, "plies_median", value_ratio(twice, 2, 1));
    for (size_t i = 0; i < count; i++)
        number(c, stats_key(room, mean[i].measure->name, mean[i].of, "", "", ""),
               value_ratio(mean[i].n, mean[i].base, 2));
    for (size_t i = 0; i < s->measure_count; i++)
        if (stats_longest(s, g, i))
            longest(c, s->measure[i], stats_longest(s, g, i));
}

/* The values of a kind, at most `most` of them; one line sums up the rest. */
static void write_items(const struct csv *c, enum stats_kind kind, const char *table, size_t most) {
    size_t count;
    const struct stats_item *item = zi_stats_items(c->stats, c->group, kind, &count);
    const struct value nothing = value_string(NULL);
    struct buffer text = {0};
    for (size_t i = 0; i < count && i < most; i++) {
        text.len = 0;
        zi_stats_item_text(&c->stats->group[c->group], &item[i], kind, "", &text);
        line(c, table, buffered(&text), nothing, &item[i], NULL);
    }
    c->out->failed |= text.failed;
    zi_buffer_free(&text);
    const struct stats_item rest = zi_stats_rest(item, most, count);
    if (rest.games)
        line(c, "first-moves-left-out", NO_TEXT, nothing, &rest, NULL);
}

static void write_group(struct csv *c, size_t group) {
    const struct stats_group *g = &c->stats->group[group];
    struct stats_item games = {.games = g->games};
    memcpy(games.result, g->result, sizeof games.result);
    c->group = group;
    line(c, "results", NO_TEXT, value_string(NULL), &games, group == STATS_TOTAL ? NULL : g);
    write_numbers(c);
    write_items(c, STATS_ENDINGS, "endings", SIZE_MAX);
    write_items(c, STATS_LEVELS, "levels", SIZE_MAX);
    write_items(c, STATS_FIRST_MOVES, "first-moves", c->first);
}

bool zi_stats_csv(struct stats *s, size_t first, struct buffer *out) {
    struct csv c = {
        .stats = s, .first = first, .out = out, .by_player = zi_stats_is_by(s, STATS_BY_PLAYER)};
    buffer_string(out, "scope");
    for (size_t i = 0; i < s->by_count; i++)
        buffer_add(out, ",", zi_stats_by[s->by[i]]);
    buffer_add(out,
               ",table,item,value,games,finished,white_or_b,black_or_a,draws,unfinished,"
               "white_or_b_percent,black_or_a_percent,draws_percent",
               c.by_player ? ",won,lost\r\n" : "\r\n");
    write_group(&c, STATS_TOTAL);
    for (size_t i = STATS_FIRST_GROUP; i < s->group_count; i++)
        write_group(&c, i);
    return !s->failed && !out->failed;
}
