/* Statistics as one JSON object, a group a line. */
#include "validators/archive/stats_write.h"

#include "notation/base/value.h"
#include "notation/record/json.h"

struct json {
    struct stats *stats;
    size_t first;
    struct buffer *out;
};

/* `,"name":` */
static void key(struct buffer *b, const char *name) {
    char last = b->len ? b->at[b->len - 1] : '{';
    if (!b->failed && last != '{')
        buffer_char(b, ',');
    zet_json_string(b, text_of(name));
    buffer_char(b, ':');
}

static void number(struct buffer *b, const char *name, uint64_t n) {
    key(b, name);
    zet_buffer_number(b, n);
}

static void ratio(struct buffer *b, const char *name, uint64_t n, uint64_t base, unsigned digits) {
    key(b, name);
    if (base)
        zet_buffer_ratio(b, n, base, digits);
    else
        buffer_string(b, "null");
}

/* The counts of the results, without brackets. */
static void results(struct buffer *b, const struct stats_sides *sides, const uint64_t result[4]) {
    number(b, stats_side(sides, sides->first), result[sides->first]);
    number(b, stats_side(sides, sides->second), result[sides->second]);
    number(b, "draws", result[RESULT_DRAW]);
    number(b, "unfinished", result[RESULT_OPEN]);
}

static void write_results(struct buffer *b, const struct stats_group *g) {
    struct stats_sides sides = zet_stats_sides(g);
    uint64_t finished = stats_finished(g->result);
    key(b, "results");
    buffer_char(b, '{');
    results(b, &sides, g->result);
    number(b, "finished", finished);
    key(b, "percent");
    buffer_char(b, '{');
    ratio(b, stats_side(&sides, sides.first), g->result[sides.first] * 100, finished, 2);
    ratio(b, stats_side(&sides, sides.second), g->result[sides.second] * 100, finished, 2);
    ratio(b, "draws", g->result[RESULT_DRAW] * 100, finished, 2);
    buffer_string(b, "}}");
}

static void write_lengths(const struct json *j, size_t group) {
    const struct stats_group *g = &j->stats->group[group];
    uint64_t twice = 0;
    bool known = zet_stats_median(j->stats, group, &twice);
    key(j->out, "plies");
    if (!g->games) {
        buffer_string(j->out, "null");
        return;
    }
    buffer_char(j->out, '{');
    number(j->out, "fewest", g->fewest);
    number(j->out, "most", g->most);
    ratio(j->out, "mean", g->plies, g->games, 1);
    ratio(j->out, "median", twice, known ? 2 : 0, 1);
    buffer_char(j->out, '}');
}

/* `,"before_and_after":` */
static void key_of_two(struct buffer *b, const char *before, const char *after) {
    char room[64];
    struct writer w = {room, sizeof room - 1, 0};
    write_string(&w, before);
    write_string(&w, after);
    room[written(&w).len] = '\0';
    key(b, room);
}

static void longest(const struct json *j, const struct measure *m, const struct stats_record *r) {
    struct buffer *b = j->out;
    key_of_two(b, "longest_", m->longest);
    buffer_char(b, '{');
    key_of_two(b, m->unit, "s");
    zet_buffer_number(b, r->most);
    key(b, "file");
    if (r->file == STATS_NO_NAME)
        buffer_string(b, "null");
    else
        zet_json_string(b, j->stats->names.at[r->file]);
    number(b, "record", r->number);
    number(b, "ply", r->ply);
    buffer_char(b, '}');
}

static void write_means(const struct json *j, const struct stats_group *g) {
    const struct stats *s = j->stats;
    struct stats_mean mean[STATS_MEANS_MAX];
    size_t count = zet_stats_means(s, g, mean);
    for (size_t i = 0; i < count; i++) {
        key_of_two(j->out, mean[i].measure->name, mean[i].of);
        if (mean[i].base)
            zet_buffer_ratio(j->out, mean[i].n, mean[i].base, 2);
        else
            buffer_string(j->out, "null");
    }
    for (size_t i = 0; i < s->measure_count; i++)
        if (stats_longest(s, g, i))
            longest(j, s->measure[i], stats_longest(s, g, i));
}

