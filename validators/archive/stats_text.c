/* Statistics for people. */
#include "notation/base/value.h"
#include "validators/archive/stats_write.h"

#include "notation/base/unicode.h"

enum { LABEL_COLUMNS = 13, MOVE_COLUMNS_MAX = 30, NUMBER_COLUMNS = 12 };

/* One line's heading, in its column. */
static void heading(struct buffer *b, const char *label) {
    buffer_add(b, "  ", label);
    buffer_chars(b, ' ', LABEL_COLUMNS - strlen(label));
}

/* `white 5 (45.5 %)` */
static void share(struct buffer *b, const char *label, uint64_t n, uint64_t base) {
    buffer_add(b, label, " ");
    zet_stats_share(b, n, base);
}

static void write_results(const struct stats *s, size_t group, struct buffer *b) {
    const struct stats_group *g = &s->group[group];
    struct stats_sides sides = zet_stats_sides(g);
    uint64_t finished = stats_finished(g->result);
    if (group != STATS_TOTAL && zet_stats_is_by(s, STATS_BY_PLAYER)) {
        heading(b, "player");
        share(b, "won", g->won, finished);
        buffer_string(b, ", ");
        share(b, "lost", g->lost, finished);
        buffer_char(b, '\n');
    }
    heading(b, "results");
    share(b, stats_side(&sides, sides.first), g->result[sides.first], finished);
    buffer_string(b, ", ");
    share(b, stats_side(&sides, sides.second), g->result[sides.second], finished);
    buffer_string(b, ", ");
    share(b, "draws", g->result[RESULT_DRAW], finished);
    buffer_add(b, " of ", finished, " finished; unfinished ", g->result[RESULT_OPEN], "\n");
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
    if (zet_stats_median(s, group, &twice))
        zet_stats_half(b, twice);
    buffer_char(b, '\n');
}

static void write_endings(struct stats *s, size_t group, struct buffer *b) {
    size_t count;
    const struct stats_item *item = zet_stats_items(s, group, STATS_ENDINGS, &count);
    heading(b, "endings");
    if (!count)
        buffer_string(b, "none");
    for (size_t i = 0; i < count; i++)
        buffer_add(b, i ? ", " : "", value_safe(item[i].text, SAFE_LINE), " ", item[i].games);
    buffer_char(b, '\n');
}

/* `chain 11 hops (club.yaml:3, ply 59)` */
static void write_longest(const struct stats *s, const struct measure *m,
                          const struct stats_record *r, struct buffer *b) {
    struct buffer place = {0};
    buffer_add(b, m->longest, " ", r->most, " ", m->unit, r->most == 1 ? " (" : "s (");
    zet_stats_place(s, r, &place);
    zet_stats_clean(b, buffered(&place));
    b->failed |= place.failed;
    zet_buffer_free(&place);
    buffer_add(b, ", ply ", r->ply, ")");
}

static void write_longests(const struct stats *s, const struct stats_group *g, struct buffer *b) {
    bool any = false;
    for (size_t i = 0; i < s->measure_count; i++) {
        const struct stats_record *r = stats_longest(s, g, i);
        if (!r)
            continue;
        if (any)
            buffer_string(b, ", ");
        else
            heading(b, "longest");
        any = true;
        write_longest(s, s->measure[i], r, b);
    }
    if (any)
        buffer_char(b, '\n');
}

static void write_means(const struct stats *s, const struct stats_group *g, struct buffer *b) {
    struct stats_mean mean[STATS_MEANS_MAX];
    size_t count = zet_stats_means(s, g, mean);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (!mean[i].base)
            continue;
        if (any)
            buffer_string(b, ", ");
        else
            heading(b, "moves");
        any = true;
        buffer_add(b, value_ratio(mean[i].n, mean[i].base, 2), " ", mean[i].measure->words,
                   mean[i].each);
    }
    if (any)
        buffer_char(b, '\n');
}

static void write_levels(struct stats *s, size_t group, struct buffer *b) {
    size_t count;
    const struct stats_item *item = zet_stats_items(s, group, STATS_LEVELS, &count);
    if (!count)
        return;
    heading(b, "levels");
    buffer_string(b, "highest of a game: ");
    for (size_t i = 0; i < count; i++) {
        buffer_string(b, i ? ", " : "");
        if (item[i].number) {
            buffer_add(b, "level ", item[i].number);
        } else {
            buffer_string(b, "no stone");
        }
        buffer_add(b, ": ", item[i].games);
    }
    buffer_char(b, '\n');
}

/* First moves: a table. */

