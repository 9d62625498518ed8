/* Statistics as one JSON object, one group per line. */
#include "validators/archive/stats_write.h"

struct json {
    struct stats *stats;
    size_t first;
    struct json_out out;
};

/* The counts of the results, without brackets. */
static void results(struct json *j, const struct stats_sides *sides, const uint64_t result[4]) {
    json_members(&j->out, stats_side(sides, sides->first), result[sides->first],
                 stats_side(sides, sides->second), result[sides->second], "draws",
                 result[RESULT_DRAW], "unfinished", result[RESULT_OPEN]);
}

static void write_results(struct json *j, const struct stats_group *g) {
    struct stats_sides sides = zi_stats_sides(g);
    uint64_t finished = stats_finished(g->result);
    zi_json_key(&j->out, "results");
    zi_json_open(&j->out, '{');
    results(j, &sides, g->result);
    json_members(&j->out, "finished", finished, "percent",
                 value_object(stats_side(&sides, sides.first),
                              stats_percent(g->result[sides.first], finished),
                              stats_side(&sides, sides.second),
                              stats_percent(g->result[sides.second], finished), "draws",
                              stats_percent(g->result[RESULT_DRAW], finished)));
    zi_json_close(&j->out, '}');
}

static void write_lengths(struct json *j, size_t group) {
    const struct stats_group *g = &j->stats->group[group];
    uint64_t twice = 0;
    bool known = zi_stats_median(j->stats, group, &twice);
    const struct value plies = value_object("fewest", g->fewest, "most", g->most, "mean",
                                            value_ratio(g->plies, g->games, 1), "median",
                                            value_ratio(twice, 2 * known, 1));
    json_members(&j->out, "plies", g->games ? plies : value_string(NULL));
}

static void write_means(struct json *j, const struct stats_group *g) {
    const struct stats *s = j->stats;
    struct stats_mean mean[STATS_MEANS_MAX];
    size_t count = zi_stats_means(s, g, mean);
    char room[STATS_KEY_ROOM];
    for (size_t i = 0; i < count; i++)
        json_members(&j->out, stats_key(room, mean[i].measure->name, mean[i].of, "", "", ""),
                     value_ratio(mean[i].n, mean[i].base, 2));
    for (size_t i = 0; i < s->measure_count; i++) {
        const struct stats_record *r = stats_longest(s, g, i);
        const struct measure *m = s->measure[i];
        char unit[STATS_KEY_ROOM];
        if (r)
            json_members(&j->out, stats_key(room, "longest_", m->longest, "", "", ""),
                         value_object(stats_key(unit, m->unit, "s", "", "", ""), r->most, "file",
                                      r->file == STATS_NO_NAME ? NO_TEXT : s->names.at[r->file],
                                      "record", r->number, "ply", r->ply));
    }
}

static void write_item(struct json *j, const struct stats_sides *sides, enum stats_kind kind,
                       const struct stats_item *item) {
    zi_json_open(&j->out, '{');
    if (kind == STATS_FIRST_MOVES)
        json_members(&j->out, "game", zi_games[item->rules]->name, "move",
                     value_if_any(item->text));
    else if (kind == STATS_LEVELS)
        json_members(&j->out, "level", item->number);
    else
        json_members(&j->out, "ending", item->text);
    json_members(&j->out, "games", item->games);
    results(j, sides, item->result);
    zi_json_close(&j->out, '}');
}

/* The values of a kind, at most `most` of them, and the number omitted. */
static void write_items(struct json *j, size_t group, enum stats_kind kind, size_t most) {
    static const char *const names[STATS_KINDS] = {[STATS_ENDINGS] = "endings",
                                                   [STATS_FIRST_MOVES] = "first_moves",
                                                   [STATS_LEVELS] = "levels"};
    size_t count;
    const struct stats_item *item = zi_stats_items(j->stats, group, kind, &count);
    const struct stats_sides sides = zi_stats_sides(&j->stats->group[group]);
    size_t shown = count < most ? count : most;
    if (kind == STATS_LEVELS && !count)
        return;
    zi_json_key(&j->out, names[kind]);
    zi_json_open(&j->out, '[');
    for (size_t i = 0; i < shown; i++)
        write_item(j, &sides, kind, &item[i]);
    zi_json_close(&j->out, ']');
    if (kind == STATS_FIRST_MOVES)
        json_members(
            &j->out, "first_moves_left_out",
            value_object("moves", count - shown, "games", zi_stats_rest(item, shown, count).games));
}

static void write_names(struct json *j, size_t group) {
    for (size_t i = 0; i < j->stats->by_count; i++) {
        enum stats_by by = j->stats->by[i];
        struct value name = value_if_any(zi_stats_group_name(j->stats, group, i));
        if (by == STATS_BY_YEAR && name.text.len)
            name.kind = VALUE_WRITTEN;
        json_members(&j->out, zi_stats_by[by], name);
    }
}

static void write_group(struct json *j, size_t group) {
    const struct stats_group *g = &j->stats->group[group];
    zi_json_open(&j->out, '{');
    if (group >= STATS_FIRST_GROUP)
        write_names(j, group);
    json_members(&j->out, "games", g->games);
    if (group != STATS_TOTAL && zi_stats_is_by(j->stats, STATS_BY_PLAYER))
        json_members(&j->out, "won", g->won, "lost", g->lost);
    write_results(j, g);
    write_lengths(j, group);
    write_items(j, group, STATS_ENDINGS, SIZE_MAX);
    write_means(j, g);
    write_items(j, group, STATS_LEVELS, SIZE_MAX);
    write_items(j, group, STATS_FIRST_MOVES, j->first);
    zi_json_close(&j->out, '}');
}

bool zi_stats_json(struct stats *s, size_t first, struct buffer *out) {
    struct json j = {s, first, {.to = out}};
    zi_json_open(&j.out, '{');
    json_members(&j.out, "records", s->records, "counted", s->group[STATS_TOTAL].games, "not_valid",
                 s->invalid);
    zi_json_line(&j.out);
    zi_json_key(&j.out, "total");
    write_group(&j, STATS_TOTAL);
    zi_json_line(&j.out);
    zi_json_key(&j.out, "groups");
    zi_json_open(&j.out, '[');
    for (size_t i = STATS_FIRST_GROUP; i < s->group_count; i++) {
        zi_json_line(&j.out);
        write_group(&j, i);
    }
    buffer_string(out, "],\n\"rest\":null}\n");
    return !s->failed && !out->failed;
}
