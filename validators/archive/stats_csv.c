/* Statistics as CSV (RFC 4180): one table, a line a fact. */
#include "notation/base/csv_out.h"
#include "notation/base/value.h"
#include "validators/archive/stats_write.h"

struct csv {
    struct stats *stats;
    size_t group, first;
    struct buffer *out;
    bool by_player;
};

/* The group, the table and the item that a line is of. */
static void begin(const struct csv *c, const char *table, struct text item) {
    bool total = c->group == STATS_TOTAL;
    buffer_string(c->out, total ? "total" : "group");
    for (size_t i = 0; i < c->stats->by_count; i++) {
        buffer_char(c->out, ',');
        if (!total)
            zet_csv_text(c->out, zet_stats_group_name(c->stats, c->group, i));
    }
    buffer_add(c->out, ",", table, ",");
    zet_csv_text(c->out, item);
}

static void number(struct buffer *b, uint64_t n) { buffer_add(b, ",", n); }

/* The columns of results: games, finished, the wins, draws, unfinished, percentages. */
static void results(const struct csv *c, uint64_t games, const uint64_t result[4]) {
    static const enum result order[] = {RESULT_WIN_1, RESULT_WIN_0, RESULT_DRAW};
    uint64_t finished = stats_finished(result);
    buffer_char(c->out, ','); /* no value */
    number(c->out, games);
    number(c->out, finished);
    for (size_t i = 0; i < 3; i++)
        number(c->out, result[order[i]]);
    number(c->out, result[RESULT_OPEN]);
    for (size_t i = 0; i < 3; i++) {
        buffer_char(c->out, ',');
        if (finished)
            zet_stats_percent(c->out, result[order[i]], finished);
    }
}

static void end_line(const struct csv *c, const struct stats_group *g) {
    if (c->by_player) {
        buffer_char(c->out, ',');
        if (g)
            zet_buffer_number(c->out, g->won);
        buffer_char(c->out, ',');
        if (g)
            zet_buffer_number(c->out, g->lost);
    }
    buffer_string(c->out, "\r\n");
}

static void begin_value(const struct csv *c, const char *item) {
    begin(c, "numbers", text_of(item));
    buffer_char(c->out, ',');
}

static void end_value(const struct csv *c) {
    buffer_string(c->out, ",,,,,,,,,");
    end_line(c, NULL);
}

static void value(const struct csv *c, const char *item, uint64_t n) {
    begin_value(c, item);
    zet_buffer_number(c->out, n);
    end_value(c);
}

/* The item of a line, joined. */
static void begin_joined(const struct csv *c, const char *const parts[5]) {
    char room[64];
    struct writer w = {room, sizeof room, 0};
    for (size_t i = 0; i < 5; i++)
        write_string(&w, parts[i]);
    begin(c, "numbers", written(&w));
    buffer_char(c->out, ',');
}

static void longest(const struct csv *c, const struct measure *m, const struct stats_record *r) {
    struct buffer at = {0};
    begin_joined(c, (const char *[]){"longest_", m->longest, "_", m->unit, "s"});
    zet_buffer_number(c->out, r->most);
    end_value(c);
    begin_joined(c, (const char *[]){"longest_", m->longest, "_at", "", ""});
    zet_stats_place(c->stats, r, &at);
    zet_csv_text(c->out, buffered(&at));
    end_value(c);
    c->out->failed |= at.failed;
    zet_buffer_free(&at);
}

static void write_numbers(const struct csv *c) {
    const struct stats_group *g = &c->stats->group[c->group];
    const struct stats *s = c->stats;
    struct stats_mean mean[STATS_MEANS_MAX];
    size_t count = zet_stats_means(s, g, mean);
    uint64_t twice;
    if (g->games) {
        value(c, "plies_fewest", g->fewest);
        value(c, "plies_most", g->most);
        begin_value(c, "plies_mean");
        zet_buffer_ratio(c->out, g->plies, g->games, 1);
        end_value(c);
    }
    if (zet_stats_median(c->stats, c->group, &twice)) {
        begin_value(c, "plies_median");
        zet_buffer_ratio(c->out, twice, 2, 1);
        end_value(c);
    }
    for (size_t i = 0; i < count; i++) {
        if (!mean[i].base)
            continue;
        begin_joined(c, (const char *[]){mean[i].measure->name, mean[i].of, "", "", ""});
        zet_buffer_ratio(c->out, mean[i].n, mean[i].base, 2);
        end_value(c);
    }
    for (size_t i = 0; i < s->measure_count; i++)
        if (stats_longest(s, g, i))
            longest(c, s->measure[i], stats_longest(s, g, i));
}

static void write_item(const struct csv *c, const char *table, const struct stats_item *item,
                       struct text text) {
    begin(c, table, text);
    results(c, item->games, item->result);
    end_line(c, NULL);
}

static void add_item(struct stats_item *to, const struct stats_item *from) {
    to->games += from->games;
    for (size_t i = 0; i < 4; i++)
        to->result[i] += from->result[i];
}

/* The values of a kind, at most `most` of them; what is left out is one line. */
static void write_items(const struct csv *c, enum stats_kind kind, const char *table, size_t most) {
    size_t count;
    const struct stats_item *item = zet_stats_items(c->stats, c->group, kind, &count);
    const struct stats_group *g = &c->stats->group[c->group];
    bool several = kind == STATS_FIRST_MOVES && g->rules & (g->rules - 1);
    struct stats_item rest = {0};
    struct buffer text = {0};
    for (size_t i = 0; i < count; i++) {
        if (i >= most) {
            add_item(&rest, &item[i]);
            continue;
        }
        text.len = 0;
        if (several)
            buffer_string(&text, zet_games[item[i].rules]->name);
        if (several && item[i].text.len)
            buffer_char(&text, ' ');
        if (kind == STATS_LEVELS)
            zet_buffer_number(&text, item[i].number);
        else
            buffer_text(&text, item[i].text);
        write_item(c, table, &item[i], buffered(&text));
    }
    c->out->failed |= text.failed;
    zet_buffer_free(&text);
    if (rest.games)
        write_item(c, "first-moves-left-out", &rest, NO_TEXT);
}

static void write_group(struct csv *c, size_t group) {
    const struct stats_group *g = &c->stats->group[group];
    c->group = group;
    begin(c, "results", NO_TEXT);
    results(c, g->games, g->result);
    end_line(c, group == STATS_TOTAL ? NULL : g);
    write_numbers(c);
    write_items(c, STATS_ENDINGS, "endings", SIZE_MAX);
    write_items(c, STATS_LEVELS, "levels", SIZE_MAX);
    write_items(c, STATS_FIRST_MOVES, "first-moves", c->first);
}

static void write_head(const struct csv *c) {
    buffer_string(c->out, "scope");
    for (size_t i = 0; i < c->stats->by_count; i++) {
        enum stats_by by = c->stats->by[i];
        buffer_add(c->out, ",", zet_stats_by[by]);
    }
    buffer_add(c->out,
               ",table,item,value,games,finished,white_or_b,black_or_a,draws,unfinished,"
               "white_or_b_percent,black_or_a_percent,draws_percent",
               c->by_player ? ",won,lost\r\n" : "\r\n");
}

bool zet_stats_csv(struct stats *s, size_t first, struct buffer *out) {
    struct csv c = {
        .stats = s, .first = first, .out = out, .by_player = zet_stats_is_by(s, STATS_BY_PLAYER)};
    write_head(&c);
    write_group(&c, STATS_TOTAL);
    for (size_t i = STATS_FIRST_GROUP; i < s->group_count; i++)
        write_group(&c, i);
    return !s->failed && !out->failed;
}
