/* Statistics for people. */
#include "notation/base/unicode.h"
#include "validators/archive/stats_write.h"

enum { LABEL_COLUMNS = 13, MOVE_COLUMNS_MAX = 30, NUMBER_COLUMNS = 12 };

/* A line's heading, padded to its column. */
static void heading(struct buffer *b, const char *label) {
    buffer_add(b, "  ", label);
    buffer_chars(b, ' ', LABEL_COLUMNS - strlen(label));
}

/* Writes the heading before the first part of a line, `, ` before the others. */
static void begin_part(struct buffer *b, const char *label, bool *begun) {
    if (*begun)
        buffer_string(b, ", ");
    else
        heading(b, label);
    *begun = true;
}

static void end_parts(struct buffer *b, bool begun) { buffer_string(b, begun ? "\n" : ""); }

/* `white 5 (45.5 %)` */
static void share(struct buffer *b, const char *label, uint64_t n, uint64_t base,
                  const char *after) {
    buffer_add(b, label, " ");
    zi_stats_share(b, n, base);
    buffer_string(b, after);
}

static void write_results(const struct stats *s, size_t group, struct buffer *b) {
    const struct stats_group *g = &s->group[group];
    struct stats_sides sides = zi_stats_sides(g);
    uint64_t finished = stats_finished(g->result);
    if (group != STATS_TOTAL && zi_stats_is_by(s, STATS_BY_PLAYER)) {
        heading(b, "player");
        share(b, "won", g->won, finished, ", ");
        share(b, "lost", g->lost, finished, "\n");
    }
    heading(b, "results");
    share(b, stats_side(&sides, sides.first), g->result[sides.first], finished, ", ");
    share(b, stats_side(&sides, sides.second), g->result[sides.second], finished, ", ");
    share(b, "draws", g->result[RESULT_DRAW], finished, " of ");
    buffer_add(b, finished, " finished; unfinished ", g->result[RESULT_OPEN], "\n");
}

static void write_lengths(struct stats *s, size_t group, struct buffer *b) {
    const struct stats_group *g = &s->group[group];
    uint64_t twice;
    heading(b, "plies");
    if (!g->games) {
        buffer_string(b, "none\n");
        return;
    }
    buffer_add(b, "fewest ", g->fewest, ", most ", g->most, ", mean ",
               value_ratio(g->plies, g->games, 1), ", median ");
    if (zi_stats_median(s, group, &twice))
        buffer_add(b, stats_half(twice));
    buffer_char(b, '\n');
}

static void write_endings(struct stats *s, size_t group, struct buffer *b) {
    size_t count;
    const struct stats_item *item = zi_stats_items(s, group, STATS_ENDINGS, &count);
    heading(b, "endings");
    for (size_t i = 0; i < count; i++)
        buffer_add(b, i ? ", " : "", value_safe(item[i].text, SAFE_LINE), " ", item[i].games);
    buffer_string(b, count ? "\n" : "none\n");
}

/* `chain 11 hops (club.yaml:3, ply 59)` */
static void write_longest(const struct stats *s, const struct measure *m,
                          const struct stats_record *r, struct buffer *b) {
    struct buffer place = {0};
    zi_stats_place(s, r, &place);
    buffer_add(b, m->longest, " ", r->most, " ", m->unit, r->most == 1 ? " (" : "s (",
               value_safe(buffered(&place), SAFE_LINE), ", ply ", r->ply, ")");
    b->failed |= place.failed;
    zi_buffer_free(&place);
}

static void write_measures(const struct stats *s, const struct stats_group *g, struct buffer *b) {
    struct stats_mean mean[STATS_MEANS_MAX];
    size_t count = zi_stats_means(s, g, mean);
    bool any = false, longest = false;
    for (size_t i = 0; i < count; i++) {
        if (!mean[i].base)
            continue;
        begin_part(b, "moves", &any);
        buffer_add(b, value_ratio(mean[i].n, mean[i].base, 2), " ", mean[i].measure->words,
                   mean[i].each);
    }
    end_parts(b, any);
    for (size_t i = 0; i < s->measure_count; i++) {
        const struct stats_record *r = stats_longest(s, g, i);
        if (!r)
            continue;
        begin_part(b, "longest", &longest);
        write_longest(s, s->measure[i], r, b);
    }
    end_parts(b, longest);
}