static void write_item(const struct json *j, size_t group, enum stats_kind kind,
                       const struct stats_item *item) {
    const struct stats_group *g = &j->stats->group[group];
    struct stats_sides sides = zet_stats_sides(g);
    struct buffer *b = j->out;
    buffer_char(b, '{');
    if (kind == STATS_FIRST_MOVES) {
        key(b, "game");
        zet_json_string(b, text_of(zet_games[item->rules]->name));
        key(b, "move");
        if (item->text.len)
            zet_json_string(b, item->text);
        else
            buffer_string(b, "null");
    } else if (kind == STATS_LEVELS) {
        number(b, "level", item->number);
    } else {
        key(b, "ending");
        zet_json_string(b, item->text);
    }
    number(b, "games", item->games);
    results(b, &sides, item->result);
    buffer_char(b, '}');
}

/* The values of a kind, at most `most` of them, and how many are left out. */
static void write_items(const struct json *j, size_t group, enum stats_kind kind, size_t most) {
    static const char *const names[STATS_KINDS] = {[STATS_ENDINGS] = "endings",
                                                   [STATS_FIRST_MOVES] = "first_moves",
                                                   [STATS_LEVELS] = "levels"};
    size_t count;
    const struct stats_item *item = zet_stats_items(j->stats, group, kind, &count);
    uint64_t games = 0;
    struct buffer *b = j->out;
    if (kind == STATS_LEVELS && !count)
        return;
    key(b, names[kind]);
    buffer_char(b, '[');
    for (size_t i = 0; i < count && i < most; i++) {
        if (i)
            buffer_char(b, ',');
        write_item(j, group, kind, &item[i]);
    }
    buffer_char(b, ']');
    for (size_t i = most; i < count; i++)
        games += item[i].games;
    if (kind == STATS_FIRST_MOVES) {
        key(b, "first_moves_left_out");
        buffer_char(b, '{');
        number(b, "moves", count > most ? count - most : 0);
        number(b, "games", games);
        buffer_char(b, '}');
    }
}

static void write_names(const struct json *j, size_t group) {
    for (size_t i = 0; i < j->stats->by_count; i++) {
        enum stats_by by = j->stats->by[i];
        struct text name = zet_stats_group_name(j->stats, group, i);
        key(j->out, zet_stats_by[by]);
        if (!name.len)
            buffer_string(j->out, "null");
        else if (by == STATS_BY_YEAR)
            buffer_text(j->out, name);
        else
            zet_json_string(j->out, name);
    }
}

static void write_group(const struct json *j, size_t group) {
    const struct stats_group *g = &j->stats->group[group];
    buffer_char(j->out, '{');
    if (group >= STATS_FIRST_GROUP)
        write_names(j, group);
    number(j->out, "games", g->games);
    if (group != STATS_TOTAL && zet_stats_is_by(j->stats, STATS_BY_PLAYER)) {
        number(j->out, "won", g->won);
        number(j->out, "lost", g->lost);
    }
    write_results(j->out, g);
    write_lengths(j, group);
    write_items(j, group, STATS_ENDINGS, SIZE_MAX);
    write_means(j, g);
    write_items(j, group, STATS_LEVELS, SIZE_MAX);
    write_items(j, group, STATS_FIRST_MOVES, j->first);
    buffer_char(j->out, '}');
}

bool zet_stats_json(struct stats *s, size_t first, struct buffer *out) {
    const struct json j = {s, first, out};
    buffer_char(out, '{');
    number(out, "records", s->records);
    number(out, "counted", s->group[STATS_TOTAL].games);
    number(out, "not_valid", s->invalid);
    buffer_string(out, ",\n\"total\":");
    write_group(&j, STATS_TOTAL);
    buffer_string(out, ",\n\"groups\":[");
    for (size_t i = STATS_FIRST_GROUP; i < s->group_count; i++) {
        buffer_string(out, i > STATS_FIRST_GROUP ? ",\n" : "\n");
        write_group(&j, i);
    }
    buffer_string(out, "],\n\"rest\":null}\n");
    return !s->failed && !out->failed;
}