/* The first move with its game where the group has several; in one line. */
static void write_move(const struct stats_group *g, const struct stats_item *item,
                       struct buffer *b) {
    bool several = g->rules & (g->rules - 1);
    if (several)
        buffer_add(b, zet_games[item->rules]->name, " ");
    if (item->text.len)
        zet_stats_clean(b, item->text);
    else
        buffer_string(b, "(none)");
}

static void pad(struct buffer *b, size_t width, size_t columns) {
    buffer_chars(b, ' ', width < columns ? columns - width : 1);
}

static void right(struct buffer *b, struct text t) {
    pad(b, t.len, NUMBER_COLUMNS);
    buffer_text(b, t);
}

static void right_number(struct buffer *b, uint64_t n) {
    char room[24];
    struct writer w = {room, sizeof room, 0};
    write_number(&w, n);
    right(b, written(&w));
}

/* The width of the longest first move that still is in its column. */
static size_t widest(const struct stats_group *g, const struct stats_item *item, size_t count,
                     bool *failed) {
    size_t most = LABEL_COLUMNS - 2;
    for (size_t i = 0; i < count; i++) {
        struct buffer move = {0};
        write_move(g, &item[i], &move);
        size_t columns = zet_text_columns(buffered(&move));
        most = columns > most && columns <= MOVE_COLUMNS_MAX ? columns : most;
        *failed |= move.failed;
        zet_buffer_free(&move);
    }
    return most;
}

static void write_first_line(const struct stats_group *g, const struct stats_item *item,
                             size_t columns, struct buffer *b) {
    struct stats_sides sides = zet_stats_sides(g);
    size_t begin = b->len;
    buffer_string(b, "    ");
    write_move(g, item, b);
    if (!b->failed)
        pad(b, zet_text_columns((struct text){b->at + begin, b->len - begin}), columns + 4);
    right_number(b, item->games);
    struct buffer percent = {0};
    zet_stats_percent(&percent, item->games, g->games);
    buffer_string(&percent, " %");
    right(b, buffered(&percent));
    b->failed |= percent.failed;
    zet_buffer_free(&percent);
    right_number(b, item->result[sides.first]);
    right_number(b, item->result[sides.second]);
    right_number(b, item->result[RESULT_DRAW]);
    right_number(b, item->result[RESULT_OPEN]);
    buffer_char(b, '\n');
}

static void write_first_moves(struct stats *s, size_t group, size_t first, struct buffer *b) {
    size_t count;
    const struct stats_group *g = &s->group[group];
    const struct stats_item *item = zet_stats_items(s, group, STATS_FIRST_MOVES, &count);
    size_t shown = count < first ? count : first, columns = widest(g, item, shown, &b->failed);
    uint64_t games = 0;
    if (!first || !count)
        return;
    struct stats_sides sides = zet_stats_sides(g);
    buffer_string(b, "  first moves");
    pad(b, strlen("  first moves"), columns + 4);
    const char *const heads[] = {
        "games", "of all",    stats_side(&sides, sides.first), stats_side(&sides, sides.second),
        "draws", "unfinished"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        right(b, text_of(heads[i]));
    buffer_char(b, '\n');
    for (size_t i = 0; i < shown; i++)
        write_first_line(g, &item[i], columns, b);
    for (size_t i = shown; i < count; i++)
        games += item[i].games;
    if (shown < count)
        buffer_add(b, "    left out: ", count - shown,
                   count - shown == 1 ? " first move, of " : " first moves, of ", games,
                   games == 1 ? " game\n" : " games\n");
}

static void write_group(struct stats *s, size_t group, size_t first, struct buffer *b) {
    zet_stats_title(s, group, b);
    buffer_add(b, ": ", s->group[group].games, s->group[group].games == 1 ? " game\n" : " games\n");
    write_results(s, group, b);
    write_lengths(s, group, b);
    write_endings(s, group, b);
    write_means(s, &s->group[group], b);
    write_longests(s, &s->group[group], b);
    write_levels(s, group, b);
    write_first_moves(s, group, first, b);
    buffer_char(b, '\n');
}

static void write_summary(const struct stats *s, struct buffer *b) {
    uint64_t games = s->group[STATS_TOTAL].games;
    buffer_add(b, s->records, s->records == 1 ? " record: " : " records: ", games, " counted, ",
               s->records - games, " left out; ", s->invalid, " not valid\n");
}

bool zet_stats_text(struct stats *s, size_t first, struct buffer *out) {
    if (stats_shows_total(s))
        write_group(s, STATS_TOTAL, first, out);
    for (size_t i = STATS_FIRST_GROUP; i < s->group_count; i++)
        write_group(s, i, first, out);
    write_summary(s, out);
    return !s->failed && !out->failed;
}