static void write_levels(struct stats *s, size_t group, struct buffer *b) {
    size_t count;
    const struct stats_item *item = zi_stats_items(s, group, STATS_LEVELS, &count);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        begin_part(b, "levels", &any);
        buffer_add(b, i ? "" : "highest of a game: ", item[i].number ? "level " : "no stone",
                   value_unless_0(item[i].number), ": ", item[i].games);
    }
    end_parts(b, any);
}

/* The table of first moves. */

static void pad(struct buffer *b, size_t width, size_t columns) {
    buffer_chars(b, ' ', width <= columns ? columns - width : 1);
}

#define right(b, ...) write_right(b, VALUES(__VA_ARGS__))
static void write_right(struct buffer *b, const struct value *values, size_t count) {
    struct buffer number = {0};
    zi_buffer_add(&number, values, count);
    pad(b, number.len + 1, NUMBER_COLUMNS);
    buffer_add(b, " ", buffered(&number));
    b->failed |= number.failed;
    zi_buffer_free(&number);
}

/* The width of a first move in columns. */
static size_t width_of(const struct stats_group *g, const struct stats_item *item, bool *failed) {
    struct buffer move = {0};
    zi_stats_item_text(g, item, STATS_FIRST_MOVES, "(none)", &move);
    size_t columns = zi_text_columns(buffered(&move));
    *failed |= move.failed;
    zi_buffer_free(&move);
    return columns;
}

static void write_first_moves(struct stats *s, size_t group, size_t first, struct buffer *b) {
    size_t count, columns = LABEL_COLUMNS - 2;
    const struct stats_group *g = &s->group[group];
    const struct stats_item *item = zi_stats_items(s, group, STATS_FIRST_MOVES, &count);
    size_t shown = count < first ? count : first;
    if (!shown)
        return;
    for (size_t i = 0; i < shown; i++) {
        size_t width = width_of(g, &item[i], &b->failed);
        columns = width > columns && width <= MOVE_COLUMNS_MAX ? width : columns;
    }
    struct stats_sides sides = zi_stats_sides(g);
    buffer_string(b, "  first moves");
    pad(b, strlen("first moves"), columns + 2);
    right(b, "games");
    right(b, "of all");
    right(b, stats_side(&sides, sides.first));
    right(b, stats_side(&sides, sides.second));
    right(b, "draws");
    right(b, "unfinished");
    buffer_char(b, '\n');
    for (size_t i = 0; i < shown; i++) {
        buffer_string(b, "    ");
        zi_stats_item_text(g, &item[i], STATS_FIRST_MOVES, "(none)", b);
        pad(b, width_of(g, &item[i], &b->failed), columns);
        right(b, item[i].games);
        right(b, stats_percent(item[i].games, g->games), " %");
        right(b, item[i].result[sides.first]);
        right(b, item[i].result[sides.second]);
        right(b, item[i].result[RESULT_DRAW]);
        right(b, item[i].result[RESULT_OPEN]);
        buffer_char(b, '\n');
    }
    if (shown < count)
        buffer_add(b, "    omitted: ",
                   value_counted(count - shown, " first move, of ", " first moves, of "),
                   value_counted(zi_stats_rest(item, shown, count).games, " game\n", " games\n"));
}

static void write_group(struct stats *s, size_t group, size_t first, struct buffer *b) {
    zi_stats_title(s, group, b);
    buffer_add(b, ": ", value_counted(s->group[group].games, " game\n", " games\n"));
    write_results(s, group, b);
    write_lengths(s, group, b);
    write_endings(s, group, b);
    write_measures(s, &s->group[group], b);
    write_levels(s, group, b);
    write_first_moves(s, group, first, b);
    buffer_char(b, '\n');
}

bool zi_stats_text(struct stats *s, size_t first, struct buffer *out) {
    uint64_t games = s->group[STATS_TOTAL].games;
    if (stats_shows_total(s))
        write_group(s, STATS_TOTAL, first, out);
    for (size_t i = STATS_FIRST_GROUP; i < s->group_count; i++)
        write_group(s, i, first, out);
    buffer_add(out, value_counted(s->records, " record: ", " records: "), games, " counted, ",
               s->records - games, " omitted; ", s->invalid, " not valid\n");
    return !s->failed && !out->failed;
}
